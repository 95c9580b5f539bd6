//! Playing line by line: one loop for all games, with one [`Prompt`] per game.
//!
//! ```text
//! draw the board ─► ask ─► read ─► play ─► record ─► the others move ─┐
//!       ▲                                                             │
//!       └─────────────────────────────────────────────────────────────┘
//! ```
//!
//! A game's prompt defines how the game is drawn, asked about and typed (`game.rs`), its view narrates what
//! happens, and `session.rs` does the rest.

pub(crate) mod azul;
pub(crate) mod chomp;
mod entry;
pub(crate) mod filler;
mod game;
pub(crate) mod grass;
mod hint;
mod narration;
mod session;
mod side_by_side;
mod start;
#[cfg(test)]
mod tests;

pub(crate) use entry::PromptEntry;
pub use game::{CommandOutput, GameOf, Prompt};
pub use meeple_session::setup::SeatOrder;
pub use start::{DealOrigin, Env, GameSetup, now, play_game, resume_game, today};

use crate::{
    command_error::CommandError,
    console::Console,
    game_ui::{GameUi, kind_of},
    paint::Paint,
    record_file,
};
use meeple_ai::roster::{Resources, roster};
use meeple_bots::{ContestantError, PlayerLauncher};
use meeple_core::GameHistory;
use meeple_games::GameKind;
use meeple_session::open_table::seat_count;
use std::path::Path;

/// Plays a game from its start.
pub fn play(
    kind: GameKind,
    setting: GameSetup,
    env: Env,
    console: Console<'_>,
) -> Result<(), CommandError> {
    (entry(kind).play)(setting, env, console)
}

/// Continues a recorded game.
pub fn resume(path: &Path, env: Env, console: Console<'_>) -> Result<(), CommandError> {
    let replay = record_file::read(path)?;
    if replay.game.end().is_some() {
        let why = "this game is finished; `meeple replay` shows it";
        return Err(CommandError::Failed(format!("{}: {why}", path.display())));
    }
    (entry(kind_of(&replay.game)).resume)(path, replay, env, console)
}

/// Draws the board after `ply` deals and moves.
pub fn draw_at(game: &GameHistory, ply: usize, paint: Paint) -> String {
    (entry(kind_of(game)).draw_at)(game, ply, paint)
}

/// Narrates a whole game from the start.
pub fn narrate(game: &GameHistory, paint: Paint) -> String {
    (entry(kind_of(game)).narrate)(game, paint)
}

/// Returns the default seats.
pub fn default_seats(kind: GameKind) -> Vec<String> {
    meeple_session::setup::default_seats(roster(kind), seat_count(kind, &[]).unwrap_or(2))
}

/// Checks that these seats could be taken, without taking them.
pub fn check_seats(kind: GameKind, seats: &[String]) -> Result<(), ContestantError> {
    PlayerLauncher::for_game(kind, Resources::default()).parse_contestants(seats).map(|_| ())
}

fn entry(kind: GameKind) -> &'static PromptEntry {
    &GameUi::of(kind).prompt
}
