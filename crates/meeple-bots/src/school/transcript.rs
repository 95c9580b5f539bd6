//! Parses the output of an engine while two bots play, for spectators.
//!
//! ```text
//! 01-edu: each turn the board before        42: the board once, then after each piece placed
//!
//! $$$ exec p1 : [bots/mine]                 $$$ exec p1 : [bots/mine]
//! Anfield 20 15: ...                        Plateau 15 20: ...
//! Piece 2 1: ...                            Piece 1 2: ...
//! -> Answer (@): 8 2       ──► a turn ◄──   <got (O): [2, 8]
//! ...                                       Plateau 15 20: ...
//! seed: 42                                  == O fin: 53
//! Player1 (bots/mine): 100                  == X fin: 123
//! ```
//!
//! A turn is reported as soon as its answer is there: its effect follows from the rules (F4). If the
//! engine's next board differs, that board is right and the turn is reported again. So both orders
//! give the same turns, without delay.
//!
//! The output may begin or end anywhere, contain other lines, or be broken; broken parts are
//! reported with their line number.

mod event;
mod game;
mod line_kind;
mod lines;
mod partial_drawing;

pub use event::{
    DrawingError, EngineResult, TranscriptEnd, TranscriptError, TranscriptEvent, TranscriptState,
    TranscriptTurn,
};

use super::Dialect;
use game::TranscriptGame;
use line_kind::TranscriptLineKind;
use lines::{TranscriptLine, TranscriptLines};
use meeple_core::Seat;
use partial_drawing::{LineEffect, PartialDrawing};
use std::{collections::VecDeque, io::BufRead};

/// An engine's output, read line by line as it comes.
#[derive(Debug)]
pub struct Transcript<R> {
    lines: TranscriptLines<R>,
    drawing: Option<PartialDrawing>,
    /// Known from the head of a board.
    dialect: Option<Dialect>,
    has_shown: bool,
    game: TranscriptGame,
    pending: VecDeque<TranscriptEvent>,
}

impl<R: BufRead> Transcript<R> {
    /// Parses the output of an engine from `input`.
    pub fn new(input: R) -> Self {
        Transcript {
            lines: TranscriptLines::new(input),
            drawing: None,
            dialect: None,
            has_shown: false,
            game: TranscriptGame::default(),
            pending: VecDeque::new(),
        }
    }

    /// Returns the next event; [`TranscriptEvent::End`] again and again after the last one.
    pub fn next_event(&mut self) -> Result<TranscriptEvent, TranscriptError> {
        loop {
            if let Some(pending) = self.pending.pop_front() {
                return Ok(pending);
            }
            match self.lines.next_line()? {
                Some(line) => self.on_line(&line),
                None if self.has_shown => return Ok(TranscriptEvent::End(self.game.end())),
                None => return Err(TranscriptError::NoBoard),
            }
        }
    }

    fn on_line(&mut self, line: &TranscriptLine) {
        let word = TranscriptLineKind::parse(&line.text);
        if word == TranscriptLineKind::Trouble {
            // It may come from another stream, in the middle of a board.
            return self.pending.push_back(TranscriptEvent::EngineError(line.text.clone()));
        }
        if let Some(drawing) = self.drawing.take() {
            match drawing.add_line(&line.text, word) {
                Ok(drawn) => return self.drawn(drawn),
                Err(why) => self.broken(line, why),
            }
        }
        let text = &line.text;
        match word {
            TranscriptLineKind::Player(seat, name) => self.player(seat, name),
            TranscriptLineKind::Board(dialect) => {
                self.dialect = Some(dialect);
                self.draw(line, PartialDrawing::board(text, dialect));
            }
            TranscriptLineKind::Piece => self.piece_head(line),
            TranscriptLineKind::Answer(order, seat, answer) => {
                let dialect = self.dialect.unwrap_or_default();
                if let Some(turn) = self.game.answer((order, dialect), seat, answer) {
                    self.lines.reset_noise();
                    self.pending.push_back(turn);
                }
            }
            TranscriptLineKind::Seed => self.result(text, EngineResult::Failed),
            TranscriptLineKind::Score => self.result(text, EngineResult::CutOff),
            TranscriptLineKind::Won => self.result(text, EngineResult::Finished),
            TranscriptLineKind::Trouble | TranscriptLineKind::Other => {}
        }
    }

    /// Ignored before the first board: without the dialect, the order of its two sizes is unknown.
    fn piece_head(&mut self, line: &TranscriptLine) {
        let Some(dialect) = self.dialect else { return };
        self.pending.extend(self.game.without_board(dialect));
        self.game.piece(None);
        self.draw(line, PartialDrawing::piece(&line.text, dialect));
    }

    fn draw(&mut self, line: &TranscriptLine, drawing: Result<PartialDrawing, DrawingError>) {
        match drawing {
            Ok(drawing) => self.drawing = Some(drawing),
            Err(why) => self.broken(line, why),
        }
    }

    fn drawn(&mut self, drawn: LineEffect) {
        match drawn {
            LineEffect::More(drawing) => self.drawing = Some(drawing),
            LineEffect::Board(board) => {
                self.lines.reset_noise();
                self.has_shown = true;
                self.pending.extend(self.game.board(board, self.dialect.unwrap_or_default()));
            }
            LineEffect::Piece(piece) => self.game.piece(Some(piece)),
        }
    }

    fn broken(&mut self, line: &TranscriptLine, why: DrawingError) {
        self.game.forget_last(); // no board can confirm it any more
        self.pending.push_back(TranscriptEvent::Broken { line: line.number, why });
    }

    /// A first player's name after the start of a game begins another game.
    fn player(&mut self, seat: Seat, name: &str) {
        if seat.index() == 0 && self.game.has_begun() {
            self.game = TranscriptGame::default();
        }
        self.pending.push_back(TranscriptEvent::Player { seat, name: name.into() });
    }

    fn result(&mut self, text: &str, ended: EngineResult) {
        self.pending.extend(self.game.without_board(self.dialect.unwrap_or_default()));
        self.game.result(text, ended);
    }
}
