//! Advice: the best drafts with what they are worth in points, and why.
//!
//! Values are leads: by how many points the mover will be ahead in the end, as the search and
//! the learned evaluation see it. Between two rounds the evaluation speaks alone: it has learned
//! what deals bring on average.

use super::{
    mind::{Brain, Mind},
    reasons,
    round::{Draft, Outset},
    wall_moves,
};
use crate::{
    advice::{Advice, Advised, Adviser, Appraisal, Question, chances_at_end},
    search::{Budget, Plan, State, Thought},
};
use meeple_core::{Game, Limits, NoChoice, Ranked, Seat, Turn};
use meeple_games::azul::{Azul, AzulMove};
use rand::Rng;

/// How many positions are looked at where no limit says it.
const USUAL_NODES: u64 = 200_000;

/// Knows Azul, and says why.
#[derive(Debug)]
pub struct AzulAdviser {
    mind: Mind,
}

impl Default for AzulAdviser {
    fn default() -> Self {
        AzulAdviser { mind: Mind::new(Brain::Shipped) }
    }
}

impl Adviser<Azul> for AzulAdviser {
    fn unit(&self) -> &'static str {
        "points"
    }

    fn advise(
        &mut self,
        position: &Azul,
        question: &Question<AzulMove>,
        limits: &Limits,
        _: &mut dyn Rng,
    ) -> Result<Advice<AzulMove>, NoChoice> {
        let Turn::Seat(seat) = Game::turn(position) else { return Err(NoChoice::NotNow) };
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
    ) -> Result<Appraisal, NoChoice> {
        if limits.is_stopped() {
            return Err(NoChoice::Stopped);
        }
        if let Turn::Seat(_) = Game::turn(position) {
            return Ok(self.advise(position, &Question::top(1), limits, rng)?.appraisal);
        }
        Ok(self.still(position))
    }
}

/// By how many points a lead still moves, round by round: with a lead of this much a player wins
/// 73 games of 100. Fitted to the 33,000 moves of 600 games of the player against itself, by the
/// values that it wrote into their records:
///
/// ```text
/// meeple match azul alphabeta:nodes=1k hard:nodes=1001 --games 600 --seed 880000 --out DIR
/// rounds 1 to 5: 9, 7, 5.5, 4.5, 2; in the sixth and later 3
/// ```
const SPREAD: [f64; 6] = [9.0, 7.0, 5.5, 4.5, 2.0, 3.0];

/// The chance to win with this lead over the others in this round, among so many players.
fn chance(lead: f64, round: u8, players: usize) -> f64 {
    let spread = SPREAD[usize::from(round.max(1) - 1).min(SPREAD.len() - 1)];
    1.0 / (1.0 + (players - 1) as f64 * libm::exp(-lead / spread))
}

/// The round after these drafts.
fn played(outset: &Outset, line: &[Draft]) -> Outset {
    let mut after = outset.clone();
    for &draft in line {
        after.round.play(draft);
    }
    after
}

/// The chance of each seat.
fn chances(leads: &[f64], round: u8) -> Vec<f64> {
    let alone: Vec<f64> = leads.iter().map(|&lead| chance(lead, round, leads.len())).collect();
    let all: f64 = alone.iter().sum::<f64>().max(f64::MIN_POSITIVE);
    alone.into_iter().map(|chance| chance / all).collect()
}

impl AzulAdviser {
    /// What a position holds in which nobody drafts, without a search.
    fn still(&mut self, position: &Azul) -> Appraisal {
        if let Some(outset) = Outset::after_draft(position) {
            let values = self.mind.appraise(&outset).values;
            let chances = chances(&values, outset.standings.round + 1);
            return Appraisal { values, chances };
        }
        let players = position.players();
        match Game::outcome(position) {
            Some(outcome) => {
                let values = (0..players).map(|seat| lead_at_end(position, seat)).collect();
                Appraisal { values, chances: chances_at_end(&outcome) }
            }
            // The starter is not drawn yet: nobody is ahead.
            None => Appraisal {
                values: vec![0.0; players],
                chances: vec![1.0 / players as f64; players],
            },
        }
    }

    fn drafts(
        &mut self,
        outset: &Outset,
        question: &Question<AzulMove>,
        limits: &Limits,
    ) -> Result<Advice<AzulMove>, NoChoice> {
        let limits = usual(limits);
        let mut budget = Budget::start(&limits);
        let also: Vec<(AzulMove, Draft)> = question
            .also
            .iter()
            .filter_map(|&mv| match mv {
                AzulMove::Draft(action) => Some((mv, outset.draft(action)?)),
                AzulMove::Wall(_) => None,
            })
            .collect();
        let asked = also.iter().map(|&(_, draft)| draft).collect();
        let plan = Plan { exact: question.top.max(1), also: asked, ..Plan::default() };
        let thought = self.mind.search(outset, &plan, &limits, &mut budget);
        if limits.is_stopped() {
            return Err(NoChoice::Stopped);
        }
        let mut thought = thought.ok_or(NoChoice::NotNow)?;
        self.fill_in(outset, &mut thought, &also);
        let appraisal = self.appraisal(outset, &thought);
        let mut moves = Vec::new();
        for at in 0..thought.ranking.len() {
            let draft = thought.ranking[at].mv;
            let asked: Vec<AzulMove> =
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

    /// Moves of which nothing was found out, because there was no time, are judged as they are.
    fn fill_in(
        &mut self,
        outset: &Outset,
        thought: &mut Thought<Draft>,
        also: &[(AzulMove, Draft)],
    ) {
        let wanted = [thought.mv].into_iter().chain(also.iter().map(|&(_, draft)| draft));
        for draft in wanted {
            if thought.ranking.iter().all(|ranked| ranked.mv != draft) {
                let after = self.after(outset, &[draft]);
                let value = after.values[usize::from(outset.round.to_move)];
                thought.ranking.push(Ranked { mv: draft, value });
                thought.lines.push(vec![draft]);
            }
        }
    }

    /// What each seat may expect after these drafts, if the round ended then.
    fn after(&mut self, outset: &Outset, line: &[Draft]) -> Appraisal {
        self.mind.appraise(&played(outset, line))
    }

    /// What each seat may expect if the best move is made.
    fn appraisal(&mut self, outset: &Outset, thought: &Thought<Draft>) -> Appraisal {
        let line = thought.lines.first().cloned().unwrap_or_default();
        let mut appraisal = self.after(outset, &line);
        let value = thought.ranking.first().map_or(0.0, |best| best.value);
        let mover = usize::from(outset.round.to_move);
        appraisal.values[mover] = value;
        if let [first, second] = appraisal.values.as_mut_slice() {
            *if mover == 0 { second } else { first } = -value;
        }
        let settled = self.mind.settled(&played(outset, &line));
        appraisal.chances =
            settled.unwrap_or_else(|| chances(&appraisal.values, outset.standings.round));
        appraisal
    }

    /// What is to be said of the move at this place of the ranking.
    fn advised(
        &mut self,
        outset: &Outset,
        thought: &Thought<Draft>,
        at: usize,
    ) -> Advised<AzulMove> {
        let named = |draft: Draft| AzulMove::Draft(outset.action(draft));
        let Ranked { mv, value } = thought.ranking[at];
        let line = thought.lines.get(at).cloned().unwrap_or_else(|| vec![mv]);
        let mover = usize::from(outset.round.to_move);
        let settled = self.mind.settled(&played(outset, &line));
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

    /// The cells for the line that waits on the grey wall.
    fn cells(
        &mut self,
        position: &Azul,
        seat: Seat,
        question: &Question<AzulMove>,
        limits: &Limits,
    ) -> Result<Advice<AzulMove>, NoChoice> {
        let limits = usual(limits);
        let mut budget = Budget::start(&limits);
        let compared = wall_moves::compare(position, &mut self.mind, &mut budget);
        let mut judged = Vec::new();
        for Ranked { mv, value } in compared.ok_or(NoChoice::NotNow)? {
            if limits.is_stopped() {
                return Err(NoChoice::Stopped);
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
        let is_wanted = |(at, (mv, _, _)): &(usize, (AzulMove, Appraisal, Vec<String>))| {
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
        let appraisal = appraisal.ok_or(NoChoice::NotNow)?;
        Ok(Advice { appraisal, moves, nodes, depth: Some(1), proof: None })
    }
}

/// The limits, and a number of positions where they bind nothing.
fn usual(limits: &Limits) -> Limits {
    let binds = limits.nodes.is_some() || limits.time.is_some();
    let nodes = if binds { limits.nodes } else { Some(USUAL_NODES) };
    Limits { nodes, ..limits.clone() }
}

/// By how many points a seat is ahead in a game that is over.
pub(crate) fn lead_at_end(position: &Azul, seat: usize) -> f64 {
    let points = |seat: usize| f64::from(position.points(Seat::new(seat)));
    let others = (0..position.players()).filter(|&other| other != seat);
    let leads: Vec<f64> = others.map(|other| points(seat) - points(other)).collect();
    let least = leads.iter().copied().fold(f64::INFINITY, f64::min);
    f64::midpoint(least, leads.iter().sum::<f64>() / leads.len() as f64)
}
