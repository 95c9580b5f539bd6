//! Drawings: pictures as SVG, for web pages.
//!
//! `drawings/` has a JavaScript module for each game with one pure function, `draw(picture, options)`, that
//! returns the drawing as text. It knows no rules and doesn't touch the page. Tournament reports bundle the
//! modules into their one script; the browser's front end imports them.

use crate::entry::ViewEntry;
use meeple_games::GameKind;

/// The code shared by all drawings: `drawing.js`.
pub const COMMON: &str = include_str!("../drawings/drawing.js");
/// The colours used by the drawings, light and dark: `colours.css`.
pub const COLOURS: &str = include_str!("../drawings/colours.css");
/// The shapes of the seats' markers: `marks.svg`.
pub const MARKS: &str = include_str!("../drawings/marks.svg");

/// Returns the JavaScript module that draws this game.
pub fn board(kind: GameKind) -> &'static str {
    ViewEntry::of(kind).drawing
}
