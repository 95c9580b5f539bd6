//! Two players of the roster against each other, and how large their squares become.

use crate::roster::{BadPlayer, Resources, Seated};
use meeple_core::{
    Game, Limits, Outcome, Turn,
    rng::{Stream, seeded},
};
use meeple_games::{
    GameKind,
    grass::{Grass, GrassOptions},
};
use std::{
    fmt::{self, Display},
    ops::Range,
};

/// What came of some games, seen from the first player.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Duel {
    /// Games won.
    pub won: u32,
    /// Games lost.
    pub lost: u32,
    /// Games with a shared win.
    pub shared: u32,
    /// The sides of the largest squares, added up, of the first and the second player.
    pub sides: [i32; 2],
}

impl Duel {
    /// The mean largest sides of the first and the second player.
    pub fn mean_sides(&self) -> [f64; 2] {
        let games = f64::from(self.won + self.lost + self.shared);
        self.sides.map(|sum| f64::from(sum) / games)
    }
}

impl Display for Duel {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let ([first, second], Duel { won, lost, shared, .. }) = (self.mean_sides(), self);
        write!(f, "won {won}, lost {lost}, shared {shared}; mean sides {first:.2} and {second:.2}")
    }
}

/// One game a seed; the first player begins in every other one.
pub fn duel(first: &str, second: &str, seeds: Range<u64>) -> Result<Duel, BadPlayer> {
    let mut duel = Duel::default();
    for seed in seeds {
        let own = (seed % 2) as usize;
        let names = if own == 0 { [first, second] } else { [second, first] };
        let results = play(names, seed)?.results;
        let (own, other) = (results[own], results[1 - own]);
        duel.sides = [duel.sides[0] + own.score, duel.sides[1] + other.score];
        match own.rank.cmp(&other.rank) {
            std::cmp::Ordering::Less => duel.won += 1,
            std::cmp::Ordering::Greater => duel.lost += 1,
            std::cmp::Ordering::Equal => duel.shared += 1,
        }
    }
    Ok(duel)
}

fn play(names: [&str; 2], seed: u64) -> Result<Outcome, BadPlayer> {
    let mut game = Grass::new(&GrassOptions::default()).expect("the default options are good");
    let resources = Resources::default();
    let seat = |name: &str| Seated::new(GameKind::Grass, name, &resources);
    let mut players = [seat(names[0])?, seat(names[1])?];
    let (mut deals, mut choices) = (seeded(seed, Stream::Deals), seeded(seed, Stream::Other(1)));
    loop {
        match game.turn() {
            Turn::Over => return Ok(game.outcome().expect("the game is over")),
            Turn::Chance => {
                let deal = game.sample_deal(&mut deals).expect("a deal is due");
                game.apply_deal(&deal).expect("a sampled deal is possible");
            }
            Turn::Seat(seat) => {
                let player = &mut players[seat.index()].player;
                let choice = player.choose_text(&game, &Limits::default(), &mut choices);
                let mv = choice.expect("a move is due").mv.parse().expect("it was a move before");
                game.play(mv).expect("players of the roster play by the rules");
            }
        }
    }
}
