//! The steps of an engine's output.

use meeple_bots::school::{TranscriptState, TranscriptTurn};

/// A step to show. All text has been made printable.
#[derive(Debug)]
pub(crate) enum PrintedStep {
    /// A game starts.
    Started {
        /// The names of the players.
        names: [String; 2],
        /// The first board.
        seen: TranscriptState,
    },
    /// A seat was asked for a move; with a remark about it, if any.
    Moved(TranscriptTurn, Option<String>),
    /// A correction of the last move, which had another outcome; with a remark about it.
    Corrected(TranscriptTurn, String),
    /// A board that doesn't follow from the previous one.
    Board(TranscriptState),
    /// A remark without a change of the board.
    Remark(String),
    /// The game is over.
    Over(EndText),
}

/// How the game ended, in words.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum EndText {
    /// With a result.
    Finished(String),
    /// Without a result.
    Unfinished(String),
}

impl EndText {
    /// Returns the text.
    pub(crate) fn words(&self) -> &str {
        let (EndText::Finished(words) | EndText::Unfinished(words)) = self;
        words
    }
}
