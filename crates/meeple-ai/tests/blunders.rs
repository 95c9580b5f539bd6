//! Checks that known blunders, one of each kind and game, are graded as blunders, and that the reasons
//! name the cause.

use meeple_ai::{
    advice::{Question, adviser},
    grade::Grade,
    roster::Resources,
};
use meeple_core::{
    Limits,
    rng::{RngStream, seeded},
};
use meeple_games::GameKind;

/// Per blunder: a description, the game, the position, the move, and words that a reason must contain.
const BLUNDERS: &str = include_str!("blunders.txt");

#[test]
fn known_blunders_are_graded_as_such_and_the_reason_names_the_right_thing() {
    let mut games = Vec::new();
    for block in BLUNDERS.split("\n\n").skip(1) {
        let [_, game, text, played, reason] = block.lines().collect::<Vec<_>>()[..] else {
            panic!("five lines, not {block}");
        };
        let kind: GameKind = game.parse().expect("a game");
        games.push(kind);
        let limits = Limits { nodes: Some(20_000), ..Limits::default() };
        let question = Question { top: 1, also: vec![played.into()] };
        let mut adviser = adviser(kind, &Resources::default());
        let (position, rng) = (
            kind.parse_position(text).expect("a good position"),
            &mut seeded(1, RngStream::Other(0)),
        );
        let advice = adviser.advise_text(&*position, &question, &limits, rng).expect("advice");
        let best = &advice.moves[0];
        let bad = advice.moves.iter().find(|said| said.mv == played).expect("it was asked about");
        let told = format!("{game} {text}: {played} {bad:?} instead of {best:?}");
        assert_eq!(Grade::of(best.chance, bad.chance), Grade::Blunder, "{told}");
        let mut reasons = bad.reasons.iter().chain(&best.reasons);
        assert!(reasons.any(|given| given.contains(reason)), "{reason:?} is missing: {told}");
    }
    games.dedup();
    assert_eq!(games, GameKind::ALL, "a game without a known blunder");
}
