//! Drawings: pictures as SVG, for whoever shows pages.
//!
//! `drawings/` has a JavaScript module for each game with one pure function,
//! `draw(picture, options)`, that gives the drawing as text. It knows no rule
//! and touches no page. Reports put the modules into their one script, the
//! browser's front imports them.

use crate::entry::ViewEntry;
use meeple_games::GameKind;

/// What all drawings are made with: `drawing.js`.
pub const COMMON: &str = include_str!("../drawings/drawing.js");
/// The colours they name, light and dark: `colours.css`.
pub const COLOURS: &str = include_str!("../drawings/colours.css");
/// The shapes of the seats' marks: `marks.svg`.
pub const MARKS: &str = include_str!("../drawings/marks.svg");

/// The module that draws this game.
pub fn board(kind: GameKind) -> &'static str {
    ViewEntry::of(kind).drawing
}
