//! Somebody who searches rounds: a way to judge, and a table for what was found out.

use super::{
    evaluation::Evaluation,
    handmade::HandMade,
    learned::{Learned, Nets},
    round::{Draft, Outset},
    setting::Setting,
    shipped,
};
use crate::{
    advice::Appraisal,
    search::{Budget, Plan, State, Table, Thought, pvs_on_threads},
};
use meeple_core::{Limits, Turn};
use std::sync::Arc;

/// Places in the table, as a power of two: the most, and the fewest.
const TABLE_BITS: u32 = 20;
const LEAST_TABLE_BITS: u32 = 6;
/// Whoever looks no further than this meets no position twice worth remembering.
const SHALLOW: u32 = 2;
/// About how many positions are looked at in a microsecond.
const NODES_A_MICROSECOND: u128 = 4;

/// Who judges positions.
#[derive(Debug, Clone)]
pub enum Brain {
    /// Rules of thumb.
    HandMade,
    /// These networks, for any number of players; rules of thumb on the other side of the boards.
    Learned(Arc<Nets>),
    /// What was learned and is part of the program, for each kind of game its own.
    Shipped,
}

impl Brain {
    /// What was learned for this kind of game and is part of the program, whatever is played.
    pub fn shipped_for(setting: Setting) -> Self {
        Brain::Learned(shipped::nets(setting))
    }

    /// The networks for this kind of game, if there are some.
    fn nets(&self, setting: Setting) -> Option<Arc<Nets>> {
        match self {
            Brain::HandMade => None,
            Brain::Learned(nets) => (nets.setting.side == setting.side).then(|| nets.clone()),
            Brain::Shipped => Some(shipped::nets(setting)),
        }
    }
}

/// Somebody who searches rounds.
#[derive(Debug)]
pub struct Mind {
    brain: Brain,
    setting: Setting,
    view: View,
    table: Table,
    table_bits: u32,
}

/// The two ways to judge.
#[derive(Debug)]
enum View {
    HandMade(Box<Evaluation<HandMade>>),
    Learned(Box<Evaluation<Learned>>),
}

impl View {
    fn of(brain: &Brain, setting: Setting) -> Self {
        match brain.nets(setting) {
            Some(nets) => View::Learned(Box::new(Evaluation::new(Learned::new(nets)))),
            None => View::HandMade(Box::new(Evaluation::new(HandMade::new(setting.side)))),
        }
    }
}

impl Mind {
    /// Somebody with this brain.
    pub fn new(brain: Brain) -> Self {
        let setting = Setting::USUAL;
        let view = View::of(&brain, setting);
        let table_bits = LEAST_TABLE_BITS;
        Mind { brain, setting, view, table: Table::new(table_bits), table_bits }
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
        let setting = Setting::from(standings);
        if self.setting != setting {
            self.setting = setting;
            self.view = View::of(&self.brain, setting);
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

    /// What a seat aims at, if the round ended now.
    pub(crate) fn aim(&mut self, outset: &Outset, seat: usize) -> f32 {
        self.face(outset);
        match &mut self.view {
            View::HandMade(evaluation) => evaluation.leads(&outset.round).aim(seat),
            View::Learned(evaluation) => evaluation.leads(&outset.round).aim(seat),
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
