//! What an engine prints while two bots play, read by somebody who looks on.
//!
//! ```text
//! 01-edu: each turn the board before        42: the board once, then after each piece laid
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
//! A turn is told as soon as its answer is there: what follows from it is known
//! by the rules (F4). The engine's next board has the last word: where it is
//! another, the turn is told again. So both orders give the same turns, and none
//! comes late.
//!
//! Nothing is expected of an output: it may begin or end anywhere, have other
//! lines between, or be broken; what is broken is named with its line.

mod drawing;
mod game;
mod lines;
mod told;
mod word;

pub use told::{Breakage, End, Ended, NotATranscript, Seen, Told, Turn};

use super::Dialect;
use drawing::{Drawing, Drawn};
use game::Game;
use lines::{Line, Lines};
use meeple_core::Seat;
use std::{collections::VecDeque, io::BufRead};
use word::Word;

/// An engine's output, read line by line as it comes.
#[derive(Debug)]
pub struct Transcript<R> {
    lines: Lines<R>,
    drawing: Option<Drawing>,
    /// Heard from the head of a board.
    dialect: Option<Dialect>,
    has_shown: bool,
    game: Game,
    told: VecDeque<Told>,
}

impl<R: BufRead> Transcript<R> {
    /// What this has to tell.
    pub fn new(input: R) -> Self {
        Transcript {
            lines: Lines::new(input),
            drawing: None,
            dialect: None,
            has_shown: false,
            game: Game::default(),
            told: VecDeque::new(),
        }
    }

    /// The next thing that it tells; [`Told::End`] again and again when there is no more.
    pub fn next_told(&mut self) -> Result<Told, NotATranscript> {
        loop {
            if let Some(told) = self.told.pop_front() {
                return Ok(told);
            }
            match self.lines.next_line()? {
                Some(line) => self.hear(&line),
                None if self.has_shown => return Ok(Told::End(self.game.end())),
                None => return Err(NotATranscript::NoBoard),
            }
        }
    }

    fn hear(&mut self, line: &Line) {
        let word = Word::of(&line.text);
        if word == Word::Trouble {
            // It may come from another stream, in the middle of a board.
            return self.told.push_back(Told::Trouble(line.text.clone()));
        }
        if let Some(drawing) = self.drawing.take() {
            match drawing.hear(&line.text, word) {
                Ok(drawn) => return self.drawn(drawn),
                Err(why) => self.broken(line, why),
            }
        }
        let text = &line.text;
        match word {
            Word::Player(seat, name) => self.player(seat, name),
            Word::Board(dialect) => {
                self.dialect = Some(dialect);
                self.draw(line, Drawing::board(text, dialect));
            }
            Word::Piece => self.piece_head(line),
            Word::Answer(order, seat, answer) => {
                let dialect = self.dialect.unwrap_or_default();
                if let Some(turn) = self.game.answer((order, dialect), seat, answer) {
                    self.lines.made_sense();
                    self.told.push_back(turn);
                }
            }
            Word::Seed => self.result(text, Ended::Failed),
            Word::Score => self.result(text, Ended::CutOff),
            Word::Won => self.result(text, Ended::Finished),
            Word::Trouble | Word::Other => {}
        }
    }

    /// Which of its sizes comes first is known only behind a board.
    fn piece_head(&mut self, line: &Line) {
        let Some(dialect) = self.dialect else { return };
        self.told.extend(self.game.without_board(dialect));
        self.game.piece(None);
        self.draw(line, Drawing::piece(&line.text, dialect));
    }

    fn draw(&mut self, line: &Line, drawing: Result<Drawing, Breakage>) {
        match drawing {
            Ok(drawing) => self.drawing = Some(drawing),
            Err(why) => self.broken(line, why),
        }
    }

    fn drawn(&mut self, drawn: Drawn) {
        match drawn {
            Drawn::More(drawing) => self.drawing = Some(drawing),
            Drawn::Board(board) => {
                self.lines.made_sense();
                self.has_shown = true;
                self.told.extend(self.game.board(board, self.dialect.unwrap_or_default()));
            }
            Drawn::Piece(piece) => self.game.piece(Some(piece)),
        }
    }

    fn broken(&mut self, line: &Line, why: Breakage) {
        self.game.forget_last(); // whether a board would have borne it out is not known
        self.told.push_back(Told::Broken { line: line.number, why });
    }

    /// The first player's name behind a game begins another.
    fn player(&mut self, seat: Seat, name: &str) {
        if seat.index() == 0 && self.game.has_begun() {
            self.game = Game::default();
        }
        self.told.push_back(Told::Player { seat, name: name.into() });
    }

    fn result(&mut self, text: &str, ended: Ended) {
        self.told.extend(self.game.without_board(self.dialect.unwrap_or_default()));
        self.game.result(text, ended);
    }
}
