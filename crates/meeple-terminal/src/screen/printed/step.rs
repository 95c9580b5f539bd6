//! What an engine has printed, step by step.

use meeple_bots::school::Seen;
use meeple_core::Seat;
use meeple_games::filler::Piece;

/// What there is to be shown. Text has been made fit for a terminal.
#[derive(Debug)]
pub(crate) enum Step {
    /// A game begins.
    Begun {
        /// Who plays.
        names: [String; 2],
        /// The first board.
        seen: Seen,
    },
    /// A seat was asked.
    Moved(Moved),
    /// The last move once more: it went otherwise.
    Again(Moved),
    /// The board, without a move that led to it.
    Board(Seen),
    /// Something to be read, and nothing else.
    Said(String),
    /// The game is over.
    Over(Over),
}

/// What a seat did.
#[derive(Debug)]
pub(crate) struct Moved {
    /// The seat.
    pub(crate) seat: Seat,
    /// The piece it had.
    pub(crate) piece: Piece,
    /// Whether it was laid.
    pub(crate) laid: bool,
    /// How the game stands afterwards.
    pub(crate) seen: Seen,
    /// What there is to say about it.
    pub(crate) remark: Option<String>,
}

/// How it ended, in words.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Over {
    /// With a result.
    Finished(String),
    /// Without one.
    Unfinished(String),
}

impl Over {
    /// The words.
    pub(crate) fn words(&self) -> &str {
        let (Over::Finished(words) | Over::Unfinished(words)) = self;
        words
    }
}
