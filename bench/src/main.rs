//! How fast Meeple is: one table, every row measured in this run.
//!
//! `cargo xtask bench [--json] [WORD]` runs the rows whose name contains WORD.
//! Machines are noisy, so what counts is the ratio of two things measured by
//! turns in the same run, not the seconds.

mod azul;
mod chomp;
mod filler;
mod grass;
mod table;

use table::Bench;

fn main() {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let json = words.iter().any(|word| word == "--json");
    let filter = words.into_iter().find(|word| !word.starts_with('-')).unwrap_or_default();
    let mut bench = Bench::new(filter);
    chomp::rows(&mut bench);
    filler::rows(&mut bench);
    azul::rows(&mut bench);
    grass::rows(&mut bench);
    if json {
        println!("{}", bench.json());
    } else {
        print!("{bench}");
    }
}
