//! The small result file that 42's engine writes beside a game.
//!
//! ```text
//! seed: 5
//! winner: X
//! score: O 53, X 123
//! ```

use super::Dialect;
use meeple_core::{EndEvent, Seat};
use std::{fs, io, path::Path};

/// Writes the winner, the scores and the seed, replacing the file.
pub fn write(path: &Path, dialect: Dialect, end: &EndEvent, seed: u64) -> io::Result<()> {
    fs::write(path, lines(dialect, end, seed))
}

fn lines(dialect: Dialect, end: &EndEvent, seed: u64) -> String {
    let mark = |index: usize| dialect.player_mark(Seat::new(index));
    let winners = end.results.iter().enumerate().filter(|(_, result)| result.rank == 1);
    let winner = match winners.map(|(index, _)| index).collect::<Vec<_>>()[..] {
        [winner] => mark(winner).to_string(),
        _ => "none".into(),
    };
    let scores = end.results.iter().enumerate();
    let scores = scores.map(|(index, result)| format!("{} {}", mark(index), result.score));
    let scores = scores.collect::<Vec<_>>().join(", ");
    format!("seed: {}\nwinner: {winner}\nscore: {scores}\n", seed as i64)
}
