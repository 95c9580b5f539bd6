//! Why an action was refused: a typed reason, a message, and what would be legal.

use meeple_core::{BadEvent, Seat};

/// Why an action was refused. Its text is a sentence for the person who wanted it.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Refusal {
    /// The rules forbid the move, or it is no move at all.
    #[error("{message}")]
    Illegal {
        /// The move's text.
        mv: String,
        /// Why, in a sentence.
        message: String,
        /// A move that would be legal.
        legal: Option<String>,
    },
    /// The deal is impossible, or is no deal.
    #[error("{0}")]
    BadDeal(String),
    /// It is somebody else's turn, or nobody's.
    #[error("It is not your turn.")]
    NotYourTurn,
    /// The board has changed since.
    #[error("The game went on: this was meant for ply {meant}, and it is at {at}.")]
    Stale {
        /// The ply it was meant for.
        meant: usize,
        /// The ply now.
        at: usize,
    },
    /// An answer to a question that is no longer asked.
    #[error("Nobody waits for this answer any more.")]
    StaleAnswer,
    /// The game is over.
    #[error("The game is over.")]
    Over,
    /// This player has resigned or was replaced.
    #[error("You have left this game.")]
    Left,
    /// There is no such seat.
    #[error("There is no seat {0}.")]
    NoSeat(Seat),
    /// No person has made a choice that could be taken back.
    #[error("Nothing to undo.")]
    NothingToUndo,
    /// Nothing was taken back.
    #[error("Nothing to redo.")]
    NothingToRedo,
    /// Nobody asks for a take-back.
    #[error("Nobody is asking for a take-back.")]
    NoOffer,
    /// A rematch is for a game that is over.
    #[error("The game is not over yet.")]
    NotOver,
    /// No hints against another person.
    #[error("There are no hints in a game against another person.")]
    NoHintAgainstPeople,
    /// No hints on a clock.
    #[error("There are no hints in a game with a clock.")]
    NoHintOnClock,
    /// What the table itself refuses.
    #[error("{0}")]
    Impossible(String),
}

impl From<BadEvent> for Refusal {
    fn from(error: BadEvent) -> Self {
        Refusal::Impossible(meeple_view::words::sentence(&error.to_string()))
    }
}
