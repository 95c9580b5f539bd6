//! What an output tells, and what can be wrong with it.

use super::super::BadQuestion;
use meeple_core::Seat;
use meeple_games::filler::{Board, Piece, Placement};
use std::io;

/// What the output tells.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Told {
    /// Who plays.
    Player {
        /// Where.
        seat: Seat,
        /// The name, as the engine has it.
        name: String,
    },
    /// The first board of a game.
    Start(Seen),
    /// Somebody answered.
    Turn(Turn),
    /// The last turn once more: the engine's board shows that it went otherwise.
    Again(Turn),
    /// A board that does not follow from what came before: something is missing there.
    Board(Seen),
    /// What an engine says of a player who failed.
    Trouble(String),
    /// Something could not be read, and was left out.
    Broken {
        /// The line, from 1.
        line: usize,
        /// What is wrong there.
        why: Breakage,
    },
    /// There is no more.
    End(End),
}

/// How the game stands.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Seen {
    /// The board, with the latest piece of each player marked as far as it is known.
    pub board: Board,
    /// Cells, or pieces laid in 42 (F6).
    pub scores: [u32; 2],
    /// Who has laid nothing when asked last (F5).
    pub stuck: [bool; 2],
}

/// A turn and what followed from it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Turn {
    /// Who was asked.
    pub seat: Seat,
    /// What was to be laid.
    pub piece: Piece,
    /// The answer, as the engine shows it.
    pub answer: String,
    /// Where that is, if it is a place.
    pub at: Option<Placement>,
    /// Whether the piece was laid.
    pub laid: bool,
    /// How the game stands afterwards.
    pub seen: Seen,
}

/// The end of an output.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct End {
    /// How.
    pub ended: Ended,
    /// The engine's lines about it: seed, scores, who won.
    pub results: Vec<String>,
}

/// How an output ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Ended {
    /// With a result.
    Finished,
    /// Without one, though the engine came to its end: a player failed (F7).
    Failed,
    /// Before the end of the game.
    CutOff,
}

/// What can be broken in a board or a piece.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Breakage {
    /// It makes no sense.
    #[error("{0}")]
    Bad(BadQuestion),
    /// Something else follows before its last row.
    #[error("the {what} breaks off after {rows} of {height} rows")]
    BrokenOff {
        /// What was being drawn.
        what: &'static str,
        /// How many rows came.
        rows: usize,
        /// How many it should have.
        height: usize,
    },
    /// A row with the number of another.
    #[error("row {row} of the board is missing: {number} follows")]
    RowNumber {
        /// The row that should follow, from 0.
        row: usize,
        /// The number that is there.
        number: String,
    },
}

/// Why an output cannot be followed.
#[derive(Debug, thiserror::Error)]
pub enum NotATranscript {
    /// It cannot be read.
    #[error(transparent)]
    Io(#[from] io::Error),
    /// Too much without any sense.
    #[error("{bytes} bytes without a board: this is no engine's output")]
    Noise {
        /// So much.
        bytes: u64,
    },
    /// It has ended, and nothing was to be seen.
    #[error("there is no whole board in it (engines that are told to be quiet, -q, print none)")]
    NoBoard,
}
