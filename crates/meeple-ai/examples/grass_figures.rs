//! How good the players of Laying Grass are: mean largest sides and duels.
//!
//! `cargo run --release -p meeple-ai --example grass_figures [GAMES]`

use meeple_ai::grass::{GreedyPlayer, WindowPlayer};
use meeple_core::{
    Game, Limits, Player, Seat, Turn,
    options::parse,
    player::RandomPlayer,
    rng::{Stream, seeded},
};
use meeple_games::grass::{Grass, GrassOptions};

fn player(name: &str) -> Box<dyn Player<Grass>> {
    match name {
        "window" => Box::new(WindowPlayer),
        "greedy" => Box::new(GreedyPlayer),
        _ => Box::new(RandomPlayer),
    }
}

/// The result of each seat: side and rank.
fn play(names: &[&str], seed: u64) -> Vec<(i32, u8)> {
    let words = [format!("players={}", names.len())];
    let options: GrassOptions = parse(words).expect("2 to 9 players");
    let mut game = Grass::new(&options).expect("good options");
    let mut players: Vec<_> = names.iter().map(|name| player(name)).collect();
    let mut deals = seeded(seed, Stream::Deals);
    let mut choices = seeded(seed, Stream::Other(1));
    loop {
        match game.turn() {
            Turn::Over => break,
            Turn::Chance => {
                let deal = game.sample_deal(&mut deals).expect("a deal is due");
                game.apply_deal(&deal).expect("a sampled deal is possible");
            }
            Turn::Seat(seat) => {
                let choice =
                    players[seat.index()].choose(&game, &Limits::default(), &mut choices);
                game.play(choice.expect("a move is due").mv).expect("a legal move");
            }
        }
    }
    let outcome = game.outcome().expect("the game is over");
    outcome.results.iter().map(|result| (result.score, result.rank)).collect()
}

fn main() {
    let games: u64 = std::env::args().nth(1).and_then(|n| n.parse().ok()).unwrap_or(200);
    println!("mean largest side, two of the same, {games} games");
    for name in ["random", "greedy", "window"] { if std::env::var("ONLY").is_ok() {continue;}
        let sides: Vec<i32> =
            (0..games).flat_map(|seed| play(&[name, name], seed)).map(|(side, _)| side).collect();
        let mean = f64::from(sides.iter().sum::<i32>()) / sides.len() as f64;
        println!("  {name:8} {mean:.2}");
    }
    for (a, b) in [("greedy", "random"), ("window", "greedy"), ("window", "random")] { if std::env::var("ONLY").is_ok() && (a,b) != ("window","greedy") {continue;}
        let (mut won, mut lost, mut shared, mut sides) = (0, 0, 0, [0, 0]);
        for seed in 0..games {
            let (first, seats) = if seed % 2 == 0 { (0, [a, b]) } else { (1, [b, a]) };
            let results = play(&seats, seed);
            let own = results[Seat::new(first).index()];
            let other = results[1 - first];
            sides = [sides[0] + own.0, sides[1] + other.0];
            match own.1.cmp(&other.1) {
                std::cmp::Ordering::Less => won += 1,
                std::cmp::Ordering::Greater => lost += 1,
                std::cmp::Ordering::Equal => shared += 1,
            }
        }
        let mean = sides.map(|sum| f64::from(sum) / games as f64);
        println!("{a} against {b}: won {won}, lost {lost}, shared {shared}; sides {mean:.2?}");
    }
}
