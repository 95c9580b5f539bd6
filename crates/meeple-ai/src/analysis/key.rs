//! What a judged step depends on: the key under which it is stored.

use super::{Effort, step};
use meeple_core::{AnyGame, Event, Match, Mixer};
use serde::{Deserialize, Serialize};
use std::fmt;

/// The version of the program: another one may find something else.
const PROGRAM: &str = env!("CARGO_PKG_VERSION");

/// All that a judged step depends on. Two steps with the same key are judged the same, in
/// whatever record they are.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct StepKey {
    /// The game's name.
    pub game: String,
    /// The version of its rules.
    pub rules: u32,
    /// The version of the program.
    pub program: String,
    /// A hash of the position and of what happened in it, the same on every machine.
    #[serde(with = "hexadecimal")]
    pub hash: u64,
    /// How much thinking the step gets.
    pub effort: Effort,
}

impl StepKey {
    /// The key of a step, counted from 0; `None` if there is no such step.
    pub fn of(game: &Match, at: usize, effort: Effort) -> Option<Self> {
        let (position, event) = step(game, at)?;
        let header = game.header();
        Some(StepKey {
            game: header.game.clone(),
            rules: header.rules,
            program: PROGRAM.into(),
            hash: hash(position, event),
            effort,
        })
    }
}

/// The key as text, for stores whose keys are words.
impl fmt::Display for StepKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let StepKey { game, rules, program, hash, effort: Effort { top, nodes, time } } = self;
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

fn hash(position: &dyn AnyGame, event: Option<&Event>) -> u64 {
    let happened = match event {
        Some(Event::Move { seat, mv, .. }) => format!("{seat} {mv}"),
        Some(Event::Deal { deal }) => deal.clone(),
        _ => String::new(),
    };
    let text = format!("{position}\n{happened}");
    let words = text.as_bytes().chunks(8).map(|chunk| {
        chunk.iter().fold(chunk.len() as u64, |word, &byte| word << 8 ^ u64::from(byte))
    });
    Mixer::hash(words)
}

/// A hash as 16 hexadecimal digits: many programs read large numbers inexactly.
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
