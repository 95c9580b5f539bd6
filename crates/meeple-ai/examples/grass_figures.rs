//! How good the players of Laying Grass are: mean largest sides and duels.
//!
//! `cargo run --release -p meeple-ai --example grass_figures [GAMES]`

use meeple_ai::grass::duel;

fn main() {
    let games: u64 = std::env::args().nth(1).and_then(|n| n.parse().ok()).unwrap_or(200);
    println!("{games} games of two players each");
    for (first, second) in [
        ("random", "random"),
        ("greedy", "greedy"),
        ("window", "window"),
        ("greedy", "random"),
        ("window", "random"),
        ("window", "greedy"),
    ] {
        let duel = duel(first, second, 0..games).expect("they are in the roster");
        println!("{first} against {second}: {duel}");
    }
}
