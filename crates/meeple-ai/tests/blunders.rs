//! Checks that known blunders, at least one in every game, are graded as blunders, and that the reasons
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
use std::collections::BTreeSet;

/// Per blunder: a description, the game, the position, the move, and words that a reason must contain.
const BLUNDERS: &str = include_str!("blunders.txt");

#[test]
fn known_blunders_are_graded_as_blunders_with_the_right_reason() {
    let mut games = BTreeSet::new();
    for block in BLUNDERS.split("\n\n").skip(1) {
        let [_, game, text, played, reason] = block.lines().collect::<Vec<_>>()[..] else {
            panic!("five lines, not {block}");
        };
        let kind: GameKind = game.parse().expect("a game");
        games.insert(kind.name());
        let limits = Limits { nodes: Some(20_000), ..Limits::default() };
        let question = Question { top: 1, also: vec![played.into()] };
        let mut adviser = adviser(kind, &Resources::default());
        let (position, rng) = (
            kind.parse_position(text).expect("a good position"),
            &mut seeded(1, RngStream::Other(0)),
        );
        let advice = adviser.advise_text(&*position, &question, &limits, rng).expect("advice");
        let best = &advice.moves[0];
        let bad = advice.moves.iter().find(|rated| rated.mv == played).expect("it was asked about");
        let context = format!("{game} {text}: {played} {bad:?} instead of {best:?}");
        assert_eq!(Grade::of(best.chance, bad.chance), Grade::Blunder, "{context}");
        let mut reasons = bad.reasons.iter().chain(&best.reasons);
        assert!(reasons.any(|given| given.contains(reason)), "{reason:?} is missing: {context}");
    }
    let all = GameKind::ALL.iter().map(|kind| kind.name());
    assert_eq!(games, all.collect(), "a game without a known blunder");
}
