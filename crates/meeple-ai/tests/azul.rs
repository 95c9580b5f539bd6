//! Azul's computer players against each other.

mod support;

use meeple_core::{EndedBy, Game};
use meeple_games::azul::Azul;
use support::{is_better, play, start};

#[test]
fn greedy_beats_random() {
    is_better(&start::<Azul>("players=2"), ["greedy", "random"], 6_174_000);
}

#[test]
fn greedy_plays_at_every_table() {
    for words in ["players=3", "players=4", "players=2 wall=grey", "players=4 wall=grey starter=2"]
    {
        let first = start::<Azul>(words);
        let table = play(&first, &vec!["greedy"; first.seats()], 1);
        assert_eq!(table.game().end().map(|end| end.by), Some(EndedBy::Rules), "{words}");
    }
}
