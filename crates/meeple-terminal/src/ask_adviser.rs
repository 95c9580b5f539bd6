//! Asks an adviser in such a way that there is an answer even if it is interrupted.
//!
//! ```text
//! quick search ──► first answer ──► long search ──► final answer
//!                                       └─ Ctrl-C: first answer
//! ```

use meeple_ai::advice::{Advice, AnyAdviser, Question};
use meeple_core::{AnyGame, ChooseError, Limits};
use rand::Rng;
use std::time::Duration;

/// The quick search gets this fraction of the time and of the positions.
const QUICK_FRACTION: u32 = 8;
/// The quick search never takes longer than this.
const MAX_QUICK_TIME: Duration = Duration::from_millis(200);

/// An adviser's answer, and whether it is complete.
#[derive(Debug, Clone, PartialEq)]
pub struct AdviserAnswer {
    /// The advice.
    pub advice: Advice<String>,
    /// Whether the long search was stopped, so that this is the first answer.
    pub is_interrupted: bool,
}

/// Asks about a position, first with a quick search and then with the remaining time. The result of the quick
/// search is used only if the long one is stopped, so the complete answer doesn't depend on it.
pub fn ask_adviser(
    adviser: &mut dyn AnyAdviser,
    position: &dyn AnyGame,
    question: &Question<String>,
    limits: &Limits,
    mut rng: impl Rng + Clone,
) -> Result<AdviserAnswer, ChooseError> {
    let whole = |advice| AdviserAnswer { advice, is_interrupted: false };
    if limits.time.is_none() && limits.nodes.is_none() {
        return adviser.advise_text(position, question, limits, &mut rng).map(whole);
    }
    let quick = Limits {
        time: limits.time.map(quick_part),
        nodes: limits.nodes.map(|nodes| nodes.div_ceil(QUICK_FRACTION.into())),
        ..limits.clone()
    };
    let first = adviser.advise_text(position, question, &quick, &mut rng.clone())?;
    let rest = limits.time.map(|time| time.saturating_sub(quick_part(time)));
    let limits = Limits { time: rest, ..limits.clone() };
    match adviser.advise_text(position, question, &limits, &mut rng) {
        Err(ChooseError::Stopped) => Ok(AdviserAnswer { advice: first, is_interrupted: true }),
        answer => answer.map(whole),
    }
}

fn quick_part(time: Duration) -> Duration {
    (time / QUICK_FRACTION).min(MAX_QUICK_TIME)
}

#[cfg(test)]
mod tests {
    use super::*;
    use meeple_ai::advice::Appraisal;
    use meeple_core::rng::{RngStream, seeded};
    use meeple_games::chomp::{Board, Chomp};
    use std::sync::atomic::Ordering;

    /// Reports the number of nodes it was given; is stopped at question number `stopped_at`.
    struct CountingAdviser {
        asked: u32,
        stopped_at: u32,
    }

    impl AnyAdviser for CountingAdviser {
        fn unit(&self) -> &'static str {
            "nodes"
        }

        fn advise_text(
            &mut self,
            _: &dyn AnyGame,
            _: &Question<String>,
            limits: &Limits,
            _: &mut dyn Rng,
        ) -> Result<Advice<String>, ChooseError> {
            self.asked += 1;
            if self.asked == self.stopped_at {
                limits.stop.store(true, Ordering::Relaxed);
            }
            if limits.is_stopped() {
                return Err(ChooseError::Stopped);
            }
            let appraisal = Appraisal { values: Vec::new(), chances: Vec::new() };
            let nodes = limits.nodes.unwrap_or(0);
            Ok(Advice { appraisal, moves: Vec::new(), nodes, depth: None, proof: None })
        }

        fn appraise_any(
            &mut self,
            _: &dyn AnyGame,
            _: &Limits,
            _: &mut dyn Rng,
        ) -> Result<Appraisal, ChooseError> {
            Err(ChooseError::NotNow)
        }
    }

    /// Returns the number of nodes of the answer, and whether it is complete.
    fn answer(stopped_at: u32, nodes: Option<u64>) -> Result<(u64, bool), ChooseError> {
        let bar = Chomp::from_board(Board::new(3, 2).expect("a bar"));
        let limits = Limits { nodes, ..Limits::default() };
        let mut adviser = CountingAdviser { asked: 0, stopped_at };
        let rng = seeded(1, RngStream::Deals);
        let answer = ask_adviser(&mut adviser, &bar, &Question::top(1), &limits, rng)?;
        Ok((answer.advice.nodes, !answer.is_interrupted))
    }

    #[test]
    fn the_answer_so_far_is_there_when_the_long_look_is_stopped() {
        assert_eq!(answer(0, Some(800)), Ok((800, true)));
        assert_eq!(answer(2, Some(800)), Ok((100, false)));
        assert_eq!(answer(1, Some(800)), Err(ChooseError::Stopped));
        assert_eq!(answer(0, None), Ok((0, true)));
    }
}
