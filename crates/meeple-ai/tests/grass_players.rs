//! Tests for the Laying Grass players: they always move legally, and the stronger ones win more games.

mod support;

use meeple_ai::roster::roster;
use meeple_core::{
    ChooseError, EndedBy, Game, Limits,
    rng::{RngStream, seeded},
};
use meeple_games::{GameKind, grass::Grass};
use support::{is_better, play, seat, start};

#[test]
fn every_player_plays_legal_games_of_any_size() {
    for (words, seed) in [("players=3 final=adjacent", 1), ("players=9 shapes=seed", 2)] {
        let first = start::<Grass>(words);
        let specs: Vec<String> = roster(GameKind::Grass)
            .players
            .iter()
            .map(|kind| match kind.pace {
                Some(_) => format!("{}:nodes=300", kind.name),
                None => kind.name.to_owned(),
            })
            .collect();
        let names = specs.iter().map(String::as_str).cycle();
        let names: Vec<&str> = names.take(first.seats()).collect();
        let table = play(&first, &names, seed);
        assert_eq!(table.game().end().map(|end| end.by), Some(EndedBy::Rules), "{words}");
    }
}

#[test]
fn nobody_moves_when_no_move_is_due() {
    let game = start::<Grass>("");
    let mut rng = seeded(1, RngStream::Deals);
    for kind in roster(GameKind::Grass).players {
        let choice = seat::<Grass>(kind.name).choose_text(&game, &Limits::default(), &mut rng);
        assert_eq!(choice, Err(ChooseError::NotNow), "{}", kind.name);
    }
}

#[test]
fn window_beats_greedy_and_greedy_beats_random() {
    let first = start::<Grass>("players=2");
    is_better(&first, ["window", "greedy"], 3_141_000);
    is_better(&first, ["greedy", "random"], 2_718_000);
}

/// Checks that the better player wins at least 12 of 16 games, two for each seed; one of two equal
/// players does so once in 26 times.
#[track_caller]
fn is_clearly_better([better, worse]: [&str; 2], first_seed: u64) {
    let first = start::<Grass>("players=2");
    let has_won = |specs: [&str; 2], seed: u64, seat: usize| {
        let table = play(&first, &specs, seed);
        table.game().end().expect("it is over").results[seat].rank == 1
    };
    let seeds = first_seed..first_seed + 8;
    let won = seeds.map(|seed| {
        usize::from(has_won([better, worse], seed, 0))
            + usize::from(has_won([worse, better], seed, 1))
    });
    let won: usize = won.sum();
    assert!(won >= 12, "{better} won {won} of 16 games against {worse}");
}

#[test]
fn the_beam_beats_window_and_a_beginner_beats_chance() {
    is_clearly_better(["beam:width=4:candidates=1", "window"], 1_618_000);
    is_clearly_better(["easy", "random"], 1_414_000);
}
