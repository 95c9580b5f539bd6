//! Two bots against each other, in process, on paired deals.
//!
//! A pair is two games from one seed: in the second the bots change seats, and
//! the k-th piece of each seat is the same as in the first. The start cells are
//! not symmetric and the pieces decide most of the difference between equal
//! bots, so only pairs compare bots fairly.

use super::{Bot, View};
use meeple_core::{
    Game, Seat, Turn,
    rng::{Stream, seeded},
};
use meeple_games::filler::{Filler, Move, draw_piece};
use std::fmt::{self, Display};

/// Plays one game to its end. Seat *n*'s pieces come from stream *n* of the seed,
/// and seat *n*'s own random choices from another.
pub fn play(start: &Filler, first: &mut dyn Bot, second: &mut dyn Bot, seed: u64) -> Filler {
    let mut game = start.clone();
    let mut deals = [0, 1].map(|seat| seeded(seed, Stream::Other(seat)));
    let mut choices = [0, 1].map(|seat| seeded(seed, Stream::Seat(Seat::new(seat))));
    while game.turn() == Turn::Chance {
        let seat = game.seat().expect("a deal is due").index();
        let piece = draw_piece(game.board(), &mut deals[seat]);
        game.apply_deal(&piece).expect("a drawn piece can be dealt");
        let view = View::of(&game).expect("a seat is to move");
        let rng = &mut choices[seat];
        let at = if seat == 0 { first.place(view, rng) } else { second.place(view, rng) };
        let mv = at.map_or(Move::Stop, Move::Place);
        let mv = if game.is_legal(mv) { mv } else { Move::Stop }; // F5
        game.play_unchecked(mv);
    }
    game
}

/// What a series of pairs says about its first bot.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub struct Tally {
    /// Games won by the first bot.
    pub wins: u32,
    /// Games drawn.
    pub draws: u32,
    /// Games lost.
    pub losses: u32,
    /// Cells owned at the end by the first bot, over all games.
    pub cells: u64,
    /// Cells owned at the end by the second bot.
    pub enemy_cells: u64,
    /// Pairs by the points that the first bot took in them: 0, 1/2, 1, 3/2 or 2.
    pub pairs: [u32; 5],
}

impl Tally {
    /// Plays the pair of this seed and counts it.
    pub fn play_pair(
        &mut self,
        start: &Filler,
        first: &mut dyn Bot,
        second: &mut dyn Bot,
        seed: u64,
    ) {
        let as_first = play(start, first, second, seed);
        let as_second = play(start, second, first, seed);
        let half_points =
            self.count(&as_first, Seat::new(0)) + self.count(&as_second, Seat::new(1));
        self.pairs[half_points] += 1;
    }

    /// Counts a game in which the first bot had this seat; returns its half points.
    fn count(&mut self, end: &Filler, seat: Seat) -> usize {
        let other = meeple_games::filler::opponent(seat);
        self.cells += u64::from(end.board().count(seat));
        self.enemy_cells += u64::from(end.board().count(other));
        match end.score(seat).cmp(&end.score(other)) {
            std::cmp::Ordering::Greater => {
                self.wins += 1;
                2
            }
            std::cmp::Ordering::Equal => {
                self.draws += 1;
                1
            }
            std::cmp::Ordering::Less => {
                self.losses += 1;
                0
            }
        }
    }

    /// Games played.
    pub fn games(&self) -> u32 {
        self.wins + self.draws + self.losses
    }

    /// The first bot's points a game, a draw being half a point.
    pub fn share(&self) -> f64 {
        (f64::from(self.wins) + f64::from(self.draws) / 2.0) / f64::from(self.games())
    }

    /// The half width of the 95 % interval around [`Tally::share`], from the spread of the
    /// pairs: the two games of a pair are not independent.
    pub fn margin(&self) -> f64 {
        let (pairs, share) = (f64::from(self.pairs.iter().sum::<u32>()), self.share());
        let spread = |(count, index): (&u32, u32)| {
            f64::from(*count) * (f64::from(index) / 4.0 - share).powi(2)
        };
        let variance = self.pairs.iter().zip(0..).map(spread).sum::<f64>() / (pairs - 1.0).max(1.0);
        1.96 * (variance / pairs).sqrt()
    }
}

/// `87.3 % +- 2.1 (+174 =1 -25 of 200), cells 214:71`
impl Display for Tally {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let games = u64::from(self.games().max(1));
        write!(
            f,
            "{:.1} % +- {:.1} (+{} ={} -{} of {}), cells {}:{}",
            100.0 * self.share(),
            100.0 * self.margin(),
            self.wins,
            self.draws,
            self.losses,
            self.games(),
            self.cells / games,
            self.enemy_cells / games,
        )
    }
}
