//! Laying Grass line by line.
//!
//! A tile is turned with `r` and `f` until it looks right, and laid by naming
//! the cell of its corner; or all of that is said at once: `Bc fr`.

mod draw;
mod people;
mod told;
mod typed;

use super::{Answer, Prompt};
use crate::{console::Console, paint::Paint};
use meeple_ai::roster::{Resources, Roster, roster};
use meeple_core::{Limits, Seat, SeatInfo};
use meeple_games::{
    GameKind,
    grass::{Grass, Move, Orientation, Phase},
};
use meeple_view::{Scene, grass::GrassView};
use std::io;

/// The prompt at the board and the tiles.
#[derive(Default)]
pub(super) struct GrassPrompt {
    /// How the tile in hand was turned at this point of the game.
    turned: Option<(usize, Orientation)>,
}

impl GrassPrompt {
    /// How the tile in hand is turned now.
    fn orientation(&self, scene: &Scene<'_, Grass>) -> Orientation {
        let now = self.turned.filter(|(plies, _)| *plies == scene.line.len());
        now.map_or(Orientation::AS_DRAWN, |(_, orientation)| orientation)
    }
}

impl Prompt for GrassPrompt {
    type View = GrassView;
    const OPPONENT: &'static str = "window";
    const HELP: &'static str = "\
Name a cell by its row letter and its column letter: there goes the top left
corner of the tile's rectangle. Whoever owns the largest square at the end wins.
  Bc          lay the tile as shown         r, l     turn it right, left
  Bc fr       mirror it, turn it, lay it    f        mirror it
  exchange 3  a coupon for the third tile   spots    where it fits as shown
  remove Bc   a coupon for a stone          discard  what fits nowhere
  stone Bc    place a stone                 stop     buy no more 1x1 tiles
  steal Bc    a tile of somebody else
On the board, 2a is a cell of player 2; cells with the same letter beside each
other are one tile, in capitals if it came last. 2* is a 1x1 tile (2! the last
one), 2+ a captured square, ## a stone; E, S and R are bonus squares.";

    const COMMANDS: &'static [&'static str] =
        &["discard", "exchange", "flip", "remove", "spots", "steal", "stone", "stop", "turn"];

    fn roster() -> Roster {
        roster(GameKind::Grass)
    }

    fn new(_: &Resources) -> Self {
        GrassPrompt::default()
    }

    fn ask_options(console: &mut Console<'_>, options: &mut Vec<String>) -> io::Result<bool> {
        if !options.is_empty() {
            return Ok(true);
        }
        let players = console.ask_until("How many play, 2 to 9? (2) ", people::read_players)?;
        options.extend(players.map(|players| format!("players={players}")));
        Ok(players.is_some())
    }

    fn ask_people(console: &mut Console<'_>, seats: &mut [SeatInfo]) -> io::Result<bool> {
        people::ask(console, seats)
    }

    fn draw(&self, scene: &Scene<'_, Grass>, paint: Paint) -> String {
        let heading = told::heading(scene, paint);
        let tiles = draw::tiles(scene, self.orientation(scene), paint);
        let board = draw::board(scene, None, paint);
        [heading, tiles, board].into_iter().filter(|part| !part.is_empty()).collect()
    }

    fn question(&self, scene: &Scene<'_, Grass>, seat: Seat) -> String {
        let name = scene.name(seat);
        match scene.position.phase() {
            Phase::Start => format!("{name}, your start tile (CELL): "),
            Phase::Stone => format!("{name}, a stone (CELL): "),
            Phase::Robbery => format!("{name}, the tile to steal (CELL): "),
            Phase::Stolen => format!("{name}, lay the stolen tile (CELL, r, l, f): "),
            Phase::Final => format!("{name}, a 1x1 tile for a coupon (CELL, or stop): "),
            _ => format!("{name}, lay the tile (CELL, r, l, f{}): ", typed::choices(scene)),
        }
    }

    fn read(&self, scene: &Scene<'_, Grass>, line: &str) -> Result<Move, String> {
        typed::read(scene.position, self.orientation(scene), line)
    }

    fn command(
        &mut self,
        scene: &Scene<'_, Grass>,
        line: &str,
        _: &Limits,
        paint: Paint,
    ) -> Option<Answer> {
        if line == "spots" {
            return Some(Answer::drawn(draw::spots(scene, self.orientation(scene), paint)));
        }
        let orientation = typed::turn(self.orientation(scene), line)?;
        self.turned = Some((scene.line.len(), orientation));
        Some(Answer::drawn(draw::tiles(scene, orientation, paint)))
    }
}
