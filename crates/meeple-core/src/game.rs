//! The trait every game implements.
//!
//! ```text
//!           legal_moves ──► play ──────┐
//! position ─┤                          ├──► position ──► ... ──► outcome
//!           sample_deal ─► apply_deal ─┘
//! ```
//!
//! [`Game::turn`] says whose turn it is: a seat's, chance's, or nobody's once the game is over.
//! Never assume that seats alternate: the same seat may move several times in a row.

use crate::{
    GameOptions, Outcome, ParseError,
    deals::{DealSource, SeededDeals},
};
use rand::{Rng, seq::IteratorRandom};
use std::{
    fmt::{self, Debug, Display},
    hash::Hash,
    str::FromStr,
};

/// A position of a game, with its rules.
///
/// `Display` and `FromStr` convert a position to and from one line of `key=value` words. The text
/// is lossless: `position.to_string().parse() == Ok(position)`.
pub trait Game:
    Clone + Eq + Debug + Display + FromStr<Err = ParseError> + Send + Sync + 'static
{
    /// A player's move, as small as possible. Its text is the notation of records and bots.
    type Move: Copy + Eq + Hash + Debug + Display + FromStr<Err = ParseError> + Send + Sync;
    /// The result of a chance event; [`NoDeal`] for games without chance.
    type Deal: Clone + Eq + Debug + Display + FromStr<Err = ParseError> + Send + Sync;
    /// Settings fixed before the first move: board, number of players, variant.
    type Options: GameOptions;
    /// Why a move is illegal; the message cites the rule number.
    type IllegalMove: std::error::Error + Clone + Eq + Send + Sync + 'static;

    /// The game's one-word name, used in every layer.
    const NAME: &'static str;
    /// A one-sentence description of the game, without a full stop.
    const ABOUT: &'static str;
    /// The rules as Markdown, numbered so that error messages can cite them.
    const RULES: &'static str;
    /// How to play, as Markdown, for people who don't know the game; by default the rules.
    const HOW_TO_PLAY: &'static str = Self::RULES;
    /// The version of the rules, written to every record; incremented when old records would replay
    /// differently.
    const RULES_VERSION: u32;

    /// Creates the starting position; returns an error if the options are invalid together.
    fn new(options: &Self::Options) -> Result<Self, crate::OptionsError>;

    /// Returns the number of seats, 2..=9.
    fn seats(&self) -> usize;

    /// Returns whose turn it is.
    fn turn(&self) -> Turn;

    /// Lists the legal moves of the seat to move, in a fixed order that the game documents, without
    /// allocating. Empty when a deal is due and when the game is over.
    fn legal_moves(&self) -> impl Iterator<Item = Self::Move>;

    /// Checks whether the rules allow this move now; the error names the rule that forbids it.
    fn check_move(&self, mv: Self::Move) -> Result<(), Self::IllegalMove>;

    /// Plays a move without checking it; it must come from [`Game::legal_moves`] of this same
    /// position.
    fn play_unchecked(&mut self, mv: Self::Move);

    /// Draws a random deal according to the rules; `None` if no deal is due, and always in a
    /// game without chance.
    fn sample_deal(&self, _rng: &mut (impl Rng + ?Sized)) -> Option<Self::Deal> {
        None
    }

    /// Lists every currently possible deal with its probability, if there are few enough to list. Search
    /// then weighs them all instead of sampling.
    fn list_deals(&self) -> Option<Vec<(Self::Deal, f64)>> {
        None
    }

    /// Returns the number of the sequence that the next deal belongs to. The deals of a sequence depend only on
    /// the seed and on how many deals of that sequence came before, not on other sequences. A game
    /// that deals to each seat separately returns the seat's number here.
    fn deal_sequence(&self) -> u32 {
        0
    }

    /// Creates the source of deals for a game with this seed; the options of this position may
    /// influence it. A game that must reproduce another program's deals exactly provides its own
    /// source.
    fn deal_source(&self, seed: u64) -> Box<dyn DealSource> {
        Box::new(SeededDeals { seed })
    }

    /// Applies a deal; on error the position is unchanged.
    fn apply_deal(&mut self, _deal: &Self::Deal) -> Result<(), ImpossibleDeal> {
        Err(ImpossibleDeal::not_now())
    }

    /// Returns the scores and ranks once the game is over, otherwise `None`.
    fn outcome(&self) -> Option<Outcome>;

    /// Returns this seat's current score; after the end of the game, the score of its outcome. The
    /// default is 0 until the game is over.
    fn points(&self, seat: Seat) -> i32 {
        self.outcome().and_then(|outcome| outcome.result(seat)).map_or(0, |result| result.score)
    }

    /// Returns a hash for transposition tables. Equal positions have equal hashes; different positions
    /// should differ, and every bit should vary (the conformance suite checks both).
    fn hash64(&self) -> u64;

    /// Returns whether this move is legal for the seat to move.
    fn is_legal(&self, mv: Self::Move) -> bool {
        self.check_move(mv).is_ok()
    }

    /// Checks and plays a move; on error the position is unchanged.
    fn play(&mut self, mv: Self::Move) -> Result<(), Self::IllegalMove> {
        self.check_move(mv)?;
        self.play_unchecked(mv);
        Ok(())
    }

    /// Draws one legal move uniformly at random; `None` if there is none.
    fn random_move(&self, rng: &mut (impl Rng + ?Sized)) -> Option<Self::Move> {
        self.legal_moves().choose(rng)
    }
}

/// A player's place in the game, counted from 0; it is taken by a person, a computer player or a program.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, serde::Serialize, serde::Deserialize,
)]
#[serde(transparent)]
pub struct Seat(u8);

impl Seat {
    /// Creates the seat with this index.
    pub const fn new(index: usize) -> Self {
        Seat(index as u8)
    }

    /// Returns the index, counted from 0.
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

impl Display for Seat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        Display::fmt(&self.0, f)
    }
}

/// Whose turn it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Turn {
    /// This seat chooses one of the legal moves.
    Seat(Seat),
    /// A deal is due.
    Chance,
    /// The game is over.
    Over,
}

/// The deal type of a game without chance; it has no values.
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
    /// Why the deal is impossible.
    pub reason: String,
}

impl ImpossibleDeal {
    /// Creates the error with this reason.
    pub fn new(reason: impl Into<String>) -> Self {
        ImpossibleDeal { reason: reason.into() }
    }

    /// Creates the error for a deal that is applied when none is due.
    pub fn not_now() -> Self {
        Self::new("no deal is due now")
    }
}
