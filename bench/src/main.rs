//! Benchmarks: one table, every row measured in this run.
//!
//! `cargo xtask bench [--json] [WORD]` runs the rows whose name contains WORD. Machines are noisy, so what
//! counts is the ratio of two things measured alternately in the same run, not the seconds.

mod azul;
mod chomp;
mod connect_four;
mod entry;
mod filler;
mod grass;
mod pipes;
mod rooms;
mod screen;
mod search;
mod stored;
mod table;
mod table_moves;
mod time_limits;
mod tournaments;

use entry::BenchEntry;
use meeple_games::GameKind;
use mimalloc::MiMalloc;
use table::BenchTable;

/// The allocator of the `meeple` program.
#[global_allocator]
static MEMORY: MiMalloc = MiMalloc;

fn main() {
    let words: Vec<String> = std::env::args().skip(1).collect();
    if let [word, protocol, place] = &words[..]
        && word == pipes::BOT_ARGUMENT
    {
        pipes::run_as_bot(protocol, place).expect("the pipes can be read and written");
        return;
    }
    let json = words.iter().any(|word| word == "--json");
    let filter = words.into_iter().find(|word| !word.starts_with('-')).unwrap_or_default();
    let mut bench = BenchTable::new(filter);
    for &kind in GameKind::ALL {
        (BenchEntry::for_game(kind).rows)(&mut bench);
    }
    connect_four::rows(&mut bench);
    search::rows(&mut bench);
    table_moves::rows(&mut bench);
    tournaments::rows(&mut bench);
    pipes::rows(&mut bench);
    rooms::rows(&mut bench);
    stored::rows(&mut bench);
    time_limits::rows(&mut bench);
    screen::rows(&mut bench);
    if json {
        println!("{}", bench.to_json());
    } else {
        print!("{bench}");
    }
}
