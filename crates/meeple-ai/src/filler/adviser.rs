//! Gives advice: the best placements with the lead each leaves, the chance of winning, and the reasons.
//!
//! Values are leads in cells: how many more cells a seat owns and may expect to own than its opponent. While
//! the border is open they come from a race in which no placement drops out (see `race`), so that all are
//! compared on the same draws. Where the opponent can't come (see `packing`), a lead is the room that is left
//! minus the expected part of the next piece that won't fit.

use super::{
    ChampionOptions, PieceTurn,
    champion::rank_by_lead,
    champion_plan::{CANDIDATES, ChampionPlan, TIDIEST, chance_to_win},
    flood::{Flood, FloodField, FloodSteps},
    packing::{DrawnPieces, by_tidiness},
    placement_race::{Continuation, PlacementRace, RaceCuts, lead},
    reasons::{packing_reasons, reasons},
    territory::{nearest, with_zero_distance},
};
use crate::{
    advice::{Advice, Advised, Adviser, Appraisal, Question, chances_at_end},
    search::Budget,
};
use meeple_core::{ChooseError, Game, Limits, RankedMove, Seat};
use meeple_games::filler::{Board, Filler, Move, Piece, Placement, draw_piece, opponent};
use rand::Rng;

/// An adviser that uses the champion's evaluation.
#[derive(Debug, Clone, Default)]
pub struct ChampionAdviser {
    options: ChampionOptions,
}

impl Adviser<Filler> for ChampionAdviser {
    fn unit(&self) -> &'static str {
        "cells"
    }

    fn advise(
        &mut self,
        position: &Filler,
        question: &Question<Move>,
        limits: &Limits,
        rng: &mut dyn Rng,
    ) -> Result<Advice<Move>, ChooseError> {
        let budget = Budget::start(limits);
        let advice = match position.board().owned(Seat::new(0)).words_per_row() {
            1 => self.advise_on::<1>(position, question, budget, rng),
            2 => self.advise_on::<2>(position, question, budget, rng),
            3 => self.advise_on::<3>(position, question, budget, rng),
            _ => self.advise_on::<4>(position, question, budget, rng),
        };
        if limits.is_stopped() { Err(ChooseError::Stopped) } else { advice }
    }

    fn appraise(
        &mut self,
        position: &Filler,
        limits: &Limits,
        rng: &mut dyn Rng,
    ) -> Result<Appraisal, ChooseError> {
        if position.piece().is_some() {
            return Ok(self.advise(position, &Question::top(1), limits, rng)?.appraisal);
        }
        let mut budget = Budget::start(limits);
        let appraisal = match position.board().owned(Seat::new(0)).words_per_row() {
            1 => self.appraise_deal::<1>(position, &mut budget, rng),
            2 => self.appraise_deal::<2>(position, &mut budget, rng),
            3 => self.appraise_deal::<3>(position, &mut budget, rng),
            _ => self.appraise_deal::<4>(position, &mut budget, rng),
        };
        if limits.is_stopped() { Err(ChooseError::Stopped) } else { Ok(appraisal) }
    }
}

impl ChampionAdviser {
    fn advise_on<const N: usize>(
        &self,
        position: &Filler,
        question: &Question<Move>,
        mut budget: Budget<'_>,
        rng: &mut dyn Rng,
    ) -> Result<Advice<Move>, ChooseError> {
        let hand = PieceTurn::from_position(position).ok_or(ChooseError::NotNow)?;
        let mut study =
            PositionStudy::<N>::new(position, hand, ChampionPlan::new(&self.options, hand.board));
        let asked: Vec<Placement> = question.also.iter().filter_map(|mv| placement(*mv)).collect();
        let mut ranking = study.ranking(question.top, &asked, &mut budget, rng);
        if ranking.is_empty() || question.also.contains(&Move::Stop) {
            ranking.push(RankedMove { mv: Move::Stop, value: study.lead_if_stopped() });
        }
        let best = ranking.first().map_or(0.0, |best| best.value);
        let mut moves = Vec::new();
        for (at, &RankedMove { mv, value }) in ranking.iter().enumerate() {
            if at >= question.top && !question.also.contains(&mv) {
                continue;
            }
            let reasons = match placement(mv) {
                Some(at) if study.is_open => reasons(hand, at, &mut study.flood, rng),
                Some(at) => packing_reasons::<N>(hand, at, &study.drawn),
                None => vec!["places nothing more for the rest of the game".into()],
            };
            let chance = study.chance(value);
            moves.push(Advised { mv, value, chance, visits: None, line: vec![mv], reasons });
        }
        let (appraisal, nodes) = (study.appraisal(best), budget.nodes());
        let depth = if study.is_open { self.depth(hand.board) } else { 1 };
        Ok(Advice { appraisal, moves, nodes, depth: Some(depth), proof: None })
    }

    fn depth(&self, board: &Board) -> u32 {
        ChampionPlan::new(&self.options, board).plies as u32
    }

    /// Evaluates a position without a piece in hand: a piece is drawn for the seat to move as well, so that
    /// it looks as far ahead as with a piece in hand.
    fn appraise_deal<const N: usize>(
        &self,
        position: &Filler,
        budget: &mut Budget<'_>,
        rng: &mut dyn Rng,
    ) -> Appraisal {
        let board = position.board();
        let plan = ChampionPlan::new(&self.options, board);
        let seat = position.seat().unwrap_or_else(|| Seat::new(0));
        let piece = draw_piece(board, rng);
        let other = opponent(seat);
        let (margins, cell) = (position.margins(), plan.heads.len() as f64);
        let last = PieceTurn { board, piece: &piece, seat: other, margins };
        let mut study = PositionStudy::<N>::new(position, PieceTurn { seat, ..last }, plan);
        if let Some(outcome) = position.outcome() {
            let chances = chances_at_end(&outcome);
            return Appraisal { chances, ..study.appraisal(study.cells(board)) };
        }
        if !study.is_open {
            let value = study.closed_lead(board);
            return study.appraisal(value);
        }
        let (mut sum, mut draws) = (0.0, 0);
        while draws < plan.samples {
            let pieces: Vec<Piece> = (0..plan.plies).map(|_| draw_piece(board, rng)).collect();
            let continuation = Continuation { hand: last, plan, pieces: &pieces };
            let theirs = continuation.lead_from(board, &mut study.flood, budget);
            let Some(theirs) = theirs else { break };
            sum -= f64::from(theirs) / cell;
            draws += 1;
        }
        let now = f64::from(lead(board, study.hand, plan, &mut study.flood)) / cell;
        study.appraisal(if draws > 0 { sum / f64::from(draws) } else { now })
    }
}

fn placement(mv: Move) -> Option<Placement> {
    match mv {
        Move::Place(at) => Some(at),
        Move::Stop => None,
    }
}

/// A position being analysed.
struct PositionStudy<'a, const N: usize> {
    hand: PieceTurn<'a>,
    plan: ChampionPlan,
    flood: Flood<N>,
    /// Whether each seat can still place pieces.
    plays: [bool; 2],
    /// Whether both seats still play and some empty cell can be reached by both.
    is_open: bool,
    /// Pieces used to compare placements when the position isn't open.
    drawn: DrawnPieces,
}

impl<'a, const N: usize> PositionStudy<'a, N> {
    fn new(position: &Filler, hand: PieceTurn<'a>, plan: ChampionPlan) -> Self {
        let mut flood = Flood::with_steps(FloodSteps::Octagons);
        let plays = [0, 1].map(|seat| !position.is_stuck(Seat::new(seat)));
        let is_contested = flood.is_contested(&FloodField::<N>::new(hand.board, hand.seat));
        let is_open = plays == [true; 2] && is_contested;
        PositionStudy { hand, plan, flood, plays, is_open, drawn: DrawnPieces::default() }
    }

    /// Returns the best placements and those asked about, with the lead each leaves.
    fn ranking(
        &mut self,
        top: usize,
        asked: &[Placement],
        budget: &mut Budget<'_>,
        rng: &mut dyn Rng,
    ) -> Vec<RankedMove<Move>> {
        let (hand, plan) = (self.hand, self.plan);
        if !self.is_open {
            return self.packing_ranking(asked, budget, rng);
        }
        let mut near: Vec<Placement> =
            nearest(hand, CANDIDATES, budget).iter().map(|near| near.at).collect();
        near.extend(asked.iter().filter(|at| !near.contains(at)).collect::<Vec<_>>());
        let near = with_zero_distance(near.into_iter());
        let mut ranking = rank_by_lead(hand, plan, &near, &mut self.flood, budget);
        if ranking.len() < near.len() {
            // No time left: all that is known about the remaining placements is that they are legal.
            let value =
                f64::from(lead(hand.board, hand, plan, &mut self.flood)) / plan.heads.len() as f64;
            let known = |at: &Placement| ranking.iter().any(|ranked| ranked.mv == *at);
            let rest = near.iter().map(|near| near.at).filter(|at| !known(at));
            let rest: Vec<_> = rest.map(|mv| RankedMove { mv, value }).collect();
            ranking.extend(rest);
        } else {
            let chosen = ranking.iter().map(|ranked| ranked.mv).enumerate();
            let most = top.max(plan.best);
            let chosen = chosen.filter(|(at, mv)| *at < most || asked.contains(mv));
            let race =
                PlacementRace::<N>::new(hand, plan, RaceCuts::Never, chosen.map(|(_, mv)| mv));
            ranking = race.run(budget, rng).unwrap_or(ranking);
        }
        ranking.sort_by(|a, b| b.value.total_cmp(&a.value));
        ranking
            .iter()
            .map(|ranked| RankedMove { mv: Move::Place(ranked.mv), value: ranked.value })
            .collect()
    }

    /// Returns the tidiest placements and those asked about when only room counts: those after which most of
    /// the drawn pieces fit come first, then the tidiest.
    fn packing_ranking(
        &mut self,
        asked: &[Placement],
        budget: &mut Budget<'_>,
        rng: &mut dyn Rng,
    ) -> Vec<RankedMove<Move>> {
        let hand = self.hand;
        let tidy = by_tidiness::<N>(hand, budget).into_iter().enumerate();
        let kept = tidy.filter(|(index, at)| *index < TIDIEST || asked.contains(at));
        let mut kept: Vec<Placement> = kept.map(|(_, at)| at).collect();
        let unseen: Vec<Placement> =
            asked.iter().copied().filter(|at| !kept.contains(at)).collect();
        kept.extend(unseen);
        self.drawn = DrawnPieces::new(hand, rng);
        let shares = self.drawn.shares_that_fit(hand, &kept, budget).unwrap_or_else(|| {
            self.drawn = DrawnPieces::default(); // no time: none are compared
            vec![0.0; kept.len()]
        });
        let new_cells = self.drawn.new_cells();
        let lead = |(at, share): (Placement, f64)| {
            let mut board = hand.board.clone();
            board.place(hand.piece, at, hand.seat);
            let value = self.closed_lead(&board) - (1.0 - share) * new_cells;
            RankedMove { mv: Move::Place(at), value }
        };
        let mut leads: Vec<RankedMove<Move>> = kept.into_iter().zip(shares).map(lead).collect();
        leads.sort_by(|a, b| b.value.total_cmp(&a.value));
        leads
    }

    /// Returns our cells minus theirs.
    fn cells(&self, board: &Board) -> f64 {
        let seat = self.hand.seat;
        f64::from(board.count(seat)) - f64::from(board.count(opponent(seat)))
    }

    /// Returns the lead if each side that still plays fills all it can reach.
    fn closed_lead(&mut self, board: &Board) -> f64 {
        let seat = self.hand.seat;
        let mut room = |seat: Seat| {
            let field = FloodField::<N>::new(board, seat);
            if self.plays[seat.index()] { f64::from(self.flood.room(&field)) } else { 0.0 }
        };
        let (ours, theirs) = (room(seat), room(opponent(seat)));
        self.cells(board) + ours - theirs
    }

    /// Returns the lead if we place nothing more (F5).
    fn lead_if_stopped(&mut self) -> f64 {
        let plays = self.plays;
        self.plays[self.hand.seat.index()] = false;
        let lead = self.closed_lead(self.hand.board);
        self.plays = plays;
        lead
    }

    fn chance(&self, lead: f64) -> f64 {
        chance_to_win(lead, self.hand.board)
    }

    /// Converts our lead into values and chances for both seats.
    fn appraisal(&self, lead: f64) -> Appraisal {
        let chance = self.chance(lead);
        match self.hand.seat.index() {
            0 => Appraisal { values: vec![lead, -lead], chances: vec![chance, 1.0 - chance] },
            _ => Appraisal { values: vec![-lead, lead], chances: vec![1.0 - chance, chance] },
        }
    }
}
