//! Games that a player plays against itself, for learning.
//!
//! A game is its seed and, move by move, the place of the move among the legal ones: all of it
//! can be played again from that.
//!
//! ```text
//! 1000017 1c0405...
//! ```

use super::{mind::Mind, round::Outset};
use crate::search::{Budget, Plan};
use meeple_core::{
    Game, Limits, Seat, Turn,
    rng::{Stream, seeded},
};
use meeple_games::azul::{Azul, AzulMove, AzulOptions};
use rand::RngExt;
use std::fmt::Write;

/// How games are played for learning.
#[derive(Debug, Clone)]
pub struct Practice {
    /// How many positions are looked at for a move.
    pub nodes: u64,
    /// What part of the moves is drawn at random, so that more is seen.
    pub wandering: f64,
}

/// A game that was played.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Played {
    /// What the deals follow from.
    pub seed: u64,
    /// Each move's place among the legal ones.
    pub moves: Vec<u8>,
}

impl Practice {
    /// Plays the game of this seed, each seat with its mind; `None` if it was stopped.
    pub fn play(&self, seed: u64, minds: [&mut Mind; 2], limits: &Limits) -> Option<Played> {
        let mut minds = minds;
        let limits = Limits { nodes: Some(self.nodes), ..limits.clone() };
        let (mut game, mut moves, mut deals) = (start(), Vec::new(), 0);
        loop {
            match Game::turn(&game) {
                Turn::Over => return Some(Played { seed, moves }),
                Turn::Chance => deal(&mut game, seed, &mut deals),
                Turn::Seat(seat) => {
                    if limits.is_stopped() {
                        return None;
                    }
                    let mv = self.choose(&game, seat, &mut minds, (seed, moves.len()), &limits)?;
                    let place = game.legal_moves().position(|legal| legal == mv);
                    moves.push(place.expect("the move is legal") as u8);
                    game.play_unchecked(mv);
                }
            }
        }
    }

    fn choose(
        &self,
        game: &Azul,
        seat: Seat,
        minds: &mut [&mut Mind; 2],
        (seed, ply): (u64, usize),
        limits: &Limits,
    ) -> Option<AzulMove> {
        let mut rng = seeded(seed, Stream::Choice { seat, ply: ply as u32 });
        if rng.random::<f64>() < self.wandering {
            return game.random_move(&mut rng);
        }
        let outset = Outset::of(game)?;
        let mut budget = Budget::start(limits);
        let thought = minds[seat.index()].search(&outset, &Plan::default(), limits, &mut budget);
        let mv = thought.map(|thought| AzulMove::Draft(outset.action(thought.mv)));
        mv.or_else(|| game.legal_moves().next())
    }
}

fn start() -> Azul {
    Azul::new(&AzulOptions::default()).expect("the usual game")
}

fn deal(game: &mut Azul, seed: u64, deals: &mut u32) {
    let mut rng = seeded(seed, Stream::Deal { sequence: 0, number: *deals });
    let deal = game.sample_deal(&mut rng).expect("a deal is due");
    game.apply_deal(&deal).expect("a sampled deal is possible");
    *deals += 1;
}

impl Played {
    /// Shows every position, the last one too.
    pub(crate) fn replay(&self, mut show: impl FnMut(&Azul)) {
        let (mut game, mut moves, mut deals) = (start(), self.moves.iter(), 0);
        loop {
            show(&game);
            match Game::turn(&game) {
                Turn::Over => return,
                Turn::Chance => deal(&mut game, self.seed, &mut deals),
                Turn::Seat(_) => {
                    let Some(&place) = moves.next() else { return };
                    let Some(mv) = game.legal_moves().nth(place.into()) else { return };
                    game.play_unchecked(mv);
                }
            }
        }
    }

    /// How it ended: each seat's points, and what part of the win seat 0 has.
    pub fn result(&self) -> Option<([i32; 2], f64)> {
        let mut result = None;
        self.replay(|game| {
            if let Some(outcome) = Game::outcome(game) {
                let first = crate::advice::chances_at_end(&outcome)[0];
                result = Some(([0, 1].map(|seat| game.points(Seat::new(seat))), first));
            }
        });
        result
    }

    /// The game as a line.
    pub fn to_line(&self) -> String {
        let mut line = format!("{} ", self.seed);
        for place in &self.moves {
            let _ = write!(line, "{place:02x}");
        }
        line
    }

    /// The game of a line; `None` if that is none, or does not come to its end.
    pub fn from_line(line: &str) -> Option<Self> {
        let (seed, moves) = line.split_once(' ')?;
        let digits = moves.as_bytes().chunks(2);
        let place = |pair: &[u8]| u8::from_str_radix(std::str::from_utf8(pair).ok()?, 16).ok();
        let moves = digits.map(place).collect::<Option<Vec<u8>>>()?;
        let played = Played { seed: seed.parse().ok()?, moves };
        played.result().map(|_| played)
    }
}
