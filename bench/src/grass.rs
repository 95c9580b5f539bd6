//! Laying Grass: placements and whole random games, against the plain twin.

use crate::{
    entry::BenchEntry,
    table::{Bench, Goal},
    table_moves,
};
use meeple_core::{
    Game, Turn,
    options::parse,
    rng::{Stream, seeded},
};
use meeple_games::grass::{
    Deal, Grass, GrassOptions, LayRule, Lays, PlainGrass, ROUNDS, TileNumber,
};
use rand::{Rng, seq::IndexedRandom};

/// What is measured of Laying Grass.
pub(crate) static ENTRY: BenchEntry =
    BenchEntry { rows, at_a_table: table_moves::row::<Grass>, on_screen: (&["players=9"], 9) };

/// All of Laying Grass's rows.
fn rows(bench: &mut Bench) {
    placements(bench);
    for (players, goal) in [(2, 5000.0), (4, 2000.0)] {
        let options: GrassOptions =
            parse([format!("players={players}")]).expect("a good number of players");
        let mut rng = seeded(1, Stream::Deals);
        let mut plain_rng = seeded(1, Stream::Deals);
        bench.compare_rates(
            &format!("grass: random games, {players} players"),
            "/s",
            || (0..20).map(|_| play(&options, &mut rng)).sum(),
            "plain twin",
            || play_plain(&options, &mut plain_rng),
            Some(Goal::AtLeast(goal)),
        );
    }
}

/// Every way to lay each of the 96 tiles, on a board of 30x30 that is half full.
fn placements(bench: &mut Bench) {
    let (game, plain) = half_full();
    let Turn::Seat(seat) = game.turn() else { panic!("a move is due in {game}") };
    let ours = || -> usize {
        let tiles = TileNumber::all();
        tiles
            .map(|tile| {
                let ground = game.board().ground(seat, LayRule::Beside);
                Lays::new(ground, tile.orientations(game.shapes())).count()
            })
            .sum()
    };
    let theirs =
        || -> usize { TileNumber::all().map(|tile| plain.placements(tile.index()).len()).sum() };
    assert_eq!(ours(), theirs(), "both count the same");
    bench.compare(
        "grass: placements of all tiles, 30x30 half full",
        ours,
        "plain twin",
        theirs,
        Some(Goal::RatioAtLeast(50.0)),
    );
}

/// A game of nine whose grass covers nearly half of the board: the last turn of the last round.
fn half_full() -> (Grass, PlainGrass) {
    let options: GrassOptions = parse(["players=9"]).expect("nine play");
    let mut game = Grass::new(&options).expect("good options");
    let mut plain = PlainGrass::new(&options);
    let mut rng = seeded(2, Stream::Deals);
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

fn play(options: &GrassOptions, rng: &mut impl Rng) -> u64 {
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

fn play_plain(options: &GrassOptions, rng: &mut impl Rng) -> u64 {
    let mut game = PlainGrass::new(options);
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
