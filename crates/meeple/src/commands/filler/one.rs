//! One game, printed as the official engine prints it, and then what that one does not say.
//!
//! ```text
//! $$$ exec p1 : [bots/mine]
//! $$$ exec p2 : [terminator]
//! Anfield 20 15: ...             each turn: the board before, the piece, the answer
//! Piece 2 1: ...
//! -> Answer (@): 8 2
//! ...
//! Anfield 20 15: ...             the last board
//! Player1 (bots/mine): 100
//! Player2 (terminator): 90
//! Player1 won!
//! seed: 42
//! ```

use super::{Arrangement, blame};
use crate::{
    cli::FillerArgs,
    commands::print,
    failure::{Failure, warn},
    record_file::{Advice, Recorder},
};
use meeple_arena::{
    Asked, Seating, Stopped,
    filler::{Dialect, Marks},
};
use meeple_core::{Due, End, Seat, SeatInfo, Table};
use meeple_games::filler::{Filler, Move, Placement};
use std::{
    fmt::Write,
    io::{self, IsTerminal},
};

/// Clears the terminal and goes to its top left corner.
const CLEAR: &str = "\x1b[2J\x1b[H";

pub(super) fn run(args: &FillerArgs, arrangement: &Arrangement) -> Result<(), Failure> {
    let (dialect, limits) = (arrangement.dialect(), &arrangement.limits);
    let mut recorder = Recorder::create(args.record.as_deref(), Advice::OtherName)?;
    let mut table = arrangement.open()?;
    let arrivals = arrangement.host.sit_all(&arrangement.contestants);
    let mut seating = Seating::open(&mut table, arrivals, arrangement.referee);
    let clear = if args.refresh && io::stdout().is_terminal() { CLEAR } else { "" };
    if !args.quiet {
        print(&exec_lines(&arrangement.contestants))?;
    }
    let mut warnings = Warnings::default();
    loop {
        if let Some(warning) = recorder.follow(table.game()) {
            warn("meeple", warning);
        }
        match table.due() {
            Due::Deal => drop(table.deal().expect("a seed always has a deal")),
            Due::Seat(seat) => {
                let before = position(&table).clone();
                let asked = seating.ask(&mut table, seat, limits);
                let asked = asked.map_err(|Stopped| Failure::Interrupted)?;
                warnings.hear(&asked);
                if !args.quiet {
                    print(&format!("{clear}{}", turn_lines(&before, &asked, dialect)))?;
                }
            }
            Due::End => drop(table.end().expect("the end is due")),
            Due::Over => break,
        }
    }
    seating.end(&table);
    if !args.quiet {
        let board = dialect.board_lines(position(&table).board(), Marks::Shown);
        print(&format!("{clear}{board}"))?;
    }
    let end = table.game().end().expect("the game is over");
    print(&result_lines(&arrangement.contestants, end, arrangement.seed))?;
    warnings.tell(&arrangement.contestants);
    blame(table.game(), &seating)?;
    recorder.settle()
}

fn position(table: &Table) -> &Filler {
    table.position_as().expect("the table was opened with a game of Filler")
}

fn exec_lines(contestants: &[SeatInfo]) -> String {
    let contestants = contestants.iter().enumerate();
    contestants.map(|(index, info)| Dialect::exec_line(Seat::new(index), &info.name)).collect()
}

/// The board before, the piece, the answer.
fn turn_lines(before: &Filler, asked: &Asked, dialect: Dialect) -> String {
    let mut lines = dialect.board_lines(before.board(), Marks::Shown);
    lines.extend(before.piece().map(|piece| dialect.piece_lines(piece)));
    let mark = dialect.player_mark(asked.seat);
    let _ = writeln!(lines, "-> Answer ({mark}): {}", answer(asked, dialect));
    lines
}

/// The answer as it was given; one of ours that is stuck says what bots say then.
fn answer(asked: &Asked, dialect: Dialect) -> String {
    let Some(choice) = &asked.choice else { return "none".into() };
    let at = match choice.mv.parse() {
        Ok(Move::Place(at)) => at,
        Ok(Move::Stop) | Err(_) => Placement { column: 0, row: 0 },
    };
    choice.answer.clone().unwrap_or_else(|| dialect.answer(at).trim_end().to_owned())
}

fn result_lines(contestants: &[SeatInfo], end: &End, seed: u64) -> String {
    let mut lines = String::new();
    for ((number, info), result) in (1..).zip(contestants).zip(&end.results) {
        let _ = writeln!(lines, "Player{number} ({}): {}", info.name, result.score);
    }
    let ranks: Vec<u8> = end.results.iter().map(|result| result.rank).collect();
    lines.push_str(match ranks[..] {
        [1, 1] => "Player1 and Player2 have the same score, it's a draw!\n",
        [1, _] => "Player1 won!\n",
        _ => "Player2 won!\n",
    });
    let _ = writeln!(lines, "seed: {seed}");
    lines
}

/// What a strict judge would have said: the first of each player, and how many there were.
#[derive(Default)]
struct Warnings([(usize, Option<String>); 2]);

impl Warnings {
    fn hear(&mut self, asked: &Asked) {
        if let Some(warning) = asked.choice.as_ref().and_then(|choice| choice.remark.as_ref()) {
            let (count, first) = &mut self.0[asked.seat.index()];
            *count += 1;
            first.get_or_insert_with(|| warning.clone());
        }
    }

    fn tell(&self, contestants: &[SeatInfo]) {
        for ((number, info), (count, first)) in (1..).zip(contestants).zip(&self.0) {
            if let Some(first) = first {
                let said = format!("player {number} ({}), {count} times: {first}", info.name);
                warn("meeple", said);
            }
        }
    }
}
