//! The player that searches the drafts of all players to the end of the round.
//!
//! There is no randomness within a round, so the search is exact as far as it goes; what comes
//! after the round is estimated by an evaluation. With more than two players it assumes that all
//! others play against it. A node is one searched position.

use super::{
    round::{DraftMove, Outset},
    searcher::{EvaluationSource, RoundSearcher},
    variant::GameVariant,
    wall_moves,
};
use crate::{
    roster::{Resources, Seatable},
    search::{Budget, MistakeModel, SearchResult, SearchSettings},
};
use meeple_core::{Choice, ChooseError, Game, GameOptions, Limits, OptionKey, Player};
use meeple_games::azul::{Azul, Move};
use rand::Rng;

/// The evaluation used for what comes after a round.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum EvaluationKind {
    /// Networks trained on the same kind of game.
    #[default]
    Learned,
    /// Handmade rules.
    Handmade,
    /// The network for two players on the coloured wall, as far as it applies; used to measure how much
    /// the other networks gain.
    LearnedForTwo,
}

impl EvaluationKind {
    const ALL: [EvaluationKind; 3] =
        [EvaluationKind::Learned, EvaluationKind::Handmade, EvaluationKind::LearnedForTwo];
    const WORDS: [&'static str; 3] = ["learned", "handmade", "two"];

    fn source(self) -> EvaluationSource {
        match self {
            EvaluationKind::Learned => EvaluationSource::BuiltIn,
            EvaluationKind::Handmade => EvaluationSource::Handmade,
            EvaluationKind::LearnedForTwo => EvaluationSource::built_in_for(GameVariant::USUAL),
        }
    }
}

/// The player's evaluation, search depth and rate of mistakes.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct AlphaBetaOptions {
    /// The evaluation used for what comes after the round.
    pub evaluation: EvaluationKind,
    /// The maximum search depth in plies; `None` means to the end of the round.
    pub depth: Option<u32>,
    /// The percentage of moves that it overlooks.
    pub overlooks: Option<u32>,
    /// The typical error when it evaluates a move, in tenths of a point.
    pub blur: Option<u32>,
}

impl GameOptions for AlphaBetaOptions {
    const KEYS: &'static [OptionKey<Self>] = &[
        OptionKey::choice(
            "evaluation",
            "evaluation at the end of a round; two: trained on two-player games",
            &EvaluationKind::WORDS,
            |o| {
                (o.evaluation != EvaluationKind::Learned)
                    .then(|| EvaluationKind::WORDS[o.evaluation as usize])
            },
            |o, index| o.evaluation = EvaluationKind::ALL[index],
        ),
        OptionKey::number(
            "depth",
            "maximum search depth in plies",
            1..=100,
            "to the end of the round",
            |o| o.depth,
            |o, n| o.depth = Some(n),
        ),
        OptionKey::number(
            "overlooks",
            "percentage of moves overlooked",
            0..=100,
            "0",
            |o| o.overlooks,
            |o, n| o.overlooks = Some(n),
        ),
        OptionKey::number(
            "blur",
            "typical judging error, in tenths of a point",
            0..=1000,
            "0",
            |o| o.blur,
            |o, n| o.blur = Some(n),
        ),
    ];
}

impl AlphaBetaOptions {
    /// Returns how the player errs, or `None` if it doesn't.
    fn oversight(&self) -> Option<MistakeModel> {
        let (overlooks, blur) = (self.overlooks.unwrap_or(0), self.blur.unwrap_or(0));
        (overlooks > 0 || blur > 0).then(|| MistakeModel {
            overlooks: f64::from(overlooks) / 100.0,
            blur: f64::from(blur) / 10.0,
            tolerates: TOLERATES,
        })
    }
}

/// Even a player that errs doesn't pick a move that costs more points than this.
const TOLERATES: f64 = 9.0;

/// A player that searches to the end of the round.
#[derive(Debug)]
pub struct AlphaBeta {
    searcher: RoundSearcher,
    plan: SearchSettings<DraftMove>,
    oversight: Option<MistakeModel>,
}

impl Seatable<Azul> for AlphaBeta {
    type Options = AlphaBetaOptions;
    fn seat(options: AlphaBetaOptions, _: &Resources) -> Self {
        let oversight = options.oversight();
        let usual = SearchSettings::default();
        // A player that may pick another move than the best needs exact values for all moves.
        let exact = if oversight.is_some() { usize::MAX } else { usual.exact };
        AlphaBeta {
            searcher: RoundSearcher::new(options.evaluation.source()),
            plan: SearchSettings { depth: options.depth.unwrap_or(usual.depth), exact, ..usual },
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
    ) -> Result<Choice<Move>, ChooseError> {
        let mut budget = Budget::start(limits);
        let Some(outset) = Outset::of(position) else {
            let choice = wall_moves::choose(position, &mut self.searcher, &mut budget);
            return budget.to_result(choice);
        };
        let thought = self.searcher.search(&outset, &self.plan, limits, &mut budget);
        let choice = thought.map(|thought| {
            let choice = self.taken(thought, &budget, rng);
            choice.map(|draft| Move::Draft(outset.action(draft)))
        });
        let unseen = || position.legal_moves().next().map(Choice::from_move);
        budget.to_result(choice.or_else(unseen))
    }
}

impl AlphaBeta {
    /// Returns the best move, or the one that an erring player picks (without a ranking, because it
    /// didn't see every move).
    fn taken(
        &self,
        thought: SearchResult<DraftMove>,
        budget: &Budget<'_>,
        rng: &mut dyn Rng,
    ) -> Choice<DraftMove> {
        match self.oversight.and_then(|oversight| oversight.pick(&thought.ranking, rng)) {
            Some(mv) => Choice { nodes: Some(budget.nodes()), ..Choice::from_move(mv) },
            None => thought.into_choice(budget),
        }
    }
}
