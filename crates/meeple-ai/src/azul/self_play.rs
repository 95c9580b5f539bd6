//! Self-play games for training.
//!
//! A game is stored as its seed and, for each move, its index among the legal moves in hexadecimal;
//! that is enough to replay it:
//!
//! ```text
//! 1000017 1c0405...
//! ```

use super::{round::Outset, searcher::RoundSearcher, wall_moves};
use crate::{
    advice::chances_at_end,
    search::{Budget, SearchSettings},
};
use meeple_core::{
    Game, Limits, Turn,
    rng::{RngStream, seeded},
};
use meeple_games::azul::{Azul, Move, Options};
use rand::RngExt;
use std::fmt::Write;

/// The settings of self-play games.
#[derive(Debug, Clone)]
pub struct SelfPlay {
    /// The options of the games.
    pub options: Options,
    /// The number of positions to search for each move.
    pub nodes: u64,
    /// The fraction of moves that are random, to reach more varied positions.
    pub wandering: f64,
}

/// A recorded self-play game.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SelfPlayGame {
    /// The seed of the deals.
    pub seed: u64,
    /// The index of each move among the legal moves.
    pub moves: Vec<u8>,
}

impl SelfPlay {
    /// Plays the game of this seed; `seating` holds, for each seat, the index of its player in `minds`.
    /// Returns `None` if it was stopped.
    pub fn play(
        &self,
        seed: u64,
        minds: &mut [RoundSearcher],
        seating: &[usize],
        limits: &Limits,
    ) -> Option<SelfPlayGame> {
        let limits = Limits { nodes: Some(self.nodes), ..limits.clone() };
        let (mut game, mut moves, mut deals) = (start(&self.options), Vec::new(), 0);
        loop {
            match Game::turn(&game) {
                Turn::Over => return Some(SelfPlayGame { seed, moves }),
                Turn::Chance => deal(&mut game, seed, &mut deals),
                Turn::Seat(seat) => {
                    if limits.is_stopped() {
                        return None;
                    }
                    let mut rng = seeded(seed, RngStream::Choice { seat, ply: moves.len() as u32 });
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

fn choose(game: &Azul, searcher: &mut RoundSearcher, limits: &Limits) -> Option<Move> {
    let mut budget = Budget::start(limits);
    let mv = match Outset::of(game) {
        Some(outset) => {
            let thought = searcher.search(&outset, &SearchSettings::default(), limits, &mut budget);
            thought.map(|thought| Move::Draft(outset.action(thought.mv)))
        }
        None => wall_moves::choose(game, searcher, &mut budget).map(|choice| choice.mv),
    };
    mv.or_else(|| game.legal_moves().next())
}

fn start(options: &Options) -> Azul {
    Azul::new(options).expect("the options were accepted before")
}

fn deal(game: &mut Azul, seed: u64, deals: &mut u32) {
    let mut rng = seeded(seed, RngStream::Deal { sequence: 0, number: *deals });
    let deal = game.sample_deal(&mut rng).expect("a deal is due");
    game.apply_deal(&deal).expect("a sampled deal is possible");
    *deals += 1;
}

impl SelfPlayGame {
    /// Replays the game and passes every position on, including the last one.
    pub(crate) fn replay(&self, options: &Options, mut show: impl FnMut(&Azul)) {
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

    /// Returns each seat's share of the win, or `None` if the game is unfinished.
    pub fn result(&self, options: &Options) -> Option<Vec<f64>> {
        let mut result = None;
        self.replay(options, |game| {
            result = Game::outcome(game).map(|outcome| chances_at_end(&outcome));
        });
        result
    }

    /// Formats the game as a line of text.
    pub fn to_line(&self) -> String {
        let mut line = format!("{} ", self.seed);
        for place in &self.moves {
            let _ = write!(line, "{place:02x}");
        }
        line
    }

    /// Parses a game from a line; `None` if the line is malformed or the game is unfinished.
    pub fn from_line(line: &str, options: &Options) -> Option<Self> {
        let (seed, moves) = line.split_once(' ')?;
        let digits = moves.as_bytes().chunks(2);
        let place = |pair: &[u8]| u8::from_str_radix(std::str::from_utf8(pair).ok()?, 16).ok();
        let moves = digits.map(place).collect::<Option<Vec<u8>>>()?;
        let played = SelfPlayGame { seed: seed.parse().ok()?, moves };
        played.result(options).map(|_| played)
    }
}
