//! The player that searches the round: every draft of everybody, until the last tile is taken.
//!
//! Within a round there is no chance, so the search is exact as far as it goes; what comes
//! after the round is judged. A node is a position that was looked at.

use super::{evaluation::Evaluation, handmade::HandMade, round::Outset};
use crate::{
    roster::{Resources, Seatable},
    search::{Budget, Plan, Table, pvs},
};
use meeple_core::{Choice, Game, Limits, NoChoice, Player, options::NoOptions};
use meeple_games::azul::{Azul, AzulMove};
use rand::Rng;

/// Places in the table, as a power of two, where the limit is a time.
const TABLE_BITS: u32 = 20;
/// The fewest.
const LEAST_TABLE_BITS: u32 = 8;

/// Searches the round with the hand-made evaluation.
#[derive(Debug, Default)]
pub struct AlphaBeta {
    evaluation: Option<Evaluation<HandMade>>,
    table: Option<Table>,
    bits: u32,
}

impl Seatable<Azul> for AlphaBeta {
    type Options = NoOptions;
    fn seat(_: NoOptions, _: &Resources) -> Self {
        AlphaBeta::default()
    }
}

impl Player<Azul> for AlphaBeta {
    fn choose(
        &mut self,
        position: &Azul,
        limits: &Limits,
        _: &mut dyn Rng,
    ) -> Result<Choice<AzulMove>, NoChoice> {
        let mut budget = Budget::start(limits);
        let outset = Outset::of(position).ok_or(NoChoice::NotNow)?;
        let bits = limits
            .nodes
            .map_or(TABLE_BITS, |n| (n.max(1).ilog2() + 1).clamp(LEAST_TABLE_BITS, TABLE_BITS));
        if self.bits != bits {
            self.table = Some(Table::new(bits));
            self.bits = bits;
        }
        let table = self.table.as_mut().unwrap();
        if limits.nodes.is_some() {
            table.clear();
        }
        let evaluation = match &mut self.evaluation {
            Some(e) => {
                e.turn_to(&outset.standings);
                e
            }
            None => self
                .evaluation
                .insert(Evaluation::new(HandMade::new(position.side()), outset.standings.clone())),
        };
        let thought = pvs(&outset.round, evaluation, &Plan::default(), table, &mut budget);
        let choice = thought.map(|t| t.choice(&budget).map(|d| AzulMove::Draft(outset.action(d))));
        let unseen = || position.legal_moves().next().map(Choice::silent);
        budget.answer(choice.or_else(unseen))
    }
}
