//! Chomp line by line.

mod bar;

use super::{
    CommandOutput, Prompt,
    game::{address, guess_command, looks_like_cell, two_numbers},
};
use crate::{console::Console, paint::Paint};
use meeple_ai::{
    advice::{AnyAdviser, adviser},
    chomp::SharedSolver,
    roster::{Resources, Roster, roster},
};
use meeple_core::{CellName, Limits, Seat, text::excerpt};
use meeple_games::{
    GameKind,
    chomp::{Board, Chomp, MAX_SIDE, Move},
};
use meeple_view::{
    View, ViewScene,
    chomp::{ChompView, bounds},
};
use std::io;

/// The prompt of Chomp.
pub(crate) struct ChompPrompt {
    solver: SharedSolver,
}

impl Prompt for ChompPrompt {
    type View = ChompView;
    const HELP: &'static str = "\
Bite a square: type its column letter and row number, such as C2.
Everything below it and to the right of it is eaten too.
The player who eats the poison (P) loses.
  show    show which bites win and which lose";

    const COMMANDS: &'static [&'static str] = &["show"];

    fn roster() -> Roster {
        roster(GameKind::Chomp)
    }

    fn adviser(resources: &Resources) -> Box<dyn AnyAdviser> {
        adviser(GameKind::Chomp, resources)
    }

    fn new(resources: &Resources) -> Self {
        ChompPrompt { solver: resources.chomp.clone() }
    }

    fn ask_options(console: &mut Console<'_>, options: &mut Vec<String>) -> io::Result<bool> {
        if !options.is_empty() {
            return Ok(true);
        }
        let question = "Size of the bar, columns and rows (such as 5 4): ";
        let Some((width, height)) = console.ask_until(question, read_size)? else {
            return Ok(false);
        };
        options.extend([format!("width={width}"), format!("height={height}")]);
        Ok(true)
    }

    fn accept(game: &Chomp) -> Result<(), String> {
        accept(game.board())
    }

    fn draw(&self, scene: &ViewScene<'_, Chomp>, paint: Paint) -> String {
        bar::draw(&ChompView::picture(scene), paint)
    }

    fn question(&self, scene: &ViewScene<'_, Chomp>, seat: Seat) -> String {
        address(scene.name(seat), "your bite (such as C2): ")
    }

    fn read(&self, scene: &ViewScene<'_, Chomp>, line: &str) -> Result<Move, String> {
        let typed = line.trim();
        let square = if looks_like_cell(typed) {
            typed.parse().ok().and_then(square_named)
        } else {
            let numbers = two_numbers(typed).filter(|_| !typed.contains('-'));
            let [row, column] = numbers.ok_or_else(|| {
                let guess = guess_command::<Self>(line);
                format!("\"{}\" is not a square: type one such as C2{guess}", excerpt(line))
            })?;
            row.parse().ok().zip(column.parse().ok())
        };
        // No bar is so large (C1) that a `Move` can't represent its squares.
        let (row, column) = square.ok_or_else(|| {
            let bounds = bounds(scene.position.board());
            format!("\"{}\" is outside the bar: {bounds}", excerpt(typed))
        })?;
        Ok(Move { row, column })
    }

    fn command(
        &mut self,
        scene: &ViewScene<'_, Chomp>,
        line: &str,
        limits: &Limits,
        paint: Paint,
    ) -> Option<CommandOutput> {
        if !line.eq_ignore_ascii_case("show") {
            return None;
        }
        let judged = self.solver.with_solver(|solver| solver.judge(scene.position.board(), limits));
        Some(match judged {
            Ok(judged) => {
                let picture = ChompView::picture(scene);
                CommandOutput::Drawing(bar::draw_judged(&picture, &judged, paint))
            }
            Err(error) => CommandOutput::Text(format!("Nothing to show: {error}.")),
        })
    }
}

/// Returns the row and the column of a square; `None` if it is beyond the largest bar.
fn square_named(CellName { column, row }: CellName) -> Option<(u8, u8)> {
    Some((row.try_into().ok()?, column.try_into().ok()?))
}

/// Parses columns and rows: `5 4`, `5,4` or `5x4`.
fn read_size(line: &str) -> Result<(usize, usize), String> {
    let spaced = line.replace(['x', 'X'], " ");
    let [width, height] = two_numbers(&spaced).ok_or_else(|| {
        format!("\"{}\" is not a size: type two numbers, such as 5 4", excerpt(line))
    })?;
    let (Ok(columns), Ok(rows)) = (width.parse(), height.parse()) else {
        let (width, height) = (excerpt(width), excerpt(height));
        return Err(format!(
            "a bar has 1 to {MAX_SIDE} columns and 1 to {MAX_SIDE} rows, not {width} and {height}"
        ));
    };
    let board = Board::new(columns, rows).map_err(|error| error.to_string())?;
    accept(&board)?;
    Ok((columns, rows))
}

/// C5: a bar of one square exists, but there is nothing to play.
fn accept(board: &Board) -> Result<(), String> {
    if board.is_only_poison() {
        return Err("a bar of one square is only poison: choose a larger one".into());
    }
    Ok(())
}
