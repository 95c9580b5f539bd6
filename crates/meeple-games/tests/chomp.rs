//! Chomp: perft counts and how games end.

use meeple_core::{Game, Seat, Turn, options::parse, perft::perft};
use meeple_games::chomp::{Chomp, Options};

fn options(words: &str) -> Options {
    parse(words.split(' ')).expect("good options")
}

fn position(text: &str) -> Chomp {
    text.parse().expect("a good position")
}

#[test]
fn perft_counts_sequences_of_bites() {
    // C2, worked out by hand: on 2x2 the four bites leave 0 (poison eaten), 1 (over), 2 and 3
    // squares.
    let table = [
        ("width=2 height=2 rows=2,2 turn=0", [1, 4, 7, 4]),
        ("width=3 height=2 rows=3,3 turn=0", [1, 6, 18, 30]),
        ("width=5 height=4 rows=5,4,4,1 turn=1", [1, 14, 127, 844]),
    ];
    for (text, counts) in table {
        for (depth, count) in (0..).zip(counts) {
            assert_eq!(perft(&position(text), depth, 0), count, "{text} at depth {depth}");
        }
    }
}

#[track_caller]
fn ends(text: &str, bite: &str, winner: usize, reason: &str) {
    let mut game = position(text);
    game.play(bite.parse().expect("a bite")).expect("a legal bite");
    assert_eq!(game.turn(), Turn::Over);
    let outcome = game.outcome().expect("the game is over");
    assert_eq!(outcome.winners().collect::<Vec<_>>(), [Seat::new(winner)]);
    assert_eq!(outcome.reason, reason);
}

#[test]
fn a_player_who_must_or_does_eat_the_poison_loses() {
    ends("width=2 height=1 rows=2 turn=0", "0,1", 0, "only the poison is left"); // C4
    ends("width=2 height=1 rows=2 turn=1", "0,1", 1, "only the poison is left");
    ends("width=2 height=1 rows=2 turn=0", "0,0", 1, "the poison was eaten"); // C3
}

#[test]
fn one_square_is_lost_for_the_first_player() {
    let game = Chomp::new(&options("width=1 height=1")).expect("1x1 exists (C5)");
    assert_eq!(game.turn(), Turn::Over);
    let winners: Vec<Seat> = game.outcome().expect("over").winners().collect();
    assert_eq!(winners, [Seat::new(1)]);
}

#[test]
fn options_that_do_not_go_together_are_refused() {
    let refuse = |words| Chomp::new(&options(words)).expect_err("bad options").to_string();
    assert_eq!(refuse("width=3 rows=4,1"), "row 0 has 4 squares, but the bar has 3 columns");
    assert_eq!(refuse("height=1 rows=4,1"), "2 rows are given, but the bar has only 1");
    assert_eq!(refuse("rows=2,3"), "row 1 has 3 squares, more than the 2 above it");
    assert_eq!(refuse("width=3 height=2 rows=0"), "rows=0: the bar is empty");
}
