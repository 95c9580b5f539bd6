//! How far and how wide the beam looks: `beam:width=64:depth=3:candidates=6`.

use meeple_core::{Key, Options};

/// How the beam thinks; what is not given is as help shows it.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct BeamOptions {
    /// Boards kept at each step.
    pub width: Option<u32>,
    /// Own tiles laid in thought.
    pub depth: Option<u32>,
    /// Moves whose consequences are foreseen.
    pub candidates: Option<u32>,
    /// Rounds that are foreseen, with everybody's replies.
    pub rounds: Option<u32>,
    /// How often the unseen tiles are drawn in thought.
    pub samples: Option<u32>,
    /// Boards kept at each step after a round that was foreseen.
    pub ahead: Option<u32>,
}

impl Options for BeamOptions {
    const KEYS: &'static [Key<Self>] = &[
        Key::number(
            "width",
            "boards kept at each step",
            1..=1024,
            "64",
            |o| o.width,
            |o, n| o.width = Some(n),
        ),
        Key::number(
            "depth",
            "own tiles laid in thought, as far as they are known",
            1..=9,
            "3",
            |o| o.depth,
            |o, n| o.depth = Some(n),
        ),
        Key::number(
            "candidates",
            "moves whose consequences are foreseen; 1 for none",
            1..=64,
            "6",
            |o| o.candidates,
            |o, n| o.candidates = Some(n),
        ),
        Key::number(
            "rounds",
            "rounds that are foreseen, with everybody's replies",
            1..=8,
            "1",
            |o| o.rounds,
            |o, n| o.rounds = Some(n),
        ),
        Key::number(
            "samples",
            "how often unseen tiles are drawn in thought; 0: what is unseen is left out",
            0..=1000,
            "0",
            |o| o.samples,
            |o, n| o.samples = Some(n),
        ),
        Key::number(
            "ahead",
            "boards kept at each step after a round that was foreseen",
            1..=1024,
            "16",
            |o| o.ahead,
            |o, n| o.ahead = Some(n),
        ),
    ];
}

/// The parameters as numbers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Effort {
    pub(super) width: usize,
    pub(super) depth: usize,
    pub(super) candidates: usize,
    pub(super) rounds: usize,
    pub(super) samples: usize,
    pub(super) ahead: usize,
}

impl Effort {
    pub(super) fn of(options: &BeamOptions) -> Self {
        let given = |option: Option<u32>, usual: usize| option.map_or(usual, |n| n as usize);
        Effort {
            width: given(options.width, 64),
            depth: given(options.depth, 3),
            candidates: given(options.candidates, 6),
            rounds: given(options.rounds, 1),
            samples: given(options.samples, 0),
            ahead: given(options.ahead, 16),
        }
    }
}
