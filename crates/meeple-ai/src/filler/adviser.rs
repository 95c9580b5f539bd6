//! Advice: the best placements with the lead each leaves, the chance to win, and why.
//!
//! Values are leads in cells: what a seat owns and may expect to own more than
//! the other. While the border is open they come from a race in which nobody is
//! dropped (see `race`), so that all are compared on the same draws. Where
//! nobody else comes (see `packing`), a lead is the room that is left, less what
//! of the next piece would find no place on average.

use super::{
    ChampionOptions, Hand,
    champion::weighed,
    flood::{Field, Flood, Steps},
    packing::{Drawn, by_tidiness},
    plan::{CANDIDATES, Plan, TIDIEST, chance_to_win},
    race::{Cuts, Race, Sequel, lead},
    reasons::{packing_reasons, reasons},
    territory::{as_near, nearest},
};
use crate::{
    advice::{Advice, Advised, Adviser, Appraisal, Question, chances_at_end},
    search::Budget,
};
use meeple_core::{Game, Limits, NoChoice, Ranked, Seat};
use meeple_games::filler::{Board, Filler, Move, Piece, Placement, draw_piece, opponent};
use rand::Rng;

/// Advises as the champion plays.
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
    ) -> Result<Advice<Move>, NoChoice> {
        let budget = Budget::start(limits);
        let advice = match position.board().owned(Seat::new(0)).words_per_row() {
            1 => self.advise_on::<1>(position, question, budget, rng),
            2 => self.advise_on::<2>(position, question, budget, rng),
            3 => self.advise_on::<3>(position, question, budget, rng),
            _ => self.advise_on::<4>(position, question, budget, rng),
        };
        if limits.is_stopped() { Err(NoChoice::Stopped) } else { advice }
    }

    fn appraise(
        &mut self,
        position: &Filler,
        limits: &Limits,
        rng: &mut dyn Rng,
    ) -> Result<Appraisal, NoChoice> {
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
        if limits.is_stopped() { Err(NoChoice::Stopped) } else { Ok(appraisal) }
    }
}

impl ChampionAdviser {
    fn advise_on<const N: usize>(
        &self,
        position: &Filler,
        question: &Question<Move>,
        mut budget: Budget<'_>,
        rng: &mut dyn Rng,
    ) -> Result<Advice<Move>, NoChoice> {
        let hand = Hand::of(position).ok_or(NoChoice::NotNow)?;
        let mut study = Study::<N>::new(position, hand, Plan::new(&self.options, hand.board));
        let asked: Vec<Placement> = question.also.iter().filter_map(|mv| placement(*mv)).collect();
        let mut ranking = study.ranking(question.top, &asked, &mut budget, rng);
        if ranking.is_empty() || question.also.contains(&Move::Stop) {
            ranking.push(Ranked { mv: Move::Stop, value: study.lead_if_stopped() });
        }
        let best = ranking.first().map_or(0.0, |best| best.value);
        let mut moves = Vec::new();
        for (at, &Ranked { mv, value }) in ranking.iter().enumerate() {
            if at >= question.top && !question.also.contains(&mv) {
                continue;
            }
            let reasons = match placement(mv) {
                Some(at) if study.is_open => reasons(hand, at, &mut study.flood, rng),
                Some(at) => packing_reasons::<N>(hand, at, &study.drawn),
                None => vec!["lays nothing more for the rest of the game".into()],
            };
            let chance = study.chance(value);
            moves.push(Advised { mv, value, chance, visits: None, line: vec![mv], reasons });
        }
        let (appraisal, nodes) = (study.appraisal(best), budget.nodes());
        let depth = if study.is_open { self.depth(hand.board) } else { 1 };
        Ok(Advice { appraisal, moves, nodes, depth: Some(depth), proof: None })
    }

    fn depth(&self, board: &Board) -> u32 {
        Plan::new(&self.options, board).plies as u32
    }

    /// What a position without a piece in hand holds: pieces are drawn for whoever comes next
    /// too, so that it is looked as far ahead as with a piece in hand.
    fn appraise_deal<const N: usize>(
        &self,
        position: &Filler,
        budget: &mut Budget<'_>,
        rng: &mut dyn Rng,
    ) -> Appraisal {
        let board = position.board();
        let plan = Plan::new(&self.options, board);
        let seat = position.seat().unwrap_or_else(|| Seat::new(0));
        let piece = draw_piece(board, rng);
        let other = opponent(seat);
        let (margins, cell) = (position.margins(), plan.heads.len() as f64);
        let last = Hand { board, piece: &piece, seat: other, margins };
        let mut study = Study::<N>::new(position, Hand { seat, ..last }, plan);
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
            let sequel = Sequel { hand: last, plan, pieces: &pieces };
            let theirs = sequel.lead_from(board, &mut study.flood, budget);
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

/// A position that is studied.
struct Study<'a, const N: usize> {
    hand: Hand<'a>,
    plan: Plan,
    flood: Flood<N>,
    /// Whether each seat can still lay anything.
    plays: [bool; 2],
    /// Whether some cell may still fall to either side.
    is_open: bool,
    /// Where none may, the pieces by which placements were compared.
    drawn: Drawn,
}

impl<'a, const N: usize> Study<'a, N> {
    fn new(position: &Filler, hand: Hand<'a>, plan: Plan) -> Self {
        let mut flood = Flood::by(Steps::Octagons);
        let plays = [0, 1].map(|seat| !position.is_stuck(Seat::new(seat)));
        let is_contested = flood.is_contested(&Field::<N>::new(hand.board, hand.seat));
        let is_open = plays == [true; 2] && is_contested;
        Study { hand, plan, flood, plays, is_open, drawn: Drawn::default() }
    }

    /// The best placements and those that were asked for, with the lead each leaves.
    fn ranking(
        &mut self,
        top: usize,
        asked: &[Placement],
        budget: &mut Budget<'_>,
        rng: &mut dyn Rng,
    ) -> Vec<Ranked<Move>> {
        let (hand, plan) = (self.hand, self.plan);
        if !self.is_open {
            return self.packed(asked, budget, rng);
        }
        let mut near: Vec<Placement> =
            nearest(hand, CANDIDATES, budget).iter().map(|near| near.at).collect();
        near.extend(asked.iter().filter(|at| !near.contains(at)).collect::<Vec<_>>());
        let near = as_near(near.into_iter());
        let mut ranking = weighed(hand, plan, &near, &mut self.flood, budget);
        if ranking.len() < near.len() {
            // No time: what is known of a placement is that it is legal.
            let value =
                f64::from(lead(hand.board, hand, plan, &mut self.flood)) / plan.heads.len() as f64;
            let known = |at: &Placement| ranking.iter().any(|ranked| ranked.mv == *at);
            let rest = near.iter().map(|near| near.at).filter(|at| !known(at));
            let rest: Vec<_> = rest.map(|mv| Ranked { mv, value }).collect();
            ranking.extend(rest);
        } else {
            let chosen = ranking.iter().map(|ranked| ranked.mv).enumerate();
            let most = top.max(plan.best);
            let chosen = chosen.filter(|(at, mv)| *at < most || asked.contains(mv));
            let race = Race::<N>::new(hand, plan, Cuts::Never, chosen.map(|(_, mv)| mv));
            ranking = race.run(budget, rng).unwrap_or(ranking);
        }
        ranking.sort_by(|a, b| b.value.total_cmp(&a.value));
        ranking
            .iter()
            .map(|ranked| Ranked { mv: Move::Place(ranked.mv), value: ranked.value })
            .collect()
    }

    /// The tidiest placements and those that were asked for, where only room counts: those after
    /// which most of the drawn pieces fit come first, of equals the tidiest.
    fn packed(
        &mut self,
        asked: &[Placement],
        budget: &mut Budget<'_>,
        rng: &mut dyn Rng,
    ) -> Vec<Ranked<Move>> {
        let hand = self.hand;
        let tidy = by_tidiness::<N>(hand, budget).into_iter().enumerate();
        let kept = tidy.filter(|(index, at)| *index < TIDIEST || asked.contains(at));
        let mut kept: Vec<Placement> = kept.map(|(_, at)| at).collect();
        let unseen: Vec<Placement> =
            asked.iter().copied().filter(|at| !kept.contains(at)).collect();
        kept.extend(unseen);
        self.drawn = Drawn::new(hand, rng);
        let shares = self.drawn.shares_that_fit(hand, &kept, budget).unwrap_or_else(|| {
            self.drawn = Drawn::default(); // no time: nobody is compared
            vec![0.0; kept.len()]
        });
        let new_cells = self.drawn.new_cells();
        let lead = |(at, share): (Placement, f64)| {
            let mut board = hand.board.clone();
            board.place(hand.piece, at, hand.seat);
            let value = self.closed_lead(&board) - (1.0 - share) * new_cells;
            Ranked { mv: Move::Place(at), value }
        };
        let mut leads: Vec<Ranked<Move>> = kept.into_iter().zip(shares).map(lead).collect();
        leads.sort_by(|a, b| b.value.total_cmp(&a.value));
        leads
    }

    /// Our cells less theirs.
    fn cells(&self, board: &Board) -> f64 {
        let seat = self.hand.seat;
        f64::from(board.count(seat)) - f64::from(board.count(opponent(seat)))
    }

    /// The lead where each side that still plays fills all it can reach.
    fn closed_lead(&mut self, board: &Board) -> f64 {
        let seat = self.hand.seat;
        let mut room = |seat: Seat| {
            let field = Field::<N>::new(board, seat);
            if self.plays[seat.index()] { f64::from(self.flood.room(&field)) } else { 0.0 }
        };
        let (ours, theirs) = (room(seat), room(opponent(seat)));
        self.cells(board) + ours - theirs
    }

    /// The lead if we lay nothing more (F5).
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

    /// What each seat may expect with this lead of ours.
    fn appraisal(&self, lead: f64) -> Appraisal {
        let chance = self.chance(lead);
        match self.hand.seat.index() {
            0 => Appraisal { values: vec![lead, -lead], chances: vec![chance, 1.0 - chance] },
            _ => Appraisal { values: vec![-lead, lead], chances: vec![1.0 - chance, chance] },
        }
    }
}
