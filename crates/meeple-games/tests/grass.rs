//! Laying Grass as a game: perft counts and how games end.

use meeple_core::{
    Game, Turn,
    deals::seeded_deal,
    options::parse,
    perft::{after_deals, perft},
    rng::{RngStream, seeded},
};
use meeple_games::grass::{Grass, Options, ReferenceGrass, tiles_in_play};
use proptest::prelude::*;

fn options(words: &str) -> Options {
    parse(words.split(' ')).expect("good options")
}

#[test]
fn the_tiles_in_play_are_32_thirds_a_player() {
    let expected = [21, 32, 43, 53, 64, 75, 85, 96]; // G3
    assert_eq!([2, 3, 4, 5, 6, 7, 8, 9].map(tiles_in_play), expected);
}

/// Counts sequences of moves of the reference implementation, with the same deals.
fn reference_perft(
    fast: &Grass,
    plain: &ReferenceGrass,
    depth: u32,
    (seed, mut dealt): (u64, u32),
) -> u64 {
    let (mut fast, mut plain) = (fast.clone(), plain.clone());
    while fast.turn() == Turn::Chance {
        let deal = seeded_deal(&fast, seed, dealt).expect("a deal is due");
        dealt += 1;
        fast.apply_deal(&deal).expect("a sampled deal is possible");
        plain.apply_deal(&deal);
    }
    let moves = plain.legal_moves();
    if depth == 0 {
        return 1;
    }
    let after = |&mv| {
        let (mut fast, mut plain) = (fast.clone(), plain.clone());
        fast.play_unchecked(mv);
        plain.play(mv);
        reference_perft(&fast, &plain, depth - 1, (seed, dealt))
    };
    moves.iter().map(after).sum()
}

/// Creates a game after some first moves, and the same position of the reference implementation.
fn opened(words: &str, first: u32, seed: u64) -> (Grass, ReferenceGrass) {
    let mut fast = Grass::new(&options(words)).expect("good options");
    let mut plain = ReferenceGrass::new(&options(words));
    let mut rng = seeded(seed, RngStream::Deals);
    for _ in 0..first {
        while fast.turn() == Turn::Chance {
            let deal = fast.sample_deal(&mut rng).expect("a deal is due");
            fast.apply_deal(&deal).expect("a sampled deal is possible");
            plain.apply_deal(&deal);
        }
        if let Some(mv) = fast.random_move(&mut rng) {
            fast.play_unchecked(mv);
            plain.play(mv);
        }
    }
    (fast, plain)
}

#[test]
fn perft_counts_match_the_reference() {
    let table = [
        ("players=2", 0, [1, 400, 158_080]),
        ("players=2", 2, [1, 45, 1868]),
        ("players=4 shapes=seed", 20, [1, 95, 5416]),
        ("players=9 final=adjacent", 60, [1, 59, 3307]),
    ];
    for (words, first, counts) in table {
        let (fast, plain) = opened(words, first, 7);
        for (depth, count) in (0..).zip(counts) {
            assert_eq!(perft(&fast, depth, 7), count, "{words} after {first}, depth {depth}");
        }
        // G5, worked out by hand: 400 cells; a cell in a corner, at an edge or inside has 2, 3 or 4
        // neighbours.
        let checked = if first == 0 { 1 } else { 2 };
        for depth in 0..=checked {
            let slow = reference_perft(&fast, &plain, depth, (7, 0));
            assert_eq!(
                slow, counts[depth as usize],
                "the reference: {words} after {first}, depth {depth}"
            );
        }
    }
}

#[test]
fn nine_players_use_up_to_all_96_tiles() {
    let mut game = Grass::new(&options("players=9")).expect("good options");
    let mut rng = seeded(3, RngStream::Deals);
    while game.turn() != Turn::Over {
        game = after_deals(&game, 3);
        if let Some(mv) = game.random_move(&mut rng) {
            game.play(mv).expect("a random move is legal");
        }
    }
    // G3, G6: 81 turns take one tile each; the rest of the 96 tiles stays in the queue.
    assert_eq!(game.queue().len(), 96 - 81);
    let there = game.board().tiles().count() + game.discarded().count();
    assert_eq!(there, 81);
}

fn any_line() -> impl Strategy<Value = String> {
    let words = prop_oneof![
        Just("players=2".to_owned()),
        Just("round=1".to_owned()),
        Just("queue=?21".to_owned()),
        "[a-z]{1,8}=[-A-Za-d0-9,:?]{0,12}",
    ];
    proptest::collection::vec(words, 0..8).prop_map(|words| words.join(" "))
}

proptest! {
    #[test]
    fn no_text_makes_a_parser_panic(text in ".{0,40}", line in any_line()) {
        for text in [&text, &line] {
            drop(text.parse::<Grass>());
            drop(text.parse::<meeple_games::grass::Move>());
            drop(text.parse::<meeple_games::grass::Deal>());
        }
    }

    /// A modified position is either refused or can be played on.
    #[test]
    fn a_changed_position_is_refused_or_sound(
        seed in 0..40_u64, plies in 3..24_u32, at in 0.0..1.0_f64, letter in "[A-Ea-d0-9,:?-]"
    ) {
        let (game, _) = opened("players=2", plies, seed);
        let mut text = game.to_string();
        let at = (text.len() as f64 * at) as usize;
        text.replace_range(at..=at, &letter);
        if let Ok(mut game) = text.parse::<Grass>() {
            prop_assert_eq!(game.to_string().parse::<Grass>(), Ok(game.clone()));
            let mut rng = seeded(seed, RngStream::Deals);
            while game.turn() != Turn::Over {
                game = after_deals(&game, seed);
                if let Some(mv) = game.random_move(&mut rng) {
                    prop_assert!(game.play(mv).is_ok());
                }
            }
        }
    }
}
