//! `meeple moves`: lists the legal moves of a position and what each would do.

use super::{print, print_json, show::read};
use crate::cli::MovesArgs;
use meeple_core::{AnyGame, Turn};
use meeple_terminal::command_error::CommandError;
use meeple_view::{AnyView, view};

pub(super) fn run(args: &MovesArgs) -> Result<(), CommandError> {
    let (game, ply) = read(args.game, &args.what, args.at)?;
    let position = game.position_at(ply).expect("the ply is in the line");
    if args.json {
        return print_json(&view(args.game).legal_moves(position));
    }
    match position.turn() {
        Turn::Seat(_) => print(&table(view(args.game), position)),
        Turn::Chance => print("no moves: a deal is due"),
        Turn::Over => print("no moves: the game is over"),
    }
}

/// Lists each move as records write it and as people do.
fn table(view: &dyn AnyView, position: &dyn AnyGame) -> String {
    let moves = position.legal_move_texts();
    let width = moves.iter().map(String::len).max().unwrap_or(0);
    let row = |mv: &String| match view.move_name(position, mv) {
        Some(name) if name != *mv => format!("{mv:width$}  {name}"),
        _ => mv.clone(),
    };
    moves.iter().map(row).collect::<Vec<_>>().join("\n")
}
