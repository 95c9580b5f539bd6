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

mod azul;
mod beside;
mod chomp;
mod filler;
mod game;
mod grass;
mod hint;
mod session;
mod start;
mod telling;

pub use game::{Answer, GameOf, Prompt};
pub use meeple_session::setup::Order;
pub use start::{Deals, House, Setting, now, play_game, resume_game, today};

use crate::{console::Console, failure::Failure, paint::Paint, record_file};
use meeple_bots::BadContestant;
use meeple_core::{Match, Replay};
use meeple_games::GameKind;
use std::path::Path;

/// Plays a game from its start.
pub fn play(
    kind: GameKind,
    setting: Setting,
    house: House,
    console: Console<'_>,
) -> Result<(), Failure> {
    struct Play<'a>(Setting, House, Console<'a>);
    impl PromptTask for Play<'_> {
        type Output = Result<(), Failure>;
        fn run<P: Prompt>(self) -> Self::Output {
            play_game::<P>(self.0, self.1, self.2)
        }
    }
    with_prompt(kind, Play(setting, house, console))
}

/// Goes on with a recorded game.
pub fn resume(path: &Path, house: House, console: Console<'_>) -> Result<(), Failure> {
    struct Resume<'a, 'b>(&'a Path, Replay, House, Console<'b>);
    impl PromptTask for Resume<'_, '_> {
        type Output = Result<(), Failure>;
        fn run<P: Prompt>(self) -> Self::Output {
            start::go_on::<P>(self.0, self.1, self.2, self.3)
        }
    }
    let replay = record_file::read(path)?;
    if replay.game.end().is_some() {
        let why = "this game is finished; `meeple replay` shows it";
        return Err(Failure::Failed(format!("{}: {why}", path.display())));
    }
    with_prompt(kind_of(&replay.game), Resume(path, replay, house, console))
}

/// The board after `ply` deals and moves.
pub fn draw_at(game: &Match, ply: usize, paint: Paint) -> String {
    struct DrawAt<'a>(&'a Match, usize, Paint);
    impl PromptTask for DrawAt<'_> {
        type Output = String;
        fn run<P: Prompt>(self) -> String {
            telling::draw_at::<P>(self.0, self.1, self.2)
        }
    }
    with_prompt(kind_of(game), DrawAt(game, ply, paint))
}

/// A whole game, told from the start.
pub fn tell(game: &Match, paint: Paint) -> String {
    struct Tell<'a>(&'a Match, Paint);
    impl PromptTask for Tell<'_> {
        type Output = String;
        fn run<P: Prompt>(self) -> String {
            telling::tell::<P>(self.0, self.1)
        }
    }
    with_prompt(kind_of(game), Tell(game, paint))
}

/// Who sits where when nothing is said.
pub fn default_seats(kind: GameKind) -> Vec<String> {
    struct Usual;
    impl PromptTask for Usual {
        type Output = Vec<String>;
        fn run<P: Prompt>(self) -> Vec<String> {
            start::usual_seats::<P>()
        }
    }
    with_prompt(kind, Usual)
}

/// Whether these seats could be taken, without taking them.
pub fn check_seats(kind: GameKind, seats: &[String]) -> Result<(), BadContestant> {
    struct Check<'a>(&'a [String]);
    impl PromptTask for Check<'_> {
        type Output = Result<(), BadContestant>;
        fn run<P: Prompt>(self) -> Self::Output {
            House::default().host::<P>().read_all(self.0).map(|_| ())
        }
    }
    with_prompt(kind, Check(seats))
}

fn kind_of(game: &Match) -> GameKind {
    game.header().game.parse().expect("the record was opened as this game")
}

/// Something to be done with a game's prompt, once its type is known.
trait PromptTask {
    type Output;
    fn run<P: Prompt>(self) -> Self::Output;
}

fn with_prompt<T: PromptTask>(kind: GameKind, task: T) -> T::Output {
    match kind {
        GameKind::Chomp => task.run::<chomp::ChompPrompt>(),
        GameKind::Filler => task.run::<filler::FillerPrompt>(),
        GameKind::Azul => task.run::<azul::AzulPrompt>(),
        GameKind::Grass => task.run::<grass::GrassPrompt>(),
    }
}
