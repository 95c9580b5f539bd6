//! Chomp line by line.

mod bar;

use super::{
    CommandOutput, Prompt,
    game::{address, guess_command},
};
use crate::{console::Console, paint::Paint};
use meeple_ai::{
    advice::{AnyAdviser, adviser},
    chomp::SharedSolver,
    roster::{Resources, Roster, roster},
};
use meeple_core::{Limits, Seat, text::excerpt};
use meeple_games::{
    GameKind,
    chomp::{Board, Chomp, MAX_SIDE, Move},
};
use meeple_view::{View, ViewScene, chomp::ChompView};
use std::io;

/// The prompt of Chomp.
pub(crate) struct ChompPrompt {
    solver: SharedSolver,
}

impl Prompt for ChompPrompt {
    type View = ChompView;
    const HELP: &'static str = "\
Bite a square by its row and column, counted from 0 at the top left: 1 2 or 1,2.
Everything below it and to the right of it goes too.
Whoever eats the poison loses.
  show    which bites win, which lose";

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
        address(scene.name(seat), "your bite (row column): ")
    }

    fn read(&self, scene: &ViewScene<'_, Chomp>, line: &str) -> Result<Move, String> {
        let Some([row, column]) = two_numbers(line) else {
            let (typed, guess) = (excerpt(line), guess_command::<Self>(line));
            let form = "type a row and a column, such as 1 2";
            return Err(format!("\"{typed}\" is not a bite: {form}{guess}"));
        };
        if let (Ok(row), Ok(column)) = (row.parse(), column.parse()) {
            return Ok(Move { row, column });
        }
        // No bar is this large (C1), so a `Move` can't represent the square.
        let (row, column, board) = (excerpt(row), excerpt(column), scene.position.board());
        let (rows, columns) = (board.height() - 1, board.width() - 1);
        let bounds = format!("rows are 0 to {rows}, columns 0 to {columns} (C3)");
        Err(format!("square {row},{column} is outside the bar: {bounds}"))
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
        let judged = self.solver.with(|solver| solver.judge(scene.position.board(), limits));
        Some(match judged {
            Ok(judged) => CommandOutput::from_drawing(bar::draw_judged(
                &ChompView::picture(scene),
                &judged,
                paint,
            )),
            Err(error) => CommandOutput::from_text(format!("Nothing to show: {error}.")),
        })
    }
}

/// Splits a line into two whole numbers of any length, separated by spaces, a comma or both.
fn two_numbers(line: &str) -> Option<[&str; 2]> {
    let line = line.trim();
    let (first, second) = line.split_once(',').or_else(|| line.split_once(char::is_whitespace))?;
    let numbers = [first.trim(), second.trim()];
    let is_number =
        |text: &&str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    numbers.iter().all(is_number).then_some(numbers)
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
        return Err("only the poison is there: the first player has lost before biting (C5)".into());
    }
    Ok(())
}
