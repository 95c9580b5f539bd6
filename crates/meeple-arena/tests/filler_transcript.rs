//! A game of the official engine, replayed: every byte that ours would have
//! written to player 1 is the same.
//!
//! The recorded lines begin with `<` (engine to bot) or `>` (bot to engine).
//! The pieces and answers of player 1 are in it; those of player 2 follow from
//! the marks on the boards: the cells `s` are its latest piece (F1).

use meeple_arena::{
    Silence,
    filler::{
        Answered, Ask, Chair, Dialect, FillerGame, Judge, Pieces, Question, Questions, Reply, Setup,
    },
};
use meeple_core::{
    Seat,
    record::{EndedBy, SeatInfo, Who},
};
use meeple_games::filler::{Board, Filler, FillerOptions, Piece, Placement, explain_deal};
use std::{
    collections::VecDeque,
    sync::{Arc, Mutex},
    time::Duration,
};

const TRANSCRIPT: &str = include_str!("data/bender_as_player_1.txt");

/// All that the engine wrote, and all that the bot answered.
fn transcript() -> (String, Vec<Placement>) {
    let (mut written, mut answers) = (String::new(), Vec::new());
    for line in TRANSCRIPT.lines() {
        if let Some(line) = line.strip_prefix("< ") {
            written += line;
            written += "\n";
        } else {
            let answer = line.strip_prefix("> ").expect("lines begin with < or >");
            let answer = Judge::Strict.read(Dialect::Edu, format!("{answer}\n").as_bytes());
            answers.push(answer.expect("the bot answered well"));
        }
    }
    (written, answers)
}

fn questions(written: &str) -> Vec<Question> {
    let mut questions = Questions::new(written.as_bytes(), None);
    let next = || questions.next_question().expect("memory can be read");
    let all = std::iter::from_fn(next).collect::<Result<Vec<_>, _>>();
    all.expect("the engine spoke well")
}

/// What player 2 did between two boards of player 1: a piece and where it lies.
fn laid_between(before: &Board, after: &Board) -> Option<(Piece, Placement)> {
    let seat = Seat::new(1);
    if before.count(seat) == after.count(seat) {
        return None; // every piece but the smallest covers something new; none was laid
    }
    let cells: Vec<(usize, usize)> = after.latest(seat).cells().collect();
    let (left, top) = (cells.iter().map(|c| c.0).min()?, cells.iter().map(|c| c.1).min()?);
    let (right, bottom) = (cells.iter().map(|c| c.0).max()?, cells.iter().map(|c| c.1).max()?);
    // The margins of the piece are not known: one that F9 allows will do.
    for (wider, higher) in [(0, 0), (1, 0), (0, 1)] {
        let mark = |column, row| if cells.contains(&(column, row)) { 'O' } else { '.' };
        let rows = (top..=bottom + higher)
            .map(|row| (left..=right + wider).map(|column| mark(column, row)).collect::<String>());
        let piece = Piece::from_rows(rows).expect("some cells are marked");
        if explain_deal(&piece, after).is_ok() {
            return Some((piece, Placement { column: left as i16, row: top as i16 }));
        }
    }
    panic!("no piece that F9 allows covers {cells:?}")
}

/// Answers from a list, and keeps what a program would have received.
struct Scripted {
    answers: VecDeque<Placement>,
    written: Arc<Mutex<String>>,
}

impl Chair for Scripted {
    fn ask(&mut self, ask: &Ask<'_>) -> Result<Reply, Silence> {
        let mut written = self.written.lock().expect("nobody panicked");
        *written += &ask.dialect.question(ask.board, ask.piece);
        let answer = self.answers.pop_front().map_or(Answered::Nowhere, Answered::At);
        Ok(Reply { answer, warning: None })
    }
    fn close(&mut self) {}
    fn stderr_lines(&self) -> Vec<String> {
        Vec::new()
    }
}

struct ListedPieces([VecDeque<Piece>; 2]);

impl Pieces for ListedPieces {
    fn draw(&mut self, seat: Seat, _: &Filler) -> Piece {
        // A list that is exhausted: a piece to be stuck with.
        self.0[seat.index()].pop_front().unwrap_or_else(|| "1x2:O/O".parse().expect("a piece"))
    }
}

#[test]
fn our_engine_writes_what_the_official_one_wrote() {
    let (written, answers) = transcript();
    let questions = questions(&written);
    assert_eq!(questions.len(), answers.len());
    let (mut pieces, mut replies) = (VecDeque::new(), VecDeque::new());
    for pair in questions.windows(2) {
        if let Some((piece, at)) = laid_between(&pair[0].board, &pair[1].board) {
            pieces.push_back(piece);
            replies.push_back(at);
        }
    }
    let own_pieces = questions.iter().map(|question| question.piece.clone()).collect();
    let exec = Dialect::exec_line(Seat::new(0), "bots/bender");
    let heard = Arc::new(Mutex::new(exec));
    let chair = |answers, written: &Arc<Mutex<String>>| {
        Ok(Box::new(Scripted { answers, written: Arc::clone(written) }) as Box<dyn Chair>)
    };
    let setup = Setup {
        options: FillerOptions::on(&questions[0].board),
        dialect: Dialect::Edu,
        judge: Judge::Strict,
        limit: Duration::from_secs(10),
        seed: 0,
        time: "2024-01-01T00:00:00Z".into(),
        stop: Arc::default(),
    };
    let seat = |name: &str| SeatInfo { name: name.into(), colour: None, who: Who::Person };
    let chairs = [chair(answers.into(), &heard), chair(replies, &Arc::default())];
    let lists = Box::new(ListedPieces([own_pieces, pieces]));
    let seats = vec![seat("bender"), seat("other")];
    let mut game = FillerGame::with(setup, seats, chairs, lists).expect("a good map");
    let ending = game.play(|_| {}).expect("nobody stops it");
    assert_eq!(ending.end.by, EndedBy::Rules);
    assert!(*heard.lock().expect("nobody panicked") == written, "some byte differs");
}
