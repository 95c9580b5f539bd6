//! Azul's computer players against each other.

use meeple_ai::roster::{Resources, Seated};
use meeple_core::{
    Game, Limits, Seat, Turn,
    options::parse,
    rng::{Stream, seeded},
};
use meeple_games::{GameKind, azul::Azul};

/// Plays a game; each seat and the deals have their own numbers of the seed.
fn play(words: &str, seats: &[&str], seed: u64) -> Azul {
    let options = parse(words.split(' ')).expect("good options");
    let mut game = Azul::new(&options).expect("good options");
    let mut deals = seeded(seed, Stream::Deals);
    let mut players: Vec<_> = (0..)
        .zip(seats)
        .map(|(index, name)| {
            let seated = Seated::new(GameKind::Azul, name, &Resources::default());
            (seated.expect("in the roster"), seeded(seed, Stream::Seat(Seat::new(index))))
        })
        .collect();
    loop {
        match game.turn() {
            Turn::Over => return game,
            Turn::Chance => {
                let deal = game.sample_deal(&mut deals).expect("a deal is due");
                game.apply_deal(&deal).expect("it is possible");
            }
            Turn::Seat(seat) => {
                let (seated, rng) = &mut players[seat.index()];
                let choice = seated.player.choose_text(&game, &Limits::default(), rng);
                let mv = choice.expect("a move").mv.parse().expect("a move's text");
                game.play(mv).expect("a legal move");
            }
        }
    }
}

#[test]
fn greedy_beats_random() {
    // Each deal is played twice, with the seats changed. If it lost one game in a hundred,
    // it would win all five hundred less than once in a hundred times.
    for seed in 0..250 {
        for (seats, greedy) in [(["greedy", "random"], 0), (["random", "greedy"], 1)] {
            let outcome = play("players=2", &seats, seed).outcome().expect("over");
            assert!(outcome.winners().eq([Seat::new(greedy)]), "seed {seed}: {outcome:?}");
        }
    }
}

#[test]
fn greedy_plays_at_every_table() {
    for words in ["players=3", "players=4", "players=2 wall=grey", "players=4 wall=grey starter=2"]
    {
        let seats = ["greedy"; 4];
        let game = play(words, &seats[..words[8..9].parse().expect("a digit")], 1);
        assert!(game.outcome().expect("over").results.iter().any(|result| result.score > 20));
    }
}
