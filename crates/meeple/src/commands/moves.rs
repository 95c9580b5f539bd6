//! `meeple moves`: lists the legal moves of a position and what each would do.

use super::{print, print_json, show::read};
use crate::cli::MovesArgs;
use meeple_core::Turn;
use meeple_terminal::command_error::CommandError;
use meeple_view::view;

pub(super) fn run(args: &MovesArgs) -> Result<(), CommandError> {
    let (game, ply) = read(args.game, &args.what, args.at)?;
    let position = game.position_at(ply).expect("the ply is in the line");
    if args.json {
        return print_json(&view(args.game).legal_moves(position));
    }
    match position.turn() {
        Turn::Seat(_) => print(&position.legal_move_texts().join("\n")),
        Turn::Chance => print("no moves: a deal is due"),
        Turn::Over => print("no moves: the game is over"),
    }
}
