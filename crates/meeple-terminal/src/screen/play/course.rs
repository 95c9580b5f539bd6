//! A running game, and who sits at it: what the page of a game drives.
//!
//! ```text
//! go_on ──► deals and ends happen at once
//!       ──► a player is due: it thinks about a copy of the table on a thread, and the
//!           table with its answer takes the place of ours, unless we went elsewhere
//!       ──► a person is due: nothing happens before play, undo, redo or resign
//! ```

use super::setting::{Wanted, kind_of, set};
use crate::{
    blame::blame,
    failure::Failure,
    prompt::now,
    record_file::{self, Advice, Recorder},
    screen::desk::{Desk, News, Ticket, stop},
};
use meeple_ai::roster::roster;
use meeple_bots::{Asked, Host, Seating, Stopped, school::Arrangement};
use meeple_core::{
    Contestant, Due, Event, Header, Limits, Match, Millis, Notes, Seat, Table, text::printable,
};
use meeple_games::GameKind;
use meeple_view::{Ending, Told, view, words::sentence};
use std::{
    path::Path,
    sync::Arc,
    time::{Duration, Instant},
};

/// How many positions a player looks at where the machine must not matter.
const PLAYER_NODES: u64 = 300;
/// How long a program may take for a move.
const PROGRAM_TIME: Duration = Duration::from_secs(10);

/// A running game.
pub(crate) struct Course {
    /// Which game.
    pub(crate) kind: GameKind,
    table: Table,
    /// The players; nobody while one of them thinks elsewhere.
    seating: Option<Seating>,
    host: Host,
    recorder: Recorder,
    /// How long players may think, if that is said.
    time: Option<Duration>,
    job: Option<Job>,
    /// What was taken back, the last first: it can be made again.
    undone: Vec<Vec<Arc<Event>>>,
    /// What happened, ply by ply.
    told: Vec<Told>,
    /// What is remarked of the last answers.
    remark: Option<String>,
}

/// Somebody who thinks.
struct Job {
    ticket: Ticket,
    seat: Seat,
    limits: Limits,
    since: Instant,
    /// Whether the answer is no longer wanted.
    is_stale: bool,
}

/// Whom a game waits for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Waits {
    /// A person.
    Person(Seat),
    /// A player, who thinks or has not begun.
    Player(Seat),
    /// Nobody: something happens by itself.
    Nobody,
    /// It is over.
    Over,
}

impl Course {
    /// A new game.
    pub(crate) fn open(kind: GameKind, wanted: &Wanted, desk: &mut Desk) -> Result<Self, String> {
        let host = desk.host(kind);
        let seed = match wanted.seed {
            Some(seed) => seed,
            None => getrandom::u64().map_err(|error| format!("no seed: {error}"))?,
        };
        let table = set(kind, wanted, seed, &host)?;
        let recorder = match &wanted.record {
            Some(path) => Recorder::create(Some(path), Advice::Resume("meeple play"))
                .map_err(|error| error.to_string()),
            None => desk.kept.recorder(kind),
        };
        let recorder = match recorder {
            Ok(recorder) => recorder,
            Err(why) if wanted.record.is_some() => return Err(why),
            Err(why) => {
                desk.refuse(format!("This game is not kept: {why}"));
                Recorder::default()
            }
        };
        Course::seated(kind, table, host, recorder)
    }

    /// A game that was left, to go on with, and its record.
    pub(crate) fn resume(path: &Path, desk: &mut Desk) -> Result<Self, String> {
        let replay = record_file::read(path).map_err(|error| error.to_string())?;
        let kind = kind_of(&replay.game);
        if replay.game.end().is_some() {
            return Err("This game is over; its replay shows it.".into());
        }
        if replay.game.header().deals.is_some() {
            let why = "What is dealt is typed in this game: meeple play --plain --resume goes on.";
            return Err(why.into());
        }
        let recorder = Recorder::reopen(path, &replay).map_err(|error| error.to_string())?;
        Course::seated(kind, Table::resume(replay.game), desk.host(kind), recorder)
    }

    /// A game that begins like this one did, up to a ply, with these players: a record of its own.
    pub(crate) fn branch(
        game: &Match,
        ply: usize,
        seats: &[String],
        desk: &mut Desk,
    ) -> Result<Self, String> {
        let kind = kind_of(game);
        let host = desk.host(kind);
        let seats = host.read_all(seats).map_err(|error| error.to_string())?;
        let header = Header { seats, time: now(), ..game.header().clone() };
        let first = game.position_at(0).ok_or("The game has no beginning.")?;
        let mut table =
            Table::start(header, first.boxed_clone()).map_err(|error| error.to_string())?;
        for ply in &game.line()[..ply.min(game.line().len())] {
            again(&mut table, &ply.event)?;
        }
        let recorder = desk.kept.recorder(kind).unwrap_or_default();
        Course::seated(kind, table, host, recorder)
    }

    /// A game between bots, as the schools' engine would play it. Whoever cannot come has failed.
    pub(crate) fn arranged(arrangement: &Arrangement, recorder: Recorder) -> Result<Self, Failure> {
        let table = arrangement.open(now());
        let mut table = table.map_err(|error| Failure::Failed(error.to_string()))?;
        let arrivals = arrangement.host.sit_all(&arrangement.contestants);
        let seating = Seating::open(&mut table, arrivals, arrangement.referee);
        let host = arrangement.host.clone();
        let mut course = Course::at(GameKind::Filler, table, seating, host, recorder);
        course.time = arrangement.limits.time;
        Ok(course)
    }

    fn seated(
        kind: GameKind,
        mut table: Table,
        host: Host,
        recorder: Recorder,
    ) -> Result<Self, String> {
        let arrivals = host.sit_all(&table.game().header().seats);
        if let Some(verdict) = arrivals.iter().find_map(|arrival| arrival.as_ref().err()) {
            return Err(printable(&verdict.to_string()));
        }
        let seating = Seating::open(&mut table, arrivals, host.referee);
        Ok(Course::at(kind, table, seating, host, recorder))
    }

    fn at(kind: GameKind, table: Table, seating: Seating, host: Host, recorder: Recorder) -> Self {
        let mut course = Course {
            kind,
            table,
            seating: Some(seating),
            host,
            recorder,
            time: None,
            job: None,
            undone: Vec::new(),
            told: Vec::new(),
            remark: None,
        };
        course.follow();
        course
    }

    /// Who misbehaved so that the game was not played as was asked, and whether it was recorded.
    pub(crate) fn settle(&mut self) -> Result<(), Failure> {
        if let Some(seating) = &self.seating {
            blame(self.table.game(), seating)?;
        }
        std::mem::take(&mut self.recorder).settle()
    }

    /// The game so far.
    pub(crate) fn game(&self) -> &Match {
        self.table.game()
    }

    /// What happened, ply by ply.
    pub(crate) fn told(&self) -> &[Told] {
        &self.told
    }

    /// What was remarked of the last answer.
    pub(crate) fn remark(&self) -> Option<&str> {
        self.remark.as_deref()
    }

    /// Where the game is kept.
    pub(crate) fn record(&self) -> Option<&Path> {
        self.recorder.path()
    }

    /// How it ended.
    pub(crate) fn ending(&self) -> Option<Ending> {
        view(self.kind).ending(self.game())
    }

    /// Whether a person sits there.
    pub(crate) fn is_person(&self, seat: Seat) -> bool {
        let seats = &self.game().header().seats;
        let is_person = seats.get(seat.index()).is_some_and(|info| info.who == Contestant::Person);
        is_person && !self.game().is_gone(seat)
    }

    /// The first person at the table.
    pub(crate) fn first_person(&self) -> Option<Seat> {
        (0..self.game().position().seats()).map(Seat::new).find(|&seat| self.is_person(seat))
    }

    /// The first seat that a person took, also if it was given up since.
    pub(crate) fn own(&self) -> Option<Seat> {
        let seats = self.game().header().seats.iter();
        seats.map(|info| info.who == Contestant::Person).position(|is| is).map(Seat::new)
    }

    /// Whether only the end is left.
    pub(crate) fn is_ending(&self) -> bool {
        self.table.due() == Due::End
    }

    /// Whom the game waits for.
    pub(crate) fn waits(&self) -> Waits {
        match self.table.due() {
            Due::Over => Waits::Over,
            Due::Deal | Due::End => Waits::Nobody,
            Due::Seat(seat) if self.is_person(seat) => Waits::Person(seat),
            Due::Seat(seat) => Waits::Player(seat),
        }
    }

    /// Who thinks, and since when.
    pub(crate) fn thinking(&self) -> Option<(Seat, Instant)> {
        self.job.as_ref().filter(|job| !job.is_stale).map(|job| (job.seat, job.since))
    }

    /// Whether this is about a player of ours.
    pub(crate) fn awaits(&self, ticket: Ticket) -> bool {
        self.job.as_ref().is_some_and(|job| job.ticket == ticket)
    }

    /// Lets happen what happens by itself, and asks the player who is due.
    pub(crate) fn go_on(&mut self, desk: &mut Desk) {
        loop {
            match self.table.due() {
                Due::Deal => {
                    if self.table.deal().is_err() {
                        return; // typed deals are refused when a game is opened
                    }
                }
                Due::End => drop(self.table.end()),
                Due::Over => {
                    if let Some(seating) = &mut self.seating {
                        seating.end(&self.table);
                    }
                    return self.follow();
                }
                Due::Seat(seat) => {
                    self.follow();
                    if !self.is_person(seat) {
                        self.ask(seat, desk);
                    }
                    return;
                }
            }
            self.follow();
        }
    }

    fn ask(&mut self, seat: Seat, desk: &mut Desk) {
        let Some(mut seating) = self.seating.take() else { return };
        let who = &self.game().header().seats[seat.index()].who;
        let is_program = matches!(who, Contestant::Program { .. });
        let time = self.time.or(desk.house.time).or(is_program.then_some(PROGRAM_TIME));
        let limits = desk.limits(time, PLAYER_NODES);
        let mut table = Table::resume(self.game().clone());
        let (within, since) = (limits.clone(), desk.now);
        let ticket = desk.spawn(move || {
            let asked = seating.ask(&mut table, seat, &within);
            News::Asked { table: Box::new(table), seating, asked }
        });
        self.job = Some(Job { ticket, seat, limits, since, is_stale: false });
    }

    /// A player has answered. What could not be done is said.
    pub(crate) fn hear(&mut self, news: News) -> Result<(), String> {
        let Some(job) = self.job.take() else { return Ok(()) };
        let News::Asked { table, seating, asked } = news else {
            return Err("A player broke down. The game is kept as it stands.".into());
        };
        self.seating = Some(seating);
        if job.is_stale {
            return Ok(());
        }
        match asked {
            Err(Stopped) => return Ok(()),
            Ok(asked) => {
                self.table = *table;
                self.remark = self.remarked(&asked);
                self.undone.clear();
            }
        }
        self.follow();
        Ok(())
    }

    fn remarked(&self, asked: &Asked) -> Option<String> {
        let name = self.name(asked.seat);
        match (&asked.verdict, &asked.choice) {
            (Some(verdict), _) => {
                let words = self.seating.as_ref().map(|seating| seating.last_words(asked.seat));
                let last = words.unwrap_or_default().pop();
                let last = last.map(|line| format!(" Its stderr: {line}")).unwrap_or_default();
                Some(format!(
                    "{name} failed: {}: {}{last}",
                    verdict.name(),
                    printable(&verdict.to_string())
                ))
            }
            (None, Some(choice)) => choice.remark.as_deref().map(printable),
            (None, None) => None,
        }
    }

    /// Who sits there, fit for a screen.
    pub(crate) fn name(&self, seat: Seat) -> String {
        let seats = &self.game().header().seats;
        seats.get(seat.index()).map_or_else(|| "nobody".into(), |info| printable(&info.name))
    }

    /// A person moves; a refusal in words.
    pub(crate) fn play(&mut self, mv: &str, spent: Duration) -> Result<(), String> {
        let Waits::Person(seat) = self.waits() else {
            return Err("It is not your turn.".into());
        };
        if let Some(reason) = view(self.kind).refusal(self.game(), mv) {
            return Err(sentence(&reason));
        }
        let ms = Some(Millis::of(Duration::from_millis(spent.as_millis() as u64)));
        let played = self.table.play(seat, mv, Notes { ms, ..Notes::default() });
        played.map_err(|error| sentence(&error.to_string()))?;
        self.undone.clear();
        self.remark = None;
        self.follow();
        Ok(())
    }

    /// Takes back the last move that a person chose, and everything since.
    pub(crate) fn undo(&mut self) -> Result<(), String> {
        if self.game().end().is_some() {
            return Err("The game is over; its replay lets you play on from any move.".into());
        }
        let line = self.game().line();
        let was_chosen = |&at: &usize| match *line[at].event {
            Event::Move { seat, .. } => {
                self.is_person(seat) && line[at].before.legal_texts().len() > 1
            }
            _ => false,
        };
        let Some(at) = (0..line.len()).rev().find(was_chosen) else {
            return Err("There is nothing to take back.".into());
        };
        let undone = line[at..].iter().map(|ply| Arc::clone(&ply.event)).collect();
        let plies = line.len() - at;
        self.stop_thinking();
        self.table.undo(plies).map_err(|error| sentence(&error.to_string()))?;
        self.undone.push(undone);
        self.told.truncate(at);
        self.remark = None;
        self.follow();
        Ok(())
    }

    /// Makes again what was taken back last.
    pub(crate) fn redo(&mut self) -> Result<(), String> {
        let Some(events) = self.undone.pop() else {
            return Err("There is nothing to make again.".into());
        };
        self.stop_thinking();
        for event in events {
            again(&mut self.table, &event)?;
        }
        self.follow();
        Ok(())
    }

    /// The person to move gives up, or the first one. Where others go on, a player of ours sits
    /// down on the empty chair.
    pub(crate) fn resign(&mut self) -> Result<(), String> {
        let seat = match self.waits() {
            Waits::Person(seat) => seat,
            _ => self.first_person().ok_or("Nobody here can give up.")?,
        };
        if self.seating.is_none() {
            return Err("Somebody thinks: wait for the answer, or take back a move.".into());
        }
        self.table.resign(seat).map_err(|error| sentence(&error.to_string()))?;
        if self.table.due() != Due::End
            && let Some(seating) = &mut self.seating
        {
            let level = "normal";
            let stand_in = roster(self.kind).seat(level, &self.host.resources);
            seating.take_over(seat, stand_in.map_err(|error| error.to_string())?);
        }
        self.follow();
        Ok(())
    }

    fn stop_thinking(&mut self) {
        if let Some(job) = &mut self.job {
            stop(&job.limits);
            job.is_stale = true;
        }
    }

    /// Whoever plays is sent home. The game is kept as it stands.
    pub(crate) fn leave(&mut self) {
        self.stop_thinking();
        if let Some(seating) = &mut self.seating {
            seating.end(&self.table);
        }
        // Programs whose seating is elsewhere end when it is dropped there.
    }

    /// Lets the record and the telling follow what has happened.
    fn follow(&mut self) {
        if let Some(warning) = self.recorder.follow(self.table.game()) {
            self.remark = Some(warning);
        }
        let game = self.table.game();
        self.told.truncate(game.line().len());
        for ply in self.told.len() + 1..=game.line().len() {
            self.told.push(view(self.kind).tell(game, ply).unwrap_or_default());
        }
    }
}

/// Lets a deal or a move of another game happen here.
fn again(table: &mut Table, event: &Event) -> Result<(), String> {
    let done = match event {
        Event::Deal { deal } => table.deal_as(deal).map(|_| ()),
        Event::Move { seat, mv, .. } => table.play(*seat, mv, Notes::default()).map(|_| ()),
        _ => Ok(()),
    };
    done.map_err(|error| sentence(&error.to_string()))
}
