//! Checks the grey wall's inputs and the choice of cells against the rules of the game.

use super::{
    EvaluationSource, RoundSearcher,
    features::Inputs,
    grey_features::{INPUTS, of_board, of_round},
    round::{Outset, PackedLines},
    wall_bits::WallBits,
    wall_moves,
};
use crate::search::Budget;
use meeple_core::{
    Game, Limits, Seat, Turn,
    options::parse,
    rng::{RngStream, seeded},
};
use meeple_games::azul::{Azul, Move, Phase};

/// Plays random games and passes every position on.
fn every_position(words: &str, games: u64, mut show: impl FnMut(&Azul)) {
    for seed in 0..games {
        let mut rng = seeded(seed, RngStream::Deals);
        let mut game = Azul::new(&parse(words.split(' ')).expect("options")).expect("a game");
        while Game::turn(&game) != Turn::Over {
            show(&game);
            if let Some(deal) = game.sample_deal(&mut rng) {
                game.apply_deal(&deal).expect("a sampled deal");
            } else {
                game.play_unchecked(game.random_move(&mut rng).expect("a seat is to move"));
            }
        }
    }
}

#[test]
fn every_input_is_set_once_and_no_other() {
    every_position("wall=grey", 30, |game| {
        let Some(outset) = Outset::after_draft(game).filter(|_| game.phase() == Phase::Deal) else {
            return;
        };
        for seat in 0..2 {
            let mut inputs = Inputs::new();
            of_round(game.round(), &mut inputs);
            let lines = outset.round.boards[seat].lines;
            of_board(&outset.standings.walls[seat], lines, outset.standings.bag, &mut inputs);
            inputs.sort_unstable();
            assert!(inputs.is_sorted_by(|a, b| a < b), "{game}");
            assert!(usize::from(*inputs.last().expect("some are on")) < INPUTS);
        }
    });
}

/// Returns the active inputs of a wall in this range, relative to its start.
fn on(wall: &WallBits, lines: PackedLines, range: std::ops::Range<usize>) -> Vec<usize> {
    let mut inputs = Inputs::new();
    of_board(wall, lines, [8, 4, 4, 4, 4], &mut inputs);
    let inputs = inputs.into_iter().map(usize::from).filter(|input| range.contains(input));
    inputs.map(|input| input - range.start).collect()
}

#[test]
fn a_cell_counts_the_colours_it_can_still_take() {
    let (mut wall, mut lines) = (WallBits::default(), PackedLines::default());
    for (column, colour) in [(0, 0), (1, 1), (2, 2)] {
        wall.put(0, column, colour);
    }
    assert_eq!(on(&wall, lines, 280..305), [0; 0], "no cell is dead");
    assert_eq!(on(&wall, lines, 305..330), [3, 4], "the last two of the row take two colours");
    for (row, colour) in [(1, 3), (2, 4)] {
        wall.put(row, 3, colour);
    }
    assert_eq!(on(&wall, lines, 280..305), [3], "its row holds three colours, its column two");
    lines.set(1, 0, 1); // one tile of the colour that lies in column 0 of row 0
    assert_eq!(on(&wall, lines, 105..135), [6 + 3], "row 1 has four free cells, one below it");
    assert_eq!(on(&wall, lines, 135..160), [5 + 1], "one tile of the colour lies on the wall");
    assert_eq!(on(&wall, lines, 368..398), [6 + 2], "eight of it are in the bag");
}

/// Returns the best value that a seat can reach by tiling its lines, found by playing all its moves.
fn most(game: &Azul, seat: Seat, searcher: &mut RoundSearcher) -> Option<f32> {
    if game.phase() == Phase::Tile && Game::turn(game) == Turn::Seat(seat) {
        let values = game.legal_moves().map(|mv| {
            let mut after = *game;
            after.play_unchecked(mv);
            most(&after, seat, searcher)
        });
        return values.collect::<Option<Vec<f32>>>()?.into_iter().reduce(f32::max);
    }
    Outset::after_draft(game).map(|outset| searcher.aim(&outset, seat.index()))
}

#[test]
fn every_way_to_tile_is_weighted_by_the_rules() {
    let mut searcher = RoundSearcher::new(EvaluationSource::BuiltIn);
    let limits = Limits::default();
    let mut compared = 0;
    every_position("wall=grey players=2", 12, |game| {
        let mut budget = Budget::start(&limits);
        let ranking = wall_moves::compare(game, &mut searcher, &mut budget);
        assert_eq!(ranking.is_some(), game.phase() == Phase::Tile, "{game}");
        let Turn::Seat(seat) = Game::turn(game) else { return };
        for ranked in ranking.into_iter().flatten() {
            let mut after = *game;
            after.play_unchecked(ranked.mv);
            let Some(value) = most(&after, seat, &mut searcher) else { continue };
            assert!((ranked.value - f64::from(value)).abs() < 1e-3, "{} in {game}", ranked.mv);
            assert!(matches!(ranked.mv, Move::Wall(_)));
            compared += 1;
        }
    });
    assert!(compared > 200, "{compared}");
}
