//! Games that a player plays against itself, for learning.
//!
//! A game is its seed and, move by move, the place of the move among the legal ones: all of it
//! can be played again from that.
//!
//! ```text
//! 1000017 1c0405...
//! ```

use super::{mind::Mind, round::Outset, wall_moves};
use crate::{
    advice::chances_at_end,
    search::{Budget, Plan},
};
use meeple_core::{
    Game, Limits, Turn,
    rng::{Stream, seeded},
};
use meeple_games::azul::{Azul, AzulMove, AzulOptions};
use rand::RngExt;
use std::fmt::Write;

/// How games are played for learning.
#[derive(Debug, Clone)]
pub struct Practice {
    /// Which games.
    pub options: AzulOptions,
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
    /// Plays the game of this seed; `seating` says for each seat which of the minds plays it.
    /// `None` if it was stopped.
    pub fn play(
        &self,
        seed: u64,
        minds: &mut [Mind],
        seating: &[usize],
        limits: &Limits,
    ) -> Option<Played> {
        let limits = Limits { nodes: Some(self.nodes), ..limits.clone() };
        let (mut game, mut moves, mut deals) = (start(&self.options), Vec::new(), 0);
        loop {
            match Game::turn(&game) {
                Turn::Over => return Some(Played { seed, moves }),
                Turn::Chance => deal(&mut game, seed, &mut deals),
                Turn::Seat(seat) => {
                    if limits.is_stopped() {
                        return None;
                    }
                    let mut rng = seeded(seed, Stream::Choice { seat, ply: moves.len() as u32 });
                    let mv = if rng.random::<f64>() < self.wandering {
                        game.random_move(&mut rng)?
                    } else {
                        choose(&game, &mut minds[seating[seat.index()]], &limits)?
                    };
                    let place = game.legal_moves().position(|legal| legal == mv);
                    moves.push(place.expect("the move is legal") as u8);
                    game.play_unchecked(mv);
                }
            }
        }
    }
}

fn choose(game: &Azul, mind: &mut Mind, limits: &Limits) -> Option<AzulMove> {
    let mut budget = Budget::start(limits);
    let mv = match Outset::of(game) {
        Some(outset) => {
            let thought = mind.search(&outset, &Plan::default(), limits, &mut budget);
            thought.map(|thought| AzulMove::Draft(outset.action(thought.mv)))
        }
        None => wall_moves::choose(game, mind, &mut budget).map(|choice| choice.mv),
    };
    mv.or_else(|| game.legal_moves().next())
}

fn start(options: &AzulOptions) -> Azul {
    Azul::new(options).expect("the options were accepted before")
}

fn deal(game: &mut Azul, seed: u64, deals: &mut u32) {
    let mut rng = seeded(seed, Stream::Deal { sequence: 0, number: *deals });
    let deal = game.sample_deal(&mut rng).expect("a deal is due");
    game.apply_deal(&deal).expect("a sampled deal is possible");
    *deals += 1;
}

impl Played {
    /// Shows every position, the last one too.
    pub(crate) fn replay(&self, options: &AzulOptions, mut show: impl FnMut(&Azul)) {
        let (mut game, mut moves, mut deals) = (start(options), self.moves.iter(), 0);
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

    /// What part of the win each seat has; `None` if it was not played to its end.
    pub fn result(&self, options: &AzulOptions) -> Option<Vec<f64>> {
        let mut result = None;
        self.replay(options, |game| {
            result = Game::outcome(game).map(|outcome| chances_at_end(&outcome));
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
    pub fn from_line(line: &str, options: &AzulOptions) -> Option<Self> {
        let (seed, moves) = line.split_once(' ')?;
        let digits = moves.as_bytes().chunks(2);
        let place = |pair: &[u8]| u8::from_str_radix(std::str::from_utf8(pair).ok()?, 16).ok();
        let moves = digits.map(place).collect::<Option<Vec<u8>>>()?;
        let played = Played { seed: seed.parse().ok()?, moves };
        played.result(options).map(|_| played)
    }
}
