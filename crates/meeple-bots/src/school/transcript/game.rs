//! The state of a game as far as the transcript shows it: turns follow the rules, and the engine's
//! boards correct them.

use super::{
    super::Dialect,
    event::{EngineResult, TranscriptEnd, TranscriptEvent, TranscriptState, TranscriptTurn},
    line_kind::{BoardOrder, placement},
};
use meeple_core::Seat;
use meeple_games::filler::{Board, CellState, Margins, Piece, Scoring};

/// How many result lines are kept, at most.
const MOST_RESULTS: usize = 16;

/// The state of the game, as far as it is known.
#[derive(Debug, Default)]
pub(super) struct TranscriptGame {
    board: Option<Board>,
    piece: Option<Piece>,
    placed: [u32; 2],
    stuck: [bool; 2],
    /// The latest turn, if no board has followed it yet, and the board before it.
    last: Option<(BoardOrder, TranscriptTurn, Board)>,
    results: Vec<String>,
    ended: Option<EngineResult>,
}

impl TranscriptGame {
    fn state(&self, board: &Board, dialect: Dialect) -> TranscriptState {
        let cells = || [0, 1].map(|seat| board.count(Seat::new(seat)));
        let scores = match dialect.scoring() {
            Scoring::Cells => cells(),
            Scoring::Pieces => self.placed,
        };
        TranscriptState { board: board.clone(), scores, stuck: self.stuck }
    }

    /// Plays an answer; `None` unless its board and piece are known.
    pub(super) fn answer(
        &mut self,
        (order, dialect): (BoardOrder, Dialect),
        seat: Seat,
        answer: &str,
    ) -> Option<TranscriptEvent> {
        let (before, piece) = (self.board.clone()?, self.piece.take()?);
        let at = placement(dialect, answer);
        let is_legal = |at| before.check_placement(&piece, at, seat, Margins::Overhang).is_ok();
        let mut board = before.clone();
        let legal = at.filter(|&at| is_legal(at));
        if let Some(at) = legal {
            board.place(&piece, at, seat);
            self.placed[seat.index()] += 1;
        }
        let laid = legal.is_some();
        self.stuck[seat.index()] = !laid;
        let seen = self.state(&board, dialect);
        self.board = Some(board);
        let turn = TranscriptTurn {
            seat,
            piece,
            answer: answer.into(),
            at,
            was_placed: laid,
            state: seen,
        };
        self.last = Some((order, turn.clone(), before));
        Some(TranscriptEvent::Turn(turn))
    }

    /// Takes a board of the engine: it confirms the known one, corrects the last turn, or is new.
    pub(super) fn board(&mut self, board: Board, dialect: Dialect) -> Option<TranscriptEvent> {
        let last = self.last.take();
        let Some(known) = &self.board else {
            let seen = self.state(&board, dialect);
            self.board = Some(board);
            return Some(TranscriptEvent::Start(seen));
        };
        if has_same_cells(known, &board) {
            return None;
        }
        if let Some((_, turn, before)) = last
            && is_reversed(&turn, &before, &board)
        {
            return Some(self.reversed(turn, board, dialect));
        }
        let seen = self.state(&board, dialect);
        self.board = Some(board);
        Some(TranscriptEvent::Board(seen))
    }

    /// Handles output other than a board: if boards come after answers, a missing board means that the
    /// piece was not placed.
    pub(super) fn without_board(&mut self, dialect: Dialect) -> Option<TranscriptEvent> {
        match self.last.take()? {
            (BoardOrder::BoardAfter, turn, before) if turn.was_placed => {
                Some(self.reversed(turn, before, dialect))
            }
            _ => None,
        }
    }

    /// Corrects the turn: placed if it seemed not to be, or the other way round.
    fn reversed(
        &mut self,
        turn: TranscriptTurn,
        board: Board,
        dialect: Dialect,
    ) -> TranscriptEvent {
        let (laid, index) = (!turn.was_placed, turn.seat.index());
        let placed = self.placed[index];
        self.placed[index] = if laid { placed + 1 } else { placed.saturating_sub(1) };
        self.stuck[index] = !laid;
        let seen = self.state(&board, dialect);
        self.board = Some(board);
        TranscriptEvent::TurnCorrected(TranscriptTurn { was_placed: laid, state: seen, ..turn })
    }

    pub(super) fn end(&self) -> TranscriptEnd {
        TranscriptEnd {
            ended: self.ended.unwrap_or(EngineResult::CutOff),
            results: self.results.clone(),
        }
    }

    /// Returns whether a board has been seen.
    pub(super) fn has_begun(&self) -> bool {
        self.board.is_some()
    }

    /// Sets the next piece, if it is known.
    pub(super) fn piece(&mut self, piece: Option<Piece>) {
        self.piece = piece;
    }

    /// Drops the last turn, because nothing that follows can confirm or correct it.
    pub(super) fn forget_last(&mut self) {
        self.last = None;
    }

    /// Takes a line of the engine about the end of the game.
    pub(super) fn result(&mut self, line: &str, ended: EngineResult) {
        if self.results.len() < MOST_RESULTS {
            // Remove the padding of the path.
            let words: Vec<&str> = line.split_whitespace().collect();
            self.results.push(words.join(" ").replacen("( ", "(", 1));
        }
        if self.ended != Some(EngineResult::Finished) {
            self.ended = Some(ended);
        }
    }
}

fn has_same_cells(one: &Board, other: &Board) -> bool {
    let has_same_size = (one.width(), one.height()) == (other.width(), other.height());
    has_same_size && [0, 1].map(Seat::new).iter().all(|&seat| one.owned(seat) == other.owned(seat))
}

/// Returns whether this board follows from the one before if the turn went the other way.
fn is_reversed(turn: &TranscriptTurn, before: &Board, board: &Board) -> bool {
    let mut other = before.clone();
    if let (false, Some(at)) = (turn.was_placed, turn.at) {
        for (column, row) in Board::covered_cells(&turn.piece, at) {
            let (Ok(column), Ok(row)) = (usize::try_from(column), usize::try_from(row)) else {
                continue;
            };
            if column < other.width() && row < other.height() {
                other.set_cell(column, row, CellState::Latest(turn.seat));
            }
        }
    }
    has_same_cells(&other, board)
}
