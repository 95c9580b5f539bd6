//! Somebody who plays Chomp as people do: sees through what is small, knows a few shapes, and
//! overlooks things now and then.
//!
//! Every bite is felt to be worth something by what it leaves:
//!
//! ```text
//!  1   it wins: few squares are left, or a shape that is known, and the player sees why
//!  0   nobody knows; a large bite feels worse
//! -1   it loses, and the player sees why
//! ```

use super::{player::nibble, shapes::Shape};
use crate::{
    roster::{Resources, Seatable},
    search::{Budget, Oversight},
};
use meeple_core::{Choice, Game, Key, Limits, NoChoice, Options, Player, Ranked, Turn};
use meeple_games::chomp::{Bite, Board, Chomp, Memo};
use rand::Rng;

/// How much a player sees that is not told otherwise.
const USUAL: Casual = Casual { sight: 10, shapes: true, overlooks: 15 };

/// What eating the whole bar would feel like, where nobody knows.
const GREED: f64 = 0.5;
/// By how much a bite is typically misjudged: small enough that what is seen to win is not
/// taken for what is seen to lose.
const BLUR: f64 = 0.2;
/// Who sees a win may miss it, but does not lose on purpose.
const TOLERATES: f64 = 1.6;

/// How well somebody plays.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct CasualOptions {
    /// So many squares are seen through.
    pub sight: Option<u32>,
    /// Whether shapes are known: arms of equal length, two lines.
    pub shapes: Option<bool>,
    /// How many bites in a hundred are overlooked.
    pub overlooks: Option<u32>,
}

impl Options for CasualOptions {
    const KEYS: &'static [Key<Self>] = &[
        Key::number(
            "sight",
            "how many squares are seen through to the end",
            0..=20,
            "10",
            |o| o.sight,
            |o, squares| o.sight = Some(squares),
        ),
        Key::choice(
            "shapes",
            "whether known shapes are seen: arms of equal length, two lines",
            &["known", "unknown"],
            |o| o.shapes.map(|known| if known { "known" } else { "unknown" }),
            |o, index| o.shapes = Some(index == 0),
        ),
        Key::number(
            "overlooks",
            "how many bites in a hundred are overlooked",
            0..=100,
            "15",
            |o| o.overlooks,
            |o, percent| o.overlooks = Some(percent),
        ),
    ];
}

/// The same with everything said.
#[derive(Debug, Clone, Copy)]
struct Casual {
    sight: u32,
    shapes: bool,
    overlooks: u32,
}

/// Plays as people do.
pub struct CasualPlayer {
    casual: Casual,
    /// What has few squares; there are only some hundreds of such positions.
    small: Memo,
}

impl CasualPlayer {
    /// A player that sees so much.
    pub fn new(options: &CasualOptions) -> Self {
        let casual = Casual {
            sight: options.sight.unwrap_or(USUAL.sight),
            shapes: options.shapes.unwrap_or(USUAL.shapes),
            overlooks: options.overlooks.unwrap_or(USUAL.overlooks),
        };
        CasualPlayer { casual, small: Memo::default() }
    }

    /// Whether the player to move wins, if it is seen.
    fn sees(&mut self, board: &Board) -> Option<bool> {
        if board.squares_left() <= self.casual.sight {
            return Some(self.small.wins(board));
        }
        Shape::of(board).filter(|_| self.casual.shapes).map(Shape::wins)
    }

    /// What each bite but the poison feels like, as far as the budget lasts.
    fn feel(&mut self, board: &Board, budget: &mut Budget<'_>) -> Vec<Ranked<Bite>> {
        let squares = f64::from(board.squares_left());
        let mut felt = Vec::new();
        for bite in board.squares().filter(|&bite| bite != Bite::POISON) {
            if !budget.spend(1) {
                break;
            }
            let after = board.after(bite);
            let seen = match self.sees(&after) {
                Some(true) => -1.0,
                Some(false) => 1.0,
                None => 0.0,
            };
            // Whoever wins need not care how much it eats.
            let eaten = 1.0 - f64::from(after.squares_left()) / squares;
            let value = if seen > 0.0 { seen } else { seen - GREED * eaten };
            felt.push(Ranked { mv: bite, value });
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
    ) -> Result<Choice<Bite>, NoChoice> {
        if position.turn() == Turn::Over {
            return Err(NoChoice::NotNow);
        }
        let mut budget = Budget::start(limits);
        let felt = self.feel(position.board(), &mut budget);
        let overlooks = f64::from(self.casual.overlooks) / 100.0;
        let oversight = Oversight { overlooks, blur: BLUR, tolerates: TOLERATES };
        let mv = oversight.pick(&felt, rng).unwrap_or_else(|| nibble(position.board()));
        // What it did not see it cannot rank.
        budget.answer(Some(Choice { nodes: Some(budget.nodes()), ..Choice::silent(mv) }))
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
