//! Benchmarks of Laying Grass: placements and whole random games, compared with the reference implementation.

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
use meeple_games::grass::{
    Deal, Grass, LegalPlacements, Options, PlacementRule, ROUNDS, ReferenceGrass, TileNumber,
};
use rand::{Rng, seq::IndexedRandom};

/// The benchmarks of Laying Grass.
pub(crate) static ENTRY: BenchEntry =
    BenchEntry { rows, at_a_table: table_moves::row::<Grass>, on_screen: (&["players=9"], 9) };

/// Adds all rows of Laying Grass.
fn rows(bench: &mut BenchTable) {
    placements(bench);
    for (players, goal) in [(2, 5000.0), (4, 2000.0)] {
        let options: Options =
            parse([format!("players={players}")]).expect("a good number of players");
        let mut rng = seeded(1, RngStream::Deals);
        let mut plain_rng = seeded(1, RngStream::Deals);
        bench.compare_rates(
            &format!("grass: random games, {players} players"),
            "/s",
            || (0..20).map(|_| play(&options, &mut rng)).sum(),
            "reference",
            || play_plain(&options, &mut plain_rng),
            Some(BenchGoal::AtLeast(goal)),
        );
    }
}

/// Measures all placements of each of the 96 tiles on a 30x30 board that is half full.
fn placements(bench: &mut BenchTable) {
    let (game, plain) = half_full();
    let Turn::Seat(seat) = game.turn() else { panic!("a move is due in {game}") };
    let ours = || -> usize {
        let tiles = TileNumber::all();
        tiles
            .map(|tile| {
                let ground = game.board().placeable_area(seat, PlacementRule::Beside);
                LegalPlacements::new(ground, tile.orientations(game.shapes())).count()
            })
            .sum()
    };
    let theirs =
        || -> usize { TileNumber::all().map(|tile| plain.placements(tile.index()).len()).sum() };
    assert_eq!(ours(), theirs(), "both count the same");
    bench.compare(
        "grass: placements of all tiles, 30x30 half full",
        ours,
        "reference",
        theirs,
        Some(BenchGoal::RatioAtLeast(50.0)),
    );
}

/// Returns a game of nine players whose grass covers nearly half of the board: the last turn of the last
/// round.
fn half_full() -> (Grass, ReferenceGrass) {
    let options: Options = parse(["players=9"]).expect("nine play");
    let mut game = Grass::new(&options).expect("good options");
    let mut plain = ReferenceGrass::new(&options);
    let mut rng = seeded(2, RngStream::Deals);
    let mut last = (game.clone(), plain.clone());
    while game.round() <= ROUNDS {
        if let Some(deal) = game.sample_deal(&mut rng) {
            game.apply_deal(&deal).expect("a sampled deal is possible");
            plain.apply_deal(&deal);
        } else if let Some(mv) = game.random_move(&mut rng) {
            last = (game.clone(), plain.clone());
            game.play_unchecked(mv);
            plain.play(mv);
        }
    }
    last
}

fn play(options: &Options, rng: &mut impl Rng) -> u64 {
    let mut game = Grass::new(options).expect("good options");
    loop {
        if let Some(mv) = game.random_move(rng) {
            game.play_unchecked(mv);
        } else if let Some(deal) = game.sample_deal(rng) {
            game.apply_deal(&deal).expect("a sampled deal is possible");
        } else {
            return 1;
        }
    }
}

fn play_plain(options: &Options, rng: &mut impl Rng) -> u64 {
    let mut game = ReferenceGrass::new(options);
    loop {
        match game.turn() {
            Turn::Over => return 1,
            Turn::Chance => {
                let deal: Deal = game.sample_deal(rng);
                game.apply_deal(&deal);
            }
            Turn::Seat(_) => {
                let moves = game.legal_moves();
                game.play(*moves.choose(rng).expect("a move is due"));
            }
        }
    }
}
