//! Asking an adviser so that whoever interrupts it has an answer all the same.
//!
//! ```text
//! a quick look ──► the answer so far ──► a long look ──► the answer
//!                                             └─ Ctrl-C: the answer so far
//! ```

use meeple_ai::advice::{Advice, AnyAdviser, Question};
use meeple_core::{AnyGame, Limits, NoChoice};
use rand::Rng;
use std::time::Duration;

/// The quick look takes one part in so many of the time and of the positions...
const QUICK: u32 = 8;
/// ...and never longer than nobody minds waiting.
const AT_ONCE: Duration = Duration::from_millis(200);

/// An answer, and whether it is the whole one.
#[derive(Debug, Clone, PartialEq)]
pub struct Answer {
    /// What is to be said.
    pub advice: Advice<String>,
    /// Whether somebody stopped the thinking, so that this is what was known by then.
    pub is_interrupted: bool,
}

/// Asks about a position, first in a hurry and then with the time there is. What the quick look
/// finds is used only if the long one is stopped, so the whole answer does not depend on it.
pub fn ask(
    adviser: &mut dyn AnyAdviser,
    position: &dyn AnyGame,
    question: &Question<String>,
    limits: &Limits,
    mut rng: impl Rng + Clone,
) -> Result<Answer, NoChoice> {
    let whole = |advice| Answer { advice, is_interrupted: false };
    if limits.time.is_none() && limits.nodes.is_none() {
        return adviser.advise_text(position, question, limits, &mut rng).map(whole);
    }
    let quick = Limits {
        time: limits.time.map(quick_part),
        nodes: limits.nodes.map(|nodes| nodes.div_ceil(QUICK.into())),
        ..limits.clone()
    };
    let first = adviser.advise_text(position, question, &quick, &mut rng.clone())?;
    let rest = limits.time.map(|time| time.saturating_sub(quick_part(time)));
    let limits = Limits { time: rest, ..limits.clone() };
    match adviser.advise_text(position, question, &limits, &mut rng) {
        Err(NoChoice::Stopped) => Ok(Answer { advice: first, is_interrupted: true }),
        answer => answer.map(whole),
    }
}

fn quick_part(time: Duration) -> Duration {
    (time / QUICK).min(AT_ONCE)
}

#[cfg(test)]
mod tests {
    use super::*;
    use meeple_ai::advice::Appraisal;
    use meeple_core::rng::{Stream, seeded};
    use meeple_games::chomp::{Board, Chomp};
    use std::sync::atomic::Ordering;

    /// Says how many nodes it was given; asked for the second time it is stopped.
    struct Patient {
        asked: u32,
        stopped_at: u32,
    }

    impl AnyAdviser for Patient {
        fn unit(&self) -> &'static str {
            "nodes"
        }

        fn advise_text(
            &mut self,
            _: &dyn AnyGame,
            _: &Question<String>,
            limits: &Limits,
            _: &mut dyn Rng,
        ) -> Result<Advice<String>, NoChoice> {
            self.asked += 1;
            if self.asked == self.stopped_at {
                limits.stop.store(true, Ordering::Relaxed);
            }
            if limits.is_stopped() {
                return Err(NoChoice::Stopped);
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
        ) -> Result<Appraisal, NoChoice> {
            Err(NoChoice::NotNow)
        }
    }

    /// How many nodes the answer has, and whether it is the whole one.
    fn answer(stopped_at: u32, nodes: Option<u64>) -> Result<(u64, bool), NoChoice> {
        let bar = Chomp::on(Board::new(3, 2).expect("a bar"));
        let limits = Limits { nodes, ..Limits::default() };
        let mut adviser = Patient { asked: 0, stopped_at };
        let rng = seeded(1, Stream::Deals);
        let answer = ask(&mut adviser, &bar, &Question::top(1), &limits, rng)?;
        Ok((answer.advice.nodes, !answer.is_interrupted))
    }

    #[test]
    fn the_answer_so_far_is_there_when_the_long_look_is_stopped() {
        assert_eq!(answer(0, Some(800)), Ok((800, true)));
        assert_eq!(answer(2, Some(800)), Ok((100, false)));
        assert_eq!(answer(1, Some(800)), Err(NoChoice::Stopped));
        assert_eq!(answer(0, None), Ok((0, true)));
    }
}
