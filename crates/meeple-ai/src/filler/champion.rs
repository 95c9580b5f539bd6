//! `champion`: soft territory, what the enemy may answer, and tidy packing.
//!
//! 1. Of the placements nearest to the enemy, weigh the *soft* lead each leaves
//!    (see `flood`): head starts say how safe a cell is, not only whose it is.
//! 2. Let the best few race (see `race`): pieces are drawn for the enemy and for
//!    us, each is laid as well as one ply shows, and what is left is averaged.
//!    Against an enemy that goes for us, as the schools' strongest robot does, they
//!    are played on to where the game is decided instead, if the board is small
//!    enough (see `small`).
//! 3. Once no empty cell can be reached from both sides, only room counts (see
//!    `packing`).
//!
//! A node is a field that is weighed. How much of all this is done on which
//! board stands in `plan`.

use super::{
    Hand, Placer,
    flood::{Field, Flood, Steps},
    packing::packed,
    plan::{CANDIDATES, DECIDED, PLAYED_ON, Plan, chance_to_win},
    race::{Cuts, Race},
    small::contest,
    stand_ins::may_go_for_us,
    territory::{Near, Scale, WORTH_OF_A_CELL, Weighed, first, nearest},
};
use crate::search::{Budget, Oversight, best_of};
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
    /// How many games are played on at most against an enemy that goes for us; 0 for none.
    pub games: Option<u32>,
    /// Head starts on each side of none.
    pub reach: Option<u32>,
    /// Steps from one head start to the next.
    pub stride: Option<u32>,
    /// So many times the usual number of draws.
    pub effort: Option<u32>,
    /// How many of a hundred placements are overlooked.
    pub overlooks: Option<u32>,
    /// By how many cells a placement is typically misjudged.
    pub blur: Option<u32>,
    /// What is worse than the best by more cells is never played.
    pub tolerates: Option<u32>,
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
            "games",
            "games played on against an enemy that goes for us; 0 for none",
            0..=1_000_000,
            "depends on the board",
            |o| o.games,
            |o, n| o.games = Some(n),
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
        Key::number(
            "effort",
            "so many times the usual number of draws",
            1..=1000,
            "1",
            |o| o.effort,
            |o, n| o.effort = Some(n),
        ),
        Key::number(
            "overlooks",
            "of a hundred placements so many are overlooked",
            0..=99,
            "0",
            |o| o.overlooks,
            |o, n| o.overlooks = Some(n),
        ),
        Key::number(
            "blur",
            "cells by which a placement is typically misjudged",
            0..=1000,
            "0",
            |o| o.blur,
            |o, n| o.blur = Some(n),
        ),
        Key::number(
            "tolerates",
            "cells by which a placement may be worse than the best and still be played",
            0..=1000,
            "1000",
            |o| o.tolerates,
            |o, n| o.tolerates = Some(n),
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
        match hand.board.owned(hand.seat).words_per_row() {
            1 => self.choose::<1>(hand, budget, rng),
            2 => self.choose::<2>(hand, budget, rng),
            3 => self.choose::<3>(hand, budget, rng),
            _ => self.choose::<4>(hand, budget, rng),
        }
    }
}

impl Champion {
    fn choose<const N: usize>(
        &self,
        hand: Hand<'_>,
        budget: &mut Budget<'_>,
        rng: &mut dyn Rng,
    ) -> Option<Choice<Placement>> {
        if budget.is_spent() {
            return hand.placements().next().map(Choice::silent);
        }
        let plan = Plan::new(&self.options, hand.board);
        let mut flood = Flood::by(Steps::Octagons);
        if !self.errs() && !flood.is_contested(&Field::<N>::new(hand.board, hand.seat)) {
            return packed::<N>(hand, budget, rng);
        }
        let near = nearest(hand, CANDIDATES, budget);
        let ranking = weighed(hand, plan, &near, &mut flood, budget);
        let (ranking, depth) = looked_into::<N>(hand, plan, ranking, budget, rng);
        let choice = if self.errs() {
            let picked = self.options.oversight().pick(&ranking, rng);
            // What is ranked is not what was seen: it stays unsaid.
            picked.map(|mv| Choice { nodes: Some(budget.nodes()), ..Choice::silent(mv) })
        } else {
            best_of(ranking, budget).map(|choice| with_values(choice, hand, depth))
        };
        choice.or_else(|| first(&near))
    }

    fn errs(&self) -> bool {
        self.options.overlooks.unwrap_or(0) > 0 || self.options.blur.unwrap_or(0) > 0
    }
}

impl ChampionOptions {
    fn oversight(&self) -> Oversight {
        let cells = |cells: Option<u32>, usual: u32| f64::from(cells.unwrap_or(usual));
        Oversight {
            overlooks: cells(self.overlooks, 0) / 100.0,
            blur: cells(self.blur, 0),
            tolerates: cells(self.tolerates, 1000),
        }
    }
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

/// The ranking after what may follow was looked into, as far as the budget allows, and how
/// many plies ahead that was, unless games were played on.
fn looked_into<const N: usize>(
    hand: Hand<'_>,
    plan: Plan,
    ranking: Vec<Ranked<Placement>>,
    budget: &mut Budget<'_>,
    rng: &mut dyn Rng,
) -> (Vec<Ranked<Placement>>, Option<u32>) {
    if plan.games > 0 && may_go_for_us(hand) {
        if is_decided(&ranking, hand) {
            return (ranking, Some(1));
        }
        let best = &ranking[..ranking.len().min(PLAYED_ON)];
        if let Some(played) = contest(hand, best, plan.games, budget, rng) {
            return (played, None);
        }
    }
    let best = ranking.iter().take(plan.best).map(|ranked| ranked.mv);
    match Race::<N>::new(hand, plan, Cuts::Halve, best).run(budget, rng) {
        Some(raced) => (raced, Some(plan.plies as u32)),
        None => (ranking, Some(1)),
    }
}

/// Whether one ply says that the game is as good as won.
fn is_decided(ranking: &[Ranked<Placement>], hand: Hand<'_>) -> bool {
    ranking.first().is_none_or(|best| chance_to_win(best.value, hand.board) > DECIDED)
}

/// What each seat may expect: to lead by so many cells, or to be behind by as many.
fn with_values(choice: Choice<Placement>, hand: Hand<'_>, depth: Option<u32>) -> Choice<Placement> {
    let lead = choice.ranking.first().map_or(f64::NAN, |best| best.value);
    let values = if hand.seat.index() == 0 { vec![lead, -lead] } else { vec![-lead, lead] };
    Choice { values, depth, ..choice }
}
