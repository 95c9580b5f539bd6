//! Conformance of the rules of Nim, and perfect play.

use meeple_ai::{
    roster::Resources,
    search::{Budget, solve},
};
use meeple_core::{
    Game, Limits, Seat, Turn,
    conformance::ConformanceSuite,
    rng::{RngStream, seeded},
};
use nim::{Nim, Options, ROSTER};

#[test]
fn it_keeps_the_promises_of_a_game() {
    let heaps = |heaps: &[u8]| Options { heaps: Some(heaps.into()) };
    ConformanceSuite::<Nim>::new([Options::default(), heaps(&[1]), heaps(&[0, 7, 1, 2])])
        .games(50)
        .bad_moves(&["", "1", "0-1", "1-0", "10-1", "1-256", "01-1", "1-1-1"])
        .check();
    assert!(Nim::new(&heaps(&[0, 0])).is_err() && Nim::new(&heaps(&[1; 10])).is_err());
    for wrong in ["heaps=3,4", "heaps=3,4 turn=2", "heaps=256 turn=0", "heaps= turn=0"] {
        assert!(wrong.parse::<Nim>().is_err(), "{wrong}");
    }
}

/// Compares the player with an exhaustive search in every position of a small game.
#[test]
fn the_perfect_player_wins_every_won_position() {
    let (limits, mut rng) = (Limits::default(), seeded(1, RngStream::Deals));
    let mut player = ROSTER.seat("perfect", &Resources::default()).expect("it is listed");
    let mut wins = |nim: &Nim, seat: Seat| nim.points(seat) as f32;
    let mut is_won = |nim: &Nim, seat: Seat| {
        let solved =
            solve(nim, &mut wins, 10_000, &mut Budget::start(&limits)).expect("it is small");
        solved.values.as_slice()[seat.index()] > 0.5
    };
    for (a, b, c) in (0..64_u8).map(|n| (n / 16, n / 4 % 4, n % 4)) {
        let mut nim: Nim = format!("heaps={a},{b},{c} turn=0").parse().expect("a position");
        let Turn::Seat(seat) = nim.turn() else { continue };
        let before = is_won(&nim, seat);
        let choice = player.choose_text(&nim, &limits, &mut rng).expect("a move is due");
        nim.play(choice.mv.parse().expect("a move")).expect("it is legal");
        assert_eq!(is_won(&nim, seat), before, "{a},{b},{c}: {}", choice.mv);
    }
}
