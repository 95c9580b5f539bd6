//! The player that searches the round: every draft of everybody, until the last tile is taken.
//!
//! Within a round there is no chance, so the search is exact as far as it goes; what comes
//! after the round is judged. With more than two players it expects that all others play
//! against it. A node is a position that was looked at.

use super::{
    mind::{Brain, Mind},
    round::{Draft, Outset},
    setting::Setting,
    wall_moves,
};
use crate::{
    roster::{Resources, Seatable},
    search::{Budget, Oversight, Plan, Thought},
};
use meeple_core::{Choice, Game, Key, Limits, NoChoice, Options, Player};
use meeple_games::azul::{Azul, AzulMove};
use rand::Rng;

/// Who judges what comes after a round.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum JudgedBy {
    /// What was learned of such games.
    #[default]
    Learned,
    /// Rules of thumb.
    HandMade,
    /// What was learned of games of two on the coloured wall, as far as it goes: to measure what
    /// the other networks are worth.
    LearnedOfTwo,
}

impl JudgedBy {
    const ALL: [JudgedBy; 3] = [JudgedBy::Learned, JudgedBy::HandMade, JudgedBy::LearnedOfTwo];
    const WORDS: [&'static str; 3] = ["learned", "handmade", "two"];

    fn brain(self) -> Brain {
        match self {
            JudgedBy::Learned => Brain::Shipped,
            JudgedBy::HandMade => Brain::HandMade,
            JudgedBy::LearnedOfTwo => Brain::shipped_for(Setting::USUAL),
        }
    }
}

/// How the player judges, how far it looks and how it errs.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct AlphaBetaOptions {
    /// Who judges what comes after the round.
    pub judged_by: JudgedBy,
    /// How many plies it looks ahead at most.
    pub depth: Option<u32>,
    /// How many of 100 moves it overlooks.
    pub overlooks: Option<u32>,
    /// By how many tenths of a point it typically misjudges a move.
    pub blur: Option<u32>,
}

impl Options for AlphaBetaOptions {
    const KEYS: &'static [Key<Self>] = &[
        Key::choice(
            "evaluation",
            "what judges the end of a round; two: learned of two players' games",
            &JudgedBy::WORDS,
            |o| (o.judged_by != JudgedBy::Learned).then(|| JudgedBy::WORDS[o.judged_by as usize]),
            |o, index| o.judged_by = JudgedBy::ALL[index],
        ),
        Key::number(
            "depth",
            "plies to look ahead at most",
            1..=100,
            "to the end of the round",
            |o| o.depth,
            |o, n| o.depth = Some(n),
        ),
        Key::number(
            "overlooks",
            "moves of 100 that it does not see",
            0..=100,
            "0",
            |o| o.overlooks,
            |o, n| o.overlooks = Some(n),
        ),
        Key::number(
            "blur",
            "tenths of a point by which it misjudges a move",
            0..=1000,
            "0",
            |o| o.blur,
            |o, n| o.blur = Some(n),
        ),
    ];
}

impl AlphaBetaOptions {
    /// How it errs, if it does.
    fn oversight(&self) -> Option<Oversight> {
        let (overlooks, blur) = (self.overlooks.unwrap_or(0), self.blur.unwrap_or(0));
        (overlooks > 0 || blur > 0).then(|| Oversight {
            overlooks: f64::from(overlooks) / 100.0,
            blur: f64::from(blur) / 10.0,
            tolerates: TOLERATES,
        })
    }
}

/// Whoever errs still sees that a move costs more points than this.
const TOLERATES: f64 = 9.0;

/// Searches the round.
#[derive(Debug)]
pub struct AlphaBeta {
    mind: Mind,
    plan: Plan<Draft>,
    oversight: Option<Oversight>,
}

impl Seatable<Azul> for AlphaBeta {
    type Options = AlphaBetaOptions;
    fn seat(options: AlphaBetaOptions, _: &Resources) -> Self {
        let oversight = options.oversight();
        let usual = Plan::default();
        // Whoever may take another move than the best must know what the others are worth.
        let exact = if oversight.is_some() { usize::MAX } else { usual.exact };
        AlphaBeta {
            mind: Mind::new(options.judged_by.brain()),
            plan: Plan { depth: options.depth.unwrap_or(usual.depth), exact, ..usual },
            oversight,
        }
    }
}

impl Player<Azul> for AlphaBeta {
    fn choose(
        &mut self,
        position: &Azul,
        limits: &Limits,
        rng: &mut dyn Rng,
    ) -> Result<Choice<AzulMove>, NoChoice> {
        let mut budget = Budget::start(limits);
        let Some(outset) = Outset::of(position) else {
            let choice = wall_moves::choose(position, &mut self.mind, &mut budget);
            return budget.answer(choice);
        };
        let thought = self.mind.search(&outset, &self.plan, limits, &mut budget);
        let choice = thought.map(|thought| {
            let choice = self.taken(thought, &budget, rng);
            choice.map(|draft| AzulMove::Draft(outset.action(draft)))
        });
        let unseen = || position.legal_moves().next().map(Choice::silent);
        budget.answer(choice.or_else(unseen))
    }
}

impl AlphaBeta {
    /// The best move, or what is taken for it by whoever errs: what it did not see it cannot rank.
    fn taken(
        &self,
        thought: Thought<Draft>,
        budget: &Budget<'_>,
        rng: &mut dyn Rng,
    ) -> Choice<Draft> {
        match self.oversight.and_then(|oversight| oversight.pick(&thought.ranking, rng)) {
            Some(mv) => Choice { nodes: Some(budget.nodes()), ..Choice::silent(mv) },
            None => thought.choice(budget),
        }
    }
}
