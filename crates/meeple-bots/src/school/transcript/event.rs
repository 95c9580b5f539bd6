//! The events of a transcript, and what can be wrong with one.

use super::super::BadQuestion;
use meeple_core::Seat;
use meeple_games::filler::{Board, Piece, Placement};
use std::io;

/// An event of a transcript.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum TranscriptEvent {
    /// The name of a player.
    Player {
        /// The player's seat.
        seat: Seat,
        /// The name, as the engine prints it.
        name: String,
    },
    /// The first board of a game.
    Start(TranscriptState),
    /// A player answered.
    Turn(TranscriptTurn),
    /// A correction of the last turn: the engine's board shows that it went otherwise.
    TurnCorrected(TranscriptTurn),
    /// A board that does not follow from the events before it: something is missing in between.
    Board(TranscriptState),
    /// The engine's message about a player that failed.
    EngineError(String),
    /// Something could not be parsed and was skipped.
    Broken {
        /// The line, from 1.
        line: usize,
        /// What is wrong with it.
        why: DrawingError,
    },
    /// The end of the output.
    End(TranscriptEnd),
}

/// The state of the game.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TranscriptState {
    /// The board, with each player's latest piece marked as far as it is known.
    pub board: Board,
    /// The scores: cells, or for 42 placed pieces (F6).
    pub scores: [u32; 2],
    /// Which players placed nothing the last time they were asked (F5).
    pub stuck: [bool; 2],
}

/// A turn and its effect.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TranscriptTurn {
    /// The seat that was asked.
    pub seat: Seat,
    /// The piece to place.
    pub piece: Piece,
    /// The answer, as the engine shows it.
    pub answer: String,
    /// The placement that the answer means, if it is one.
    pub at: Option<Placement>,
    /// Whether the piece was placed.
    pub was_placed: bool,
    /// The state of the game after the turn.
    pub state: TranscriptState,
}

/// The end of an output.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TranscriptEnd {
    /// How it ended.
    pub ended: EngineResult,
    /// The engine's lines about the result: seed, scores, winner.
    pub results: Vec<String>,
}

/// How an output ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum EngineResult {
    /// With a result.
    Finished,
    /// Without a result, although the engine finished: a player failed (F7).
    Failed,
    /// Before the end of the game.
    CutOff,
}

/// An error in a board or a piece.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum DrawingError {
    /// It is invalid.
    #[error("{0}")]
    Bad(BadQuestion),
    /// Something else follows before its last row.
    #[error("the {what} ends after {rows} of {height} rows")]
    Incomplete {
        /// `board` or `piece`.
        what: &'static str,
        /// How many rows there were.
        rows: usize,
        /// How many rows there should be.
        height: usize,
    },
    /// A row has the wrong number.
    #[error("row {row} of the board is missing: {number} follows")]
    RowNumber {
        /// The number of the expected row, from 0.
        row: usize,
        /// The number that was found.
        number: String,
    },
}

/// Why an output is not a transcript.
#[derive(Debug, thiserror::Error)]
pub enum TranscriptError {
    /// Reading it failed.
    #[error(transparent)]
    Io(#[from] io::Error),
    /// There are too many bytes without a board or a turn.
    #[error("no board in the first {bytes} bytes: this is not the output of an engine")]
    Noise {
        /// The limit in bytes.
        bytes: u64,
    },
    /// It ended without a complete board.
    #[error("no complete board found (with -q, engines print none)")]
    NoBoard,
}
