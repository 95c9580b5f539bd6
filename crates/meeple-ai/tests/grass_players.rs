//! The players of Laying Grass: legal everywhere, and each better than the next.

use meeple_ai::{
    grass::duel,
    roster::{Resources, Seated, roster},
};
use meeple_core::{
    Game, Limits, NoChoice, Turn,
    options::parse,
    rng::{Stream, seeded},
};
use meeple_games::{
    GameKind,
    grass::{Grass, GrassOptions},
};

#[test]
fn everybody_plays_legal_games_of_any_size() {
    for (words, seed) in [("players=3 final=adjacent", 1), ("players=9 shapes=seed", 2)] {
        let options: GrassOptions = parse(words.split(' ')).expect("good options");
        let mut game = Grass::new(&options).expect("good options");
        let resources = Resources::default();
        let names = roster(GameKind::Grass).iter().map(|kind| kind.name).cycle();
        let seat = |name| Seated::new(GameKind::Grass, name, &resources).expect("in the roster");
        let mut players: Vec<Seated> = names.take(game.seats()).map(seat).collect();
        let mut rng = seeded(seed, Stream::Deals);
        while game.turn() != Turn::Over {
            if let Some(deal) = game.sample_deal(&mut rng) {
                game.apply_deal(&deal).expect("a sampled deal is possible");
            } else if let Turn::Seat(seat) = game.turn() {
                let player = &mut players[seat.index()].player;
                let choice = player.choose_text(&game, &Limits::default(), &mut rng);
                let mv = choice.expect("a move is due").mv.parse().expect("a move");
                game.play(mv).expect("a legal move");
            }
        }
        // Nine seats, three of each kind: the best of the best beat the best of the worst.
        let outcome = game.outcome().expect("the game is over");
        let best =
            |kind: usize| outcome.results.iter().skip(kind).step_by(3).map(|r| r.score).max();
        assert!(best(0) > best(2), "{outcome:?}");
    }
}

#[test]
fn nobody_moves_when_no_move_is_due() {
    let game = Grass::new(&GrassOptions::default()).expect("the default options");
    let mut rng = seeded(1, Stream::Deals);
    for kind in roster(GameKind::Grass) {
        let seated = Seated::new(GameKind::Grass, kind.name, &Resources::default());
        let mut player = seated.expect("in the roster").player;
        let choice = player.choose_text(&game, &Limits::default(), &mut rng);
        assert_eq!(choice, Err(NoChoice::NotNow), "{}", kind.name);
    }
}

/// Each bound is far from what 200 games gave (`examples/grass_figures.rs`): a
/// sound player misses it once in thousands of runs, and the seeds are fixed.
#[test]
fn window_beats_greedy_and_greedy_beats_random() {
    let greedy = duel("greedy", "random", 0..12).expect("in the roster");
    assert!(greedy.won >= 11, "greedy against random: {greedy}");
    let window = duel("window", "greedy", 1000..1024).expect("in the roster");
    assert!(window.won >= 14, "window against greedy: {window}");
    assert!(window.mean_sides()[0] > 4.7, "window against greedy: {window}");
}
