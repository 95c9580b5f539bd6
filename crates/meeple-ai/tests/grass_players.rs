//! The players of Laying Grass: legal everywhere, and each better than the next.

mod support;

use meeple_ai::roster::roster;
use meeple_core::{
    EndedBy, Game, Limits, NoChoice,
    rng::{Stream, seeded},
};
use meeple_games::{GameKind, grass::Grass};
use support::{is_better, play, seat, start};

#[test]
fn everybody_plays_legal_games_of_any_size() {
    for (words, seed) in [("players=3 final=adjacent", 1), ("players=9 shapes=seed", 2)] {
        let first = start::<Grass>(words);
        let names = roster(GameKind::Grass).players.iter().map(|kind| kind.name).cycle();
        let names: Vec<&str> = names.take(first.seats()).collect();
        let table = play(&first, &names, seed);
        assert_eq!(table.game().end().map(|end| end.by), Some(EndedBy::Rules), "{words}");
    }
}

#[test]
fn nobody_moves_when_no_move_is_due() {
    let game = start::<Grass>("");
    let mut rng = seeded(1, Stream::Deals);
    for kind in roster(GameKind::Grass).players {
        let choice = seat::<Grass>(kind.name).choose_text(&game, &Limits::default(), &mut rng);
        assert_eq!(choice, Err(NoChoice::NotNow), "{}", kind.name);
    }
}

#[test]
fn window_beats_greedy_and_greedy_beats_random() {
    let first = start::<Grass>("players=2");
    is_better(&first, ["window", "greedy"], 3_141_000);
    is_better(&first, ["greedy", "random"], 2_718_000);
}
