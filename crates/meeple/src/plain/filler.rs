//! Filler line by line: for people who want to feel what their bots are asked.

use super::{PlainGame, Scene};
use anstyle::{AnsiColor, Style};
use meeple_ai::roster::Resources;
use meeple_core::{Outcome, Seat};
use meeple_games::{
    GameKind,
    filler::{Board, Cell, Filler, Move, Piece, Placement},
};
use std::fmt::Write;

/// The view of a board and a piece.
pub(super) struct FillerView;

impl PlainGame for FillerView {
    type Game = Filler;
    const KIND: GameKind = GameKind::Filler;
    const OPPONENT: &'static str = "terminator";
    const HELP: &'static str = "\
Lay the piece: type the column and the row of its top left corner, 7 2 or 7,2, counted from 0.
Exactly one filled cell must cover one of yours (@ and a for player 1, $ and s for player 2),
all others empty cells. The corner may be outside if only empty cells hang out: -1 8.
  stop    lay nothing more";

    fn new(_: &Resources) -> Self {
        FillerView
    }

    fn draw(&self, scene: &Scene<'_, Filler>) -> String {
        let mut text = board(scene.position.board(), scene);
        if let Some(piece) = scene.position.piece() {
            text.push_str(&drawn(piece));
        }
        text
    }

    fn question(&self, scene: &Scene<'_, Filler>, seat: Seat) -> String {
        format!("{}, lay your piece (column row): ", scene.name(seat))
    }

    fn read(&self, _: &Scene<'_, Filler>, line: &str) -> Result<Move, String> {
        if line.eq_ignore_ascii_case("stop") {
            return Ok(Move::Stop);
        }
        let words: Vec<&str> =
            line.split([',', ' ', '\t']).filter(|word| !word.is_empty()).collect();
        let wrong = || format!("{line:?} is not a place: type a column and a row, such as 7 2");
        let number = |word: &str| word.parse::<i16>().map_err(|_| wrong());
        match words[..] {
            [column, row] => {
                Ok(Move::Place(Placement { column: number(column)?, row: number(row)? }))
            }
            _ => Err(wrong()),
        }
    }

    fn tell_move(&self, scene: &Scene<'_, Filler>, seat: Seat, mv: Move) -> String {
        match mv {
            Move::Place(at) => format!("{} lays at {at}", scene.name(seat)),
            Move::Stop => format!("{} lays nothing more", scene.name(seat)),
        }
    }

    fn tell_deal(&self, scene: &Scene<'_, Filler>, piece: &Piece) -> String {
        let name = scene.position.seat().map_or("nobody", |seat| scene.name(seat));
        format!("{name} gets a piece {piece}")
    }

    fn tell_consequences(&self, scene: &Scene<'_, Filler>, before: &Filler) -> String {
        let both = [0, 1].map(Seat::new).into_iter();
        let newly = both.filter(|&s| scene.position.is_stuck(s) && !before.is_stuck(s));
        let told: Vec<String> =
            newly.map(|seat| format!("{} is stuck (F5)", scene.name(seat))).collect();
        told.join("\n")
    }

    fn tell_end(&self, scene: &Scene<'_, Filler>, outcome: &Outcome) -> String {
        let [first, second] = [0, 1].map(|seat| scene.position.score(Seat::new(seat)));
        let winners: Vec<&str> = outcome.winners().map(|seat| scene.name(seat)).collect();
        match winners[..] {
            ["you"] => format!("Both are stuck: you win, {first} to {second}."),
            [winner] => format!("Both are stuck: {winner} wins, {first} to {second}."),
            _ => format!("Both are stuck: a draw, {first} to {second}."),
        }
    }
}

fn board(board: &Board, scene: &Scene<'_, Filler>) -> String {
    let mut text = String::from("    ");
    text.extend((0..board.width()).map(|column| char::from(b'0' + (column % 10) as u8)));
    text.push('\n');
    for row in 0..board.height() {
        let _ = write!(text, "{row:>3} ");
        for column in 0..board.width() {
            let cell = board.cell(column, row);
            text.push_str(&scene.paint.style(style(cell), &cell.mark().to_string()));
        }
        text.push('\n');
    }
    text
}

fn style(cell: Cell) -> Style {
    let of = |seat: Seat| {
        let colour = [AnsiColor::Cyan, AnsiColor::Yellow][seat.index()];
        Style::new().fg_color(Some(colour.into()))
    };
    match cell {
        Cell::Empty => Style::new().dimmed(),
        Cell::Owned(seat) => of(seat),
        Cell::Latest(seat) => of(seat).bold(),
    }
}

fn drawn(piece: &Piece) -> String {
    let rows: Vec<String> = piece.rows().map(|row| format!("    {row}\n")).collect();
    format!("Piece {} {}:\n{}", piece.width(), piece.height(), rows.concat())
}
