//! Completes the setup of a game, and names its moves.

use crate::{game_ui::kind_of, prompt::GameSetup};
use meeple_ai::roster::roster;
use meeple_core::GameHistory;
use meeple_games::GameKind;
use meeple_session::{
    open_table::seat_count,
    setup::{default_seats, infer_players},
};
use meeple_view::view;

/// Fills in what is missing: the number of players, and who they are.
pub(crate) fn completed(kind: GameKind, mut setting: GameSetup) -> GameSetup {
    infer_players(kind.entry(), &mut setting.options, setting.seats.len());
    if setting.seats.is_empty() {
        let seats = seat_count(kind, &setting.options).unwrap_or(2);
        setting.seats = default_seats(roster(kind), seats);
    }
    setting
}

/// Names a move of the position after `ply` deals and moves as people write it.
pub(crate) fn move_name(game: &GameHistory, ply: usize, mv: &str) -> String {
    let position = game.position_at(ply);
    let name = position.and_then(|position| view(kind_of(game)).move_name(position, mv));
    name.unwrap_or_else(|| mv.to_owned())
}
