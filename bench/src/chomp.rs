//! Chomp: playouts.

use crate::table::{Bench, Goal};
use meeple_core::{
    Game,
    rng::{Stream, seeded},
};
use meeple_games::chomp::{Board, Chomp};

/// All of Chomp's rows.
pub(crate) fn rows(bench: &mut Bench) {
    let start = Chomp::on(Board::new(7, 4).expect("a good size"));
    let mut rng = seeded(1, Stream::Deals);
    let playouts = || {
        for _ in 0..1000 {
            let mut game = start.clone();
            while let Some(bite) = game.random_move(&mut rng) {
                game.play_unchecked(bite);
            }
        }
        1000
    };
    // A well-known Java framework plays 30,000 of these a second.
    bench.rate(
        "chomp: random playouts, 4 rows x 7 columns",
        "/s",
        playouts,
        Some(Goal::AtLeast(1e6)),
    );
}
