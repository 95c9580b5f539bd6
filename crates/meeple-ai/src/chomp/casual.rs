//! A player that plays Chomp like a person: it solves small positions, knows a few shapes, and
//! sometimes overlooks a bite.
//!
//! Each bite gets a value for the position that it leaves:
//!
//! ```text
//!  1   the bite wins: few squares or a known shape are left, so the player sees it
//!  0   unknown; larger bites get a lower value
//! -1   the bite loses, and the player sees it
//! ```

use super::{player::nibble, shapes::Shape};
use crate::{
    roster::{Resources, Seatable},
    search::{Budget, MistakeModel},
};
use meeple_core::{
    Choice, ChooseError, Game, GameOptions, Limits, OptionKey, Player, RankedMove, Turn,
};
use meeple_games::chomp::{Board, Chomp, Move, ReferenceSolver};
use rand::Rng;

/// The defaults of [`CasualOptions`].
const USUAL: Casual = Casual { sight: 10, shapes: true, overlooks: 15 };

/// The deduction for eating the whole bar; a bite that isn't known to win costs its share of this.
const GREED: f64 = 0.5;
/// The typical error in a bite's value: small enough that a seen win isn't confused with a seen loss.
const BLUR: f64 = 0.2;
/// The largest loss of value accepted by mistake: a player may miss a win, but doesn't lose knowingly.
const TOLERATES: f64 = 1.6;

/// The playing strength of a [`CasualPlayer`].
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct CasualOptions {
    /// Positions of at most this many squares are solved.
    pub sight: Option<u32>,
    /// Whether the player knows the shapes: arms of equal length, two lines.
    pub shapes: Option<bool>,
    /// The percentage of bites that are overlooked.
    pub overlooks: Option<u32>,
}

impl GameOptions for CasualOptions {
    const KEYS: &'static [OptionKey<Self>] = &[
        OptionKey::number(
            "sight",
            "largest number of squares it solves",
            0..=20,
            "10",
            |o| o.sight,
            |o, squares| o.sight = Some(squares),
        ),
        OptionKey::choice(
            "shapes",
            "whether it knows winning shapes: arms of equal length, two lines",
            &["known", "unknown"],
            |o| o.shapes.map(|known| if known { "known" } else { "unknown" }),
            |o, index| o.shapes = Some(index == 0),
        ),
        OptionKey::number(
            "overlooks",
            "percentage of bites overlooked",
            0..=100,
            "15",
            |o| o.overlooks,
            |o, percent| o.overlooks = Some(percent),
        ),
    ];
}

/// The options with defaults filled in.
#[derive(Debug, Clone, Copy)]
struct Casual {
    sight: u32,
    shapes: bool,
    overlooks: u32,
}

/// A player that plays like a person.
pub struct CasualPlayer {
    casual: Casual,
    /// Solves the small positions, of which there are only a few hundred.
    small: ReferenceSolver,
}

impl CasualPlayer {
    /// Creates a player of this strength.
    pub fn new(options: &CasualOptions) -> Self {
        let casual = Casual {
            sight: options.sight.unwrap_or(USUAL.sight),
            shapes: options.shapes.unwrap_or(USUAL.shapes),
            overlooks: options.overlooks.unwrap_or(USUAL.overlooks),
        };
        CasualPlayer { casual, small: ReferenceSolver::default() }
    }

    /// Returns whether the player to move wins, or `None` if this player doesn't see it.
    fn sees(&mut self, board: &Board) -> Option<bool> {
        if board.squares_left() <= self.casual.sight {
            return Some(self.small.is_win(board));
        }
        Shape::of(board).filter(|_| self.casual.shapes).map(Shape::wins)
    }

    /// Returns the value of each bite except the poison, as far as the budget lasts.
    fn feel(&mut self, board: &Board, budget: &mut Budget<'_>) -> Vec<RankedMove<Move>> {
        let squares = f64::from(board.squares_left());
        let mut felt = Vec::new();
        for bite in board.squares().filter(|&bite| bite != Move::POISON) {
            if !budget.spend(1) {
                break;
            }
            let after = board.after(bite);
            let seen = match self.sees(&after) {
                Some(true) => -1.0,
                Some(false) => 1.0,
                None => 0.0,
            };
            // For a winning bite the size doesn't matter.
            let eaten = 1.0 - f64::from(after.squares_left()) / squares;
            let value = if seen > 0.0 { seen } else { seen - GREED * eaten };
            felt.push(RankedMove { mv: bite, value });
        }
        felt
    }
}

impl Player<Chomp> for CasualPlayer {
    fn choose(
        &mut self,
        position: &Chomp,
        limits: &Limits,
        rng: &mut dyn Rng,
    ) -> Result<Choice<Move>, ChooseError> {
        if position.turn() == Turn::Over {
            return Err(ChooseError::NotNow);
        }
        let mut budget = Budget::start(limits);
        let felt = self.feel(position.board(), &mut budget);
        let overlooks = f64::from(self.casual.overlooks) / 100.0;
        let oversight = MistakeModel { overlooks, blur: BLUR, tolerates: TOLERATES };
        let mv = oversight.pick(&felt, rng).unwrap_or_else(|| nibble(position.board()));
        // No ranking, because the player doesn't see every bite.
        budget.to_result(Some(Choice { nodes: Some(budget.nodes()), ..Choice::from_move(mv) }))
    }
}

impl Seatable<Chomp> for CasualPlayer {
    type Options = CasualOptions;
    fn seat(options: CasualOptions, _: &Resources) -> Self {
        CasualPlayer::new(&options)
    }
}

impl std::fmt::Debug for CasualPlayer {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "CasualPlayer({:?})", self.casual)
    }
}
