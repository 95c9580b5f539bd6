//! `meeple solve`: shows who wins a position, and how.

use super::{print, print_json};
use crate::{
    cli::SolveArgs,
    table_files::{self, DefaultMemory},
};
use meeple_ai::chomp::{ChompSolution, SharedSolver};
use meeple_bots::bounded::{self, BoundedLine};
use meeple_core::{Game, Limits, options::parse, text::format_count};
use meeple_games::chomp::{Chomp, Move, Options};
use meeple_terminal::{
    command_error::{CommandError, warn},
    interrupt::Interrupt,
    progress::DelayedProgress,
};
use serde::Serialize;
use std::{
    io::{self, BufReader, BufWriter, Write},
    time::Instant,
};

/// Most bytes in a line of `--batch`; a position of 255 rows has about a thousand.
const LONGEST_LINE: u64 = 4096;

pub(super) fn run(args: &SolveArgs, interrupt: &Interrupt) -> Result<(), CommandError> {
    let solver = table_files::resources(&args.tables, DefaultMemory::HalfOfFree, interrupt)?.chomp;
    if args.batch {
        return batch(&solver);
    }
    let position = read_position(&args.options)?;
    let answer = solve(&solver, &position)?;
    if let Some(remark) = solver.with_solver(|solver| solver.remark().map(str::to_owned)) {
        warn("meeple", remark);
    }
    if args.json { print_json(&answer) } else { print(&answer.text()) }
}

/// Parses a position from the game's options, or in the notation of records, which contains `turn=`.
pub(super) fn read_position(words: &[impl AsRef<str>]) -> Result<Chomp, CommandError> {
    if words.iter().any(|word| word.as_ref().starts_with("turn=")) {
        let words: Vec<&str> = words.iter().map(AsRef::as_ref).collect();
        let position = words.join(" ").parse();
        return position
            .map_err(|error: meeple_core::ParseError| CommandError::Usage(error.to_string()));
    }
    let options: Options = parse(words)?;
    Ok(Chomp::new(&options)?)
}

/// The solution of a position, as printed for programs; in `--batch` with the line's number.
#[derive(Debug, Serialize)]
struct SolveOutput {
    position: String,
    wins: bool,
    winning: Vec<String>,
    best: Option<String>,
    plies: Option<u32>,
}

impl SolveOutput {
    fn new(position: &Chomp, solution: &ChompSolution) -> Self {
        SolveOutput {
            position: position.to_string(),
            wins: solution.wins,
            winning: solution.winning.iter().map(Move::to_string).collect(),
            best: solution.best.map(|bite| bite.to_string()),
            plies: solution.plies,
        }
    }
}

/// A solution, with what it took to compute.
#[derive(Debug, Serialize)]
struct TimedSolution {
    #[serde(flatten)]
    answer: SolveOutput,
    lost_positions: u64,
    positions: u64,
    box_width: u8,
    box_height: u8,
    table_bytes: usize,
    ms: f64,
    /// The moves as people name them.
    #[serde(skip)]
    names: MoveNames,
}

/// The winning moves and the best move, as cell names.
#[derive(Debug)]
struct MoveNames {
    winning: Vec<String>,
    best: Option<String>,
}

fn solve(solver: &SharedSolver, position: &Chomp) -> Result<TimedSolution, CommandError> {
    let progress = DelayedProgress::default();
    let since = Instant::now();
    let solution = solver.solve(position.board(), &progress.limits("solving"));
    progress.done();
    let solution = solution.map_err(|error| CommandError::Failed(error.to_string()))?;
    Ok(TimedSolution {
        names: MoveNames {
            winning: solution.winning.iter().map(|bite| bite.name().to_string()).collect(),
            best: solution.best.map(|bite| bite.name().to_string()),
        },
        answer: SolveOutput::new(position, &solution),
        lost_positions: solution.lost_positions,
        positions: solution.positions,
        box_width: solution.box_width,
        box_height: solution.box_height,
        table_bytes: solution.table_bytes,
        ms: (since.elapsed().as_secs_f64() * 1e6).round() / 1e3,
    })
}

impl TimedSolution {
    fn text(&self) -> String {
        let SolveOutput { position, wins, plies, .. } = &self.answer;
        let MoveNames { winning, best } = &self.names;
        let verdict = if *wins { "the player to move wins" } else { "the player to move loses" };
        let mut lines = vec![format!("{position}: {verdict}.")];
        if *wins {
            lines.push(format!("Winning moves: {}", winning.join(", ")));
        }
        let plies = match plies {
            Some(plies) => format!("{} to the end", format_count(*plies as usize, "ply")),
            None => "too large to count the plies".into(),
        };
        match best {
            Some(best) => lines.push(format!("Best move: {best} ({plies})")),
            None => lines.push("Only the poisoned square is left.".into()),
        }
        lines.push(format!(
            "Table of {}x{}: {}, {} of them lost for the player to move",
            self.box_width,
            self.box_height,
            format_count(self.positions as usize, "position"),
            self.lost_positions,
        ));
        lines.push(format!(
            "Time: {} ms; table: {}",
            self.ms,
            format_count(self.table_bytes, "byte")
        ));
        lines.join("\n")
    }
}

/// One line of output of `--batch`.
#[derive(Debug, Serialize)]
struct NumberedOutput<T> {
    line: u64,
    #[serde(flatten)]
    answer: T,
}

/// The output for a line that can't be solved.
#[derive(Debug, Serialize)]
struct SolveErrorOutput {
    error: String,
}

/// Reads one position per line and prints one answer per line, in the same order.
fn batch(solver: &SharedSolver) -> Result<(), CommandError> {
    let progress = DelayedProgress::default();
    let limits = progress.limits("solving");
    let mut input = BufReader::with_capacity(1 << 16, io::stdin().lock());
    let mut output = BufWriter::with_capacity(1 << 16, io::stdout().lock());
    let (mut bytes, mut bad) = (Vec::new(), 0_u64);
    for line in 1.. {
        // A program that sends one line and waits for the answer must get it.
        if input.buffer().is_empty() {
            output.flush()?;
        }
        let answer = match bounded::read_line(&mut input, LONGEST_LINE, &mut bytes)? {
            BoundedLine::End => break,
            BoundedLine::TooLong => Err(format!("the line is longer than {LONGEST_LINE} bytes")),
            BoundedLine::Whole => answer_line(solver, &bytes, &limits),
        };
        let written = match answer {
            Ok(answer) => serde_json::to_writer(&mut output, &NumberedOutput { line, answer }),
            Err(error) => {
                bad += 1;
                let answer = SolveErrorOutput { error };
                serde_json::to_writer(&mut output, &NumberedOutput { line, answer })
            }
        };
        written.map_err(io::Error::from)?;
        output.write_all(b"\n")?;
    }
    output.flush()?;
    if bad == 0 {
        Ok(())
    } else {
        Err(CommandError::Failed(format!(
            "{} could not be solved",
            format_count(bad as usize, "line")
        )))
    }
}

fn answer_line(solver: &SharedSolver, line: &[u8], limits: &Limits) -> Result<SolveOutput, String> {
    let line = std::str::from_utf8(line).map_err(|error| error.to_string())?;
    let words: Vec<&str> = line.split_whitespace().collect();
    if words.is_empty() {
        return Err("the line is empty; expected a position such as rows=5,3,1".into());
    }
    let position = read_position(&words).map_err(|error| error.to_string())?;
    let solution = solver.solve(position.board(), limits).map_err(|error| error.to_string())?;
    Ok(SolveOutput::new(&position, &solution))
}
