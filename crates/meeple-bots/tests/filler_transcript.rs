//! Replays a recorded game of the official engine: every byte that Meeple would have written to
//! player 1 is the same.
//!
//! The recorded lines begin with `<` (engine to bot) or `>` (bot to engine). They contain the pieces
//! and answers of player 1; those of player 2 follow from the marks on the boards: the cells `s` are
//! its latest piece (F1).

use meeple_bots::{
    GameRunner,
    school::{AnswerReading, Dialect, Questions, SchoolQuestion},
};
use meeple_core::{
    AnyGame, AnyPlayer, Choice, ChooseError, Contestant, DealSource, EndedBy, GameHistory, Header,
    Limits, Seat, SeatInfo, Table,
};
use meeple_games::filler::{
    Board, Filler, Move, Options, Piece, Placement, check_deal, has_valid_placement,
};
use rand::Rng;
use std::{
    collections::VecDeque,
    sync::{Arc, Mutex},
};

const TRANSCRIPT: &str = include_str!("data/bender_as_player_1.txt");

/// Returns everything that the engine wrote, and all answers of the bot.
fn transcript() -> (String, Vec<Placement>) {
    let (mut written, mut answers) = (String::new(), Vec::new());
    for line in TRANSCRIPT.lines() {
        if let Some(line) = line.strip_prefix("< ") {
            written += line;
            written += "\n";
        } else {
            let answer = line.strip_prefix("> ").expect("lines begin with < or >");
            let answer = AnswerReading::Strict.read(Dialect::Edu, format!("{answer}\n").as_bytes());
            answers.push(answer.expect("the bot answered well"));
        }
    }
    (written, answers)
}

fn questions(written: &str) -> Vec<SchoolQuestion> {
    let mut questions = Questions::new(written.as_bytes(), None);
    let next = || questions.next_question().expect("memory can be read");
    let all = std::iter::from_fn(next).collect::<Result<Vec<_>, _>>();
    all.expect("the engine spoke well")
}

/// Returns the piece that player 2 placed between two boards of player 1, and where, if it placed one.
fn laid_between(before: &Board, after: &Board) -> Option<(Piece, Placement)> {
    let seat = Seat::new(1);
    if before.count(seat) == after.count(seat) {
        return None; // every piece but the smallest covers a new cell, so none was placed
    }
    let cells: Vec<(usize, usize)> = after.latest(seat).cells().collect();
    let (left, top) = (cells.iter().map(|c| c.0).min()?, cells.iter().map(|c| c.1).min()?);
    let (right, bottom) = (cells.iter().map(|c| c.0).max()?, cells.iter().map(|c| c.1).max()?);
    // The margins of the piece are not known: any that F9 allows will do.
    for (wider, higher) in [(0, 0), (1, 0), (0, 1)] {
        let mark = |column, row| if cells.contains(&(column, row)) { 'O' } else { '.' };
        let rows = (top..=bottom + higher)
            .map(|row| (left..=right + wider).map(|column| mark(column, row)).collect::<String>());
        let piece = Piece::from_rows(rows).expect("some cells are marked");
        if check_deal(&piece, after).is_ok() {
            return Some((piece, Placement { column: left as i16, row: top as i16 }));
        }
    }
    panic!("no piece that F9 allows covers {cells:?}")
}

/// A player that answers from a list and records what a program would have received.
struct Scripted {
    answers: VecDeque<Placement>,
    written: Arc<Mutex<String>>,
}

impl AnyPlayer for Scripted {
    fn choose_text(
        &mut self,
        position: &dyn AnyGame,
        _: &Limits,
        _: &mut dyn Rng,
    ) -> Result<Choice<String>, ChooseError> {
        let position: &Filler = position.as_any().downcast_ref().expect("a game of Filler");
        let (board, piece) = (position.board(), position.piece().expect("a piece in hand"));
        let seat = position.seat().expect("a seat to move");
        let mut written = self.written.lock().expect("nobody panicked");
        *written += &Dialect::Edu.question(board, piece);
        let answer = self.answers.pop_front();
        let answer = answer.filter(|_| has_valid_placement(board, piece, seat, position.margins()));
        Ok(Choice::from_move(answer.map_or(Move::Stop, Move::Place).to_string()))
    }
}

struct ListedPieces([Vec<Piece>; 2]);

impl DealSource for ListedPieces {
    fn draw(&mut self, game: &GameHistory) -> Option<String> {
        let sequence = game.position().deal_sequence();
        let listed = self.0[sequence as usize].get(game.deals_made(sequence) as usize);
        // After the end of the list: a piece that fits nowhere.
        Some(listed.map_or("1x2:O/O".into(), ToString::to_string))
    }
}

#[test]
fn our_engine_writes_what_the_official_one_wrote() {
    let (written, answers) = transcript();
    let questions = questions(&written);
    assert_eq!(questions.len(), answers.len());
    let (mut pieces, mut replies) = (Vec::new(), VecDeque::new());
    for pair in questions.windows(2) {
        if let Some((piece, at)) = laid_between(&pair[0].board, &pair[1].board) {
            pieces.push(piece);
            replies.push_back(at);
        }
    }
    let own_pieces = questions.iter().map(|question| question.piece.clone()).collect();
    let exec = Dialect::exec_line(Seat::new(0), "bots/bender");
    let heard = Arc::new(Mutex::new(exec));
    let player = |answers, written: &Arc<Mutex<String>>| {
        let scripted = Scripted { answers, written: Arc::clone(written) };
        Ok(Some(Box::new(scripted) as Box<dyn AnyPlayer>))
    };
    let options = Options::from_board(&questions[0].board);
    let seat = |name: &str| SeatInfo { name: name.into(), colour: None, who: Contestant::Person };
    let header = Header::new::<Filler>(&options, vec![seat("bender"), seat("other")]);
    let table = Table::open::<Filler>(&options, header).expect("a good map");
    let mut table = table.with_deals(ListedPieces([own_pieces, pieces]));
    let arrivals = vec![player(answers.into(), &heard), player(replies, &Arc::default())];
    let mut runner = GameRunner::open(&mut table, arrivals, Dialect::Edu.referee());
    runner.play_out(&mut table, &Limits::default(), |_, _| ()).expect("nobody stops it");
    assert_eq!(table.game().end().expect("it was played to its end").by, EndedBy::Rules);
    assert!(*heard.lock().expect("nobody panicked") == written, "some byte differs");
}
