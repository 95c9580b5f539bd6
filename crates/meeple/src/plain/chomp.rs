//! Chomp line by line.

use super::{PlainGame, Scene};
use crate::{console::Console, paint::Paint};
use anstyle::{AnsiColor, Style};
use meeple_ai::roster::Resources;
use meeple_core::{Outcome, Seat};
use meeple_games::{
    GameKind,
    chomp::{Bite, Board, Chomp, MAX_SIDE},
};
use std::{fmt::Write, io};

/// The view of a bar of chocolate.
pub(super) struct ChompView {}

impl PlainGame for ChompView {
    type Game = Chomp;
    const KIND: GameKind = GameKind::Chomp;
    const OPPONENT: &'static str = "random";
    const HELP: &'static str = "\
Bite a square by its row and column, counted from 0 at the top left: 1 2 or 1,2.
Everything below it and to the right of it goes too. Whoever eats the poison loses.
  show    which bites win, which lose";

    fn new(_: &Resources) -> Self {
        ChompView {}
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

    fn draw(&self, scene: &Scene<'_, Chomp>) -> String {
        draw(scene.position.board(), scene.paint, |bite| square(bite, scene.paint))
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

    fn tell_move(&self, scene: &Scene<'_, Chomp>, seat: Seat, bite: Bite) -> String {
        format!("{} bites {bite}", scene.name(seat))
    }

    fn tell_end(&self, scene: &Scene<'_, Chomp>, outcome: &Outcome) -> String {
        let names: Vec<&str> = outcome.winners().map(|seat| scene.name(seat)).collect();
        let winner = names.join(" and ");
        let verb = if winner == "you" { "win" } else { "wins" };
        let reason = outcome.reason.as_ref();
        let mut text = format!("{reason}: {winner} {verb}.");
        if let Some(first) = text.get_mut(..1) {
            first.make_ascii_uppercase();
        }
        text
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

/// The bar with its coordinates on the top and on the left, each square as `square` says.
fn draw(board: &Board, paint: Paint, square: impl Fn(Bite) -> String) -> String {
    let cell = usize::from(board.width().min(MAX_SIDE as u8) - 1).to_string().len();
    let margin = usize::from(board.height() - 1).to_string().len() + 1;
    let faint = Style::new().dimmed();
    let mut header = String::new();
    for column in 0..board.width() {
        let _ = write!(header, " {column:>cell$}");
    }
    let mut text = format!("{:margin$} {}\n", "", paint.style(faint, &header));
    for row in 0..board.height() {
        let _ = write!(text, "{} ", paint.style(faint, &format!("{row:>margin$}")));
        for column in 0..board.width() {
            let bite = Bite { row, column };
            let drawn = if board.has(bite) {
                square(bite)
            } else {
                paint.style(faint, paint.sign("·", "."))
            };
            let _ = write!(text, "{:cell$}{drawn}", "");
        }
        text.push('\n');
    }
    text
}

fn square(bite: Bite, paint: Paint) -> String {
    if bite == Bite::POISON {
        let red = Style::new().fg_color(Some(AnsiColor::Red.into())).bold();
        paint.style(red, "P")
    } else {
        let brown = Style::new().fg_color(Some(anstyle::Ansi256Color(130).into()));
        paint.style(brown, paint.sign("■", "#"))
    }
}
