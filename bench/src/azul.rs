//! Benchmarks of Azul: uniformly random games, compared with the reference implementation.

use crate::{
    entry::BenchEntry,
    table::{BenchGoal, BenchTable},
    table_moves,
};
use meeple_core::{
    Game, Turn,
    options::parse,
    rng::{RngStream, seeded},
};
use meeple_games::azul::{Azul, ReferenceAzul, WallSide};
use rand::{Rng, seq::IndexedRandom};

/// The benchmarks of Azul.
pub(crate) static ENTRY: BenchEntry =
    BenchEntry { rows, at_a_table: table_moves::row::<Azul>, on_screen: (&["players=4"], 4) };

/// Adds all rows of Azul.
fn rows(bench: &mut BenchTable) {
    // The fastest public engine we know of plays 6,400 of these per second.
    let goal = Some(BenchGoal::AtLeast(50_000.0));
    games(bench, "azul: random games, 2 players", "players=2", goal);
    games(bench, "azul: random games, 3 players", "players=3", None);
    games(bench, "azul: random games, 4 players", "players=4", None);
    games(bench, "azul: random games, 2 players, grey", "players=2 wall=grey", None);

    let start = start("players=2");
    let (mut quick_rng, mut plain_rng) = (seeded(1, RngStream::Deals), seeded(2, RngStream::Deals));
    bench.compare_rates(
        "azul: random games against the reference",
        "/s",
        || (0..100).map(|_| play(start, &mut quick_rng).0).sum(),
        "reference",
        || (0..10).map(|_| play_plain(&mut plain_rng)).sum(),
        None,
    );
    let mut rng = seeded(3, RngStream::Deals);
    bench.rate(
        "azul: random moves, 2 players",
        "/s",
        || (0..100).map(|_| play(start, &mut rng).1).sum(),
        None,
    );
    bench.figure(
        "azul: a position",
        size_of::<Azul>() as f64,
        "bytes",
        Some(BenchGoal::AtMost(320.0)),
    );
}

fn start(words: &str) -> Azul {
    let options = parse(words.split(' ')).expect("good options");
    Azul::new(&options).expect("good options")
}

fn games(bench: &mut BenchTable, what: &str, words: &str, goal: Option<BenchGoal>) {
    let start = start(words);
    let mut rng = seeded(1, RngStream::Deals);
    bench.rate(what, "/s", || (0..100).map(|_| play(start, &mut rng).0).sum(), goal);
}

/// Plays one random game to its end; returns the number of games (1) and of moves.
fn play(mut game: Azul, rng: &mut impl Rng) -> (u64, u64) {
    let mut moves = 0;
    while game.turn() != Turn::Over {
        if let Some(mv) = game.random_move(rng) {
            game.play_unchecked(mv);
            moves += 1;
        } else {
            let deal = game.sample_deal(rng).expect("no move, so a deal is due");
            game.apply_deal(&deal).expect("a sampled deal is possible");
        }
    }
    (1, moves)
}

fn play_plain(rng: &mut impl Rng) -> u64 {
    let mut game = ReferenceAzul::new(2, WallSide::Colour, 0);
    while !game.is_over() {
        if game.is_deal_due() {
            game.deal(rng);
        } else {
            let mv = *game.legal_moves().choose(rng).expect("there is a move");
            game.play(mv);
        }
    }
    1
}
