//! Playing line by line: the same loop for every game, one [`Prompt`] each.
//!
//! ```text
//! draw the board ─► ask ─► read ─► play ─► record ─► the others move ─┐
//!       ▲                                                             │
//!       └─────────────────────────────────────────────────────────────┘
//! ```
//!
//! A game says how it is drawn, asked about and typed (`game.rs`), its view
//! tells what happens, `session.rs` does the rest.

pub(crate) mod azul;
mod beside;
pub(crate) mod chomp;
mod entry;
pub(crate) mod filler;
mod game;
pub(crate) mod grass;
mod hint;
mod session;
mod start;
mod telling;

pub(crate) use entry::PromptEntry;
pub use game::{Answer, GameOf, Prompt};
pub use meeple_session::setup::Order;
pub use start::{Deals, House, Setting, now, play_game, resume_game, today};

use crate::{console::Console, failure::Failure, game_ui::GameUi, paint::Paint, record_file};
use meeple_bots::BadContestant;
use meeple_core::Match;
use meeple_games::GameKind;
use std::path::Path;

/// Plays a game from its start.
pub fn play(
    kind: GameKind,
    setting: Setting,
    house: House,
    console: Console<'_>,
) -> Result<(), Failure> {
    (entry(kind).play)(setting, house, console)
}

/// Goes on with a recorded game.
pub fn resume(path: &Path, house: House, console: Console<'_>) -> Result<(), Failure> {
    let replay = record_file::read(path)?;
    if replay.game.end().is_some() {
        let why = "this game is finished; `meeple replay` shows it";
        return Err(Failure::Failed(format!("{}: {why}", path.display())));
    }
    (entry(kind_of(&replay.game)).go_on)(path, replay, house, console)
}

/// The board after `ply` deals and moves.
pub fn draw_at(game: &Match, ply: usize, paint: Paint) -> String {
    (entry(kind_of(game)).draw_at)(game, ply, paint)
}

/// A whole game, told from the start.
pub fn tell(game: &Match, paint: Paint) -> String {
    (entry(kind_of(game)).tell)(game, paint)
}

/// Who sits where when nothing is said.
pub fn default_seats(kind: GameKind) -> Vec<String> {
    (entry(kind).default_seats)()
}

/// Whether these seats could be taken, without taking them.
pub fn check_seats(kind: GameKind, seats: &[String]) -> Result<(), BadContestant> {
    (entry(kind).host)(&House::default()).read_all(seats).map(|_| ())
}

fn kind_of(game: &Match) -> GameKind {
    game.header().game.parse().expect("the record was opened as this game")
}

fn entry(kind: GameKind) -> &'static PromptEntry {
    &GameUi::of(kind).prompt
}
