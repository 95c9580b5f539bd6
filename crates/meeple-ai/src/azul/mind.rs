//! Somebody who searches rounds: a way to judge, and a table for what was found out.

use super::{
    evaluation::Evaluation,
    handmade::HandMade,
    learned::{Learned, Nets},
    round::{Draft, Outset},
};
use crate::{
    advice::Appraisal,
    learn::Weights,
    search::{Budget, Plan, State, Table, Thought, pvs_on_threads},
};
use meeple_core::{Limits, Turn};
use meeple_games::azul::WallSide;
use std::sync::Arc;

/// Places in the table, as a power of two: the most, and the fewest.
const TABLE_BITS: u32 = 20;
const LEAST_TABLE_BITS: u32 = 6;
/// Whoever looks no further than this meets no position twice worth remembering.
const SHALLOW: u32 = 2;
/// About how many positions are looked at in a microsecond.
const NODES_A_MICROSECOND: u128 = 4;

/// The weights that were learned; its head says how.
const WEIGHTS: &[u8] = include_bytes!("../../weights/azul.bin");

/// Who judges positions.
#[derive(Debug, Clone)]
pub enum Brain {
    /// Rules of thumb.
    HandMade,
    /// What was learned.
    Learned(Arc<Nets>),
}

impl Brain {
    /// What was learned and is part of the program.
    pub fn shipped() -> Self {
        let nets = Weights::from_bytes(WEIGHTS).and_then(|weights| Nets::read(&weights));
        Brain::Learned(Arc::new(nets.expect("the weights of the program are whole")))
    }
}

/// Somebody who searches rounds.
#[derive(Debug)]
pub struct Mind {
    brain: Brain,
    side: WallSide,
    view: View,
    table: Table,
    table_bits: u32,
}

/// The two ways to judge; only the coloured wall was learned.
#[derive(Debug)]
enum View {
    HandMade(Box<Evaluation<HandMade>>),
    Learned(Box<Evaluation<Learned>>),
}

impl View {
    fn of(brain: &Brain, side: WallSide) -> Self {
        match (brain, side) {
            (Brain::Learned(nets), WallSide::Colour) => {
                View::Learned(Box::new(Evaluation::new(Learned::new(nets.clone()))))
            }
            _ => View::HandMade(Box::new(Evaluation::new(HandMade::new(side)))),
        }
    }
}

impl Mind {
    /// Somebody with this brain.
    pub fn new(brain: Brain) -> Self {
        let side = WallSide::Colour;
        let view = View::of(&brain, side);
        let table_bits = LEAST_TABLE_BITS;
        Mind { brain, side, view, table: Table::new(table_bits), table_bits }
    }

    /// Searches a round.
    ///
    /// Where nodes are counted, nothing is known from before: the answer then depends on the
    /// position alone. Where time is, what was found out earlier in the round still helps.
    pub(crate) fn search(
        &mut self,
        outset: &Outset,
        plan: &Plan<Draft>,
        limits: &Limits,
        budget: &mut Budget<'_>,
    ) -> Option<Thought<Draft>> {
        self.face(outset);
        let wanted = table_bits(limits, plan);
        if self.table_bits != wanted {
            (self.table, self.table_bits) = (Table::new(wanted), wanted);
        } else if limits.nodes.is_some() {
            self.table.clear();
        }
        let (round, table) = (&outset.round, &self.table);
        match &mut self.view {
            View::HandMade(evaluation) => {
                pvs_on_threads(round, &mut **evaluation, plan, table, budget)
            }
            View::Learned(evaluation) => {
                pvs_on_threads(round, &mut **evaluation, plan, table, budget)
            }
        }
    }

    /// Turns to the round of an outset.
    fn face(&mut self, outset: &Outset) {
        let Outset { standings, .. } = outset;
        if self.side != standings.side {
            self.side = standings.side;
            self.view = View::of(&self.brain, self.side);
        }
        match &mut self.view {
            View::HandMade(evaluation) => {
                evaluation.at(standings);
            }
            View::Learned(evaluation) => {
                evaluation.at(standings);
            }
        }
    }

    /// By how many points the first seat will be ahead of the second, if the round ended now.
    pub(crate) fn lead(&mut self, outset: &Outset, mine: usize, theirs: usize) -> f32 {
        self.face(outset);
        match &mut self.view {
            View::HandMade(evaluation) => evaluation.leads(&outset.round).of(mine, theirs),
            View::Learned(evaluation) => evaluation.leads(&outset.round).of(mine, theirs),
        }
    }

    /// Who has won, if the round is over and the game with it.
    pub(crate) fn settled(&mut self, outset: &Outset) -> Option<Vec<f64>> {
        if State::turn(&outset.round) != Turn::Over {
            return None;
        }
        self.face(outset);
        match &mut self.view {
            View::HandMade(evaluation) => evaluation.leads(&outset.round).settled(),
            View::Learned(evaluation) => evaluation.leads(&outset.round).settled(),
        }
    }

    /// What each seat may expect, if the round ended now.
    pub(crate) fn appraise(&mut self, outset: &Outset) -> Appraisal {
        self.face(outset);
        match &mut self.view {
            View::HandMade(evaluation) => evaluation.leads(&outset.round).appraisal(),
            View::Learned(evaluation) => evaluation.leads(&outset.round).appraisal(),
        }
    }
}

/// A table for what is looked at within these limits: making one takes time, too.
fn table_bits(limits: &Limits, plan: &Plan<Draft>) -> u32 {
    if plan.depth <= SHALLOW {
        return LEAST_TABLE_BITS;
    }
    let in_time = limits.time.map(|time| time.as_micros() * NODES_A_MICROSECOND);
    let nodes = limits.nodes.map(u128::from).into_iter().chain(in_time).min();
    let bits = nodes.map_or(TABLE_BITS, |nodes| nodes.max(1).ilog2() + 1);
    bits.clamp(LEAST_TABLE_BITS, TABLE_BITS)
}
