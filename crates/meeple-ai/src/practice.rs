//! Positions to be practised: a file for each game, a line for each position.
//!
//! ```text
//! opening<TAB>width=5 height=4 rows=5,5,5,5 turn=0
//! ```
//!
//! They were made by `meeple practice GAME --make 20`: our players play from fresh seeds, and a
//! position is taken in which moves differ in what they are worth.

use crate::entry::AiEntry;
use meeple_games::GameKind;

/// A stage of a game.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Stage {
    /// Its first third.
    Opening,
    /// Its second third.
    Middle,
    /// Its last third.
    End,
}

impl Stage {
    /// All of them.
    pub const ALL: [Stage; 3] = [Stage::Opening, Stage::Middle, Stage::End];

    /// Its word.
    pub fn word(self) -> &'static str {
        match self {
            Stage::Opening => "opening",
            Stage::Middle => "middle",
            Stage::End => "end",
        }
    }
}

/// The positions of this stage.
pub fn positions(kind: GameKind, stage: Stage) -> impl Iterator<Item = &'static str> {
    let lines = AiEntry::of(kind).practice.lines().filter_map(|line| line.split_once('\t'));
    lines.filter(move |(word, _)| *word == stage.word()).map(|(_, position)| position)
}

#[cfg(test)]
mod tests {
    use super::*;
    use meeple_core::Turn;

    #[test]
    fn every_position_of_every_stage_leaves_a_choice() {
        for &kind in GameKind::ALL {
            let mut all = 0;
            for stage in Stage::ALL {
                let count = positions(kind, stage).count();
                assert!(count >= 15, "{kind} has {count} of {}", stage.word());
                all += count;
                for text in positions(kind, stage) {
                    let position = kind.read_position(text);
                    let position = position.unwrap_or_else(|error| panic!("{text}: {error}"));
                    assert_eq!(position.to_string(), text);
                    assert!(matches!(position.turn(), Turn::Seat(_)), "{text}");
                    assert!(position.legal_texts().len() >= 4, "{text}");
                }
            }
            assert_eq!(
                AiEntry::of(kind).practice.lines().count(),
                all,
                "{kind}: a line of no stage"
            );
        }
    }
}
