//! Laying Grass as a game: perft, and how games end.

use meeple_core::{
    Game, Turn,
    deals::seeded_deal,
    options::parse,
    perft::{dealt, perft},
    rng::{Stream, seeded},
};
use meeple_games::grass::{Grass, GrassOptions, PlainGrass, tiles_in_play};
use proptest::prelude::*;

fn options(words: &str) -> GrassOptions {
    parse(words.split(' ')).expect("good options")
}

#[test]
fn the_tiles_in_play_are_32_thirds_a_player() {
    let expected = [21, 32, 43, 53, 64, 75, 85, 96]; // G3
    assert_eq!([2, 3, 4, 5, 6, 7, 8, 9].map(tiles_in_play), expected);
}

/// The twin after the same deals and moves.
fn plain_perft(fast: &Grass, plain: &PlainGrass, depth: u32, (seed, mut dealt): (u64, u32)) -> u64 {
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
        plain_perft(&fast, &plain, depth - 1, (seed, dealt))
    };
    moves.iter().map(after).sum()
}

/// A game after some first moves, and its twin.
fn opened(words: &str, first: u32, seed: u64) -> (Grass, PlainGrass) {
    let mut fast = Grass::new(&options(words)).expect("good options");
    let mut plain = PlainGrass::new(&options(words));
    let mut rng = seeded(seed, Stream::Deals);
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
fn perft_counts_are_those_of_the_plain_game() {
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
        // G5 by hand: 400 cells; next to one in a corner, at an edge or inside are 2, 3 or 4 others.
        let checked = if first == 0 { 1 } else { 2 };
        for depth in 0..=checked {
            let slow = plain_perft(&fast, &plain, depth, (7, 0));
            assert_eq!(
                slow, counts[depth as usize],
                "the twin: {words} after {first}, depth {depth}"
            );
        }
    }
}

#[test]
fn nine_players_use_up_to_all_96_tiles() {
    let mut game = Grass::new(&options("players=9")).expect("good options");
    let mut rng = seeded(3, Stream::Deals);
    while game.turn() != Turn::Over {
        game = dealt(&game, 3);
        if let Some(mv) = game.random_move(&mut rng) {
            game.play(mv).expect("a random move is legal");
        }
    }
    // G3, G6: 81 turns take a tile each, and what is left of the 96 is in the queue.
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

    /// Whatever a changed position means, it is refused or it is a position that can be played on.
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
            let mut rng = seeded(seed, Stream::Deals);
            while game.turn() != Turn::Over {
                game = dealt(&game, seed);
                if let Some(mv) = game.random_move(&mut rng) {
                    prop_assert!(game.play(mv).is_ok());
                }
            }
        }
    }
}
