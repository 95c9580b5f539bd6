//! What is known of the game: how a turn goes by the rules, and what the engine's boards say.

use super::{
    super::Dialect,
    told::{End, Ended, Seen, Told, Turn},
    word::{Order, placement},
};
use meeple_core::Seat;
use meeple_games::filler::{Board, Cell, Margins, Piece, Scoring};

/// Lines of a result that are kept.
const MOST_RESULTS: usize = 16;

/// What is known of the game.
#[derive(Debug, Default)]
pub(super) struct Game {
    board: Option<Board>,
    piece: Option<Piece>,
    placed: [u32; 2],
    stuck: [bool; 2],
    /// The turn that no board has followed yet, and what was before it.
    last: Option<(Order, Turn, Board)>,
    results: Vec<String>,
    ended: Option<Ended>,
}

impl Game {
    fn seen(&self, board: &Board, dialect: Dialect) -> Seen {
        let cells = || [0, 1].map(|seat| board.count(Seat::new(seat)));
        let scores = match dialect.scoring() {
            Scoring::Cells => cells(),
            Scoring::Pieces => self.placed,
        };
        Seen { board: board.clone(), scores, stuck: self.stuck }
    }

    /// A turn, if its board and its piece are known.
    pub(super) fn answer(
        &mut self,
        (order, dialect): (Order, Dialect),
        seat: Seat,
        answer: &str,
    ) -> Option<Told> {
        let (before, piece) = (self.board.clone()?, self.piece.take()?);
        let at = placement(dialect, answer);
        let is_legal = |at| before.explain(&piece, at, seat, Margins::Overhang).is_ok();
        let mut board = before.clone();
        let legal = at.filter(|&at| is_legal(at));
        if let Some(at) = legal {
            board.place(&piece, at, seat);
            self.placed[seat.index()] += 1;
        }
        let laid = legal.is_some();
        self.stuck[seat.index()] = !laid;
        let seen = self.seen(&board, dialect);
        self.board = Some(board);
        let turn = Turn { seat, piece, answer: answer.into(), at, laid, seen };
        self.last = Some((order, turn.clone(), before));
        Some(Told::Turn(turn))
    }

    /// The engine's board: what we have, another end of the last turn, or something new.
    pub(super) fn board(&mut self, board: Board, dialect: Dialect) -> Option<Told> {
        let last = self.last.take();
        let Some(known) = &self.board else {
            let seen = self.seen(&board, dialect);
            self.board = Some(board);
            return Some(Told::Start(seen));
        };
        if has_same_cells(known, &board) {
            return None;
        }
        if let Some((_, turn, before)) = last
            && is_reversed(&turn, &before, &board)
        {
            return Some(self.reversed(turn, board, dialect));
        }
        let seen = self.seen(&board, dialect);
        self.board = Some(board);
        Some(Told::Board(seen))
    }

    /// Something else than a board has come: with the board after the answer, none means that
    /// the piece was not laid.
    pub(super) fn without_board(&mut self, dialect: Dialect) -> Option<Told> {
        match self.last.take()? {
            (Order::BoardAfter, turn, before) if turn.laid => {
                Some(self.reversed(turn, before, dialect))
            }
            _ => None,
        }
    }

    /// The turn, laid where it seemed not to be, or the other way round.
    fn reversed(&mut self, turn: Turn, board: Board, dialect: Dialect) -> Told {
        let (laid, index) = (!turn.laid, turn.seat.index());
        let placed = self.placed[index];
        self.placed[index] = if laid { placed + 1 } else { placed.saturating_sub(1) };
        self.stuck[index] = !laid;
        let seen = self.seen(&board, dialect);
        self.board = Some(board);
        Told::Again(Turn { laid, seen, ..turn })
    }

    pub(super) fn end(&self) -> End {
        End { ended: self.ended.unwrap_or(Ended::CutOff), results: self.results.clone() }
    }

    /// A board has been seen.
    pub(super) fn has_begun(&self) -> bool {
        self.board.is_some()
    }

    /// What is to be laid next, if that is known.
    pub(super) fn piece(&mut self, piece: Option<Piece>) {
        self.piece = piece;
    }

    /// Nothing that comes now says how the last turn went.
    pub(super) fn forget_last(&mut self) {
        self.last = None;
    }

    /// A line of the engine's about the end.
    pub(super) fn result(&mut self, line: &str, ended: Ended) {
        if self.results.len() < MOST_RESULTS {
            // The path is padded; nobody wants to read the padding.
            let words: Vec<&str> = line.split_whitespace().collect();
            self.results.push(words.join(" ").replacen("( ", "(", 1));
        }
        if self.ended != Some(Ended::Finished) {
            self.ended = Some(ended);
        }
    }
}

fn has_same_cells(one: &Board, other: &Board) -> bool {
    let has_same_size = (one.width(), one.height()) == (other.width(), other.height());
    has_same_size && [0, 1].map(Seat::new).iter().all(|&seat| one.owned(seat) == other.owned(seat))
}

/// Whether this board follows from the one before if the turn went the other way.
fn is_reversed(turn: &Turn, before: &Board, board: &Board) -> bool {
    let mut other = before.clone();
    if let (false, Some(at)) = (turn.laid, turn.at) {
        for (column, row) in Board::covered(&turn.piece, at) {
            let (Ok(column), Ok(row)) = (usize::try_from(column), usize::try_from(row)) else {
                continue;
            };
            if column < other.width() && row < other.height() {
                other.put(column, row, Cell::Latest(turn.seat));
            }
        }
    }
    has_same_cells(&other, board)
}
