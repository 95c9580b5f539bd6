//! The best few placements against an enemy that goes for us: each is played on until it is
//! decided, all with the same pieces, and the worse half drops out now and then.
//!
//! ```text
//! one ply          a  0      b -0.8   c -2.1     cells, compared with the first
//! 44 games each      0.71      0.73     0.66     wins a game, softened: a lead of `SOFT` cells
//! 88 more            0.72      0.70              counts 0.73, one of none 0.5
//! ```
//!
//! What one ply says counts as much as `PRIOR` games, so that luck alone overrules nobody.

use super::{
    board::SmallBoard,
    sequel::{Pieces, Player},
};
use crate::{
    filler::{
        Hand,
        plan::{PRIOR, SOFT},
    },
    maths::logistic,
    search::Budget,
};
use meeple_core::Ranked;
use meeple_games::filler::Placement;
use rand::Rng;

/// A placement in the contest.
#[derive(Debug)]
struct Runner {
    at: Placement,
    board: SmallBoard,
    /// How its lead one ply ahead compares with the first's, in cells; never more.
    compared: f64,
    /// Its softened wins, added up.
    sum: f64,
}

/// Plays the first of a ranking on with about so many games in all, as long as the budget
/// lasts; then what each is worth in cells, the best first. `None` if the board is too large, or
/// not even one game each was affordable.
pub(crate) fn contest(
    hand: Hand<'_>,
    best: &[Ranked<Placement>],
    games: u32,
    budget: &mut Budget<'_>,
    rng: &mut dyn Rng,
) -> Option<Vec<Ranked<Placement>>> {
    let first = best.first()?.value;
    let runner = |ranked: &Ranked<Placement>| {
        let mut board = hand.board.clone();
        board.place(hand.piece, ranked.mv, hand.seat);
        let board = SmallBoard::of(&board)?;
        Some(Runner { at: ranked.mv, board, compared: ranked.value - first, sum: 0.0 })
    };
    let runners = best.iter().map(runner).collect::<Option<Vec<Runner>>>()?;
    let player = Player::new(hand.seat.index(), hand.margins.into());
    Contest { hand, player, runners, out: Vec::new(), rounds: 0 }.run(games, budget, rng)
}

struct Contest<'a> {
    hand: Hand<'a>,
    player: Player,
    /// Who is left, the best first after each half.
    runners: Vec<Runner>,
    /// Who has dropped out, and by how much it was behind the best then.
    out: Vec<(Placement, f64)>,
    /// How many games each who is left has played.
    rounds: u32,
}

impl Contest<'_> {
    fn run(
        mut self,
        games: u32,
        budget: &mut Budget<'_>,
        rng: &mut dyn Rng,
    ) -> Option<Vec<Ranked<Placement>>> {
        let halves = self.runners.len().next_power_of_two().trailing_zeros().max(1);
        while self.runners.len() > 1 {
            let each = (games / halves / self.runners.len() as u32).max(1);
            let played = (0..each).take_while(|_| self.round(budget, rng).is_some()).count();
            self.runners.sort_by(|a, b| {
                worth(b, self.rounds).total_cmp(&worth(a, self.rounds)) // stable
            });
            if played < each as usize {
                break;
            }
            self.halve();
        }
        (self.rounds > 0).then(|| self.ranking())
    }

    /// One game each with the same pieces; nothing is counted if the budget ends meanwhile.
    fn round(&mut self, budget: &mut Budget<'_>, rng: &mut dyn Rng) -> Option<()> {
        let mut pieces = Pieces::new(self.hand.board, rng.next_u64());
        let player = &mut self.player;
        let lead = |runner: &Runner| player.lead_after(runner.board, &mut pieces, budget);
        let leads: Vec<f64> = self.runners.iter().map(lead).collect::<Option<_>>()?;
        for (runner, lead) in self.runners.iter_mut().zip(leads) {
            runner.sum += softened(lead);
        }
        self.rounds += 1;
        Some(())
    }

    fn halve(&mut self) {
        let kept = self.runners.len().div_ceil(2);
        let best = worth(&self.runners[0], self.rounds);
        for runner in self.runners.drain(kept..) {
            self.out.push((runner.at, best - worth(&runner, self.rounds)));
        }
    }

    /// What each is worth in cells; those that dropped out are behind the best by as much as then.
    fn ranking(&self) -> Vec<Ranked<Placement>> {
        let best = self.runners.first().map_or(0.5, |best| worth(best, self.rounds));
        let kept = self.runners.iter().map(|runner| (runner.at, worth(runner, self.rounds)));
        let out = self.out.iter().map(|&(at, behind)| (at, best - behind));
        let rank = |(mv, worth)| Ranked { mv, value: hardened(worth) };
        let mut ranking: Vec<Ranked<Placement>> = kept.chain(out).map(rank).collect();
        ranking.sort_by(|a, b| b.value.total_cmp(&a.value)); // stable: the winner stays first
        ranking
    }
}

/// Softened wins a game, together with what one ply says.
fn worth(runner: &Runner, rounds: u32) -> f64 {
    let prior = runner.compared / (4.0 * SOFT); // as steep as where both are equal
    (runner.sum + PRIOR * prior) / f64::from(rounds.max(1))
}

/// What a lead of so many cells counts as a win.
fn softened(lead: f64) -> f64 {
    logistic(lead / SOFT)
}

/// The lead that counts so much.
fn hardened(worth: f64) -> f64 {
    let worth = worth.clamp(0.001, 0.999);
    SOFT * libm::log(worth / (1.0 - worth))
}
