//! One game, printed as the school's engine prints it; whatever else there is to say goes to
//! standard error.

use super::warnings::warn_of;
use crate::{cli::FillerArgs, commands::print_bytes};
use meeple_bots::{
    Remarks, Seating, Stopped,
    school::{
        Arrangement, Marks,
        faces::{Face, PlayedTurn, Telling, face_of},
        trace,
    },
};
use meeple_core::{Due, Match, Seat, Table, text::printable};
use meeple_games::filler::Filler;
use meeple_terminal::{
    blame::blame,
    failure::{Failure, warn},
    prompt::now,
    record_file::{Advice, Recorder},
};
use std::io::{self, IsTerminal, Write};

/// Clears the terminal and goes to its top left corner.
const CLEAR: &str = "\x1b[2J\x1b[H";

pub(super) fn run(args: &FillerArgs, arrangement: &Arrangement) -> Result<(), Failure> {
    let telling = if args.quiet { Telling::Quiet } else { Telling::Turns };
    let face = face_of(arrangement.dialect, telling);
    let screen = Screen::of_stdout(args);
    let mut recorder = Recorder::create(args.record.as_deref(), Advice::OtherName)?;
    let table = arrangement.open(now());
    let mut table = table.map_err(|error| Failure::Failed(error.to_string()))?;
    let arrivals = arrangement.host.sit_all(&arrangement.contestants);
    let mut seating = Seating::open(&mut table, arrivals, arrangement.referee);
    let players = &arrangement.contestants;
    screen.show(face.opening(players, position(&table).board()).as_bytes())?;
    let mut remarks = [Remarks::default(), Remarks::default()];
    loop {
        if let Some(warning) = recorder.follow(table.game()) {
            warn("meeple", warning);
        }
        match table.due() {
            Due::Deal => drop(table.deal().expect("a seed always has a deal")),
            Due::Seat(seat) => {
                let before = position(&table).clone();
                let asked = seating.ask(&mut table, seat, &arrangement.limits);
                let asked = &asked.map_err(|Stopped| Failure::Interrupted)?;
                remarks[seat.index()].hear(asked);
                let (before, after) = (&before, position(&table));
                screen.renew(&face.turn(&PlayedTurn { before, after, asked }))?;
            }
            Due::End => drop(table.end().expect("the end is due")),
            Due::Over => break,
        }
    }
    seating.end(&table);
    if args.last_board {
        let board = arrangement.dialect.board_lines(position(&table).board(), Marks::Shown);
        screen.renew(board.as_bytes())?;
    }
    let end = table.game().end().expect("the game is over");
    screen.show(face.ending(players, end, arrangement.seed).as_bytes())?;
    let trace = |path| {
        trace::write(path, arrangement.dialect, end, arrangement.seed)
            .map_err(|error| Failure::file(path, &error))
    };
    let traced = args.trace.as_deref().map_or(Ok(()), trace);
    let judged = judge(&*face, table.game(), &seating, &remarks);
    let written = recorder.settle().and(traced);
    if let (Err(_), Err(failure @ Failure::Failed(_))) = (&written, &judged) {
        warn("meeple", failure); // only one of the two can be the last word
    }
    written.and(judged)
}

/// Says on standard error who failed, first in the school's words, and gives what the exit code
/// must tell.
fn judge(
    face: &dyn Face,
    game: &Match,
    seating: &Seating,
    remarks: &[Remarks; 2],
) -> Result<(), Failure> {
    for seat in [0, 1].map(Seat::new) {
        let errors = seating.verdict(seat).map(|verdict| face.errors(seat, verdict));
        let _ = write!(io::stderr(), "{}", errors.unwrap_or_default()); // else only words are lost
    }
    for ((number, info), remarks) in (1..).zip(&game.header().seats).zip(remarks) {
        warn_of(&format!("player {number} ({})", info.name), remarks);
    }
    let blamed = blame(game);
    let is_played = !game.is_gone(Seat::new(0)) && !game.is_gone(Seat::new(1));
    let code = game.end().filter(|_| is_played).and_then(|end| face.exit_code(end));
    let Some(code) = code else { return blamed };
    if let Err(failure) = blamed {
        warn("meeple", failure); // the exit code tells the result all the same
    }
    if code == 0 { Ok(()) } else { Err(Failure::Result(code)) }
}

fn position(table: &Table) -> &Filler {
    table.position_as().expect("the table was opened with a game of Filler")
}

/// Standard output: a pipe gets every byte as it is, a terminal only what it can show.
#[derive(Debug, Clone, Copy)]
struct Screen {
    is_terminal: bool,
    /// What comes before each board.
    clear: &'static str,
}

impl Screen {
    fn of_stdout(args: &FillerArgs) -> Self {
        let is_terminal = io::stdout().is_terminal();
        Screen { is_terminal, clear: if args.refresh && is_terminal { CLEAR } else { "" } }
    }

    /// Shows this in the place of what was there, if that is wanted.
    fn renew(self, bytes: &[u8]) -> Result<(), Failure> {
        if bytes.is_empty() {
            return Ok(());
        }
        io::stdout().write_all(self.clear.as_bytes())?;
        self.show(bytes)
    }

    fn show(self, bytes: &[u8]) -> Result<(), Failure> {
        match bytes {
            [] => Ok(()),
            bytes if self.is_terminal => print_bytes(lines_printable(bytes).as_bytes()),
            bytes => print_bytes(bytes),
        }
    }
}

/// What a bot said, fit for a terminal; line feeds stay.
fn lines_printable(bytes: &[u8]) -> String {
    let text = String::from_utf8_lossy(bytes);
    text.split('\n').map(printable).collect::<Vec<_>>().join("\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_terminal_gets_nothing_that_it_would_obey() {
        let said = b"-> Answer (@): \x1b[2J\xff7 2\n\nseed: 1\n";
        let shown = lines_printable(said);
        assert_eq!(shown, "-> Answer (@): \\u{1b}[2J\u{fffd}7 2\n\nseed: 1\n");
    }
}
