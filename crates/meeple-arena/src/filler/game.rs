//! One game of Filler between two contestants, step by step.
//!
//! Each step draws a piece for the seat to move, asks, judges the answer and
//! lets the events happen in the [`Match`]. A piece that can lie nowhere is
//! still handed to a program (the official engine does so), but its answer,
//! however good, makes it stuck (F5).
//!
//! ```text
//! step: draw ─► ask ─┬─ legal ──────────────► deal, move
//!                    ├─ illegal, or nowhere ─► deal, stop      (F5: stuck)
//!                    └─ failed ─┬─ edu ─────► end by forfeit   (F7)
//!                               └─ 42 ──────► deal, stop       (only that player is out)
//! ```

use super::{Answered, Ask, Chair, Contestant, Dialect, Judge, Pieces, SeededPieces};
use crate::{Silence, Verdict};
use meeple_core::{
    Event, Game, Header, Match, Seat, SeatResult,
    game_match::End,
    options::to_json,
    record::{EndedBy, FORMAT},
};
use meeple_games::filler::{Board, Filler, FillerOptions, Move, Piece, Placement, opponent};
use std::{
    sync::{Arc, atomic::AtomicBool},
    time::{Duration, Instant},
};

/// What is fixed before the first piece.
#[derive(Debug, Clone)]
pub struct Setup {
    /// The map and the margins; what counts follows from the dialect (F6).
    pub options: FillerOptions,
    /// What is spoken with programs.
    pub dialect: Dialect,
    /// How answers are read.
    pub judge: Judge,
    /// How long an answer may take; our own players are trusted to keep it.
    pub limit: Duration,
    /// Decides the pieces and the choices of our own players.
    pub seed: u64,
    /// When the game starts, for the record: RFC 3339 text in UTC.
    pub time: String,
    /// Raised from outside when the game is to stop.
    pub stop: Arc<AtomicBool>,
}

/// A game in progress.
pub struct FillerGame {
    game: Match,
    setup: Setup,
    chairs: [Result<Box<dyn Chair>, Verdict>; 2],
    pieces: Box<dyn Pieces>,
    verdicts: [Option<Verdict>; 2],
    tallies: [Tally; 2],
}

/// How long a seat thought.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Tally {
    /// How often it was asked.
    pub asked: u32,
    /// All its answers together.
    pub total: Duration,
    /// Its slowest answer.
    pub slowest: Duration,
}

/// What a step did.
#[derive(Debug, Clone)]
pub enum Step {
    /// A seat was asked.
    Turned(Box<Turned>),
    /// The game is over.
    Over(Box<Ending>),
}

/// A seat was asked.
#[derive(Debug, Clone)]
pub struct Turned {
    /// The seat.
    pub seat: Seat,
    /// The board before.
    pub board: Board,
    /// The piece it was given.
    pub piece: Piece,
    /// What it answered; `None` if that could not be read.
    pub answer: Option<Placement>,
    /// Whether the piece was laid.
    pub laid: bool,
    /// How it failed, if it did.
    pub verdict: Option<Verdict>,
    /// What a strict judge would have said.
    pub warning: Option<String>,
    /// How long it thought.
    pub time: Duration,
    /// The lines that this adds to the record.
    pub events: Vec<Event>,
}

/// How a game ended.
#[derive(Debug, Clone)]
pub struct Ending {
    /// Who ended it, the results, why.
    pub end: End,
    /// The last line of the record.
    pub event: Event,
}

/// The game was stopped from outside.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("the game was stopped")]
pub struct Stopped;

impl FillerGame {
    /// Seats both contestants and starts their programs. One that does not
    /// start loses with the first step.
    pub fn start(
        setup: Setup,
        contestants: [&Contestant; 2],
    ) -> Result<Self, meeple_core::BadOptions> {
        let sit = |index: usize| contestants[index].sit(Seat::new(index), setup.seed);
        let chairs = [sit(0), sit(1)];
        let seats = contestants.map(Contestant::seat_info);
        let pieces = Box::new(SeededPieces::new(setup.seed));
        Self::with(setup, seats.into(), chairs, pieces)
    }

    /// A game between any two chairs, with pieces from anywhere.
    pub fn with(
        mut setup: Setup,
        seats: Vec<meeple_core::record::SeatInfo>,
        chairs: [Result<Box<dyn Chair>, Verdict>; 2],
        pieces: Box<dyn Pieces>,
    ) -> Result<Self, meeple_core::BadOptions> {
        setup.options.score = setup.dialect.scoring();
        let position = Filler::new(&setup.options)?;
        let header = Header {
            format: FORMAT,
            game: Filler::NAME.into(),
            rules: Filler::RULES_VERSION,
            options: to_json(&setup.options),
            seats,
            seed: Some(setup.seed),
            time: setup.time.clone(),
        };
        let game = Match::start(header, Box::new(position)).expect("Filler has two seats");
        let verdicts = chairs.each_ref().map(|chair| chair.as_ref().err().cloned());
        Ok(FillerGame { game, setup, chairs, pieces, verdicts, tallies: Default::default() })
    }

    /// The first line of the record.
    pub fn start_event(&self) -> Event {
        Event::Start(self.game.header().clone())
    }

    /// The game so far.
    pub fn game(&self) -> &Match {
        &self.game
    }

    /// The position now.
    pub fn position(&self) -> &Filler {
        let position = self.game.position().as_any().downcast_ref();
        position.expect("this match was started with a position of Filler")
    }

    /// What is spoken with programs.
    pub fn dialect(&self) -> Dialect {
        self.setup.dialect
    }

    /// How each seat failed, if it did.
    pub fn verdicts(&self) -> &[Option<Verdict>; 2] {
        &self.verdicts
    }

    /// How long each seat thought.
    pub fn tallies(&self) -> &[Tally; 2] {
        &self.tallies
    }

    /// The last lines that a seat's program wrote to stderr.
    pub fn stderr_lines(&self, seat: Seat) -> Vec<String> {
        let chair = self.chairs[seat.index()].as_ref();
        chair.map(|chair| chair.stderr_lines()).unwrap_or_default()
    }

    /// Asks the seat to move, or ends the game.
    pub fn step(&mut self) -> Result<Step, Stopped> {
        if self.chairs.iter().any(Result::is_err) {
            return Ok(Step::Over(Box::new(self.forfeit()))); // in either dialect: there is no game to go on
        }
        let Some(seat) = self.position().seat() else {
            return Ok(Step::Over(Box::new(self.end_by_rules())));
        };
        if self.forfeited() {
            return Ok(Step::Over(Box::new(self.forfeit())));
        }
        let before = self.position().clone();
        let piece = self.pieces.draw(seat, &before);
        self.turn(seat, &before, piece).map(|turned| Step::Turned(Box::new(turned)))
    }

    /// Steps until the end, telling `each` of every turn.
    pub fn play(&mut self, mut each: impl FnMut(&Turned)) -> Result<Ending, Stopped> {
        loop {
            match self.step()? {
                Step::Turned(turned) => each(&turned),
                Step::Over(ending) => return Ok(*ending),
            }
        }
    }

    /// Closes the pipes and sees to it that no program is left.
    pub fn close(&mut self) {
        for chair in self.chairs.iter_mut().flatten() {
            chair.close();
        }
    }

    fn turn(&mut self, seat: Seat, before: &Filler, piece: Piece) -> Result<Turned, Stopped> {
        let mut dealt = before.clone();
        dealt.apply_deal(&piece).expect("the piece was drawn for this board");
        let can_lie = dealt.can_lay();
        let ask = Ask {
            board: before.board(),
            piece: &piece,
            position: can_lie.then_some(&dealt),
            dialect: self.setup.dialect,
            judge: self.setup.judge,
            limit: self.setup.limit,
            stop: &self.setup.stop,
        };
        let begin = Instant::now();
        let chair = self.chairs[seat.index()].as_mut().expect("step has seen to that");
        let reply = chair.ask(&ask);
        let time = begin.elapsed();
        self.tallies[seat.index()].add(time);

        let board = before.board().clone();
        let mut turned = Turned {
            seat,
            board,
            piece,
            answer: None,
            laid: false,
            verdict: None,
            warning: None,
            time,
            events: Vec::new(),
        };
        match reply {
            Err(Silence::Stopped) => return Err(Stopped),
            Err(Silence::Failed(verdict)) => self.fail(&mut turned, verdict),
            Ok(reply) => {
                turned.warning = reply.warning;
                self.judge(&mut turned, reply.answer, can_lie.then_some(&dealt));
            }
        }
        Ok(turned)
    }

    /// A well-formed answer: legal, or the seat is stuck (F5).
    fn judge(&mut self, turned: &mut Turned, answer: Answered, dealt: Option<&Filler>) {
        self.happen(turned, Event::Deal { deal: turned.piece.to_string() });
        let at = match answer {
            Answered::At(at) => at,
            Answered::Nowhere => Placement { column: 0, row: 0 },
        };
        turned.answer = Some(at);
        let mv = match (answer, dealt) {
            (Answered::At(at), Some(dealt)) => match dealt.explain(Move::Place(at)) {
                Ok(()) => Move::Place(at),
                Err(reason) => {
                    let legal = dealt.legal_moves().next().expect("the piece can lie somewhere");
                    let reason = format!("{reason}; {legal} would have been legal");
                    turned.verdict = Some(Verdict::Illegal { mv: at.to_string(), reason });
                    Move::Stop
                }
            },
            _ => Move::Stop,
        };
        turned.laid = mv != Move::Stop;
        if let Some(verdict) = &turned.verdict {
            self.verdicts[turned.seat.index()] = Some(verdict.clone());
        }
        self.happen_move(turned, mv);
    }

    /// No answer that could be read (F7).
    fn fail(&mut self, turned: &mut Turned, verdict: Verdict) {
        turned.verdict = Some(verdict.clone());
        self.verdicts[turned.seat.index()] = Some(verdict);
        self.happen(turned, Event::Deal { deal: turned.piece.to_string() });
        if self.setup.dialect == Dialect::FortyTwo {
            self.happen_move(turned, Move::Stop);
        }
        if let Ok(chair) = &mut self.chairs[turned.seat.index()] {
            chair.close();
        }
    }

    fn happen_move(&mut self, turned: &mut Turned, mv: Move) {
        let ms = Some(turned.time.as_millis() as u64);
        self.happen(turned, Event::Move { seat: turned.seat, mv: mv.to_string(), ms });
    }

    fn happen(&mut self, turned: &mut Turned, event: Event) {
        self.game.apply(event.clone()).expect("the arena lets only legal things happen");
        turned.events.push(event);
    }

    /// F7: whether somebody has lost the game at once.
    fn forfeited(&self) -> bool {
        let fatal = |verdict: &Verdict| !matches!(verdict, Verdict::Illegal { .. });
        self.setup.dialect == Dialect::Edu && self.verdicts.iter().flatten().any(fatal)
    }

    fn end_by_rules(&mut self) -> Ending {
        let outcome = self.game.outcome().expect("no seat is to move");
        self.end(Event::end_by_rules(&outcome))
    }

    /// The seat that failed loses, whatever the score; two that failed share the blame.
    fn forfeit(&mut self) -> Ending {
        let fatal = |seat: Seat| {
            let verdict = self.verdicts[seat.index()].as_ref();
            verdict.filter(|verdict| !matches!(verdict, Verdict::Illegal { .. }))
        };
        let result = |index: usize| {
            let seat = Seat::new(index);
            let lost = fatal(seat).is_some() && fatal(opponent(seat)).is_none();
            SeatResult { score: self.position().score(seat) as i32, rank: if lost { 2 } else { 1 } }
        };
        let reasons = [0, 1].map(Seat::new).into_iter().filter_map(|seat| {
            let verdict = fatal(seat)?;
            Some(format!("player {}: {}: {verdict}", seat.index() + 1, verdict.name()))
        });
        let reason = reasons.collect::<Vec<_>>().join("; ");
        let results = vec![result(0), result(1)];
        self.end(Event::End { by: EndedBy::Forfeit, results, reason })
    }

    fn end(&mut self, event: Event) -> Ending {
        if self.game.end().is_none() {
            self.game.apply(event.clone()).expect("the end fits the position");
        }
        let end = self.game.end().expect("the game has ended").clone();
        Ending { end, event }
    }
}

impl Tally {
    fn add(&mut self, time: Duration) {
        self.asked += 1;
        self.total += time;
        self.slowest = self.slowest.max(time);
    }
}
