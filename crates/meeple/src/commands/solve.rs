//! `meeple solve`: who wins a position, and how.

use super::{print, print_json};
use crate::{cli::SolveArgs, failure::Failure, progress::Progress, table_files};
use meeple_ai::chomp::{SharedSolver, Solution, SolveError};
use meeple_core::{Game, options::parse};
use meeple_games::{
    GameKind,
    chomp::{Bite, Board, Chomp, ChompOptions},
};
use serde::Serialize;
use std::{
    io::{self, BufRead, BufReader, BufWriter, Write},
    time::Instant,
};

pub(super) fn run(args: &SolveArgs) -> Result<(), Failure> {
    let solver = match args.game {
        GameKind::Chomp => table_files::resources(&args.cache)?.chomp,
        GameKind::Filler | GameKind::Azul | GameKind::Grass => {
            return Err(no_solution(args.game));
        }
    };
    if args.batch {
        return batch(&solver);
    }
    let board = read_board(&args.options)?;
    let answer = answer(&solver, &board)?;
    if let Some(remark) = solver.with(|solver| solver.remark().map(str::to_owned)) {
        eprintln!("meeple: {remark}");
    }
    if args.json { print_json(&answer) } else { print(&answer.text(&board)) }
}

/// Only Chomp is small enough, and free of chance.
pub(super) fn no_solution(kind: GameKind) -> Failure {
    Failure::Usage(format!("{kind} cannot be solved: too much in it is left to chance"))
}

/// The bar that the options describe.
pub(super) fn read_board(words: &[impl AsRef<str>]) -> Result<Board, Failure> {
    let options: ChompOptions = parse(words)?;
    Ok(Chomp::new(&options)?.board().clone())
}

fn answer(solver: &SharedSolver, board: &Board) -> Result<Answer, Failure> {
    let progress = Progress::default();
    let since = Instant::now();
    let solution = solver.solve(board, &progress.limits("solving"));
    progress.done();
    let solution = solution.map_err(|error| Failure::Failed(error.to_string()))?;
    let mut answer = Answer::from(solution);
    answer.ms = Some((since.elapsed().as_secs_f64() * 1e6).round() / 1e3);
    Ok(answer)
}

/// What a program reads.
#[derive(Debug, Serialize)]
struct Answer {
    wins: bool,
    winning: Vec<[u8; 2]>,
    best: Option<[u8; 2]>,
    plies: Option<u32>,
    lost_positions: u64,
    positions: u64,
    box_width: u8,
    box_height: u8,
    table_bytes: usize,
    #[serde(skip_serializing_if = "Option::is_none")]
    ms: Option<f64>,
}

impl From<Solution> for Answer {
    fn from(solution: Solution) -> Self {
        let pair = |bite: Bite| [bite.row, bite.column];
        Answer {
            wins: solution.wins,
            winning: solution.winning.into_iter().map(pair).collect(),
            best: solution.best.map(pair),
            plies: solution.plies,
            lost_positions: solution.lost_positions,
            positions: solution.positions,
            box_width: solution.box_width,
            box_height: solution.box_height,
            table_bytes: solution.table_bytes,
            ms: None,
        }
    }
}

impl Answer {
    fn text(&self, board: &Board) -> String {
        let text = |[row, column]: [u8; 2]| Bite { row, column }.to_string();
        let rows: Vec<String> = board.rows_left().iter().map(ToString::to_string).collect();
        let verdict =
            if self.wins { "the player to move wins" } else { "the player to move has lost" };
        let mut lines = vec![format!("rows={}: {verdict}.", rows.join(","))];
        if self.wins {
            let bites: Vec<String> = self.winning.iter().copied().map(text).collect();
            lines.push(format!("winning bites: {}", bites.join("  ")));
        }
        let plies = match self.plies {
            Some(1) => "1 ply to the end".into(),
            Some(plies) => format!("{plies} plies to the end"),
            None => "plies are counted up to 2^24 positions only".into(),
        };
        match self.best {
            Some(best) => lines.push(format!("best bite: {} ({plies})", text(best))),
            None => lines.push("only the poison is left".into()),
        }
        let Answer { lost_positions, positions, box_width, box_height, table_bytes, .. } = self;
        lines.push(format!(
            "box of {box_width} columns and {box_height} rows: {positions} positions, {lost_positions} of them lost"
        ));
        let ms = self.ms.unwrap_or_default();
        lines.push(format!("{ms} ms, {table_bytes} bytes of table"));
        lines.join("\n")
    }
}

/// A line that could not be answered.
#[derive(Debug, Serialize)]
struct BadLine {
    line: usize,
    error: String,
}

/// One position a line, one answer a line, in the same order.
fn batch(solver: &SharedSolver) -> Result<(), Failure> {
    let progress = Progress::default();
    let limits = progress.limits("solving");
    let mut input = BufReader::with_capacity(1 << 16, io::stdin().lock());
    let mut output = BufWriter::with_capacity(1 << 16, io::stdout().lock());
    let (mut line, mut bad) = (Vec::new(), 0_u64);
    for number in 1.. {
        // Whoever sends one line and waits for its answer gets it.
        if input.buffer().is_empty() {
            output.flush()?;
        }
        line.clear();
        if input.read_until(b'\n', &mut line)? == 0 {
            break;
        }
        let answer = solver.with(|solver| {
            let board = read_line(&line)?;
            solver.solve(&board, &limits).map_err(|error: SolveError| error.to_string())
        });
        let written = match answer {
            Ok(solution) => serde_json::to_writer(&mut output, &Answer::from(solution)),
            Err(error) => {
                bad += 1;
                serde_json::to_writer(&mut output, &BadLine { line: number, error })
            }
        };
        written.map_err(io::Error::from)?;
        output.write_all(b"\n")?;
    }
    output.flush()?;
    if bad == 0 {
        Ok(())
    } else {
        Err(Failure::Failed(format!("{bad} lines could not be answered")))
    }
}

fn read_line(line: &[u8]) -> Result<Board, String> {
    let line = std::str::from_utf8(line).map_err(|error| error.to_string())?;
    let words: Vec<&str> = line.split_whitespace().collect();
    if words.is_empty() {
        return Err("an empty line: expected rows=...".into());
    }
    read_board(&words).map_err(|error| error.to_string())
}
