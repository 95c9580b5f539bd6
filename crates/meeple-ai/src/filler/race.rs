//! A race of the best few placements: each is played on with the same drawn pieces, and whoever
//! falls behind is dropped.
//!
//! ```text
//!            the enemy's piece   ours     lead      8 draws  8 more  16 more
//! placement ──► its best answer ──► our best ──►   +7       a 4.1 ──► 3.9 ──► 4.0
//!                                                           b 3.8 ──► 2.2
//!                                                           c 0.5
//! ```
//!
//! All who are left have been tried with the same pieces, so luck favours nobody, and whenever
//! the budget ends there is a fair comparison. What was dropped is worth what the winner is
//! worth, less what it was behind when it was dropped.

use super::{
    Hand,
    flood::{Field, Flood, Steps},
    plan::Plan,
    territory::{Scale, nearest},
};
use crate::search::Budget;
use meeple_core::Ranked;
use meeple_games::filler::{Board, Piece, Placement, draw_piece, opponent};
use rand::Rng;
use std::cmp::Reverse;

/// A placement in the race.
struct Runner {
    at: Placement,
    board: Board,
    /// Its leads, in head starts of a cell, added up.
    sum: i64,
    /// What the sum was at each cut.
    marks: Vec<Mark>,
}

/// A sum of leads, and after how many draws.
#[derive(Debug, Clone, Copy)]
struct Mark {
    sum: i64,
    draws: u32,
}

/// Whether the worse half is dropped now and then.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Cuts {
    /// The draws are spent on those that may be the best.
    Halve,
    /// Everybody is tried with every draw.
    Never,
}

/// The race.
pub(super) struct Race<'a, const N: usize> {
    hand: Hand<'a>,
    plan: Plan,
    cuts: Cuts,
    flood: Flood<N>,
    runners: Vec<Runner>,
    dropped: Vec<Runner>,
    draws: u32,
    next_cut: u32,
}

impl<'a, const N: usize> Race<'a, N> {
    /// These placements of the piece in hand.
    pub(super) fn new(
        hand: Hand<'a>,
        plan: Plan,
        cuts: Cuts,
        placements: impl Iterator<Item = Placement>,
    ) -> Self {
        let runner = |at| {
            let mut board = hand.board.clone();
            board.place(hand.piece, at, hand.seat);
            Runner { at, board, sum: 0, marks: Vec::new() }
        };
        let runners: Vec<Runner> = placements.map(runner).collect();
        let next_cut = plan.first_cut(runners.len());
        let (flood, dropped) = (Flood::by(Steps::Octagons), Vec::new());
        Race { hand, plan, cuts, flood, runners, dropped, draws: 0, next_cut }
    }

    /// Runs until one is left, the draws of the plan are over, or the budget is; then what each
    /// is worth in cells, the best first. `None` if not even one draw was affordable.
    pub(super) fn run(
        mut self,
        budget: &mut Budget<'_>,
        rng: &mut dyn Rng,
    ) -> Option<Vec<Ranked<Placement>>> {
        while self.draws < self.plan.samples && self.goes_on() && self.draw(budget, rng).is_some() {
            self.draws += 1;
            if self.cuts == Cuts::Halve && self.draws == self.next_cut {
                self.next_cut *= 2;
                self.cut();
            }
        }
        (self.draws > 0).then(|| self.ranking())
    }

    fn goes_on(&self) -> bool {
        self.runners.len() > 1 || self.draws == 0 || self.cuts == Cuts::Never
    }

    /// Tries everybody with the same pieces; `None`, and nothing is counted, if the budget ends.
    fn draw(&mut self, budget: &mut Budget<'_>, rng: &mut dyn Rng) -> Option<()> {
        let pieces: Vec<Piece> =
            (1..self.plan.plies).map(|_| draw_piece(self.hand.board, rng)).collect();
        let sequel = Sequel { hand: self.hand, plan: self.plan, pieces: &pieces };
        let mut leads = Vec::with_capacity(self.runners.len());
        for runner in &self.runners {
            leads.push(sequel.lead_from(&runner.board, &mut self.flood, budget)?);
        }
        for (runner, lead) in self.runners.iter_mut().zip(leads) {
            runner.sum += i64::from(lead);
        }
        Some(())
    }

    /// Drops the worse half.
    fn cut(&mut self) {
        for runner in &mut self.runners {
            runner.marks.push(Mark { sum: runner.sum, draws: self.draws });
        }
        self.runners.sort_by_key(|runner| Reverse(runner.sum));
        let worse = self.runners.split_off(self.runners.len().div_ceil(2));
        self.dropped.extend(worse);
    }

    /// What each is worth, the best first.
    fn ranking(mut self) -> Vec<Ranked<Placement>> {
        self.runners.sort_by_key(|runner| Reverse(runner.sum));
        let cell = self.plan.heads.len() as f64;
        let cells = |sum: i64, draws: u32| sum as f64 / (cell * f64::from(draws));
        let rank = |runner: &Runner| Ranked { mv: runner.at, value: cells(runner.sum, self.draws) };
        let mut ranking: Vec<Ranked<Placement>> = self.runners.iter().map(rank).collect();
        let Some(winner) = self.runners.first() else { return ranking };
        let most = cells(winner.sum, self.draws);
        let behind = |runner: &Runner| {
            let then = runner.marks.len().checked_sub(1)?;
            let Mark { sum, draws } = *winner.marks.get(then)?;
            let value = most - cells(sum - runner.sum, draws);
            Some(Ranked { mv: runner.at, value })
        };
        ranking.extend(self.dropped.iter().filter_map(behind));
        ranking.sort_by(|a, b| b.value.total_cmp(&a.value)); // stable: the winner stays first
        ranking
    }
}

/// Pieces that are laid by turns, the enemy's of whoever holds the hand first, each as well as
/// one ply shows.
pub(super) struct Sequel<'a> {
    pub(super) hand: Hand<'a>,
    pub(super) plan: Plan,
    pub(super) pieces: &'a [Piece],
}

/// Where a piece goes.
enum Answer {
    At(Placement),
    Nowhere,
}

impl Sequel<'_> {
    /// The lead of whoever holds the hand, in head starts of a cell, after these pieces were laid
    /// from this board on; `None` if the budget does not suffice.
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
            let hand = Hand { board: &board, piece, seat, ..self.hand };
            if let Answer::At(at) = self.best_answer(hand, flood, budget)? {
                board.place(piece, at, seat);
            }
        }
        budget.spend(1).then(|| lead(&board, self.hand, self.plan, flood))
    }

    /// The best placement by the territory it leaves.
    fn best_answer<const N: usize>(
        &self,
        hand: Hand<'_>,
        flood: &mut Flood<N>,
        budget: &mut Budget<'_>,
    ) -> Option<Answer> {
        let near = nearest(hand, self.plan.answers, budget);
        let mut field = Field::<N>::new(hand.board, hand.seat);
        let value = |field: &Field<N>| flood.territory(field, self.plan.heads);
        let weighed = Scale { hand, pull: 0, value }.weigh(&near, &mut field, budget);
        // The first of the best.
        let best = weighed.iter().rev().max_by_key(|answer| answer.worth);
        let answer = best.map_or(Answer::Nowhere, |best| Answer::At(best.at));
        (weighed.len() == near.len()).then_some(answer)
    }
}

/// The cells of this hand's seat and its soft territory less the enemy's, in head starts of a
/// cell.
pub(super) fn lead<const N: usize>(
    board: &Board,
    hand: Hand<'_>,
    plan: Plan,
    flood: &mut Flood<N>,
) -> i32 {
    let field = Field::<N>::new(board, hand.seat);
    let cells = board.count(hand.seat) as i32 - board.count(opponent(hand.seat)) as i32;
    cells * plan.heads.len() as i32 + flood.lead(&field, plan.heads)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::filler::ChampionOptions;
    use meeple_core::{
        Limits, Seat,
        rng::{Stream, seeded},
    };
    use meeple_games::filler::{Margins, standard_map};

    fn race(hand: Hand<'_>, plan: Plan, cuts: Cuts) -> Race<'_, 1> {
        Race::new(hand, plan, cuts, hand.placements())
    }

    /// On map00, with a piece that has more than two placements.
    fn on_map00(check: impl Fn(Hand<'_>, Plan)) {
        let board = standard_map("map00").expect("a map");
        let piece: Piece = "3x2:OO./.OO".parse().expect("a piece");
        let hand =
            Hand { board: &board, piece: &piece, seat: Seat::new(0), margins: Margins::Overhang };
        let options = ChampionOptions { samples: Some(4), ..ChampionOptions::default() };
        check(hand, Plan::new(&options, &board));
    }

    #[test]
    fn everybody_is_tried_with_the_same_pieces() {
        on_map00(|hand, plan| {
            let limits = Limits::default();
            let mut budget = Budget::start(&limits);
            let ranking = race(hand, plan, Cuts::Never)
                .run(&mut budget, &mut seeded(1, Stream::Deals))
                .expect("no limit binds");
            for Ranked { mv, value } in ranking {
                let mut board = hand.board.clone();
                board.place(hand.piece, mv, hand.seat);
                let mut rng = seeded(1, Stream::Deals);
                let sum: i32 = (0..4)
                    .map(|_| [(); 2].map(|()| draw_piece(hand.board, &mut rng)))
                    .filter_map(|pieces| {
                        let sequel = Sequel { hand, plan, pieces: &pieces };
                        sequel.lead_from(&board, &mut Flood::<1>::by(Steps::Octagons), &mut budget)
                    })
                    .sum();
                assert!((value - f64::from(sum) / 20.0).abs() < 1e-9, "{mv}"); // 4 draws, 5 heads
            }
        });
    }

    #[test]
    fn cuts_spend_less_and_drop_nobody_from_the_ranking() {
        on_map00(|hand, plan| {
            let limits = Limits::default();
            let run = |cuts| {
                let mut budget = Budget::start(&limits);
                let ranking =
                    race(hand, plan, cuts).run(&mut budget, &mut seeded(1, Stream::Deals));
                (ranking.expect("no limit binds"), budget.nodes())
            };
            let ((all, most), (halved, fewer)) = (run(Cuts::Never), run(Cuts::Halve));
            assert_eq!((all.len(), halved.len()), (hand.placements().count(), all.len()));
            assert!(fewer < most && halved.is_sorted_by(|a, b| a.value >= b.value));
        });
    }

    #[test]
    fn an_unfinished_draw_counts_for_nobody() {
        on_map00(|hand, plan| {
            let limits = Limits { nodes: Some(30), ..Limits::default() };
            let mut budget = Budget::start(&limits);
            let ranking =
                race(hand, plan, Cuts::Halve).run(&mut budget, &mut seeded(1, Stream::Deals));
            assert_eq!(ranking.map(|ranking| ranking.len()), None);
        });
    }
}
