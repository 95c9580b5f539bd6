//! Chomp line by line.

use super::{Answer, Prompt};
use crate::{console::Console, paint::Paint};
use anstyle::{AnsiColor, Style};
use meeple_ai::{
    chomp::{Judged, SharedSolver},
    roster::{Resources, Roster, roster},
};
use meeple_core::{Limits, Seat};
use meeple_games::{
    GameKind,
    chomp::{Bite, Board, Chomp},
};
use meeple_view::{Scene, chomp::ChompView};
use std::{fmt::Write, io};

/// The prompt at a bar of chocolate.
pub(super) struct ChompPrompt {
    solver: SharedSolver,
}

impl Prompt for ChompPrompt {
    type View = ChompView;
    const OPPONENT: &'static str = "perfect:stall=nibble";
    const HELP: &'static str = "\
Bite a square by its row and column, counted from 0 at the top left: 1 2 or 1,2.
Everything below it and to the right of it goes too. Whoever eats the poison loses.
  show    which bites win, which lose";

    const COMMANDS: &'static [&'static str] = &["show"];

    fn roster() -> Roster {
        roster(GameKind::Chomp)
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

    fn draw(&self, scene: &Scene<'_, Chomp>, paint: Paint) -> String {
        draw(scene.position.board(), paint, 1, |bite| square(bite, paint))
    }

    fn question(&self, scene: &Scene<'_, Chomp>, seat: Seat) -> String {
        format!("{}, your bite (row column): ", scene.name(seat))
    }

    fn read(&self, _: &Scene<'_, Chomp>, line: &str) -> Result<Bite, String> {
        let wrong = || format!("{line:?} is not a bite: type a row and a column, such as 1 2");
        let [row, column] = two_numbers(line).ok_or_else(wrong)?;
        let side = |number: usize| u8::try_from(number).map_err(|_| wrong());
        Ok(Bite { row: side(row)?, column: side(column)? })
    }

    fn command(
        &mut self,
        scene: &Scene<'_, Chomp>,
        line: &str,
        limits: &Limits,
        paint: Paint,
    ) -> Option<Answer> {
        if !line.eq_ignore_ascii_case("show") {
            return None;
        }
        let board = scene.position.board();
        let judged = self.solver.with(|solver| solver.judge(board, limits));
        Some(match judged {
            Ok(judged) => Answer::drawn(show(board, &judged, paint)),
            Err(error) => Answer::said(format!("Nothing to show: {error}.")),
        })
    }
}

/// Two whole numbers, separated by spaces, a comma or both.
fn two_numbers(line: &str) -> Option<[usize; 2]> {
    let line = line.trim();
    let (first, second) = line.split_once(',').or_else(|| line.split_once(char::is_whitespace))?;
    let number = |part: &str| {
        let part = part.trim();
        part.bytes().all(|byte| byte.is_ascii_digit()).then(|| part.parse().ok()).flatten()
    };
    Some([number(first)?, number(second)?])
}

/// Columns and rows: `5 4`, `5,4` or `5x4`.
fn read_size(line: &str) -> Result<(usize, usize), String> {
    let [width, height] = two_numbers(&line.replace(['x', 'X'], " "))
        .ok_or_else(|| format!("{line:?} is not a size: type two numbers, such as 5 4"))?;
    let board = Board::new(width, height).map_err(|error| error.to_string())?;
    accept(&board)?;
    Ok((width, height))
}

/// C5: a bar of one square exists, but there is nothing to play.
fn accept(board: &Board) -> Result<(), String> {
    if board.is_only_poison() {
        return Err("only the poison is there: the first player has lost before biting (C5)".into());
    }
    Ok(())
}

/// The bar with what each bite leads to: plies to a win, `-` where it loses.
fn show(board: &Board, judged: &[Judged], paint: Paint) -> String {
    let green = Style::new().fg_color(Some(AnsiColor::Green.into())).bold();
    let of = |bite: Bite| judged.iter().find(|judged| judged.bite == bite);
    let cell = judged.iter().filter_map(|judged| judged.plies).max().unwrap_or(0).to_string().len();
    let mut text = draw(board, paint, cell, |bite| match of(bite) {
        Some(Judged { wins: true, plies, .. }) => {
            let plies = plies.map_or("+".into(), |plies| plies.to_string());
            (green, plies)
        }
        Some(_) if bite != Bite::POISON => (Style::new(), "-".into()),
        _ => square(bite, paint),
    });
    let winning: Vec<String> =
        judged.iter().filter(|j| j.wins).map(|j| j.bite.to_string()).collect();
    if winning.is_empty() {
        text.push_str("No bite wins.\n");
    } else {
        let _ = writeln!(text, "These win, in so many plies: {}", winning.join("  "));
    }
    let lose: Vec<String> = judged
        .iter()
        .filter_map(|judged| Some(format!("{} -> {}", judged.bite, judged.refutation?)))
        .collect();
    if !lose.is_empty() {
        text.push_str("These lose (-); behind each the answer that wins:\n");
        for line in lose.chunks(6) {
            let _ = writeln!(text, "  {}", line.join("   "));
        }
    }
    text
}

/// The bar with its coordinates on the top and on the left, each square as `square` says.
fn draw(
    board: &Board,
    paint: Paint,
    least_cell: usize,
    square: impl Fn(Bite) -> (Style, String),
) -> String {
    let cell = (board.width() - 1).to_string().len().max(least_cell);
    let margin = (board.height() - 1).to_string().len() + 1;
    let faint = Style::new().dimmed();
    let mut text = format!("{:margin$} ", "");
    for column in 0..board.width() {
        let _ = write!(text, " {}", paint.style(faint, &format!("{column:>cell$}")));
    }
    text.push('\n');
    for row in 0..board.height() {
        let _ = write!(text, "{} ", paint.style(faint, &format!("{row:>margin$}")));
        for column in 0..board.width() {
            let bite = Bite { row, column };
            let eaten = || (faint, paint.sign("·", ".").into());
            let (style, sign) = if board.has(bite) { square(bite) } else { eaten() };
            let _ = write!(text, " {}", paint.style(style, &format!("{sign:>cell$}")));
        }
        text.push('\n');
    }
    text
}

fn square(bite: Bite, paint: Paint) -> (Style, String) {
    if bite == Bite::POISON {
        (Style::new().fg_color(Some(AnsiColor::Red.into())).bold(), "P".into())
    } else {
        let brown = Style::new().fg_color(Some(anstyle::Ansi256Color(130).into()));
        (brown, paint.sign("■", "#").into())
    }
}
