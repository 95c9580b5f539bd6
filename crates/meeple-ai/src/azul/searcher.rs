//! Searches rounds with an evaluation and a transposition table.

use super::{
    builtin_networks,
    evaluation::Evaluation,
    handmade::Handmade,
    learned::{Learned, Networks},
    round::{DraftMove, Outset},
    variant::GameVariant,
};
use crate::{
    advice::Appraisal,
    search::{
        Budget, SearchResult, SearchSettings, SearchState, TranspositionTable, pvs_on_threads,
    },
};
use meeple_core::{Limits, Turn};
use std::sync::Arc;

/// The largest size of the transposition table, as a power of two.
const TABLE_BITS: u32 = 20;
const LEAST_TABLE_BITS: u32 = 6;
/// A search of at most this depth doesn't profit from a larger table.
const SHALLOW: u32 = 2;
/// The approximate number of positions searched per microsecond.
const NODES_A_MICROSECOND: u128 = 4;

/// The source of the evaluation.
#[derive(Debug, Clone)]
pub enum EvaluationSource {
    /// Handmade rules.
    Handmade,
    /// These networks, for any number of players; handmade rules on the other wall side.
    Learned(Arc<Networks>),
    /// The built-in networks for each kind of game.
    BuiltIn,
}

impl EvaluationSource {
    /// Always uses the built-in networks for this kind of game, whichever kind is played.
    pub fn built_in_for(variant: GameVariant) -> Self {
        EvaluationSource::Learned(builtin_networks::networks(variant))
    }

    /// Returns the networks for this kind of game, if any.
    fn networks(&self, variant: GameVariant) -> Option<Arc<Networks>> {
        match self {
            EvaluationSource::Handmade => None,
            EvaluationSource::Learned(networks) => {
                (networks.variant.side == variant.side).then(|| networks.clone())
            }
            EvaluationSource::BuiltIn => Some(builtin_networks::networks(variant)),
        }
    }
}

/// Searches and evaluates rounds of any kind of game.
#[derive(Debug)]
pub struct RoundSearcher {
    source: EvaluationSource,
    variant: GameVariant,
    view: Judgement,
    table: TranspositionTable,
    table_bits: u32,
}

/// The evaluation in use.
#[derive(Debug)]
enum Judgement {
    Handmade(Box<Evaluation<Handmade>>),
    Learned(Box<Evaluation<Learned>>),
}

impl Judgement {
    fn of(source: &EvaluationSource, variant: GameVariant) -> Self {
        match source.networks(variant) {
            Some(networks) => Judgement::Learned(Box::new(Evaluation::new(Learned::new(networks)))),
            None => Judgement::Handmade(Box::new(Evaluation::new(Handmade::new(variant.side)))),
        }
    }
}

impl RoundSearcher {
    /// Creates a searcher with this evaluation.
    pub fn new(source: EvaluationSource) -> Self {
        let variant = GameVariant::USUAL;
        let view = Judgement::of(&source, variant);
        let table_bits = LEAST_TABLE_BITS;
        RoundSearcher {
            source,
            variant,
            view,
            table: TranspositionTable::new(table_bits),
            table_bits,
        }
    }

    /// Searches a round.
    ///
    /// With a node limit the table is cleared first, so that the result depends only on the position.
    /// With a time limit earlier results of the round are reused.
    pub(crate) fn search(
        &mut self,
        outset: &Outset,
        plan: &SearchSettings<DraftMove>,
        limits: &Limits,
        budget: &mut Budget<'_>,
    ) -> Option<SearchResult<DraftMove>> {
        self.face(outset);
        let wanted = table_bits(limits, plan);
        if self.table_bits != wanted {
            (self.table, self.table_bits) = (TranspositionTable::new(wanted), wanted);
        } else if limits.nodes.is_some() {
            self.table.clear();
        }
        let (round, table) = (&outset.round, &self.table);
        match &mut self.view {
            Judgement::Handmade(evaluation) => {
                pvs_on_threads(round, &mut **evaluation, plan, table, budget)
            }
            Judgement::Learned(evaluation) => {
                pvs_on_threads(round, &mut **evaluation, plan, table, budget)
            }
        }
    }

    /// Prepares the evaluation for this round.
    fn face(&mut self, outset: &Outset) {
        let Outset { standings, .. } = outset;
        let variant = GameVariant::from(standings);
        if self.variant != variant {
            self.variant = variant;
            self.view = Judgement::of(&self.source, variant);
        }
        match &mut self.view {
            Judgement::Handmade(evaluation) => {
                evaluation.at(standings);
            }
            Judgement::Learned(evaluation) => {
                evaluation.at(standings);
            }
        }
    }

    /// Returns how many points the first seat would finish ahead of the second if the round ended now.
    pub(crate) fn lead(&mut self, outset: &Outset, mine: usize, theirs: usize) -> f32 {
        self.face(outset);
        match &mut self.view {
            Judgement::Handmade(evaluation) => evaluation.leads(&outset.round).of(mine, theirs),
            Judgement::Learned(evaluation) => evaluation.leads(&outset.round).of(mine, theirs),
        }
    }

    /// Returns the value that a seat maximises, if the round ended now.
    pub(crate) fn aim(&mut self, outset: &Outset, seat: usize) -> f32 {
        self.face(outset);
        match &mut self.view {
            Judgement::Handmade(evaluation) => evaluation.leads(&outset.round).aim(seat),
            Judgement::Learned(evaluation) => evaluation.leads(&outset.round).aim(seat),
        }
    }

    /// Returns each seat's share of the win if the round is over and the game ends with it.
    pub(crate) fn settled(&mut self, outset: &Outset) -> Option<Vec<f64>> {
        if SearchState::turn(&outset.round) != Turn::Over {
            return None;
        }
        self.face(outset);
        match &mut self.view {
            Judgement::Handmade(evaluation) => evaluation.leads(&outset.round).settled(),
            Judgement::Learned(evaluation) => evaluation.leads(&outset.round).settled(),
        }
    }

    /// Appraises the position for every seat, if the round ended now.
    pub(crate) fn appraise(&mut self, outset: &Outset) -> Appraisal {
        self.face(outset);
        match &mut self.view {
            Judgement::Handmade(evaluation) => evaluation.leads(&outset.round).appraisal(),
            Judgement::Learned(evaluation) => evaluation.leads(&outset.round).appraisal(),
        }
    }
}

/// Returns the table size for a search within these limits; small because allocating takes time, too.
fn table_bits(limits: &Limits, plan: &SearchSettings<DraftMove>) -> u32 {
    if plan.depth <= SHALLOW {
        return LEAST_TABLE_BITS;
    }
    let in_time = limits.time.map(|time| time.as_micros() * NODES_A_MICROSECOND);
    let nodes = limits.nodes.map(u128::from).into_iter().chain(in_time).min();
    let bits = nodes.map_or(TABLE_BITS, |nodes| nodes.max(1).ilog2() + 1);
    bits.clamp(LEAST_TABLE_BITS, TABLE_BITS)
}
