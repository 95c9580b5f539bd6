//! `champion`: soft territory, what the enemy may answer, and tidy packing.
//!
//! 1. Of the placements nearest to the enemy, weigh the *soft* lead each leaves
//!    (see `flood`): head starts say how safe a cell is, not only whose it is.
//! 2. Let the best few race (see `race`): pieces are drawn for the enemy and for
//!    us, each is laid as well as one ply shows, and what is left is averaged.
//! 3. Once no empty cell can be reached from both sides, only room counts (see
//!    `packing`).
//!
//! A node is a field that is weighed. How much of all this is done on which
//! board stands in `plan`.

use super::{
    Hand, Placer,
    flood::{Field, Flood},
    packing::packed,
    plan::{CANDIDATES, Plan},
    race::{Cuts, Race},
    territory::{Near, Scale, WORTH_OF_A_CELL, Weighed, first, nearest},
};
use crate::search::{Budget, best_of};
use meeple_core::{Choice, Key, Options, Ranked};
use meeple_games::filler::{Placement, opponent};
use rand::Rng;

/// The bot.
#[derive(Debug, Clone, Default)]
pub struct Champion {
    options: ChampionOptions,
}

/// How hard the champion thinks; what is not given depends on the size of the board.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct ChampionOptions {
    /// How often pieces are drawn at most; 0 looks one ply ahead.
    pub samples: Option<u32>,
    /// How many of the best placements the draws are tried on at first.
    pub best: Option<u32>,
    /// How many placements are weighed for a drawn piece.
    pub answers: Option<u32>,
    /// How many plies ahead the draws go: 2 with the enemy's answer, 3 with our next piece.
    pub plies: Option<u32>,
    /// Head starts on each side of none.
    pub reach: Option<u32>,
    /// Steps from one head start to the next.
    pub stride: Option<u32>,
}

impl Options for ChampionOptions {
    const KEYS: &'static [Key<Self>] = &[
        Key::number(
            "samples",
            "draws of pieces at most; 0 looks one ply ahead",
            0..=1_000_000,
            "depends on the board",
            |o| o.samples,
            |o, n| o.samples = Some(n),
        ),
        Key::number(
            "best",
            "placements on which the draws are tried at first",
            1..=1000,
            "depends on the board",
            |o| o.best,
            |o, n| o.best = Some(n),
        ),
        Key::number(
            "answers",
            "placements that are weighed for a drawn piece",
            1..=1000,
            "depends on the board",
            |o| o.answers,
            |o, n| o.answers = Some(n),
        ),
        Key::number(
            "plies",
            "plies ahead: 2 with the enemy's answer, 3 with our next piece",
            2..=9,
            "3",
            |o| o.plies,
            |o, n| o.plies = Some(n),
        ),
        Key::number(
            "reach",
            "head starts on each side of none",
            0..=7,
            "depends on the board",
            |o| o.reach,
            |o, n| o.reach = Some(n),
        ),
        Key::number(
            "stride",
            "steps from one head start to the next",
            1..=20,
            "depends on the board",
            |o| o.stride,
            |o, n| o.stride = Some(n),
        ),
    ];
}

impl Champion {
    /// A champion that thinks so.
    pub fn new(options: ChampionOptions) -> Self {
        Champion { options }
    }
}

impl Placer for Champion {
    type Options = ChampionOptions;

    fn with(options: ChampionOptions) -> Self {
        Champion::new(options)
    }

    fn place(
        &mut self,
        hand: Hand<'_>,
        budget: &mut Budget<'_>,
        rng: &mut dyn Rng,
    ) -> Option<Choice<Placement>> {
        let plan = Plan::new(&self.options, hand.board);
        match hand.board.owned(hand.seat).words_per_row() {
            1 => choose::<1>(hand, plan, budget, rng),
            2 => choose::<2>(hand, plan, budget, rng),
            3 => choose::<3>(hand, plan, budget, rng),
            _ => choose::<4>(hand, plan, budget, rng),
        }
    }
}

fn choose<const N: usize>(
    hand: Hand<'_>,
    plan: Plan,
    budget: &mut Budget<'_>,
    rng: &mut dyn Rng,
) -> Option<Choice<Placement>> {
    if budget.is_spent() {
        return hand.placements().next().map(Choice::silent);
    }
    let mut field = Field::<N>::new(hand.board, hand.seat);
    let mut flood = Flood::default();
    if !flood.is_contested(&field) {
        let packed = packed(hand, &mut field, budget);
        let choice = best_of(packed.iter().map(|weighed| weighed.in_units_of(1)).collect(), budget);
        return choice.or_else(|| hand.placements().next().map(Choice::silent));
    }
    let near = nearest(hand, CANDIDATES, budget);
    let ranking = weighed(hand, plan, &near, &mut flood, budget);
    let best: Vec<Placement> = ranking.iter().take(plan.best).map(|ranked| ranked.mv).collect();
    let raced = Race::<N>::new(hand, plan, Cuts::Halve, best.into_iter()).run(budget, rng);
    let depth = raced.as_ref().map_or(1, |_| plan.plies as u32);
    let choice = best_of(raced.unwrap_or(ranking), budget);
    choice.map(|choice| with_values(choice, hand, depth)).or_else(|| first(&near))
}

/// The placements with the soft lead each leaves, in cells, the best first.
pub(super) fn weighed<const N: usize>(
    hand: Hand<'_>,
    plan: Plan,
    near: &[Near],
    flood: &mut Flood<N>,
    budget: &mut Budget<'_>,
) -> Vec<Ranked<Placement>> {
    let mut field = Field::<N>::new(hand.board, hand.seat);
    let value = |field: &Field<N>| flood.lead(field, plan.heads);
    let weighed = Scale { hand, pull: 0, value }.weigh(near, &mut field, budget);
    // One cell of the piece lies on one of ours (F4).
    let (own, enemy) = (hand.board.count(hand.seat), hand.board.count(opponent(hand.seat)));
    let cells = f64::from(own) + hand.piece.cells().len() as f64 - 1.0 - f64::from(enemy);
    let rank = |weighed: &Weighed| {
        let Ranked { mv, value } = weighed.in_units_of(plan.heads.len() as i32 * WORTH_OF_A_CELL);
        Ranked { mv, value: cells + value }
    };
    let mut ranking: Vec<Ranked<Placement>> = weighed.iter().map(rank).collect();
    ranking.sort_by(|a, b| b.value.total_cmp(&a.value)); // stable: the nearest of equals first
    ranking
}

/// What each seat may expect: to lead by so many cells, or to be behind by as many.
fn with_values(choice: Choice<Placement>, hand: Hand<'_>, depth: u32) -> Choice<Placement> {
    let lead = choice.ranking.first().map_or(f64::NAN, |best| best.value);
    let values = if hand.seat.index() == 0 { vec![lead, -lead] } else { vec![-lead, lead] };
    Choice { values, depth: Some(depth), ..choice }
}
