//! Reasons for refusing an action.

use meeple_core::{EventError, Seat};

/// Why an action was refused; its text is a sentence for the player.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Refusal {
    /// The move is illegal, or the text is not a move.
    #[error("{message}")]
    Illegal {
        /// The move's text.
        mv: String,
        /// The reason as a sentence.
        message: String,
        /// A legal move, if any; the server's API returns it.
        legal: Option<String>,
    },
    /// The deal is impossible, or the text is not a deal.
    #[error("{0}")]
    BadDeal(String),
    /// It is someone else's turn, or nobody's.
    #[error("It is not your turn.")]
    NotYourTurn,
    /// The player's clock has run out; a [tick](crate::Action::Tick) ends the turn.
    #[error("Your time is up.")]
    OutOfTime,
    /// The game has moved on since the action was sent.
    #[error("The game has moved on. Look at the board and try again.")]
    Stale {
        /// The ply the action was meant for.
        meant: usize,
        /// The current ply.
        at: usize,
    },
    /// The answer belongs to an outdated request.
    #[error("This answer came too late.")]
    StaleAnswer,
    /// The game is over.
    #[error("The game is over.")]
    Over,
    /// The player has resigned or was replaced.
    #[error("You have left this game.")]
    Left,
    /// There is no such seat.
    #[error("There is no seat {0}.")]
    NoSeat(Seat),
    /// No person has made a choice that could be undone.
    #[error("Nothing to undo.")]
    NothingToUndo,
    /// Nothing was undone.
    #[error("Nothing to redo.")]
    NothingToRedo,
    /// There is no take-back to answer.
    #[error("There is no request to take back a move.")]
    NoOffer,
    /// A rematch was requested before the end of the game.
    #[error("The game is not over yet.")]
    NotOver,
    /// Hints are not available against other people.
    #[error("Hints are off in games against other people.")]
    NoHintAgainstPeople,
    /// Hints are not available with a clock.
    #[error("Hints are off in games with a clock.")]
    NoHintOnClock,
    /// The table refused the action.
    #[error("{0}")]
    Impossible(String),
}

impl From<EventError> for Refusal {
    fn from(error: EventError) -> Self {
        Refusal::Impossible(meeple_view::words::to_sentence(&error.to_string()))
    }
}
