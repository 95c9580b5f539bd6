//! Compares the best few placements against an enemy that moves towards us: games are played out until they
//! are decided, all placements get the same pieces, and the worse half drops out from time to time.
//!
//! ```text
//! one ply          a  0      b -0.8   c -2.1     cells, relative to the first
//! 44 games each      0.71      0.73     0.66     wins per game, softened: a lead of `SOFT` cells
//! 88 more            0.72      0.70              counts 0.73, a lead of zero 0.5
//! ```
//!
//! The one-ply evaluation counts as much as `PRIOR` games, so that luck alone doesn't decide.

use super::{
    playout::{PlayoutPieces, SmallPlayout},
    small_board::SmallBoard,
};
use crate::{
    filler::{
        PieceTurn,
        champion_plan::{PRIOR_GAMES, SOFT_WIN_LEAD},
    },
    maths::logistic,
    search::Budget,
};
use meeple_core::RankedMove;
use meeple_games::filler::Placement;
use rand::Rng;

/// A placement in the contest.
#[derive(Debug)]
struct ContestPlacement {
    at: Placement,
    board: SmallBoard,
    /// Difference between its one-ply lead and that of the first, in cells; never positive.
    compared: f64,
    /// Sum of its softened wins.
    sum: f64,
}

/// Plays out about `games` games in total for the first of a ranking, as long as the budget lasts, and
/// returns the values in cells, best first. `None` if the board is too large or the budget didn't cover one
/// game each.
pub(crate) fn play_out_best(
    hand: PieceTurn<'_>,
    best: &[RankedMove<Placement>],
    games: u32,
    budget: &mut Budget<'_>,
    rng: &mut dyn Rng,
) -> Option<Vec<RankedMove<Placement>>> {
    let first = best.first()?.value;
    let runner = |ranked: &RankedMove<Placement>| {
        let mut board = hand.board.clone();
        board.place(hand.piece, ranked.mv, hand.seat);
        let board = SmallBoard::from_board(&board)?;
        Some(ContestPlacement { at: ranked.mv, board, compared: ranked.value - first, sum: 0.0 })
    };
    let runners = best.iter().map(runner).collect::<Option<Vec<ContestPlacement>>>()?;
    let player = SmallPlayout::new(hand.seat.index(), hand.margins.into());
    PlayoutContest { hand, player, runners, dropped: Vec::new(), rounds: 0 }.run(games, budget, rng)
}

struct PlayoutContest<'a> {
    hand: PieceTurn<'a>,
    player: SmallPlayout,
    /// Remaining placements, best first after each halving.
    runners: Vec<ContestPlacement>,
    /// Placements that dropped out, and how far they were behind the best then.
    dropped: Vec<(Placement, f64)>,
    /// Number of games played with each remaining placement.
    rounds: u32,
}

impl PlayoutContest<'_> {
    fn run(
        mut self,
        games: u32,
        budget: &mut Budget<'_>,
        rng: &mut dyn Rng,
    ) -> Option<Vec<RankedMove<Placement>>> {
        let halves = self.runners.len().next_power_of_two().trailing_zeros().max(1);
        while self.runners.len() > 1 {
            let each = (games / halves / self.runners.len() as u32).max(1);
            let played = (0..each).take_while(|_| self.round(budget, rng).is_some()).count();
            self.runners.sort_by(|a, b| {
                mean_value(b, self.rounds).total_cmp(&mean_value(a, self.rounds)) // stable
            });
            if played < each as usize {
                break;
            }
            self.halve();
        }
        (self.rounds > 0).then(|| self.ranking())
    }

    /// Plays one game each with the same pieces; if the budget runs out, returns `None` and counts nothing.
    fn round(&mut self, budget: &mut Budget<'_>, rng: &mut dyn Rng) -> Option<()> {
        let mut pieces = PlayoutPieces::new(self.hand.board, rng.next_u64());
        let player = &mut self.player;
        let lead = |runner: &ContestPlacement| player.lead_after(runner.board, &mut pieces, budget);
        let leads: Vec<f64> = self.runners.iter().map(lead).collect::<Option<_>>()?;
        for (runner, lead) in self.runners.iter_mut().zip(leads) {
            runner.sum += soft_win(lead);
        }
        self.rounds += 1;
        Some(())
    }

    fn halve(&mut self) {
        let kept = self.runners.len().div_ceil(2);
        let best = mean_value(&self.runners[0], self.rounds);
        for runner in self.runners.drain(kept..) {
            self.dropped.push((runner.at, best - mean_value(&runner, self.rounds)));
        }
    }

    /// Returns the values in cells; placements that dropped out keep their distance to the best.
    fn ranking(&self) -> Vec<RankedMove<Placement>> {
        let best = self.runners.first().map_or(0.5, |best| mean_value(best, self.rounds));
        let kept = self.runners.iter().map(|runner| (runner.at, mean_value(runner, self.rounds)));
        let out = self.dropped.iter().map(|&(at, behind)| (at, best - behind));
        let rank = |(mv, worth)| RankedMove { mv, value: lead_of_soft_win(worth) };
        let mut ranking: Vec<RankedMove<Placement>> = kept.chain(out).map(rank).collect();
        ranking.sort_by(|a, b| b.value.total_cmp(&a.value)); // stable: the winner stays first
        ranking
    }
}

/// Returns the softened wins per game, combined with the one-ply prior.
fn mean_value(runner: &ContestPlacement, rounds: u32) -> f64 {
    let prior = runner.compared / (4.0 * SOFT_WIN_LEAD); // the slope of the logistic curve at zero
    (runner.sum + PRIOR_GAMES * prior) / f64::from(rounds.max(1))
}

/// Converts a lead in cells into a softened win.
fn soft_win(lead: f64) -> f64 {
    logistic(lead / SOFT_WIN_LEAD)
}

/// Converts a softened win back into a lead in cells.
fn lead_of_soft_win(worth: f64) -> f64 {
    let worth = worth.clamp(0.001, 0.999);
    SOFT_WIN_LEAD * libm::log(worth / (1.0 - worth))
}
