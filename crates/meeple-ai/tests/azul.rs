//! Plays Azul's computer players against each other.

mod support;

use meeple_core::{EndedBy, Game};
use meeple_games::azul::Azul;
use support::{is_better, play, start};

#[test]
fn greedy_beats_random() {
    is_better(&start::<Azul>("players=2"), ["greedy", "random"], 6_174_000);
}

#[test]
fn the_levels_are_in_order() {
    let two = start::<Azul>("players=2");
    is_better(&two, ["easy", "random"], 6_175_000);
    is_better(&two, ["normal", "easy"], 6_176_000);
    is_better(&two, ["hard:nodes=1000", "normal"], 6_177_000);
}

#[test]
fn a_search_beats_greedy() {
    is_better(&start::<Azul>("players=2"), ["alphabeta:nodes=300", "greedy"], 6_178_000);
    let by_hand = "alphabeta:evaluation=handmade:nodes=300";
    let grey = start::<Azul>("players=2 wall=grey");
    is_better(&grey, [by_hand, "greedy"], 6_179_000);
    is_better(&grey, ["alphabeta:nodes=300", "greedy"], 6_180_000);
}

#[test]
fn every_player_plays_with_any_number_of_seats() {
    for words in ["players=3", "players=4", "players=2 wall=grey", "players=4 wall=grey starter=2"]
    {
        let first = start::<Azul>(words);
        for player in ["greedy", "easy", "normal", "alphabeta:nodes=50"] {
            let table = play(&first, &vec![player; first.seats()], 1);
            let by = table.game().end().map(|end| end.by);
            assert_eq!(by, Some(EndedBy::Rules), "{player} {words}");
        }
    }
}
