//! The `champion` player: soft territory, the enemy's possible replies, and tidy packing.
//!
//! 1. Of the placements nearest to the enemy, evaluate the *soft* lead each leaves (see `flood`): head starts
//!    tell how safe a cell is, not only whose it is.
//! 2. Let the best few race (see `race`): pieces are drawn for the enemy and for us, each is placed where it
//!    is best one ply ahead, and the resulting leads are averaged. Against an enemy that moves towards us, as
//!    the strongest of the official robots does, the games are played until they are decided instead, if the
//!    board is small enough (see `small`).
//! 3. Once no empty cell can be reached from both sides, only room counts (see `packing`).
//!
//! A node is one evaluated field. How much of this is done on which board is set in `plan`.

use super::{
    PieceTurn, Placer,
    champion_plan::{CANDIDATES, ChampionPlan, DECIDED_CHANCE, PLAYED_OUT, chance_to_win},
    flood::{Flood, FloodField, FloodSteps},
    official_robots::may_move_towards_us,
    packing::choose_packing,
    placement_race::{PlacementRace, RaceCuts},
    small::play_out_best,
    territory::{
        CELL_VALUE, NearPlacement, PlacementScorer, ScoredPlacement, nearest, nearest_choice,
    },
};
use crate::search::{Budget, MistakeModel, best_of};
use meeple_core::{Choice, GameOptions, OptionKey, RankedMove};
use meeple_games::filler::{Placement, opponent};
use rand::Rng;

/// The champion player.
#[derive(Debug, Clone, Default)]
pub struct Champion {
    options: ChampionOptions,
}

/// The champion's parameters; the defaults depend on the size of the board.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct ChampionOptions {
    /// Maximum number of draws of pieces; 0 looks one ply ahead.
    pub samples: Option<u32>,
    /// Number of best placements the race starts with.
    pub best: Option<u32>,
    /// Number of placements evaluated for a drawn piece.
    pub answers: Option<u32>,
    /// Plies the draws look ahead: 2 with the enemy's reply, 3 with our next piece.
    pub plies: Option<u32>,
    /// Maximum number of games played out against an enemy that moves towards us; 0 for none.
    pub games: Option<u32>,
    /// Number of positive head starts, and of negative ones.
    pub reach: Option<u32>,
    /// Steps from one head start to the next.
    pub stride: Option<u32>,
    /// Factor for the number of draws.
    pub effort: Option<u32>,
    /// Percentage of placements that are overlooked.
    pub overlooks: Option<u32>,
    /// Typical error in judging a placement, in cells.
    pub blur: Option<u32>,
    /// Largest allowed loss against the best placement, in cells.
    pub tolerates: Option<u32>,
}

impl GameOptions for ChampionOptions {
    const KEYS: &'static [OptionKey<Self>] = &[
        OptionKey::number(
            "samples",
            "maximum random piece draws; 0: look one ply ahead",
            0..=1_000_000,
            "depends on the board",
            |o| o.samples,
            |o, n| o.samples = Some(n),
        ),
        OptionKey::number(
            "best",
            "placements compared by random draws",
            1..=1000,
            "depends on the board",
            |o| o.best,
            |o, n| o.best = Some(n),
        ),
        OptionKey::number(
            "answers",
            "placements considered per drawn piece",
            1..=1000,
            "depends on the board",
            |o| o.answers,
            |o, n| o.answers = Some(n),
        ),
        OptionKey::number(
            "plies",
            "plies to look ahead; 2: the opponent's reply, 3: also its own next piece",
            2..=9,
            "3",
            |o| o.plies,
            |o, n| o.plies = Some(n),
        ),
        OptionKey::number(
            "games",
            "maximum simulated games against an opponent that approaches; 0: none",
            0..=1_000_000,
            "depends on the board",
            |o| o.games,
            |o, n| o.games = Some(n),
        ),
        OptionKey::number(
            "reach",
            "number of positive and of negative head starts",
            0..=7,
            "depends on the board",
            |o| o.reach,
            |o, n| o.reach = Some(n),
        ),
        OptionKey::number(
            "stride",
            "difference between head starts, in steps",
            1..=20,
            "depends on the board",
            |o| o.stride,
            |o, n| o.stride = Some(n),
        ),
        OptionKey::number(
            "effort",
            "multiplier for the number of draws",
            1..=1000,
            "1",
            |o| o.effort,
            |o, n| o.effort = Some(n),
        ),
        OptionKey::number(
            "overlooks",
            "percentage of placements overlooked",
            0..=99,
            "0",
            |o| o.overlooks,
            |o, n| o.overlooks = Some(n),
        ),
        OptionKey::number(
            "blur",
            "typical judging error, in cells",
            0..=1000,
            "0",
            |o| o.blur,
            |o, n| o.blur = Some(n),
        ),
        OptionKey::number(
            "tolerates",
            "largest allowed loss against the best placement, in cells",
            0..=1000,
            "1000",
            |o| o.tolerates,
            |o, n| o.tolerates = Some(n),
        ),
    ];
}

impl Champion {
    /// Creates a champion with these parameters.
    pub fn new(options: ChampionOptions) -> Self {
        Champion { options }
    }
}

impl Placer for Champion {
    type Options = ChampionOptions;

    fn with_options(options: ChampionOptions) -> Self {
        Champion::new(options)
    }

    fn place(
        &mut self,
        hand: PieceTurn<'_>,
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
        hand: PieceTurn<'_>,
        budget: &mut Budget<'_>,
        rng: &mut dyn Rng,
    ) -> Option<Choice<Placement>> {
        if budget.is_spent() {
            return hand.placements().next().map(Choice::from_move);
        }
        let plan = ChampionPlan::new(&self.options, hand.board);
        let mut flood = Flood::with_steps(FloodSteps::Octagons);
        if !self.makes_mistakes()
            && !flood.is_contested(&FloodField::<N>::new(hand.board, hand.seat))
        {
            return choose_packing::<N>(hand, budget, rng);
        }
        let near = nearest(hand, CANDIDATES, budget);
        let ranking = rank_by_lead(hand, plan, &near, &mut flood, budget);
        let (ranking, depth) = look_ahead::<N>(hand, plan, ranking, budget, rng);
        let choice = if self.makes_mistakes() {
            let picked = self.options.oversight().pick(&ranking, rng);
            // The ranking isn't what the erring player saw, so it isn't reported.
            picked.map(|mv| Choice { nodes: Some(budget.nodes()), ..Choice::from_move(mv) })
        } else {
            best_of(ranking, budget).map(|choice| with_values(choice, hand, depth))
        };
        choice.or_else(|| nearest_choice(&near))
    }

    fn makes_mistakes(&self) -> bool {
        self.options.overlooks.unwrap_or(0) > 0 || self.options.blur.unwrap_or(0) > 0
    }
}

impl ChampionOptions {
    fn oversight(&self) -> MistakeModel {
        let cells = |cells: Option<u32>, usual: u32| f64::from(cells.unwrap_or(usual));
        MistakeModel {
            overlooks: cells(self.overlooks, 0) / 100.0,
            blur: cells(self.blur, 0),
            tolerates: cells(self.tolerates, 1000),
        }
    }
}

/// Returns the placements with the soft lead each leaves, in cells, best first.
pub(super) fn rank_by_lead<const N: usize>(
    hand: PieceTurn<'_>,
    plan: ChampionPlan,
    near: &[NearPlacement],
    flood: &mut Flood<N>,
    budget: &mut Budget<'_>,
) -> Vec<RankedMove<Placement>> {
    let mut field = FloodField::<N>::new(hand.board, hand.seat);
    let value = |field: &FloodField<N>| flood.lead(field, plan.heads);
    let weighed = PlacementScorer { hand, pull: 0, value }.score(near, &mut field, budget);
    // One cell of the piece covers one of ours (F4).
    let (own, enemy) = (hand.board.count(hand.seat), hand.board.count(opponent(hand.seat)));
    let cells = f64::from(own) + hand.piece.cells().len() as f64 - 1.0 - f64::from(enemy);
    let rank = |weighed: &ScoredPlacement| {
        let RankedMove { mv, value } = weighed.in_units_of(plan.heads.len() as i32 * CELL_VALUE);
        RankedMove { mv, value: cells + value }
    };
    let mut ranking: Vec<RankedMove<Placement>> = weighed.iter().map(rank).collect();
    ranking.sort_by(|a, b| b.value.total_cmp(&a.value)); // stable: the nearest of equals first
    ranking
}

/// Refines the ranking by looking further ahead as far as the budget allows; also returns the depth in plies,
/// or `None` if games were played out.
fn look_ahead<const N: usize>(
    hand: PieceTurn<'_>,
    plan: ChampionPlan,
    ranking: Vec<RankedMove<Placement>>,
    budget: &mut Budget<'_>,
    rng: &mut dyn Rng,
) -> (Vec<RankedMove<Placement>>, Option<u32>) {
    if plan.games > 0 && may_move_towards_us(hand) {
        if is_decided(&ranking, hand) {
            return (ranking, Some(1));
        }
        let best = &ranking[..ranking.len().min(PLAYED_OUT)];
        if let Some(played) = play_out_best(hand, best, plan.games, budget, rng) {
            return (played, None);
        }
    }
    let best = ranking.iter().take(plan.best).map(|ranked| ranked.mv);
    match PlacementRace::<N>::new(hand, plan, RaceCuts::Halve, best).run(budget, rng) {
        Some(raced) => (raced, Some(plan.plies as u32)),
        None => (ranking, Some(1)),
    }
}

/// Returns whether the game is as good as won judging by one ply.
fn is_decided(ranking: &[RankedMove<Placement>], hand: PieceTurn<'_>) -> bool {
    ranking.first().is_none_or(|best| chance_to_win(best.value, hand.board) > DECIDED_CHANCE)
}

/// Adds each seat's value to the choice: the expected lead, negative for the seat behind.
fn with_values(
    choice: Choice<Placement>,
    hand: PieceTurn<'_>,
    depth: Option<u32>,
) -> Choice<Placement> {
    let lead = choice.ranking.first().map_or(f64::NAN, |best| best.value);
    let values = if hand.seat.index() == 0 { vec![lead, -lead] } else { vec![-lead, lead] };
    Choice { values, depth, ..choice }
}
