//! What a game is to be, and its table at the first position.

use crate::prompt::{Setting, now};
use meeple_ai::roster::roster;
use meeple_bots::Host;
use meeple_core::{Match, Table};
use meeple_games::GameKind;
use meeple_session::{
    opening::{has_players_option, open, seats_of},
    setup::{arrange, default_seats, infer_players},
};

/// The same with everything that was not said: how many play, and who.
pub(crate) fn completed(kind: GameKind, mut setting: Setting) -> Setting {
    if has_players_option(kind) {
        infer_players(&mut setting.options, setting.seats.len());
    }
    if setting.seats.is_empty() {
        let seats = seats_of(kind, &setting.options).unwrap_or(2);
        setting.seats = default_seats(roster(kind), seats);
    }
    setting
}

/// Which game it is.
pub(crate) fn kind_of(game: &Match) -> GameKind {
    game.header().game.parse().expect("the record was opened as this game")
}

/// A table at the first position of what is wanted.
pub(super) fn set(
    kind: GameKind,
    wanted: &Setting,
    seed: u64,
    host: &Host,
) -> Result<Table, String> {
    let mut names = wanted.seats.clone();
    arrange(&mut names, wanted.order, seed);
    let seats = |_| host.read_all(&names).map_err(|error| error.to_string());
    open(kind, &wanted.options, seed, &now(), &seats)
}
