//! Completes the setup of a game and opens its table.

use crate::prompt::{GameSetup, now};
use meeple_ai::roster::roster;
use meeple_bots::Host;
use meeple_core::{Match, Table};
use meeple_games::GameKind;
use meeple_session::{
    open_table::{has_players_option, open, seat_count},
    setup::{default_seats, infer_players, order_seats},
};
use meeple_view::view;

/// Fills in what is missing: the number of players, and who they are.
pub(crate) fn completed(kind: GameKind, mut setting: GameSetup) -> GameSetup {
    if has_players_option(kind) {
        infer_players(&mut setting.options, setting.seats.len());
    }
    if setting.seats.is_empty() {
        let seats = seat_count(kind, &setting.options).unwrap_or(2);
        setting.seats = default_seats(roster(kind), seats);
    }
    setting
}

/// Returns which game it is.
pub(crate) fn kind_of(game: &Match) -> GameKind {
    game.header().game.parse().expect("the record was opened as this game")
}

/// Names a move of the position after `ply` deals and moves as people write it.
pub(crate) fn move_name(game: &Match, ply: usize, mv: &str) -> String {
    let position = game.position_at(ply);
    let name = position.and_then(|position| view(kind_of(game)).move_name(position, mv));
    name.unwrap_or_else(|| mv.to_owned())
}

/// Opens a table at the first position of this setup.
pub(super) fn open_table(
    kind: GameKind,
    wanted: &GameSetup,
    seed: u64,
    host: &Host,
) -> Result<Table, String> {
    let mut names = wanted.seats.clone();
    order_seats(&mut names, wanted.order, seed);
    let seats = |_| host.parse_contestants(&names).map_err(|error| error.to_string());
    open(kind, &wanted.options, seed, &now(), &seats)
}
