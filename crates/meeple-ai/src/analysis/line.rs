//! The JSON lines of an analysis, the same in every front end: one per step, then the summary.
//!
//! ```json
//! {"ply":1,"deal":{"deal":"...","luck":[...],"luck_chance":[...],"before":{...},"after":{...}}}
//! {"ply":2,"move":{"seat":0,"grade":"good","lost":1.5,...,"played":{...},"best":[...]}}
//! {"ply":2,"end":{"values":[...],"chances":[...]}}
//! {"summary":{"unit":"points","complete":true,"seats":[...],"turning_points":[...]}}
//! ```
//!
//! docs/analysis.md documents every field. A store holds the same objects: derived figures are written
//! for readers of the lines, and ignored when a step is read back.

use super::{Analysis, AnalysisSummary, JudgedDeal, JudgedMove, StepJudgement};
use crate::{
    advice::{Advised, Appraisal},
    grade::Grade,
};
use meeple_core::Seat;
use serde::{Serialize, Serializer};

/// The line of a step.
#[derive(Serialize)]
struct StepLine<'a> {
    ply: usize,
    #[serde(flatten)]
    step: &'a StepJudgement,
}

/// The last line, with the summary.
#[derive(Serialize)]
struct SummaryLine<'a> {
    summary: &'a AnalysisSummary,
}

#[derive(Serialize)]
struct MoveFields<'a> {
    seat: Seat,
    grade: Grade,
    lost: f64,
    lost_chance: f64,
    forced: bool,
    before: &'a Appraisal,
    played: &'a Advised<String>,
    best: &'a [Advised<String>],
    nodes: u64,
    depth: Option<u32>,
    proof: Option<&'a str>,
}

#[derive(Serialize)]
struct DealFields<'a> {
    deal: &'a str,
    luck: Vec<f64>,
    luck_chance: Vec<f64>,
    before: &'a Appraisal,
    after: &'a Appraisal,
}

impl Serialize for JudgedMove {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let fields = MoveFields {
            seat: self.seat,
            grade: self.grade(),
            lost: self.lost(),
            lost_chance: self.lost_chance(),
            forced: self.forced,
            before: &self.before,
            played: &self.played,
            best: &self.best,
            nodes: self.nodes,
            depth: self.depth,
            proof: self.proof.as_deref(),
        };
        fields.serialize(serializer)
    }
}

impl Serialize for JudgedDeal {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let seats = || (0..self.before.values.len()).map(Seat::new);
        let fields = DealFields {
            deal: &self.deal,
            luck: seats().map(|seat| self.luck(seat)).collect(),
            luck_chance: seats().map(|seat| self.luck_chance(seat)).collect(),
            before: &self.before,
            after: &self.after,
        };
        fields.serialize(serializer)
    }
}

impl Analysis {
    /// Returns the line of a step, counted from 0, without a line feed; `None` if it isn't judged yet.
    pub fn line(&self, at: usize) -> Option<String> {
        let step = self.judged.get(at)?;
        let ply = (at + 1).min(self.game.plies().len()); // the end comes after the last ply
        Some(json(&StepLine { ply, step }))
    }
}

impl AnalysisSummary {
    /// Returns the line of the summary, without a line feed.
    pub fn line(&self) -> String {
        json(&SummaryLine { summary: self })
    }
}

fn json(line: &impl Serialize) -> String {
    serde_json::to_string(line).expect("a line is plain data with text keys")
}
