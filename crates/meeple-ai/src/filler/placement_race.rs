//! A race between the best few placements: each is continued with the same randomly drawn pieces, and the
//! worse ones drop out.
//!
//! ```text
//!            the enemy's piece   ours     lead      8 draws  8 more  16 more
//! placement ──► its best reply ──► our best ──►    +7       a 4.1 ──► 3.9 ──► 4.0
//!                                                           b 3.8 ──► 2.2
//!                                                           c 0.5
//! ```
//!
//! All remaining placements have been tried with the same pieces, so luck favours none of them, and the
//! comparison is fair whenever the budget runs out. A dropped placement is rated with the winner's value
//! minus its gap at the time it was dropped.

use super::{
    PieceTurn,
    champion_plan::ChampionPlan,
    flood::{Flood, FloodField, FloodSteps},
    territory::{PlacementScorer, nearest},
};
use crate::search::Budget;
use meeple_core::RankedMove;
use meeple_games::filler::{Board, Piece, Placement, draw_piece, opponent};
use rand::Rng;
use std::cmp::Reverse;

/// A placement in the race.
struct RacePlacement {
    at: Placement,
    board: Board,
    /// Sum of its leads; a cell counts once per head start.
    sum: i64,
    /// Values of the sum at each cut.
    sums_at_cuts: Vec<LeadSum>,
}

/// A sum of leads and the number of draws behind it.
#[derive(Debug, Clone, Copy)]
struct LeadSum {
    sum: i64,
    draws: u32,
}

/// Whether the worse half drops out from time to time.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum RaceCuts {
    /// Spend the draws on the placements that may be the best.
    Halve,
    /// Try every placement with every draw.
    Never,
}

/// A race in progress.
pub(super) struct PlacementRace<'a, const N: usize> {
    hand: PieceTurn<'a>,
    plan: ChampionPlan,
    cuts: RaceCuts,
    flood: Flood<N>,
    runners: Vec<RacePlacement>,
    dropped: Vec<RacePlacement>,
    draws: u32,
    next_cut: u32,
}

impl<'a, const N: usize> PlacementRace<'a, N> {
    /// Starts a race between these placements of the piece in hand.
    pub(super) fn new(
        hand: PieceTurn<'a>,
        plan: ChampionPlan,
        cuts: RaceCuts,
        placements: impl Iterator<Item = Placement>,
    ) -> Self {
        let runner = |at| {
            let mut board = hand.board.clone();
            board.place(hand.piece, at, hand.seat);
            RacePlacement { at, board, sum: 0, sums_at_cuts: Vec::new() }
        };
        let runners: Vec<RacePlacement> = placements.map(runner).collect();
        let next_cut = plan.first_cut(runners.len());
        let (flood, dropped) = (Flood::with_steps(FloodSteps::Octagons), Vec::new());
        PlacementRace { hand, plan, cuts, flood, runners, dropped, draws: 0, next_cut }
    }

    /// Runs until one placement is left or the draws of the plan or the budget are used up, and returns the
    /// values in cells, best first. `None` if the budget didn't cover a single draw.
    pub(super) fn run(
        mut self,
        budget: &mut Budget<'_>,
        rng: &mut dyn Rng,
    ) -> Option<Vec<RankedMove<Placement>>> {
        while self.draws < self.plan.samples
            && self.is_running()
            && self.run_draw(budget, rng).is_some()
        {
            self.draws += 1;
            if self.cuts == RaceCuts::Halve && self.draws == self.next_cut {
                self.next_cut *= 2;
                self.drop_worse_half();
            }
        }
        (self.draws > 0).then(|| self.ranking())
    }

    fn is_running(&self) -> bool {
        self.runners.len() > 1 || self.draws == 0 || self.cuts == RaceCuts::Never
    }

    /// Tries all placements with the same pieces; if the budget runs out, returns `None` and counts nothing.
    fn run_draw(&mut self, budget: &mut Budget<'_>, rng: &mut dyn Rng) -> Option<()> {
        let pieces: Vec<Piece> =
            (1..self.plan.plies).map(|_| draw_piece(self.hand.board, rng)).collect();
        let continuation = Continuation { hand: self.hand, plan: self.plan, pieces: &pieces };
        let mut leads = Vec::with_capacity(self.runners.len());
        for runner in &self.runners {
            leads.push(continuation.lead_from(&runner.board, &mut self.flood, budget)?);
        }
        for (runner, lead) in self.runners.iter_mut().zip(leads) {
            runner.sum += i64::from(lead);
        }
        Some(())
    }

    fn drop_worse_half(&mut self) {
        for runner in &mut self.runners {
            runner.sums_at_cuts.push(LeadSum { sum: runner.sum, draws: self.draws });
        }
        self.runners.sort_by_key(|runner| Reverse(runner.sum));
        let worse = self.runners.split_off(self.runners.len().div_ceil(2));
        self.dropped.extend(worse);
    }

    /// Returns the value of each placement, best first.
    fn ranking(mut self) -> Vec<RankedMove<Placement>> {
        self.runners.sort_by_key(|runner| Reverse(runner.sum));
        let cell = self.plan.heads.len() as f64;
        let cells = |sum: i64, draws: u32| sum as f64 / (cell * f64::from(draws));
        let rank = |runner: &RacePlacement| RankedMove {
            mv: runner.at,
            value: cells(runner.sum, self.draws),
        };
        let mut ranking: Vec<RankedMove<Placement>> = self.runners.iter().map(rank).collect();
        let Some(winner) = self.runners.first() else { return ranking };
        let most = cells(winner.sum, self.draws);
        let behind = |runner: &RacePlacement| {
            let then = runner.sums_at_cuts.len().checked_sub(1)?;
            let LeadSum { sum, draws } = *winner.sums_at_cuts.get(then)?;
            let value = most - cells(sum - runner.sum, draws);
            Some(RankedMove { mv: runner.at, value })
        };
        ranking.extend(self.dropped.iter().filter_map(behind));
        ranking.sort_by(|a, b| b.value.total_cmp(&a.value)); // stable: the winner stays first
        ranking
    }
}

/// Pieces placed in turn, starting with the enemy's, each where it is best one ply ahead.
pub(super) struct Continuation<'a> {
    pub(super) hand: PieceTurn<'a>,
    pub(super) plan: ChampionPlan,
    pub(super) pieces: &'a [Piece],
}

/// The result of looking for a placement.
enum PlacementChoice {
    At(Placement),
    Nowhere,
}

impl Continuation<'_> {
    /// Returns the lead of the hand's seat after these pieces were placed from this board on (a cell counts
    /// once per head start); `None` if the budget runs out.
    pub(super) fn lead_from<const N: usize>(
        &self,
        board: &Board,
        flood: &mut Flood<N>,
        budget: &mut Budget<'_>,
    ) -> Option<i32> {
        let mut board = board.clone();
        let mut seat = self.hand.seat;
        for piece in self.pieces {
            seat = opponent(seat);
            let hand = PieceTurn { board: &board, piece, seat, ..self.hand };
            if let PlacementChoice::At(at) = self.best_reply(hand, flood, budget)? {
                board.place(piece, at, seat);
            }
        }
        budget.spend(1).then(|| lead(&board, self.hand, self.plan, flood))
    }

    /// Returns the placement that leaves the most territory; `None` if the budget runs out.
    fn best_reply<const N: usize>(
        &self,
        hand: PieceTurn<'_>,
        flood: &mut Flood<N>,
        budget: &mut Budget<'_>,
    ) -> Option<PlacementChoice> {
        let near = nearest(hand, self.plan.answers, budget);
        let mut field = FloodField::<N>::new(hand.board, hand.seat);
        let value = |field: &FloodField<N>| flood.territory(field, self.plan.heads);
        let weighed = PlacementScorer { hand, pull: 0, value }.score(&near, &mut field, budget);
        // Take the first of the best.
        let best = weighed.iter().rev().max_by_key(|answer| answer.worth);
        let answer = best.map_or(PlacementChoice::Nowhere, |best| PlacementChoice::At(best.at));
        (weighed.len() == near.len()).then_some(answer)
    }
}

/// Returns the seat's cells plus its soft territory minus the enemy's; a cell counts once per head start.
pub(super) fn lead<const N: usize>(
    board: &Board,
    hand: PieceTurn<'_>,
    plan: ChampionPlan,
    flood: &mut Flood<N>,
) -> i32 {
    let field = FloodField::<N>::new(board, hand.seat);
    let cells = board.count(hand.seat) as i32 - board.count(opponent(hand.seat)) as i32;
    cells * plan.heads.len() as i32 + flood.lead(&field, plan.heads)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::filler::ChampionOptions;
    use meeple_core::{
        Limits, Seat,
        rng::{RngStream, seeded},
    };
    use meeple_games::filler::{Margins, standard_map};

    fn race(hand: PieceTurn<'_>, plan: ChampionPlan, cuts: RaceCuts) -> PlacementRace<'_, 1> {
        PlacementRace::new(hand, plan, cuts, hand.placements())
    }

    /// Runs a check on map00 with a piece that has more than two placements.
    fn on_map00(check: impl Fn(PieceTurn<'_>, ChampionPlan)) {
        let board = standard_map("map00").expect("a map");
        let piece: Piece = "3x2:OO./.OO".parse().expect("a piece");
        let hand = PieceTurn {
            board: &board,
            piece: &piece,
            seat: Seat::new(0),
            margins: Margins::Overhang,
        };
        let options = ChampionOptions { samples: Some(4), ..ChampionOptions::default() };
        check(hand, ChampionPlan::new(&options, &board));
    }

    #[test]
    fn every_placement_is_tried_with_the_same_pieces() {
        on_map00(|hand, plan| {
            let limits = Limits::default();
            let mut budget = Budget::start(&limits);
            let ranking = race(hand, plan, RaceCuts::Never)
                .run(&mut budget, &mut seeded(1, RngStream::Deals))
                .expect("no limit binds");
            for RankedMove { mv, value } in ranking {
                let mut board = hand.board.clone();
                board.place(hand.piece, mv, hand.seat);
                let mut rng = seeded(1, RngStream::Deals);
                let sum: i32 = (0..4)
                    .map(|_| [(); 2].map(|()| draw_piece(hand.board, &mut rng)))
                    .filter_map(|pieces| {
                        let continuation = Continuation { hand, plan, pieces: &pieces };
                        continuation.lead_from(
                            &board,
                            &mut Flood::<1>::with_steps(FloodSteps::Octagons),
                            &mut budget,
                        )
                    })
                    .sum();
                assert!((value - f64::from(sum) / 20.0).abs() < 1e-9, "{mv}"); // 4 draws, 5 heads
            }
        });
    }

    #[test]
    fn cuts_spend_less_and_keep_every_placement_in_the_ranking() {
        on_map00(|hand, plan| {
            let limits = Limits::default();
            let run = |cuts| {
                let mut budget = Budget::start(&limits);
                let ranking =
                    race(hand, plan, cuts).run(&mut budget, &mut seeded(1, RngStream::Deals));
                (ranking.expect("no limit binds"), budget.nodes())
            };
            let ((all, most), (halved, fewer)) = (run(RaceCuts::Never), run(RaceCuts::Halve));
            assert_eq!((all.len(), halved.len()), (hand.placements().count(), all.len()));
            assert!(fewer < most && halved.is_sorted_by(|a, b| a.value >= b.value));
        });
    }

    #[test]
    fn an_unfinished_draw_is_ignored() {
        on_map00(|hand, plan| {
            let limits = Limits { nodes: Some(30), ..Limits::default() };
            let mut budget = Budget::start(&limits);
            let ranking = race(hand, plan, RaceCuts::Halve)
                .run(&mut budget, &mut seeded(1, RngStream::Deals));
            assert_eq!(ranking.map(|ranking| ranking.len()), None);
        });
    }
}
