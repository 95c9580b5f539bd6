//! What a game is to be, and its table at the first position.

use crate::{
    prompt::{Order, Setting, now},
    screen::seats::OPPONENT,
};
use meeple_bots::{Host, host::PERSON};
use meeple_core::{
    Match, Table,
    rng::{Stream, seeded},
};
use meeple_games::GameKind;
use meeple_session::opening::{has_players_option, open, seats_of};
use rand::seq::SliceRandom;
use std::path::PathBuf;

/// What a new game is to be.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Wanted {
    /// The game's options as words.
    pub(crate) options: Vec<String>,
    /// Who sits where.
    pub(crate) seats: Vec<String>,
    /// Whether lots decide who sits where.
    pub(crate) is_shuffled: bool,
    /// The seed, if it should not be a new one.
    pub(crate) seed: Option<u64>,
    /// Where to keep it, if not where games are kept.
    pub(crate) record: Option<PathBuf>,
}

impl Wanted {
    /// As the command line says: who is not named is the usual opponent.
    pub(crate) fn of(kind: GameKind, setting: Setting) -> Self {
        let Setting { mut options, mut seats, order, seed, record, .. } = setting;
        let is_given = options.iter().any(|word| word.starts_with("players="));
        if has_players_option(kind) && !is_given && seats.len() > 1 {
            options.push(format!("players={}", seats.len()));
        }
        if seats.is_empty() {
            seats.push(PERSON.into());
            seats.resize(seats_of(kind, &options).unwrap_or(2), OPPONENT.into());
        }
        Wanted { options, seats, is_shuffled: order == Order::Shuffled, seed, record }
    }
}

/// Which game it is.
pub(crate) fn kind_of(game: &Match) -> GameKind {
    game.header().game.parse().expect("the record was opened as this game")
}

/// A table at the first position of what is wanted.
pub(super) fn set(
    kind: GameKind,
    wanted: &Wanted,
    seed: u64,
    host: &Host,
) -> Result<Table, String> {
    let mut names = wanted.seats.clone();
    if wanted.is_shuffled {
        names.shuffle(&mut seeded(seed, Stream::Other(0)));
    }
    let seats = |_| host.read_all(&names).map_err(|error| error.to_string());
    open(kind, &wanted.options, seed, &now(), &seats)
}
