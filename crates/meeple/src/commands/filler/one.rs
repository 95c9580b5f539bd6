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

use super::setting::Setting;
use crate::{cli::FillerArgs, commands::print, failure::Failure, record_file::RecordFile};
use meeple_arena::filler::{Contestant, Dialect, Ending, FillerGame, Marks, Step, Turned};
use meeple_core::{Event, Seat};
use std::{
    fmt::Write,
    io::{self, IsTerminal},
};

/// Clears the terminal and goes to its top left corner.
const CLEAR: &str = "\x1b[2J\x1b[H";

pub(super) fn run(args: &FillerArgs, setting: Setting) -> Result<(), Failure> {
    let Setting { contestants, setup } = setting;
    let (dialect, seed) = (setup.dialect, setup.seed);
    let mut game = FillerGame::start(setup, contestants.each_ref())?;
    let mut record = args.record.as_deref().map(RecordFile::create).transpose()?;
    write(record.as_mut(), &[game.start_event()])?;
    let is_refreshed = args.refresh && io::stdout().is_terminal();
    if !args.quiet {
        print(&exec_lines(&contestants))?;
    }
    let mut warnings = Warnings::default();
    let ending = loop {
        match game.step().map_err(|_| Failure::Interrupted)? {
            Step::Over(ending) => break ending,
            Step::Turned(turned) => {
                write(record.as_mut(), &turned.events)?;
                warnings.hear(&turned);
                if !args.quiet {
                    let clear = if is_refreshed { CLEAR } else { "" };
                    print(&format!("{clear}{}", turn_lines(&turned, dialect)))?;
                }
            }
        }
    };
    write(record.as_mut(), std::slice::from_ref(&ending.event))?;
    game.close();
    if !args.quiet {
        let board = dialect.board_lines(game.position().board(), Marks::Shown);
        print(&if is_refreshed { format!("{CLEAR}{board}") } else { board })?;
    }
    print(&result_lines(&contestants, &ending, seed))?;
    warnings.tell(&contestants);
    blame(&game, &contestants)
}

fn write(record: Option<&mut RecordFile>, events: &[Event]) -> Result<(), Failure> {
    let Some(record) = record else { return Ok(()) };
    let written = events.iter().try_for_each(|event| record.write(event));
    written.map_err(|error| Failure::file(record.path(), &error))
}

fn exec_lines(contestants: &[Contestant; 2]) -> String {
    let line = |index: usize| Dialect::exec_line(Seat::new(index), contestants[index].name());
    line(0) + &line(1)
}

/// The board before, the piece, the answer.
fn turn_lines(turned: &Turned, dialect: Dialect) -> String {
    let mut lines = dialect.board_lines(&turned.board, Marks::Shown);
    lines.push_str(&dialect.piece_lines(&turned.piece));
    let mark = dialect.player_mark(turned.seat);
    match turned.answer {
        Some(at) => write!(lines, "-> Answer ({mark}): {}", dialect.answer(at)),
        None => writeln!(lines, "-> Answer ({mark}): none"),
    }
    .expect("a String takes everything");
    lines
}

fn result_lines(contestants: &[Contestant; 2], ending: &Ending, seed: u64) -> String {
    let mut lines = String::new();
    for (index, result) in ending.end.results.iter().enumerate() {
        let name = contestants[index].name();
        let _ = writeln!(lines, "Player{} ({name}): {}", index + 1, result.score);
    }
    let ranks: Vec<u8> = ending.end.results.iter().map(|result| result.rank).collect();
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
    fn hear(&mut self, turned: &Turned) {
        if let Some(warning) = &turned.warning {
            let (count, first) = &mut self.0[turned.seat.index()];
            *count += 1;
            first.get_or_insert_with(|| warning.clone());
        }
    }

    fn tell(&self, contestants: &[Contestant; 2]) {
        for (index, (count, first)) in self.0.iter().enumerate() {
            if let Some(first) = first {
                let name = contestants[index].name();
                eprintln!("meeple: player {} ({name}), {count} times: {first}", index + 1);
            }
        }
    }
}

/// Says who misbehaved, and what it wrote to stderr. A game with such a bot
/// was not played to its end, or not by both.
pub(crate) fn blame(game: &FillerGame, contestants: &[Contestant; 2]) -> Result<(), Failure> {
    let mut faults = Vec::new();
    for (index, verdict) in game.verdicts().iter().enumerate() {
        let Some(verdict) = verdict else { continue };
        let stderr = game.stderr_lines(Seat::new(index));
        faults.push(fault(contestants, index, verdict, &stderr));
    }
    let is_fatal = game.verdicts().iter().flatten().any(|verdict| verdict.name() != "illegal");
    if is_fatal {
        return Err(Failure::Failed(faults.join("\nmeeple: ")));
    }
    for fault in faults {
        eprintln!("meeple: {fault}");
    }
    Ok(())
}

/// `player 1 (bots/mine): time-out: ...`, and the last lines of its stderr.
pub(super) fn fault(
    contestants: &[Contestant; 2],
    index: usize,
    verdict: &meeple_arena::Verdict,
    stderr: &[String],
) -> String {
    let (player, name) = (index + 1, contestants[index].name());
    let consequence = match verdict.name() {
        "illegal" => "is stuck (F5)",
        _ => "loses (F7)",
    };
    let kind = verdict.name();
    let mut text = format!("player {player} ({name}) {consequence}: {kind}: {verdict}");
    for line in stderr {
        let _ = write!(text, "\n  its stderr: {line}");
    }
    text
}
