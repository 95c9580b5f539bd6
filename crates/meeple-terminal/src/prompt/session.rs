//! A game played line by line, from the first question to the last word.

use super::{
    Prompt,
    game::GameOf,
    hint,
    start::House,
    telling::{end_lines, scene_at},
};
use crate::{
    asking::ask,
    console::Console,
    failure::Failure,
    processors,
    progress::Progress,
    record_file::{Advice, Recorder},
};
use meeple_ai::advice::{AnyAdviser, Question};
use meeple_bots::{Host, Protocol, Seating, Stopped};
use meeple_core::{
    Contestant, Due, Event, Game, Limits, Millis, NoChoice, Notes, Seat, Table, Verdict,
    rng::{Stream, seeded},
    text::printable,
};
use meeple_view::{Ending, Scene, Told, View, words::counted};
use std::{
    num::NonZeroUsize,
    path::Path,
    time::{Duration, Instant},
};

/// How long a program may take for a move where nothing else is said.
const PROGRAM_TIME: Duration = Duration::from_secs(10);
/// How many moves a hint names where nothing else is said, and how many at most.
const HINTS: usize = 3;
const MOST_HINTS: usize = 50;
/// How long a hint is thought about where nothing is said of time.
const HINT_TIME: Duration = Duration::from_secs(1);
/// The commands of every game, for the Tab key.
pub(super) const COMMANDS: [&str; 9] =
    ["board", "help", "hint", "moves", "quit", "resign", "rules", "save", "undo"];

/// A running game at a console.
pub(super) struct Session<'a, P: Prompt> {
    console: Console<'a>,
    prompt: P,
    table: Table,
    seating: Seating,
    host: Host,
    recorder: Recorder,
    house: House,
    progress: Progress,
    /// Whoever gives hints, once one was asked for.
    adviser: Option<Box<dyn AnyAdviser>>,
}

/// What a person wants.
enum Wish {
    Stay,
    Leave,
}

impl<'a, P: Prompt> Session<'a, P> {
    /// Everybody has taken their seats.
    pub(super) fn open(
        (table, seating): (Table, Seating),
        host: Host,
        house: House,
        recorder: Recorder,
        console: Console<'a>,
    ) -> Self {
        let (prompt, progress) = (P::new(&host.resources), Progress::default());
        let adviser = None;
        Session { console, prompt, table, seating, host, recorder, house, progress, adviser }
    }

    /// Plays to the end, or until somebody leaves.
    pub(super) fn run(mut self) -> Result<(), Failure> {
        let _care = (!self.has_people()).then(|| self.house.interrupt.takes_care());
        let kennel = self.host.kennel.clone();
        let _exit = self.house.interrupt.on_exit(move || kennel.kill_everybody());
        let seats = &self.table.game().header().seats;
        let names: Vec<String> = seats.iter().map(|seat| printable(&seat.name)).collect();
        let hint = if self.has_people() { " Type help for help." } else { "" };
        let game = <GameOf<P> as Game>::NAME;
        self.console.say(&format!("{game}: {}.{hint}", names.join(" against ")))?;
        self.console.complete(COMMANDS.iter().chain(P::COMMANDS).copied());
        if !self.has_people() {
            self.draw()?;
        }
        self.follow()?;
        loop {
            match self.table.due() {
                Due::Over => return self.finish(),
                Due::End => {
                    self.table.end().expect("the end is due");
                    self.follow()?;
                }
                Due::Deal => {
                    if let Wish::Leave = self.deal()? {
                        return self.leave();
                    }
                }
                Due::Seat(seat) if self.seating.is_person(seat) => {
                    if let Wish::Leave = self.let_person_move(seat)? {
                        return self.leave();
                    }
                }
                Due::Seat(seat) => self.let_player_move(seat)?,
            }
        }
    }

    fn has_people(&self) -> bool {
        let seats = 0..self.table.position().seats();
        seats.into_iter().any(|seat| self.seating.is_person(Seat::new(seat)))
    }

    fn scene(&self) -> Scene<'_, GameOf<P>> {
        scene_at::<P>(self.table.game(), self.table.game().line().len())
    }

    fn name(&self, seat: Seat) -> String {
        self.scene().name(seat).to_owned()
    }

    fn draw(&mut self) -> Result<(), Failure> {
        let board = self.prompt.draw(&self.scene(), self.console.paint);
        Ok(self.console.show(&format!("\n{board}"))?)
    }

    /// Lets the record follow what has happened.
    fn follow(&mut self) -> Result<(), Failure> {
        match self.recorder.follow(self.table.game()) {
            Some(warning) => Ok(self.console.say(&warning)?),
            None => Ok(()),
        }
    }

    fn limits(&self) -> Limits {
        let stop = self.house.interrupt.stop_flag();
        let threads = NonZeroUsize::new(processors());
        Limits { stop, threads, ..self.progress.limits("thinking") }
    }

    /// Deals from the table's own source; where there is none, somebody types what is dealt.
    fn deal(&mut self) -> Result<Wish, Failure> {
        if self.table.game().header().deals.is_none() {
            self.table.deal().expect("a seed always has a deal");
        } else {
            let mut example = seeded(0, Stream::Deals);
            let example = self.table.position().sample_deal_text(&mut example).unwrap_or_default();
            self.console.say(&format!("What is dealt? It is typed like this: {example}"))?;
            let table = &mut self.table;
            let dealt = self.console.ask_until("Deal: ", |line| {
                table.deal_as(line).map(|_| ()).map_err(|error| error.to_string())
            })?;
            if dealt.is_none() {
                return Ok(Wish::Leave);
            }
        }
        self.tell_last()?;
        self.follow()?;
        Ok(Wish::Stay)
    }

    fn let_player_move(&mut self, seat: Seat) -> Result<(), Failure> {
        let who = &self.table.game().header().seats[seat.index()].who;
        let usual = matches!(who, Contestant::Program { .. }).then_some(PROGRAM_TIME);
        let time = self.house.time.or(usual);
        let limits = Limits { time, ..self.limits() };
        let plies = self.table.game().line().len();
        self.progress.begin("thinking", self.house.time);
        let asked = self.seating.ask(&mut self.table, seat, &limits);
        self.progress.done();
        let asked = asked.map_err(|Stopped| Failure::Interrupted)?;
        if let Some(verdict) = asked.verdict {
            self.tell_failure(seat, &verdict)?;
        }
        if self.table.game().line().len() > plies {
            self.tell_last()?;
        }
        if let Some(remark) = asked.choice.and_then(|choice| choice.remark) {
            self.console.say(&format!("({})", printable(&remark)))?;
        }
        self.follow()?;
        if !self.has_people() {
            self.draw()?;
        }
        Ok(())
    }

    /// Says how somebody failed, with what helps to mend it.
    fn tell_failure(&mut self, seat: Seat, verdict: &Verdict) -> Result<(), Failure> {
        let name = self.name(seat);
        self.console.say(&format!("{name} failed: {}: {verdict}", verdict.name()))?;
        for line in self.seating.last_words(seat) {
            self.console.say(&format!("  its stderr: {line}"))?;
        }
        let who = &self.table.game().header().seats[seat.index()].who;
        let is_illegal = matches!(verdict, Verdict::Illegal { .. });
        let Some(protocol) = self.host.spoken_by(who).filter(|_| !is_illegal) else {
            return Ok(());
        };
        if protocol != Protocol::Json {
            let spoken = protocol.word();
            self.console.say(&format!(
                "(It was spoken to in the dialect {spoken:?}. If it speaks the Meeple protocol, \
                 seat it as json:{name}.)"
            ))?;
        }
        let game = <GameOf<P> as Game>::NAME;
        Ok(self.console.say(&format!("(meeple check-bot {game} says how to mend a program.)"))?)
    }

    /// Says what the last deal or move was, and what came of it.
    fn tell_last(&mut self) -> Result<(), Failure> {
        let game = self.table.game();
        let told = Told::of::<P::View>(game, game.line().len()).unwrap_or_default();
        for line in told.lines() {
            self.console.say(line)?;
        }
        Ok(())
    }

    fn let_person_move(&mut self, seat: Seat) -> Result<Wish, Failure> {
        self.draw()?;
        if let Some(mv) = self.prompt.forced(&self.scene()) {
            self.play(seat, mv, None)?;
            self.tell_last()?;
            return Ok(Wish::Stay);
        }
        let since = Instant::now();
        loop {
            let question = self.prompt.question(&self.scene(), seat);
            let Some(line) = self.console.ask(&question)? else { return Ok(Wish::Leave) };
            let lower = line.to_lowercase();
            let mut words = lower.split_whitespace();
            match (words.next().unwrap_or_default(), words.next()) {
                ("quit" | "q" | "exit", None) => return Ok(Wish::Leave),
                ("board" | "", None) => self.draw()?,
                ("help" | "?", None) => self.help()?,
                ("hint", count) => self.hint(seat, count)?,
                ("moves", None) => self.list_moves()?,
                ("rules", None) => self.rules()?,
                ("save", _) => self.save(line[4..].trim())?,
                ("resign", None) if self.resign(seat)? => return Ok(Wish::Stay),
                ("undo", None) if self.undo()? => return Ok(Wish::Stay),
                ("undo" | "resign", None) => {}
                _ if self.answer(&line)? => {}
                _ if self.try_move(seat, &line, since)? => return Ok(Wish::Stay),
                _ => {}
            }
        }
    }

    /// Answers a command of the game, if it is one.
    fn answer(&mut self, line: &str) -> Result<bool, Failure> {
        let (limits, paint) = (self.limits(), self.console.paint);
        let scene = scene_at::<P>(self.table.game(), self.table.game().line().len());
        let answer = self.prompt.command(&scene, line, &limits, paint);
        self.progress.done();
        let Some(answer) = answer else { return Ok(false) };
        if !answer.drawing.is_empty() {
            self.console.show(&answer.drawing)?;
        }
        if !answer.words.is_empty() {
            self.console.say(&answer.words)?;
        }
        Ok(true)
    }

    /// Plays what was typed if it is a legal move; otherwise says why not.
    fn try_move(&mut self, seat: Seat, line: &str, since: Instant) -> Result<bool, Failure> {
        let scene = self.scene();
        let checked = self.prompt.read(&scene, line).and_then(|mv| {
            let legal = scene.position.explain(mv).map(|()| mv);
            legal.map_err(|reason| P::View::tell_refusal(&scene, &reason))
        });
        match checked {
            Ok(mv) => {
                self.play(seat, mv, Some(since))?;
                let game = self.table.game();
                let told = Told::of::<P::View>(game, game.line().len()).unwrap_or_default();
                for line in told.followed.iter().filter(|line| !line.is_empty()) {
                    self.console.say(line)?;
                }
                Ok(true)
            }
            Err(reason) => {
                self.console.say(&format!("{reason}. Type help for help."))?;
                Ok(false)
            }
        }
    }

    /// Plays a legal move for a person.
    fn play(
        &mut self,
        seat: Seat,
        mv: <GameOf<P> as Game>::Move,
        since: Option<Instant>,
    ) -> Result<(), Failure> {
        // Nobody types to the microsecond.
        let whole = |time: Duration| Duration::from_millis(time.as_millis() as u64);
        let ms = since.map(|since| Millis::of(whole(since.elapsed())));
        let played = self.table.play(seat, &mv.to_string(), Notes { ms, ..Notes::default() });
        played.map_err(|error| Failure::Failed(error.to_string()))?;
        self.follow()
    }

    fn help(&mut self) -> Result<(), Failure> {
        let common =
            "  hint    the best moves, what they are worth and why; hint 9 for more of them
  undo    take back your last move, and what followed it
  moves   all legal moves
  board   the board again, as does Enter alone
  rules   how the game is played
  save    keep a record: save FILE
  resign  give up
  help    this
  quit    leave; a game that is recorded can be resumed";
        Ok(self.console.say(&format!("{}\n{common}", P::HELP.trim_end()))?)
    }

    fn rules(&mut self) -> Result<(), Failure> {
        let columns = crate::window::of_stdout().unwrap_or(crate::window::USUAL);
        let rules = <GameOf<P> as Game>::RULES;
        Ok(self.console.show(&crate::markdown::render(rules, columns, self.console.paint))?)
    }

    /// Names the best moves and says why. Ctrl-C stops the thinking and not the game.
    fn hint(&mut self, seat: Seat, count: Option<&str>) -> Result<(), Failure> {
        let count = count.map_or(Some(HINTS), |count| count.parse().ok());
        let Some(count) = count.filter(|count| (1..=MOST_HINTS).contains(count)) else {
            let said = format!("hint names moves, 1 to {MOST_HINTS} of them: hint 5");
            return Ok(self.console.say(&said)?);
        };
        let catch = self.house.interrupt.catches();
        let time = self.house.time.unwrap_or(HINT_TIME);
        let limits = Limits { time: Some(time), stop: catch.flag(), ..self.limits() };
        self.progress.begin("thinking (Ctrl-C stops it)", Some(time));
        let adviser = self.adviser.get_or_insert_with(|| P::adviser(&self.host.resources));
        let (question, rng) = (Question::top(count), self.table.generator(seat));
        let answer = ask(&mut **adviser, self.table.position(), &question, &limits, rng);
        let unit = adviser.unit();
        self.progress.done();
        drop(catch);
        let said = match answer {
            Ok(answer) => hint::tell(&answer, unit),
            Err(NoChoice::Stopped) => "No hint: it was stopped before there was one.".into(),
            Err(error) => format!("No hint: {error}"),
        };
        Ok(self.console.show(&said)?)
    }

    fn list_moves(&mut self) -> Result<(), Failure> {
        let moves = self.table.position().legal_texts();
        let count = counted(moves.len(), "move");
        Ok(self.console.say_list(&format!("{count}:"), &moves)?)
    }

    /// Begins a record of a game that has none: all that has happened goes into it.
    fn save(&mut self, name: &str) -> Result<(), Failure> {
        let said = if let Some(path) = self.recorder.path() {
            format!("The game is kept in {} already.", path.display())
        } else if name.is_empty() {
            "Name the file: save FILE".into()
        } else {
            match Recorder::create(Some(Path::new(name)), Advice::OtherName) {
                Ok(recorder) => {
                    self.recorder = recorder;
                    self.follow()?;
                    format!("The game is kept in {name} from now on.")
                }
                Err(error) => format!("{error}."),
            }
        };
        Ok(self.console.say(&said)?)
    }

    /// The person gives up. With more than two seats the others go on, and the usual opponent
    /// sits down on the empty chair.
    fn resign(&mut self, seat: Seat) -> Result<bool, Failure> {
        let question = "Give up? (yes, or Enter to go on) ";
        let answer = self.console.ask(question)?.unwrap_or_default();
        if !["y", "yes"].contains(&answer.to_lowercase().as_str()) {
            return Ok(false);
        }
        self.table.resign(seat).map_err(|error| Failure::Failed(error.to_string()))?;
        self.follow()?;
        if self.table.due() != Due::End {
            let stand_in = P::roster().seat(P::OPPONENT, &self.host.resources)?;
            self.seating.take_over(seat, stand_in);
            let name = self.name(seat);
            self.console.say(&format!("{name} gave up; {} plays on there.", P::OPPONENT))?;
        }
        Ok(true)
    }

    /// Takes back the last move that a person chose, and everything since.
    fn undo(&mut self) -> Result<bool, Failure> {
        let line = self.table.game().line();
        let was_chosen = |&index: &usize| match *line[index].event {
            Event::Move { seat, .. } => {
                let scene = scene_at::<P>(self.table.game(), index);
                self.seating.is_person(seat) && self.prompt.forced(&scene).is_none()
            }
            _ => false,
        };
        let Some(index) = (0..line.len()).rev().find(was_chosen) else {
            self.console.say("There is nothing to take back.")?;
            return Ok(false);
        };
        self.table.undo(line.len() - index).expect("so many were made");
        self.follow()?;
        Ok(true)
    }

    fn leave(mut self) -> Result<(), Failure> {
        let how = match self.recorder.path() {
            Some(path) => {
                format!(" Go on with: {} --resume {}", self.house.command, path.display())
            }
            None => String::new(),
        };
        self.seating.end(&self.table);
        self.console.say(&format!("The game is left unfinished.{how}"))?;
        self.recorder.settle()
    }

    fn finish(mut self) -> Result<(), Failure> {
        self.seating.end(&self.table);
        if self.has_people() {
            self.draw()?;
        }
        let ending = Ending::of::<P::View>(self.table.game()).expect("the game has ended");
        for line in end_lines(&ending) {
            self.console.say(&line)?;
        }
        self.recorder.settle()?;
        // A game in which a program failed was not played as was asked.
        let header = self.table.game().header();
        let has_failed = header.seats.iter().enumerate().any(|(index, info)| {
            let verdict = self.seating.verdict(Seat::new(index));
            let is_program = matches!(info.who, Contestant::Program { .. });
            is_program && verdict.is_some_and(|verdict| !matches!(verdict, Verdict::Illegal { .. }))
        });
        if has_failed { Err(Failure::Result(1)) } else { Ok(()) }
    }
}
