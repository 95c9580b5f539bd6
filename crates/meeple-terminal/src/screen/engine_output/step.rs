//! The steps of an engine's output.

use meeple_bots::school::TranscriptState;
use meeple_core::Seat;
use meeple_games::filler::Piece;

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
    /// A seat was asked for a move.
    Moved(PrintedMove),
    /// A correction of the last move, which had another outcome.
    Corrected(PrintedMove),
    /// A board that doesn't follow from the previous one.
    Board(TranscriptState),
    /// A remark without a change of the board.
    Remark(String),
    /// The game is over.
    Over(EndText),
}

/// What a seat did.
#[derive(Debug)]
pub(crate) struct PrintedMove {
    pub(crate) seat: Seat,
    /// The piece it had to place.
    pub(crate) piece: Piece,
    /// Whether the piece was placed.
    pub(crate) laid: bool,
    /// The position afterwards.
    pub(crate) seen: TranscriptState,
    /// A remark about it, if any.
    pub(crate) remark: Option<String>,
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
