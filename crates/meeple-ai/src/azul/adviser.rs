//! Advice for Azul: the best drafts, their value in points, and the reasons.
//!
//! A value is a lead: how many points ahead the player to move will finish, according to the search
//! and the learned evaluation. Between two rounds there is no search, only the evaluation, which has
//! learned the average effect of a deal.

use super::{
    reasons,
    round::{DraftMove, Outset},
    searcher::{EvaluationSource, RoundSearcher},
    wall_moves,
};
use crate::{
    advice::{Advice, Advised, Adviser, Appraisal, Question, chances_at_end},
    search::{Budget, SearchResult, SearchSettings, SearchState},
};
use meeple_core::{ChooseError, Game, Limits, RankedMove, Seat, Turn};
use meeple_games::azul::{Azul, Move};
use rand::Rng;

/// The number of positions to search if neither nodes nor time are limited.
const USUAL_NODES: u64 = 200_000;

/// Advises on Azul positions, with reasons.
#[derive(Debug)]
pub struct AzulAdviser {
    searcher: RoundSearcher,
}

impl Default for AzulAdviser {
    fn default() -> Self {
        AzulAdviser { searcher: RoundSearcher::new(EvaluationSource::BuiltIn) }
    }
}

impl Adviser<Azul> for AzulAdviser {
    fn unit(&self) -> &'static str {
        "points"
    }

    fn advise(
        &mut self,
        position: &Azul,
        question: &Question<Move>,
        limits: &Limits,
        _: &mut dyn Rng,
    ) -> Result<Advice<Move>, ChooseError> {
        let Turn::Seat(seat) = Game::turn(position) else { return Err(ChooseError::NotNow) };
        match Outset::of(position) {
            Some(outset) => self.drafts(&outset, question, limits),
            None => self.cells(position, seat, question, limits),
        }
    }

    fn appraise(
        &mut self,
        position: &Azul,
        limits: &Limits,
        rng: &mut dyn Rng,
    ) -> Result<Appraisal, ChooseError> {
        if limits.is_stopped() {
            return Err(ChooseError::Stopped);
        }
        if let Turn::Seat(_) = Game::turn(position) {
            return Ok(self.advise(position, &Question::top(1), limits, rng)?.appraisal);
        }
        Ok(self.still(position))
    }
}

/// The spread of the final lead, in points, by round: a player who leads by this much wins 73 games
/// of 100. Fitted to the values in the records of 600 self-play games (33,000 moves):
///
/// ```text
/// meeple match azul alphabeta:nodes=1k hard:nodes=1001 --games 600 --seed 880000 --out DIR
/// rounds 1 to 5: 9, 7, 5.5, 4.5, 2; round 6 and later: 3
/// ```
const SPREAD: [f64; 6] = [9.0, 7.0, 5.5, 4.5, 2.0, 3.0];

/// Returns the chance to win with this lead over the others in this round, for this number of players.
fn chance(lead: f64, round: u8, players: usize) -> f64 {
    let spread = SPREAD[usize::from(round.max(1) - 1).min(SPREAD.len() - 1)];
    1.0 / (1.0 + (players - 1) as f64 * libm::exp(-lead / spread))
}

/// Returns the round after these drafts.
fn played(outset: &Outset, line: &[DraftMove]) -> Outset {
    let mut after = outset.clone();
    for &draft in line {
        after.round.play(draft);
    }
    after
}

/// Returns each seat's chance to win; they add up to 1.
fn chances(leads: &[f64], round: u8) -> Vec<f64> {
    let alone: Vec<f64> = leads.iter().map(|&lead| chance(lead, round, leads.len())).collect();
    let all: f64 = alone.iter().sum::<f64>().max(f64::MIN_POSITIVE);
    alone.into_iter().map(|chance| chance / all).collect()
}

impl AzulAdviser {
    /// Appraises a position outside the drafting phase, without a search.
    fn still(&mut self, position: &Azul) -> Appraisal {
        if let Some(outset) = Outset::after_draft(position) {
            let values = self.searcher.appraise(&outset).values;
            let chances = chances(&values, outset.standings.round + 1);
            return Appraisal { values, chances };
        }
        let players = position.players();
        match Game::outcome(position) {
            Some(outcome) => {
                let values = (0..players).map(|seat| lead_at_end(position, seat)).collect();
                Appraisal { values, chances: chances_at_end(&outcome) }
            }
            // The starting player isn't drawn yet: no seat is ahead.
            None => Appraisal {
                values: vec![0.0; players],
                chances: vec![1.0 / players as f64; players],
            },
        }
    }

    fn drafts(
        &mut self,
        outset: &Outset,
        question: &Question<Move>,
        limits: &Limits,
    ) -> Result<Advice<Move>, ChooseError> {
        let limits = usual(limits);
        let mut budget = Budget::start(&limits);
        let also: Vec<(Move, DraftMove)> = question
            .also
            .iter()
            .filter_map(|&mv| match mv {
                Move::Draft(action) => Some((mv, outset.draft(action)?)),
                Move::Wall(_) => None,
            })
            .collect();
        let asked = also.iter().map(|&(_, draft)| draft).collect();
        let plan =
            SearchSettings { exact: question.top.max(1), also: asked, ..SearchSettings::default() };
        let thought = self.searcher.search(outset, &plan, &limits, &mut budget);
        if limits.is_stopped() {
            return Err(ChooseError::Stopped);
        }
        let mut thought = thought.ok_or(ChooseError::NotNow)?;
        self.fill_in(outset, &mut thought, &also);
        let appraisal = self.appraisal(outset, &thought);
        let mut moves = Vec::new();
        for at in 0..thought.ranking.len() {
            let draft = thought.ranking[at].mv;
            let asked: Vec<Move> =
                also.iter().filter(|(_, other)| *other == draft).map(|&(mv, _)| mv).collect();
            if at >= question.top.max(1) && asked.is_empty() {
                continue;
            }
            let advised = self.advised(outset, &thought, at);
            let named = if asked.is_empty() { vec![advised.mv] } else { asked };
            moves.extend(named.into_iter().map(|mv| {
                let line = [mv].into_iter().chain(advised.line[1..].iter().copied()).collect();
                Advised { mv, line, ..advised.clone() }
            }));
        }
        Ok(Advice {
            appraisal,
            moves,
            nodes: budget.nodes(),
            depth: Some(thought.depth),
            proof: None,
        })
    }

    /// Adds the moves that the search had no time for to the ranking, valued without a search.
    fn fill_in(
        &mut self,
        outset: &Outset,
        thought: &mut SearchResult<DraftMove>,
        also: &[(Move, DraftMove)],
    ) {
        let wanted = [thought.mv].into_iter().chain(also.iter().map(|&(_, draft)| draft));
        for draft in wanted {
            if thought.ranking.iter().all(|ranked| ranked.mv != draft) {
                let after = self.after(outset, &[draft]);
                let value = after.values[usize::from(outset.round.to_move)];
                thought.ranking.push(RankedMove { mv: draft, value });
                thought.lines.push(vec![draft]);
            }
        }
    }

    /// Appraises the position after these drafts as if the round ended there.
    fn after(&mut self, outset: &Outset, line: &[DraftMove]) -> Appraisal {
        self.searcher.appraise(&played(outset, line))
    }

    /// Appraises the position for every seat, assuming that the best move is played.
    fn appraisal(&mut self, outset: &Outset, thought: &SearchResult<DraftMove>) -> Appraisal {
        let line = thought.lines.first().cloned().unwrap_or_default();
        let mut appraisal = self.after(outset, &line);
        let value = thought.ranking.first().map_or(0.0, |best| best.value);
        let mover = usize::from(outset.round.to_move);
        appraisal.values[mover] = value;
        if let [first, second] = appraisal.values.as_mut_slice() {
            *if mover == 0 { second } else { first } = -value;
        }
        let settled = self.searcher.settled(&played(outset, &line));
        appraisal.chances =
            settled.unwrap_or_else(|| chances(&appraisal.values, outset.standings.round));
        appraisal
    }

    /// Returns the advice about the move at this index of the ranking.
    fn advised(
        &mut self,
        outset: &Outset,
        thought: &SearchResult<DraftMove>,
        at: usize,
    ) -> Advised<Move> {
        let named = |draft: DraftMove| Move::Draft(outset.action(draft));
        let RankedMove { mv, value } = thought.ranking[at];
        let line = thought.lines.get(at).cloned().unwrap_or_else(|| vec![mv]);
        let mover = usize::from(outset.round.to_move);
        let settled = self.searcher.settled(&played(outset, &line));
        let by_lead = || chance(value, outset.standings.round, outset.standings.players);
        let reasons = reasons::of_draft(outset, mv, line.get(1).copied());
        Advised {
            mv: named(mv),
            value,
            chance: settled.map_or_else(by_lead, |chances| chances[mover]),
            visits: None,
            line: line.into_iter().map(named).collect(),
            reasons,
        }
    }

    /// Advises on the cell for the next full pattern line of the grey wall.
    fn cells(
        &mut self,
        position: &Azul,
        seat: Seat,
        question: &Question<Move>,
        limits: &Limits,
    ) -> Result<Advice<Move>, ChooseError> {
        let limits = usual(limits);
        let mut budget = Budget::start(&limits);
        let compared = wall_moves::compare(position, &mut self.searcher, &mut budget);
        let mut judged = Vec::new();
        for RankedMove { mv, value } in compared.ok_or(ChooseError::NotNow)? {
            if limits.is_stopped() {
                return Err(ChooseError::Stopped);
            }
            let mut after = *position;
            after.play_unchecked(mv);
            let mut appraisal = self.still(&after);
            appraisal.values[seat.index()] = value;
            judged.push((mv, appraisal, reasons::of_cell(position, mv)));
        }
        let value = |appraisal: &Appraisal| appraisal.values[seat.index()];
        judged.sort_by(|a, b| value(&b.1).total_cmp(&value(&a.1)));
        let nodes = judged.len() as u64;
        let appraisal = judged.first().map(|(_, appraisal, _)| appraisal.clone());
        let top = question.top.max(1);
        let is_wanted = |(at, (mv, _, _)): &(usize, (Move, Appraisal, Vec<String>))| {
            *at < top || question.also.contains(mv)
        };
        let moves = judged.into_iter().enumerate().filter(is_wanted);
        let moves = moves.map(|(_, (mv, appraisal, reasons))| Advised {
            mv,
            value: value(&appraisal),
            chance: appraisal.chances[seat.index()],
            visits: None,
            line: vec![mv],
            reasons,
        });
        let moves = moves.collect();
        let appraisal = appraisal.ok_or(ChooseError::NotNow)?;
        Ok(Advice { appraisal, moves, nodes, depth: Some(1), proof: None })
    }
}

/// Returns the limits, with [`USUAL_NODES`] if they set neither nodes nor time.
fn usual(limits: &Limits) -> Limits {
    let binds = limits.nodes.is_some() || limits.time.is_some();
    let nodes = if binds { limits.nodes } else { Some(USUAL_NODES) };
    Limits { nodes, ..limits.clone() }
}

/// Returns the lead of a seat in a finished game: the mean of its lead over its best opponent and its
/// average lead over all opponents.
pub(crate) fn lead_at_end(position: &Azul, seat: usize) -> f64 {
    let points = |seat: usize| f64::from(position.points(Seat::new(seat)));
    let others = (0..position.players()).filter(|&other| other != seat);
    let leads: Vec<f64> = others.map(|other| points(seat) - points(other)).collect();
    let least = leads.iter().copied().fold(f64::INFINITY, f64::min);
    f64::midpoint(least, leads.iter().sum::<f64>() / leads.len() as f64)
}
