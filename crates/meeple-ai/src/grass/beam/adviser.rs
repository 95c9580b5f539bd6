//! Advice: the best moves with their values, the chance to win, and why.

use super::{
    BeamOptions,
    meadow::{Meadow, mover},
    node::{Patch, appraise},
    options::Effort,
    reasons::reasons,
    thinker::{Idea, Thinker},
    value::Yardstick,
    weights::{LEAD, SHARPNESS},
    yardstick,
};
use crate::{
    advice::{Advice, Advised, Adviser, Appraisal, Question, chances_at_end},
    search::Budget,
};
use meeple_core::{Game, Limits, NoChoice, Turn};
use meeple_games::grass::{Grass, Move, Phase};
use rand::Rng;

/// Advises as the beam plays.
#[derive(Debug, Clone, Default)]
pub struct BeamAdviser {
    options: BeamOptions,
}

impl Adviser<Grass> for BeamAdviser {
    fn unit(&self) -> &'static str {
        "squares"
    }

    fn advise(
        &mut self,
        position: &Grass,
        question: &Question<Move>,
        limits: &Limits,
        rng: &mut dyn Rng,
    ) -> Result<Advice<Move>, NoChoice> {
        let Turn::Seat(seat) = position.turn() else { return Err(NoChoice::NotNow) };
        let yardstick = yardstick(&self.options, position);
        let also: Vec<Move> = question.also.iter().map(|&mv| named(position, mv)).collect();
        let mut effort = Effort::of(&self.options);
        effort.candidates = effort.candidates.max(question.top);
        let budget = Budget::start(limits);
        let (seat, yardstick) = (seat.index(), &yardstick);
        let mut thinker =
            Thinker { game: position, seat, yardstick, effort, budget, rng, also: &also };
        let ideas = thinker.ideas();
        let nodes = thinker.budget.nodes();
        if limits.is_stopped() {
            return Err(NoChoice::Stopped);
        }
        let best = ideas.first().map(|idea| idea.value);
        let outlook = Outlook::new(yardstick, position, seat).expecting(best);
        let mut moves: Vec<Advised<Move>> = Vec::new();
        for (at, idea) in ideas.iter().enumerate() {
            let mut names = question.also.clone();
            names.retain(|&mv| named(position, mv) == idea.mv);
            if at < question.top && !names.contains(&idea.mv) {
                names.insert(0, idea.mv);
            }
            if !names.is_empty() {
                let why = reasons(yardstick, position, seat, idea);
                moves.extend(names.into_iter().map(|mv| outlook.advised(mv, idea, &why)));
            }
        }
        let depth = ideas.first().map(|idea| idea.line.len() as u32);
        Ok(Advice { appraisal: outlook.appraisal(best), moves, nodes, depth, proof: None })
    }

    fn appraise(
        &mut self,
        position: &Grass,
        limits: &Limits,
        rng: &mut dyn Rng,
    ) -> Result<Appraisal, NoChoice> {
        let yardstick = yardstick(&self.options, position);
        let seat = mover(position);
        let outlook = Outlook::new(&yardstick, position, seat);
        if let Some(outcome) = position.outcome() {
            return Ok(Appraisal { chances: chances_at_end(&outcome), ..outlook.appraisal(None) });
        }
        let budget = Budget::start(limits);
        let effort = Effort::of(&self.options);
        let mut thinker =
            Thinker { game: position, seat, yardstick: &yardstick, effort, budget, rng, also: &[] };
        // What is dealt is the last of the visible tiles: the next turn can be thought about.
        let is_known = position.round() > 0 && position.queue().front().is_some();
        let ideas = match position.phase() {
            Phase::Deal if is_known => thinker.turn_ideas(),
            _ => thinker.ideas(),
        };
        if limits.is_stopped() {
            return Err(NoChoice::Stopped);
        }
        let best = ideas.first().map(|idea| idea.value);
        Ok(outlook.expecting(best).appraisal(best))
    }
}

/// The name under which a move is thought about: a theft by the first cell of its tile.
fn named(game: &Grass, mv: Move) -> Move {
    let Move::Steal(cell) = mv else { return mv };
    let tile = game.board().tile_at(cell);
    tile.and_then(|(tile, placed)| game.board().cells_of(tile, placed).next())
        .map_or(mv, Move::Steal)
}

/// How everybody stands before anything is done.
struct Outlook {
    values: Vec<f32>,
    worth: f32,
    /// What the mover's value is too high by.
    lead: f32,
    seat: usize,
    turns: u8,
    /// Who has no tile yet: they will begin as well as the mover can.
    unstarted: Vec<usize>,
    /// What the mover's best move is worth.
    best: Option<f32>,
}

impl Outlook {
    fn new(yardstick: &Yardstick, game: &Grass, seat: usize) -> Self {
        let meadow = Meadow::of(game);
        let values =
            (0..meadow.seats).map(|seat| appraise(yardstick, &meadow, seat).sum()).collect();
        let turns = meadow.hands[seat].turns;
        // Only a turn with a tile is thought about so far ahead.
        let is_turn = matches!(game.phase(), Phase::Tile | Phase::Deal);
        let lead = if is_turn { LEAD[usize::from(turns)] } else { 0.0 };
        let worth = Patch::worth(yardstick, &meadow, seat);
        let unstarted = meadow.others(seat).filter(|&other| meadow.own[other].is_empty()).collect();
        Outlook { values, worth, lead, seat, turns, unstarted, best: None }
    }

    /// The same when it is known what the best move is worth.
    fn expecting(self, best: Option<f32>) -> Self {
        Outlook { best, ..self }
    }

    /// An idea under this name: a tile can be stolen by any of its cells.
    fn advised(&self, mv: Move, idea: &Idea, reasons: &[String]) -> Advised<Move> {
        Advised {
            mv,
            value: idea.value.into(),
            chance: self.chances(Some(idea.value))[self.seat],
            visits: None,
            line: [mv].into_iter().chain(idea.line.iter().skip(1).copied()).collect(),
            reasons: reasons.to_vec(),
        }
    }

    /// What each seat may expect if the mover's move is worth so much.
    fn values(&self, value: Option<f32>) -> Vec<f64> {
        let mut values: Vec<f64> = self.values.iter().map(|&value| value.into()).collect();
        let own = values[self.seat];
        let gained = |value: f32| own + f64::from(value - self.worth - self.lead);
        values[self.seat] = value.map_or(own, gained);
        for &other in &self.unstarted {
            values[other] = self.best.map_or(own, gained);
        }
        values
    }

    /// Each seat's chance to win then.
    fn chances(&self, value: Option<f32>) -> Vec<f64> {
        let values = self.values(value);
        let sharpness = SHARPNESS[usize::from(self.turns)];
        let most = values.iter().copied().fold(f64::MIN, f64::max);
        let odds: Vec<f64> = values.iter().map(|v| libm::exp(sharpness * (v - most))).collect();
        let sum: f64 = odds.iter().sum();
        odds.into_iter().map(|odds| odds / sum).collect()
    }

    fn appraisal(&self, value: Option<f32>) -> Appraisal {
        Appraisal { values: self.values(value), chances: self.chances(value) }
    }
}
