//! Advice as data for programs: the same names and figures in every front end.

use super::{Advice, Advised, Appraisal};
use crate::grade::Grade;
use serde::Serialize;

/// The advice for a position, with a grade for each move.
#[derive(Debug, Clone, Serialize)]
pub struct GradedAdvice<'a> {
    /// The unit of the values.
    pub unit: &'static str,
    /// [`Advice::appraisal`].
    #[serde(flatten)]
    pub appraisal: &'a Appraisal,
    /// [`Advice::nodes`].
    pub nodes: u64,
    /// [`Advice::depth`].
    pub depth: Option<u32>,
    /// [`Advice::proof`].
    pub proof: Option<&'a str>,
    /// [`Advice::moves`].
    pub moves: Vec<GradedMove<'a>>,
}

/// The rating of a move, with its grade relative to the best move.
#[derive(Debug, Clone, Serialize)]
pub struct GradedMove<'a> {
    /// The move's rating.
    #[serde(flatten)]
    pub advised: &'a Advised<String>,
    /// The move's grade.
    pub grade: Grade,
}

impl Advice<String> {
    /// Returns the advice with a grade for each move; `unit` is the unit of the values.
    pub fn graded(&self, unit: &'static str) -> GradedAdvice<'_> {
        let best = self.moves.first().map_or(0.0, |best| best.chance);
        let moves = self.moves.iter();
        let moves =
            moves.map(|advised| GradedMove { advised, grade: Grade::of(best, advised.chance) });
        GradedAdvice {
            unit,
            appraisal: &self.appraisal,
            nodes: self.nodes,
            depth: self.depth,
            proof: self.proof.as_deref(),
            moves: moves.collect(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_move_has_a_grade_beside_the_best_one() {
        let advised = |mv: &str, chance| Advised {
            mv: mv.into(),
            value: 1.0,
            chance,
            visits: None,
            line: Vec::new(),
            reasons: Vec::new(),
        };
        let appraisal = Appraisal { values: vec![1.0, 0.0], chances: vec![0.5, 0.5] };
        let moves = vec![advised("a", 0.5), advised("b", 0.25)];
        let advice = Advice { appraisal, moves, nodes: 7, depth: None, proof: None };
        let graded = serde_json::to_value(advice.graded("points")).expect("plain data");
        assert_eq!((&graded["unit"], &graded["chances"][0]), (&"points".into(), &0.5.into()));
        let moves = graded["moves"].as_array().expect("a list");
        let seen: Vec<_> = moves.iter().map(|mv| (&mv["move"], &mv["grade"])).collect();
        assert_eq!(seen, [(&"a".into(), &"best".into()), (&"b".into(), &"blunder".into())]);
    }
}
