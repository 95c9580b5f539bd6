//! Gives advice: the best moves with their values, the chances of winning, and the reasons.

use super::{
    BeamOptions,
    beam_node::{SeatSearch, appraise},
    beam_position::{BeamPosition, mover},
    beam_thinker::{MoveIdea, PositionSearch},
    evaluation::BeamEvaluation,
    options::BeamEffort,
    reasons::reasons,
    weights::{MOVER_OVERESTIMATE, SHARPNESS},
    yardstick,
};
use crate::{
    advice::{Advice, Advised, Adviser, Appraisal, Question, chances_at_end},
    search::Budget,
};
use meeple_core::{ChooseError, Game, Limits, Turn};
use meeple_games::grass::{Grass, Move, Phase};
use rand::Rng;

/// An adviser that uses the beam player's search.
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
    ) -> Result<Advice<Move>, ChooseError> {
        let Turn::Seat(seat) = position.turn() else { return Err(ChooseError::NotNow) };
        let yardstick = yardstick(&self.options, position);
        let also: Vec<Move> = question.also.iter().map(|&mv| normalised(position, mv)).collect();
        let mut effort = BeamEffort::from_options(&self.options);
        effort.candidates = effort.candidates.max(question.top);
        let budget = Budget::start(limits);
        let (seat, yardstick) = (seat.index(), &yardstick);
        let mut thinker =
            PositionSearch { game: position, seat, yardstick, effort, budget, rng, also: &also };
        let ideas = thinker.ideas();
        let nodes = thinker.budget.nodes();
        if limits.is_stopped() {
            return Err(ChooseError::Stopped);
        }
        let best = ideas.first().map(|idea| idea.value);
        let outlook = SeatOutlooks::new(yardstick, position, seat).with_best(best);
        let mut moves: Vec<Advised<Move>> = Vec::new();
        for (at, idea) in ideas.iter().enumerate() {
            let mut names = question.also.clone();
            names.retain(|&mv| normalised(position, mv) == idea.mv);
            if at < question.top && !names.contains(&idea.mv) {
                names.insert(0, idea.mv);
            }
            if !names.is_empty() {
                let why = reasons(yardstick, position, seat, idea);
                moves.extend(names.into_iter().map(|mv| outlook.advised_move(mv, idea, &why)));
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
    ) -> Result<Appraisal, ChooseError> {
        let yardstick = yardstick(&self.options, position);
        let seat = mover(position);
        let outlook = SeatOutlooks::new(&yardstick, position, seat);
        if let Some(outcome) = position.outcome() {
            return Ok(Appraisal { chances: chances_at_end(&outcome), ..outlook.appraisal(None) });
        }
        let budget = Budget::start(limits);
        let effort = BeamEffort::from_options(&self.options);
        let mut thinker = PositionSearch {
            game: position,
            seat,
            yardstick: &yardstick,
            effort,
            budget,
            rng,
            also: &[],
        };
        // The tile to be dealt is the last visible one, so the next turn can already be searched.
        let is_known = position.round() > 0 && position.queue().front().is_some();
        let ideas = match position.phase() {
            Phase::Deal if is_known => thinker.turn_ideas(),
            _ => thinker.ideas(),
        };
        if limits.is_stopped() {
            return Err(ChooseError::Stopped);
        }
        let best = ideas.first().map(|idea| idea.value);
        Ok(outlook.with_best(best).appraisal(best))
    }
}

/// Normalises a move as the search does: a theft is named by the first cell of its tile.
fn normalised(game: &Grass, mv: Move) -> Move {
    let Move::Steal(cell) = mv else { return mv };
    let tile = game.board().tile_at(cell);
    tile.and_then(|(tile, placed)| game.board().cells_of(tile, placed).next())
        .map_or(mv, Move::Steal)
}

/// Every seat's prospects before the move.
struct SeatOutlooks {
    values: Vec<f32>,
    worth_now: f32,
    /// Amount by which the mover's value is too high.
    overestimate: f32,
    seat: usize,
    turns: u8,
    /// Seats without a tile; they are assumed to start as well as the mover can.
    seats_without_tile: Vec<usize>,
    /// Value of the mover's best move, if known.
    best: Option<f32>,
}

impl SeatOutlooks {
    fn new(yardstick: &BeamEvaluation, game: &Grass, seat: usize) -> Self {
        let meadow = BeamPosition::from_game(game);
        let values =
            (0..meadow.seats).map(|seat| appraise(yardstick, &meadow, seat).sum()).collect();
        let turns = meadow.holdings[seat].turns;
        // Only turns with a tile are searched that far ahead.
        let is_turn = matches!(game.phase(), Phase::Tile | Phase::Deal);
        let lead = if is_turn { MOVER_OVERESTIMATE[usize::from(turns)] } else { 0.0 };
        let worth = SeatSearch::value_now(yardstick, &meadow, seat);
        let unstarted =
            meadow.other_seats(seat).filter(|&other| meadow.cells[other].is_empty()).collect();
        SeatOutlooks {
            values,
            worth_now: worth,
            overestimate: lead,
            seat,
            turns,
            seats_without_tile: unstarted,
            best: None,
        }
    }

    /// Sets the value of the mover's best move.
    fn with_best(self, best: Option<f32>) -> Self {
        SeatOutlooks { best, ..self }
    }

    /// Describes an idea under this name, since a tile can be stolen by any of its cells.
    fn advised_move(&self, mv: Move, idea: &MoveIdea, reasons: &[String]) -> Advised<Move> {
        Advised {
            mv,
            value: idea.value.into(),
            chance: self.chances(Some(idea.value))[self.seat],
            visits: None,
            line: [mv].into_iter().chain(idea.line.iter().skip(1).copied()).collect(),
            reasons: reasons.to_vec(),
        }
    }

    /// Returns each seat's value if the mover's move has this value.
    fn values(&self, value: Option<f32>) -> Vec<f64> {
        let mut values: Vec<f64> = self.values.iter().map(|&value| value.into()).collect();
        let own = values[self.seat];
        let gained = |value: f32| own + f64::from(value - self.worth_now - self.overestimate);
        values[self.seat] = value.map_or(own, gained);
        for &other in &self.seats_without_tile {
            values[other] = self.best.map_or(own, gained);
        }
        values
    }

    /// Returns each seat's chance of winning if the mover's move has this value.
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
