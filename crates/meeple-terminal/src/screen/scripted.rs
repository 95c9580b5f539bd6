//! Computer players that always do the same thing, so that snapshots of the screen don't change
//! when players are tuned or rated again.

use meeple_ai::advice::{Advice, Advised, AnyAdviser, Appraisal, Question};
use meeple_bots::TimedReply;
use meeple_core::{AnyGame, Choice, ChooseError, GameHistory, Limits};
use rand::Rng;
use std::time::Duration;

/// Which computer players and advisers are used.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum ComputerPlayers {
    /// The real ones.
    Real,
    /// Scripted ones, with a fixed rating.
    Scripted,
}

/// The rating shown for every scripted player.
pub(crate) const SCRIPTED_RATING: &str = "Elo +100";

/// Returns the legal moves, starting with the one in the middle: the scripted order of merit.
fn ranked(position: &dyn AnyGame) -> Vec<String> {
    let mut moves = position.legal_move_texts();
    let middle = moves.len() / 2;
    moves.rotate_left(middle);
    moves
}

/// Returns a scripted player's reply in the current position.
pub(crate) fn scripted_reply(game: &GameHistory) -> TimedReply {
    let mv = ranked(game.position()).into_iter().next().ok_or(ChooseError::NotNow);
    TimedReply { choice: mv.map(Choice::from_move), time: Duration::ZERO, stderr: Vec::new() }
}

/// Rates moves by their place among the legal moves.
pub(crate) struct ScriptedAdviser;

impl AnyAdviser for ScriptedAdviser {
    fn unit(&self) -> &'static str {
        "points"
    }

    fn advise_text(
        &mut self,
        position: &dyn AnyGame,
        question: &Question<String>,
        limits: &Limits,
        rng: &mut dyn Rng,
    ) -> Result<Advice<String>, ChooseError> {
        let moves = ranked(position);
        let count = moves.len();
        let advised = |(at, mv): (usize, String)| Advised {
            value: (count - at) as f64,
            chance: (count - at) as f64 / (count + 1) as f64,
            visits: None,
            line: vec![mv.clone()],
            reasons: vec![format!("scripted reason {}", at + 1)],
            mv,
        };
        let is_wanted =
            |(at, mv): &(usize, String)| *at < question.top || question.also.contains(mv);
        let moves = moves.into_iter().enumerate().filter(is_wanted).map(advised).collect();
        let appraisal = self.appraise_any(position, limits, rng)?;
        Ok(Advice { appraisal, moves, nodes: 0, depth: None, proof: None })
    }

    fn appraise_any(
        &mut self,
        position: &dyn AnyGame,
        _: &Limits,
        _: &mut dyn Rng,
    ) -> Result<Appraisal, ChooseError> {
        let seats = position.seats();
        Ok(Appraisal { values: vec![0.0; seats], chances: vec![1.0 / seats as f64; seats] })
    }
}
