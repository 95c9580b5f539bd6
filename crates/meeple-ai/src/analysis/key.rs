//! The key under which the judgement of a step is stored.

use super::{AnalysisEffort, step};
use meeple_core::{AnyGame, Event, GameHistory, PositionHasher};
use serde::{Deserialize, Serialize};
use std::fmt;

/// The program version; another version may judge differently.
const PROGRAM_VERSION: &str = env!("CARGO_PKG_VERSION");

/// Everything that the judgement of a step depends on. Steps with the same key have the same judgement,
/// even in different records.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct StepKey {
    /// The game's name.
    pub game: String,
    /// The version of its rules.
    pub rules: u32,
    /// The version of the program.
    pub program: String,
    /// A hash of the position and the event that follows it, the same on every machine.
    #[serde(with = "hexadecimal")]
    pub hash: u64,
    /// The effort spent on the step.
    pub effort: AnalysisEffort,
}

impl StepKey {
    /// Returns the key of the step with this index, or `None` if there is no such step.
    pub fn of(game: &GameHistory, index: usize, effort: AnalysisEffort) -> Option<Self> {
        let (position, event) = step(game, index)?;
        let header = game.header();
        Some(StepKey {
            game: header.game.clone(),
            rules: header.rules,
            program: PROGRAM_VERSION.into(),
            hash: hash(position, event),
            effort,
        })
    }
}

/// Formats the key as text, for stores with text keys.
impl fmt::Display for StepKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let StepKey { game, rules, program, hash, effort: AnalysisEffort { top, nodes, time } } =
            self;
        write!(f, "analysis {game} rules={rules} program={program} top={top}")?;
        if let Some(nodes) = nodes {
            write!(f, " nodes={nodes}")?;
        }
        if let Some(time) = time {
            write!(f, " ms={time}")?;
        }
        write!(f, " {hash:016x}")
    }
}

/// Hashes the text of a position and of the deal or move that follows it.
fn hash(position: &dyn AnyGame, event: Option<&Event>) -> u64 {
    let event_text = match event {
        Some(Event::Move { seat, mv, .. }) => format!("{seat} {mv}"),
        Some(Event::Deal { deal }) => deal.clone(),
        _ => String::new(),
    };
    let text = format!("{position}\n{event_text}");
    // Starting with the length distinguishes a short chunk from one with leading zero bytes.
    let words = text.as_bytes().chunks(8).map(|chunk| {
        chunk.iter().fold(chunk.len() as u64, |word, &byte| word << 8 ^ u64::from(byte))
    });
    PositionHasher::hash(words)
}

/// Serialises a hash as 16 hexadecimal digits, because many JSON parsers round large integers.
mod hexadecimal {
    use serde::{Deserialize, Deserializer, Serializer, de::Error};

    #[expect(clippy::trivially_copy_pass_by_ref, reason = "serde gives a reference")]
    pub(super) fn serialize<S: Serializer>(hash: &u64, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(&format_args!("{hash:016x}"))
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<u64, D::Error> {
        let text = String::deserialize(deserializer)?;
        u64::from_str_radix(&text, 16).map_err(D::Error::custom)
    }
}
