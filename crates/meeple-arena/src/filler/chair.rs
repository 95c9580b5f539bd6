//! Who sits at the board: one of our players, or a program at the end of two pipes.

use super::{Dialect, Judge};
use crate::{Clock, Process, Program, Silence, Verdict, program::BadCommand};
use meeple_ai::roster::{BadPlayer, Resources, Seated, roster};
use meeple_core::{
    Limits, NoChoice, Seat,
    record::{SeatInfo, Who},
    rng::{Stream, seeded},
};
use meeple_games::{
    GameKind,
    filler::{Board, Filler, Move, Piece, Placement},
};
use rand::Rng;
use std::{
    fmt::{self, Display},
    sync::{Arc, atomic::AtomicBool},
    time::Duration,
};

/// How long a program has to leave by itself when its game is over.
const FAREWELL: Duration = Duration::from_millis(200);

/// Somebody who can be seated, as often as there are games.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Contestant {
    /// One of our players: a word of the roster and its parameters.
    Ours(String),
    /// A program that speaks the protocol.
    Program(Program),
}

/// Why a text names no contestant.
#[derive(Debug, thiserror::Error)]
pub enum BadContestant {
    /// It is one of ours, with bad parameters.
    #[error(transparent)]
    Player(#[from] BadPlayer),
    /// It is no command line.
    #[error(transparent)]
    Command(#[from] BadCommand),
}

impl Contestant {
    /// One of ours if the text is its name (and `:parameters`); else a path or a command line.
    /// `memory` limits a program, in bytes.
    pub fn read(text: &str, memory: Option<u64>) -> Result<Self, BadContestant> {
        let name = text.split(':').next().unwrap_or_default();
        if roster(GameKind::Filler).iter().any(|entry| entry.name == name) {
            Seated::new(GameKind::Filler, text, &Resources::default())?;
            return Ok(Contestant::Ours(text.into()));
        }
        let mut program: Program = text.parse()?;
        program.memory = memory;
        Ok(Contestant::Program(program))
    }

    /// How it was called.
    pub fn name(&self) -> &str {
        match self {
            Contestant::Ours(name) => name,
            Contestant::Program(program) => program.typed(),
        }
    }

    /// How a record describes it.
    pub fn seat_info(&self) -> SeatInfo {
        let who = match self {
            Contestant::Ours(name) => {
                let seated = Seated::new(GameKind::Filler, name, &Resources::default());
                let unknown =
                    || Who::Computer { player: name.clone(), parameters: serde_json::Map::new() };
                seated.map_or_else(|_| unknown(), |seated| seated.who())
            }
            Contestant::Program(program) => Who::Program { command: program.words().to_vec() },
        };
        SeatInfo { name: self.name().into(), colour: None, who }
    }

    /// Takes the seat for one game; a program is started and told its number.
    pub fn sit(&self, seat: Seat, seed: u64) -> Result<Box<dyn Chair>, Verdict> {
        match self {
            Contestant::Ours(name) => {
                let seated = Seated::new(GameKind::Filler, name, &Resources::default());
                let seated = seated.map_err(|error| Verdict::CannotStart {
                    program: name.clone(),
                    reason: error.to_string(),
                })?;
                let rng = Box::new(seeded(seed, Stream::Seat(seat)));
                Ok(Box::new(Own { seated, rng }))
            }
            Contestant::Program(program) => {
                let process = Process::start(program)?;
                process.send(Dialect::exec_line(seat, program.typed()).into_bytes());
                Ok(Box::new(process))
            }
        }
    }
}

impl Display for Contestant {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// A question to a chair.
#[derive(Debug, Clone, Copy)]
pub struct Ask<'a> {
    /// The board.
    pub board: &'a Board,
    /// The piece to be laid.
    pub piece: &'a Piece,
    /// The position with the piece in hand; `None` where it can lie nowhere.
    pub position: Option<&'a Filler>,
    /// How the question is spelled.
    pub dialect: Dialect,
    /// How the answer is read.
    pub judge: Judge,
    /// How long it may take.
    pub limit: Duration,
    /// Raised from outside when the game is to stop.
    pub stop: &'a Arc<AtomicBool>,
}

/// An answer that could be read, legal or not.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Answered {
    /// Lay it there.
    At(Placement),
    /// One of our players knows that the piece can lie nowhere.
    Nowhere,
}

/// What came from a chair.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Reply {
    /// The answer.
    pub answer: Answered,
    /// What a strict judge would have said of it.
    pub warning: Option<String>,
}

/// Somebody who sits at the board for one game.
pub trait Chair: Send {
    /// Asks for a placement.
    fn ask(&mut self, ask: &Ask<'_>) -> Result<Reply, Silence>;
    /// The game is over: closes what was open.
    fn close(&mut self);
    /// The last lines it wrote to stderr.
    fn stderr_lines(&self) -> Vec<String>;
}

/// One of our players, in this process.
struct Own {
    seated: Seated,
    rng: Box<dyn Rng + Send>,
}

impl Chair for Own {
    fn ask(&mut self, ask: &Ask<'_>) -> Result<Reply, Silence> {
        let Some(position) = ask.position else {
            return Ok(Reply { answer: Answered::Nowhere, warning: None });
        };
        let limits =
            Limits { time: Some(ask.limit), stop: Arc::clone(ask.stop), ..Limits::default() };
        let choice = self.seated.player.choose_text(position, &limits, &mut *self.rng);
        let failed =
            |answer: &str, reason: String| Verdict::BadAnswer { answer: answer.into(), reason };
        let text = match choice {
            Ok(choice) => choice.mv,
            Err(NoChoice::Stopped) => return Err(Silence::Stopped),
            Err(error) => return Err(failed("", error.to_string()).into()),
        };
        let answer = match text.parse() {
            Ok(Move::Place(at)) => Answered::At(at),
            Ok(Move::Stop) => Answered::Nowhere,
            Err(error) => return Err(failed(&text, error.to_string()).into()),
        };
        Ok(Reply { answer, warning: None })
    }

    fn close(&mut self) {}

    fn stderr_lines(&self) -> Vec<String> {
        Vec::new()
    }
}

impl Chair for Process {
    fn ask(&mut self, ask: &Ask<'_>) -> Result<Reply, Silence> {
        // Nobody can answer what was not asked: these bytes are no part of the answer,
        // but the official engine would take them for it.
        let unasked = self.said_already();
        self.send(ask.dialect.question(ask.board, ask.piece).into_bytes());
        let clock = Clock::start(ask.limit, ask.stop);
        let read = |judge: Judge, bytes: &[u8]| {
            judge.read(ask.dialect, bytes).map_err(|bad| bad.verdict(bytes))
        };
        if ask.judge == Judge::Strict {
            let bytes = if unasked.is_empty() { self.read(&clock, &[])? } else { unasked };
            let at = read(Judge::Strict, &bytes)?;
            return Ok(Reply { answer: Answered::At(at), warning: None });
        }
        let line = self.read_line(&clock)?;
        let at = read(Judge::Lenient, &line.bytes)?;
        let warning = if unasked.is_empty() {
            let strict = read(Judge::Strict, &line.first_read).err();
            strict.map(|verdict| format!("the official engine ends the game here: {verdict}"))
        } else {
            let unasked = unasked[..unasked.len().min(40)].escape_ascii();
            Some(format!(
                "it said \"{unasked}\" before it was asked; the official engine takes that for \
                 the answer"
            ))
        };
        Ok(Reply { answer: Answered::At(at), warning })
    }

    fn close(&mut self) {
        Process::close(self, FAREWELL);
    }

    fn stderr_lines(&self) -> Vec<String> {
        Process::stderr_lines(self)
    }
}
