//! Playing line by line: the same loop for every game, one [`PlainGame`] each.
//!
//! ```text
//! draw the board ─► ask ─► read ─► play ─► record ─► the others move ─┐
//!       ▲                                                             │
//!       └─────────────────────────────────────────────────────────────┘
//! ```
//!
//! A game says how it is drawn, asked about and typed; `session.rs` does the rest.

mod azul;
mod chomp;
mod filler;
mod grass;
mod seats;
mod session;
mod telling;
mod view;

pub use seats::BadSeat;
pub use view::{PlainGame, Scene};

use crate::{console::Console, failure::Failure, paint::Paint, record_file};
use meeple_ai::roster::Resources;
use meeple_core::{Game, Match};
use meeple_games::GameKind;
use std::path::{Path, PathBuf};

/// How a game is set up: what was said on the command line or in the menu.
#[derive(Debug, Clone, Default)]
pub struct Setting {
    /// The game's options as `key=value` words.
    pub options: Vec<String>,
    /// Who sits where; nobody named means the usual seats.
    pub seats: Vec<String>,
    /// Whether the seats stay as they were named.
    pub order: Order,
    /// The seed of deals and computer players, if it should not be a new one.
    pub seed: Option<u64>,
    /// Where to write the record.
    pub record: Option<PathBuf>,
}

/// The order of the seats.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Order {
    /// As they were named.
    #[default]
    AsNamed,
    /// Drawn by lot, from the seed.
    Shuffled,
}

/// Plays a game from its start.
pub fn play(
    kind: GameKind,
    setting: Setting,
    resources: Resources,
    console: Console<'_>,
) -> Result<(), Failure> {
    struct Play<'a>(Setting, Resources, Console<'a>);
    impl PlainTask for Play<'_> {
        type Output = Result<(), Failure>;
        fn run<V: PlainGame>(self) -> Self::Output {
            session::play::<V>(self.0, self.1, self.2)
        }
    }
    with_view(kind, Play(setting, resources, console))
}

/// Goes on with a recorded game.
pub fn resume(path: &Path, resources: Resources, console: Console<'_>) -> Result<(), Failure> {
    struct Resume<'a, 'b>(&'a Path, meeple_core::Replay, Resources, Console<'b>);
    impl PlainTask for Resume<'_, '_> {
        type Output = Result<(), Failure>;
        fn run<V: PlainGame>(self) -> Self::Output {
            session::resume::<V>(self.0, self.1, self.2, self.3)
        }
    }
    let replay = record_file::read(path)?;
    let kind = replay.game.header().game.parse();
    let kind: GameKind = kind.expect("the record was opened as this game");
    with_view(kind, Resume(path, replay, resources, console))
}

/// The board after `ply` deals and moves.
pub fn draw_at(kind: GameKind, game: &Match, ply: usize, paint: Paint) -> String {
    struct DrawAt<'a>(&'a Match, usize, Paint);
    impl PlainTask for DrawAt<'_> {
        type Output = String;
        fn run<V: PlainGame>(self) -> String {
            telling::draw_at::<V>(self.0, self.1, self.2)
        }
    }
    with_view(kind, DrawAt(game, ply, paint))
}

/// A whole game, told from the start.
pub fn tell(kind: GameKind, game: &Match, paint: Paint) -> String {
    struct Tell<'a>(&'a Match, Paint);
    impl PlainTask for Tell<'_> {
        type Output = String;
        fn run<V: PlainGame>(self) -> String {
            telling::tell::<V>(self.0, self.1)
        }
    }
    with_view(kind, Tell(game, paint))
}

/// Who sits where when nothing is said.
pub fn default_seats(kind: GameKind) -> Vec<String> {
    struct Usual;
    impl PlainTask for Usual {
        type Output = Vec<String>;
        fn run<V: PlainGame>(self) -> Vec<String> {
            let options = <V::Game as Game>::Options::default();
            let seats = V::Game::new(&options).map_or(2, |game| game.seats());
            seats::usual(V::OPPONENT, seats)
        }
    }
    with_view(kind, Usual)
}

/// Whether these seats could be taken, without taking them.
pub fn check_seats(kind: GameKind, seats: &[String]) -> Result<(), BadSeat> {
    seats::seat(kind, seats, &Resources::default()).map(|_| ())
}

/// Something to be done with a game's view, once its type is known.
trait PlainTask {
    type Output;
    fn run<V: PlainGame>(self) -> Self::Output;
}

fn with_view<T: PlainTask>(kind: GameKind, task: T) -> T::Output {
    match kind {
        GameKind::Chomp => task.run::<chomp::ChompView>(),
        GameKind::Filler => task.run::<filler::FillerView>(),
        GameKind::Azul => task.run::<azul::AzulView>(),
        GameKind::Grass => task.run::<grass::GrassView>(),
    }
}
