//! The trait every game implements.
//!
//! ```text
//!           legal_moves ──► play ──┐
//! position ─┤                      ├──► position ──► ... ──► outcome
//!           sample_deal ─► apply_deal
//! ```
//!
//! [`Game::turn`] says who moves: a seat, chance, or nobody any more. Never
//! assume that seats alternate: the same seat may move several times running.

use crate::{
    Options, Outcome, ParseError,
    deals::{DealSource, SeededDeals},
};
use rand::{Rng, seq::IteratorRandom};
use std::{
    fmt::{self, Debug, Display},
    hash::Hash,
    str::FromStr,
};

/// A position of a game, and the rules that change it.
///
/// `Display` and `FromStr` are the position's text, one line of `key=value`
/// words that holds everything: `text.parse() == Ok(position)`.
pub trait Game:
    Clone + Eq + Debug + Display + FromStr<Err = ParseError> + Send + Sync + 'static
{
    /// What a seat decides: small, and spelled as a person would type it.
    type Move: Copy + Eq + Hash + Debug + Display + FromStr<Err = ParseError> + Send + Sync;
    /// What chance decides; [`NoDeal`] where there is no chance.
    type Deal: Clone + Eq + Debug + Display + FromStr<Err = ParseError> + Send + Sync;
    /// Board, players, variant: what is fixed before the first move.
    type Options: Options;
    /// Why a move is refused, naming the rule.
    type Illegal: std::error::Error + Clone + Eq + Send + Sync + 'static;

    /// The game's one-word name in every layer.
    const NAME: &'static str;
    /// The game in one sentence, without a full stop.
    const ABOUT: &'static str;
    /// The rules as Markdown, numbered, so that refusals can cite them.
    const RULES: &'static str;
    /// Written in every record; raised when the same moves would mean something else.
    const RULES_VERSION: u32;

    /// The first position. Options that do not go together are refused, never bent.
    fn new(options: &Self::Options) -> Result<Self, crate::BadOptions>;

    /// How many seats there are, 2..=9.
    fn seats(&self) -> usize;

    /// Who moves now.
    fn turn(&self) -> Turn;

    /// The legal moves of the seat to move, in the order the game documents,
    /// without allocation; none at a deal or at the end.
    fn legal_moves(&self) -> impl Iterator<Item = Self::Move>;

    /// Which rule forbids this move now, if any does.
    fn explain(&self, mv: Self::Move) -> Result<(), Self::Illegal>;

    /// Changes the position by a move taken from [`Game::legal_moves`] of this very position.
    fn play_unchecked(&mut self, mv: Self::Move);

    /// A deal drawn as the rules say, or `None` when it is not chance's turn, as it never is in
    /// a game without chance.
    fn sample_deal(&self, _rng: &mut (impl Rng + ?Sized)) -> Option<Self::Deal> {
        None
    }

    /// Every deal that is possible now with its probability, where there are few enough to be
    /// listed: search then weighs them all instead of drawing some.
    fn list_deals(&self) -> Option<Vec<(Self::Deal, f64)>> {
        None
    }

    /// Which sequence of deals the next one belongs to. The deals of a sequence follow from the
    /// seed and from how many of that sequence came before, whatever happens in the others: a
    /// game that deals to each seat apart names the seat here.
    fn deal_sequence(&self) -> u32 {
        0
    }

    /// Where the deals of a game with this seed come from; what this position's options say of
    /// chance decides it. A game that must deal as another program does, number by number,
    /// brings a source of its own.
    fn deals_from(&self, seed: u64) -> Box<dyn DealSource> {
        Box::new(SeededDeals { seed })
    }

    /// Changes the position by a deal; on error nothing has changed.
    fn apply_deal(&mut self, _deal: &Self::Deal) -> Result<(), ImpossibleDeal> {
        Err(ImpossibleDeal::not_now())
    }

    /// Scores and ranks, once the game is over.
    fn outcome(&self) -> Option<Outcome>;

    /// The score of this seat as it stands now; in a game that is over, that of its outcome.
    /// Nothing is scored before the end unless the game says so.
    fn points(&self, seat: Seat) -> i32 {
        self.outcome().and_then(|outcome| outcome.of(seat)).map_or(0, |result| result.score)
    }

    /// For transposition tables: equal positions have equal hashes.
    fn hash64(&self) -> u64;

    /// Whether the seat to move may make this move.
    fn is_legal(&self, mv: Self::Move) -> bool {
        self.explain(mv).is_ok()
    }

    /// Changes the position by a move; on error nothing has changed.
    fn play(&mut self, mv: Self::Move) -> Result<(), Self::Illegal> {
        self.explain(mv)?;
        self.play_unchecked(mv);
        Ok(())
    }

    /// One of the legal moves, each as likely as the others; `None` if there is none.
    fn random_move(&self, rng: &mut (impl Rng + ?Sized)) -> Option<Self::Move> {
        self.legal_moves().choose(rng)
    }
}

/// A chair at the table, counted from 0. Who sits on it is a [`crate::Player`] or a person.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, serde::Serialize, serde::Deserialize,
)]
#[serde(transparent)]
pub struct Seat(u8);

impl Seat {
    /// The seat with this index.
    pub const fn new(index: usize) -> Self {
        Seat(index as u8)
    }

    /// Its index, from 0.
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

impl Display for Seat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        Display::fmt(&self.0, f)
    }
}

/// Who moves.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Turn {
    /// This seat chooses one of the legal moves.
    Seat(Seat),
    /// A deal is due.
    Chance,
    /// Nobody: the game is over.
    Over,
}

/// The deal of a game without chance: there is none, and the compiler knows.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum NoDeal {}

impl Display for NoDeal {
    fn fmt(&self, _: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {}
    }
}

impl FromStr for NoDeal {
    type Err = ParseError;
    fn from_str(text: &str) -> Result<Self, ParseError> {
        Err(ParseError::at("deal", text, 0, "this game has no deals"))
    }
}

/// A deal that cannot happen in this position.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("impossible deal: {reason}")]
pub struct ImpossibleDeal {
    /// What makes it impossible.
    pub reason: String,
}

impl ImpossibleDeal {
    /// An impossible deal, and why.
    pub fn because(reason: impl Into<String>) -> Self {
        ImpossibleDeal { reason: reason.into() }
    }

    /// It is not chance's turn.
    pub fn not_now() -> Self {
        Self::because("no deal is due now")
    }
}
