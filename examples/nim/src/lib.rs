//! Nim: a game and a player of one's own, with nothing but `meeple-core` and `meeple-ai`.
//!
//! ```
//! use meeple_core::Game;
//! use nim::Nim;
//!
//! let mut nim: Nim = "heaps=3,4,5 turn=0".parse()?;
//! nim.play("1-2".parse()?)?; // takes 2 from the first heap
//! assert_eq!(nim.to_string(), "heaps=1,4,5 turn=1");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod player;

pub use player::{NimSumPlayer, ROSTER};

use meeple_core::{
    Game, GameOptions, KeyValues, NoDeal, OptionKey, OptionsError, Outcome, ParseError,
    PositionHasher, Seat, Turn,
};
use std::{fmt, str::FromStr};

/// N1: the most heaps in a game.
const MAX_HEAPS: usize = 9;

/// A position: the heaps, and whose turn it is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Nim {
    heaps: Vec<u8>,
    to_move: u8,
}

/// Takes objects from one heap, written `2-3`: from heap 2, counted from 1, take 3.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Move {
    /// The heap, counted from 0.
    pub heap: u8,
    /// How many objects to take.
    pub count: u8,
}

/// Why a move is illegal.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{mv} takes more than the heap has, or nothing (N2)")]
pub struct IllegalMove {
    /// The move.
    pub mv: Move,
}

/// The heaps at the start; `None` means 3, 4 and 5.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Options {
    /// The size of each heap.
    pub heaps: Option<Vec<u8>>,
}

impl GameOptions for Options {
    const KEYS: &'static [OptionKey<Self>] = &[OptionKey::numbers(
        "heaps",
        "the size of each heap",
        "3,4,5",
        |options| options.heaps.as_deref(),
        |options, heaps| options.heaps = Some(heaps),
    )];
}

impl Nim {
    /// Returns the size of each heap.
    pub fn heaps(&self) -> &[u8] {
        &self.heaps
    }

    fn is_over(&self) -> bool {
        self.heaps.iter().all(|&size| size == 0)
    }
}

impl Game for Nim {
    type Move = Move;
    type Deal = NoDeal;
    type Options = Options;
    type IllegalMove = IllegalMove;
    const NAME: &'static str = "nim";
    const ABOUT: &'static str = "take objects from heaps; the player who takes the last one wins";
    const RULES: &'static str = include_str!("../rules.md");
    const RULES_VERSION: u32 = 1;

    fn new(options: &Options) -> Result<Self, OptionsError> {
        let nim = Nim { heaps: options.heaps.clone().unwrap_or(vec![3, 4, 5]), to_move: 0 };
        if nim.heaps.len() > MAX_HEAPS || nim.is_over() {
            return Err(OptionsError::refused("there are one to nine heaps, not all empty (N1)"));
        }
        Ok(nim)
    }

    fn seats(&self) -> usize {
        2
    }

    fn turn(&self) -> Turn {
        if self.is_over() { Turn::Over } else { Turn::Seat(Seat::new(self.to_move.into())) }
    }

    /// Moves are listed heap by heap, the smallest first.
    fn legal_moves(&self) -> impl Iterator<Item = Move> {
        let heaps = (0_u8..).zip(&self.heaps);
        heaps.flat_map(|(heap, &size)| (1..=size).map(move |count| Move { heap, count }))
    }

    fn check_move(&self, mv: Move) -> Result<(), IllegalMove> {
        let size = self.heaps.get(usize::from(mv.heap)).copied().unwrap_or(0);
        if (1..=size).contains(&mv.count) { Ok(()) } else { Err(IllegalMove { mv }) }
    }

    fn play_unchecked(&mut self, mv: Move) {
        self.heaps[usize::from(mv.heap)] -= mv.count;
        self.to_move = 1 - self.to_move;
    }

    /// N3: the player who is to move has lost.
    fn outcome(&self) -> Option<Outcome> {
        let scores = [0, 1].map(|seat| i32::from(seat != self.to_move));
        self.is_over().then(|| Outcome::by_score(&scores, "all heaps are empty"))
    }

    fn hash64(&self) -> u64 {
        let words = self.heaps.iter().copied().chain([self.to_move]);
        PositionHasher::hash(words.map(u64::from))
    }
}

impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}-{}", u16::from(self.heap) + 1, self.count)
    }
}

impl FromStr for Move {
    type Err = ParseError;
    fn from_str(text: &str) -> Result<Self, ParseError> {
        let parts = text.split_once('-').and_then(|(heap, count)| {
            let (heap, count): (u8, u8) = (heap.parse().ok()?, count.parse().ok()?);
            let mv = Move { heap: heap.checked_sub(1)?, count };
            (usize::from(heap) <= MAX_HEAPS && count > 0 && mv.to_string() == text).then_some(mv)
        });
        parts.ok_or_else(|| ParseError::at("move", text, 0, "expected a heap and a number: 2-3"))
    }
}

/// For example `heaps=3,4,5 turn=0`.
impl fmt::Display for Nim {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let heaps: Vec<String> = self.heaps.iter().map(u8::to_string).collect();
        write!(f, "heaps={} turn={}", heaps.join(","), self.to_move)
    }
}

impl FromStr for Nim {
    type Err = ParseError;
    fn from_str(text: &str) -> Result<Self, ParseError> {
        let mut words = KeyValues::parse("position", text)?;
        let (heaps, turn) = (words.take("heaps")?, words.take("turn")?);
        words.finish()?;
        let nim = Nim { heaps: heaps.numbers()?, to_move: turn.parse("0 or 1")? };
        if nim.heaps.len() > MAX_HEAPS {
            return Err(heaps.error("there are at most nine heaps (N1)"));
        }
        if nim.to_move > 1 {
            return Err(turn.error("turn should be 0 or 1"));
        }
        Ok(nim)
    }
}
