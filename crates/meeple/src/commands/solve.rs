//! `meeple solve`: who wins a position, and how.

use super::{print, print_json};
use crate::{
    cli::SolveArgs,
    table_files::{self, Unsaid},
};
use meeple_ai::chomp::{SharedSolver, Solution};
use meeple_bots::bounded::{self, Line};
use meeple_core::{Game, Limits, options::parse, text::counted};
use meeple_games::{
    GameKind,
    chomp::{Bite, Chomp, ChompOptions},
};
use meeple_terminal::{
    failure::{Failure, warn},
    interrupt::Interrupt,
    progress::Progress,
};
use serde::Serialize;
use std::{
    io::{self, BufReader, BufWriter, Write},
    time::Instant,
};

/// A position of 255 rows has about a thousand bytes.
const LONGEST_LINE: u64 = 4096;

pub(super) fn run(args: &SolveArgs, interrupt: &Interrupt) -> Result<(), Failure> {
    if args.game != GameKind::Chomp {
        return Err(no_solution(args.game));
    }
    let solver = table_files::resources(&args.tables, Unsaid::HalfOfWhatIsFree, interrupt)?.chomp;
    if args.batch {
        return batch(&solver);
    }
    let position = read_position(&args.options)?;
    let answer = solve(&solver, &position)?;
    if let Some(remark) = solver.with(|solver| solver.remark().map(str::to_owned)) {
        warn("meeple", remark);
    }
    if args.json { print_json(&answer) } else { print(&answer.text()) }
}

/// What is said of a game without a solver.
pub(super) fn no_solution(kind: GameKind) -> Failure {
    Failure::Usage(format!("{kind} cannot be solved; {} can", GameKind::Chomp))
}

/// The position that these words describe: the options of a game, or a position as a record
/// has it, with `turn=`.
pub(super) fn read_position(words: &[impl AsRef<str>]) -> Result<Chomp, Failure> {
    if words.iter().any(|word| word.as_ref().starts_with("turn=")) {
        let words: Vec<&str> = words.iter().map(AsRef::as_ref).collect();
        let position = words.join(" ").parse();
        return position
            .map_err(|error: meeple_core::ParseError| Failure::Usage(error.to_string()));
    }
    let options: ChompOptions = parse(words)?;
    Ok(Chomp::new(&options)?)
}

/// The answer about a position; what a program reads, in `--batch` with the line's number.
#[derive(Debug, Serialize)]
struct Answer {
    position: String,
    wins: bool,
    winning: Vec<String>,
    best: Option<String>,
    plies: Option<u32>,
}

impl Answer {
    fn new(position: &Chomp, solution: &Solution) -> Self {
        Answer {
            position: position.to_string(),
            wins: solution.wins,
            winning: solution.winning.iter().map(Bite::to_string).collect(),
            best: solution.best.map(|bite| bite.to_string()),
            plies: solution.plies,
        }
    }
}

/// An answer and what it took.
#[derive(Debug, Serialize)]
struct Solved {
    #[serde(flatten)]
    answer: Answer,
    lost_positions: u64,
    positions: u64,
    box_width: u8,
    box_height: u8,
    table_bytes: usize,
    ms: f64,
}

fn solve(solver: &SharedSolver, position: &Chomp) -> Result<Solved, Failure> {
    let progress = Progress::default();
    let since = Instant::now();
    let solution = solver.solve(position.board(), &progress.limits("solving"));
    progress.done();
    let solution = solution.map_err(|error| Failure::Failed(error.to_string()))?;
    Ok(Solved {
        answer: Answer::new(position, &solution),
        lost_positions: solution.lost_positions,
        positions: solution.positions,
        box_width: solution.box_width,
        box_height: solution.box_height,
        table_bytes: solution.table_bytes,
        ms: (since.elapsed().as_secs_f64() * 1e6).round() / 1e3,
    })
}

impl Solved {
    fn text(&self) -> String {
        let Answer { position, wins, winning, best, plies } = &self.answer;
        let verdict = if *wins { "the player to move wins" } else { "the player to move has lost" };
        let mut lines = vec![format!("{position}: {verdict}.")];
        if *wins {
            lines.push(format!("winning bites: {}", winning.join("  ")));
        }
        let plies = match plies {
            Some(plies) => format!("{} to the end", counted(*plies as usize, "ply")),
            None => "plies are counted up to 2^24 positions only".into(),
        };
        match best {
            Some(best) => lines.push(format!("best bite: {best} ({plies})")),
            None => lines.push("only the poison is left".into()),
        }
        lines.push(format!(
            "box of {} and {}: {}, {} of them lost",
            counted(self.box_width.into(), "column"),
            counted(self.box_height.into(), "row"),
            counted(self.positions as usize, "position"),
            self.lost_positions,
        ));
        lines.push(format!("{} ms, {} of table", self.ms, counted(self.table_bytes, "byte")));
        lines.join("\n")
    }
}

/// What a line of `--batch` is answered with.
#[derive(Debug, Serialize)]
struct Numbered<T> {
    line: u64,
    #[serde(flatten)]
    answer: T,
}

/// A line that could not be answered.
#[derive(Debug, Serialize)]
struct Unanswered {
    error: String,
}

/// One position a line, one answer a line, in the same order.
fn batch(solver: &SharedSolver) -> Result<(), Failure> {
    let progress = Progress::default();
    let limits = progress.limits("solving");
    let mut input = BufReader::with_capacity(1 << 16, io::stdin().lock());
    let mut output = BufWriter::with_capacity(1 << 16, io::stdout().lock());
    let (mut bytes, mut bad) = (Vec::new(), 0_u64);
    for line in 1.. {
        // Whoever sends one line and waits for its answer gets it.
        if input.buffer().is_empty() {
            output.flush()?;
        }
        let answer = match bounded::read_line(&mut input, LONGEST_LINE, &mut bytes)? {
            Line::End => break,
            Line::TooLong => Err(format!("a line of more than {LONGEST_LINE} bytes")),
            Line::Whole => answer_line(solver, &bytes, &limits),
        };
        let written = match answer {
            Ok(answer) => serde_json::to_writer(&mut output, &Numbered { line, answer }),
            Err(error) => {
                bad += 1;
                let answer = Unanswered { error };
                serde_json::to_writer(&mut output, &Numbered { line, answer })
            }
        };
        written.map_err(io::Error::from)?;
        output.write_all(b"\n")?;
    }
    output.flush()?;
    if bad == 0 {
        Ok(())
    } else {
        Err(Failure::Failed(format!("{} could not be answered", counted(bad as usize, "line"))))
    }
}

fn answer_line(solver: &SharedSolver, line: &[u8], limits: &Limits) -> Result<Answer, String> {
    let line = std::str::from_utf8(line).map_err(|error| error.to_string())?;
    let words: Vec<&str> = line.split_whitespace().collect();
    if words.is_empty() {
        return Err("an empty line: expected rows=...".into());
    }
    let position = read_position(&words).map_err(|error| error.to_string())?;
    let solution = solver.solve(position.board(), limits).map_err(|error| error.to_string())?;
    Ok(Answer::new(&position, &solution))
}
