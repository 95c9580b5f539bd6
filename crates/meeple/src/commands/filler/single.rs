//! One game, printed as the school's engine prints it; all other messages go to standard error.

use super::warnings::print_remarks;
use crate::{cli::FillerArgs, commands::print_bytes};
use meeple_bots::{
    GameRunner, GameStopped, Remarks,
    school::{
        EngineSetup, LatestPieceMarks,
        output::{PlayedTurn, PrintLevel, SchoolOutput, output_for},
        trace,
    },
};
use meeple_core::{GameHistory, Seat, Table, TableDue, text::printable};
use meeple_games::filler::Filler;
use meeple_terminal::{
    bot_faults::report_bot_faults,
    command_error::{CommandError, warn},
    prompt::now,
    record_file::{OverwriteAdvice, Recorder},
};
use std::io::{self, IsTerminal, Write};

/// Clears the terminal and moves the cursor to the top left corner.
const CLEAR: &str = "\x1b[2J\x1b[H";

pub(super) fn run(args: &FillerArgs, setup: &EngineSetup) -> Result<(), CommandError> {
    let level = if args.quiet { PrintLevel::Quiet } else { PrintLevel::Turns };
    let printer = output_for(setup.dialect, level);
    let screen = EngineStdout::of_stdout(args);
    let mut recorder = Recorder::create(args.record.as_deref(), OverwriteAdvice::OtherName)?;
    let table = setup.open(now());
    let mut table = table.map_err(|error| CommandError::Failed(error.to_string()))?;
    let arrivals = setup.launcher.start_players(&setup.contestants);
    let mut runner = GameRunner::open(&mut table, arrivals, setup.referee);
    let players = &setup.contestants;
    screen.show(printer.opening(players, position(&table).board()).as_bytes())?;
    let mut remarks = [Remarks::default(), Remarks::default()];
    loop {
        if let Some(warning) = recorder.follow(table.game()) {
            warn("meeple", warning);
        }
        match table.due() {
            TableDue::Deal => drop(table.deal().expect("a seed always has a deal")),
            TableDue::Seat(seat) => {
                let before = position(&table).clone();
                let asked = runner.ask(&mut table, seat, &setup.limits);
                let asked = &asked.map_err(|GameStopped| CommandError::Interrupted)?;
                remarks[seat.index()].record_answer(asked);
                let (before, after) = (&before, position(&table));
                screen.redraw(&printer.turn(&PlayedTurn { before, after, asked }))?;
            }
            TableDue::End => drop(table.end().expect("the end is due")),
            TableDue::Over => break,
        }
    }
    runner.end(&table);
    if args.last_board {
        let board = setup.dialect.board_lines(position(&table).board(), LatestPieceMarks::Shown);
        screen.redraw(board.as_bytes())?;
    }
    let end = table.game().end().expect("the game is over");
    screen.show(printer.ending(players, end, setup.seed).as_bytes())?;
    let trace = |path| {
        trace::write(path, setup.dialect, end, setup.seed)
            .map_err(|error| CommandError::file(path, &error))
    };
    let traced = args.trace.as_deref().map_or(Ok(()), trace);
    let judged = judge(&*printer, table.game(), &runner, &remarks);
    let written = recorder.finish().and(traced);
    if let (Err(_), Err(failure @ CommandError::Failed(_))) = (&written, &judged) {
        warn("meeple", failure); // only one of the two errors can be returned
    }
    written.and(judged)
}

/// Prints who failed to standard error, first in the school's wording, and returns the result that sets the
/// exit code.
fn judge(
    printer: &dyn SchoolOutput,
    game: &GameHistory,
    runner: &GameRunner,
    remarks: &[Remarks; 2],
) -> Result<(), CommandError> {
    for seat in [0, 1].map(Seat::new) {
        let errors = runner.verdict(seat).map(|verdict| printer.errors(seat, verdict));
        let _ = write!(io::stderr(), "{}", errors.unwrap_or_default()); // a failure to write loses only the message
    }
    for ((number, info), remarks) in (1..).zip(&game.header().seats).zip(remarks) {
        print_remarks(&format!("player {number} ({})", info.name), remarks);
    }
    let reported = report_bot_faults(game);
    let is_complete = !game.has_left(Seat::new(0)) && !game.has_left(Seat::new(1));
    let code = game.end().filter(|_| is_complete).and_then(|end| printer.exit_code(end));
    let Some(code) = code else { return reported };
    if let Err(failure) = reported {
        warn("meeple", failure); // the exit code still reports the result
    }
    if code == 0 { Ok(()) } else { Err(CommandError::Result(code)) }
}

fn position(table: &Table) -> &Filler {
    table.position_as().expect("the table was opened with a game of Filler")
}

/// Standard output: a pipe gets every byte unchanged, a terminal gets only printable characters.
#[derive(Debug, Clone, Copy)]
struct EngineStdout {
    is_terminal: bool,
    /// Printed before each board.
    clear: &'static str,
}

impl EngineStdout {
    fn of_stdout(args: &FillerArgs) -> Self {
        let is_terminal = io::stdout().is_terminal();
        EngineStdout { is_terminal, clear: if args.refresh && is_terminal { CLEAR } else { "" } }
    }

    /// Replaces what was shown before if `--refresh` is set, otherwise appends.
    fn redraw(self, bytes: &[u8]) -> Result<(), CommandError> {
        if bytes.is_empty() {
            return Ok(());
        }
        io::stdout().write_all(self.clear.as_bytes())?;
        self.show(bytes)
    }

    fn show(self, bytes: &[u8]) -> Result<(), CommandError> {
        match bytes {
            [] => Ok(()),
            bytes if self.is_terminal => print_bytes(lines_printable(bytes).as_bytes()),
            bytes => print_bytes(bytes),
        }
    }
}

/// Returns a bot's output made safe for a terminal; line feeds are kept.
fn lines_printable(bytes: &[u8]) -> String {
    let text = String::from_utf8_lossy(bytes);
    text.split('\n').map(printable).collect::<Vec<_>>().join("\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_terminal_gets_no_control_characters() {
        let said = b"-> Answer (@): \x1b[2J\xff7 2\n\nseed: 1\n";
        let shown = lines_printable(said);
        assert_eq!(shown, "-> Answer (@): \\u{1b}[2J\u{fffd}7 2\n\nseed: 1\n");
    }
}
