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
use meeple_bots::{Host, Players, Protocol};
use meeple_core::{
    Contestant, Game, Limits, NoChoice, Seat,
    rng::{Stream, seeded},
    text::printable,
};
use meeple_session::{Action, Due, Notice, Refusal, Reply, Request, Session, Update};
use meeple_view::{
    Ending, Scene,
    words::{counted, sentence},
};
use std::{
    num::NonZeroUsize,
    path::Path,
    time::{Duration, Instant},
};

/// How many moves a hint names where nothing else is said, and how many at most.
const HINTS: usize = 3;
const MOST_HINTS: usize = 50;
/// How long a hint is thought about where nothing is said of time.
const HINT_TIME: Duration = Duration::from_secs(1);
/// The commands of every game, for the Tab key.
pub(super) const COMMANDS: [&str; 9] =
    ["board", "help", "hint", "moves", "quit", "resign", "rules", "save", "undo"];

/// A running game at a console.
pub(super) struct PromptGame<'a, P: Prompt> {
    console: Console<'a>,
    prompt: P,
    session: Session,
    players: Players,
    host: Host,
    recorder: Recorder,
    house: House,
    progress: Progress,
    /// Whoever gives hints, once one was asked for.
    adviser: Option<Box<dyn AnyAdviser>>,
}

/// How much is said of what has happened.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Narrate {
    /// All of it.
    All,
    /// What followed: the person who moved knows what they did.
    Consequences,
}

/// What a person wants.
enum Wish {
    Stay,
    Leave,
}

impl<'a, P: Prompt> PromptGame<'a, P> {
    /// Everybody has taken their seats.
    pub(super) fn open(
        (session, players): (Session, Players),
        host: Host,
        house: House,
        recorder: Recorder,
        console: Console<'a>,
    ) -> Self {
        let (prompt, progress) = (P::new(&host.resources), Progress::default());
        let adviser = None;
        PromptGame { console, prompt, session, players, host, recorder, house, progress, adviser }
    }

    /// Plays to the end, or until somebody leaves.
    pub(super) fn run(mut self) -> Result<(), Failure> {
        let _care = (!self.has_people()).then(|| self.house.interrupt.takes_care());
        let kennel = self.host.kennel.clone();
        let _exit = self.house.interrupt.on_exit(move || kennel.kill_everybody());
        let seats = &self.session.game().header().seats;
        let names: Vec<String> = seats.iter().map(|seat| printable(&seat.name)).collect();
        let hint = if self.has_people() { " Type help for help." } else { "" };
        let game = <GameOf<P> as Game>::NAME;
        self.console.say(&format!("{game}: {}.{hint}", names.join(" against ")))?;
        self.console.complete(COMMANDS.iter().chain(P::COMMANDS).copied());
        if !self.has_people() {
            self.draw()?;
        }
        self.advance()?; // the record begins at once
        loop {
            match self.session.due() {
                Due::Over => return self.finish(),
                Due::Advance => self.advance()?,
                Due::Deal => {
                    if let Wish::Leave = self.deal()? {
                        return self.leave();
                    }
                }
                Due::Person(seat) => {
                    if let Wish::Leave = self.let_person_move(seat)? {
                        return self.leave();
                    }
                }
                Due::Computer(who, request) => self.ask(&who, &request)?,
                Due::Program(request) => {
                    let seats = &self.session.game().header().seats;
                    let who = seats[request.ticket.seat.index()].who.clone();
                    self.ask(&who, &request)?;
                }
            }
        }
    }

    /// Lets happen what happens by itself.
    fn advance(&mut self) -> Result<(), Failure> {
        let update = self.session.advance(Instant::now());
        self.show(&update.map_err(|refusal| broken(&refusal))?, Narrate::All)
    }

    fn has_people(&self) -> bool {
        self.session.people().next().is_some()
    }

    fn scene(&self) -> Scene<'_, GameOf<P>> {
        scene_at::<P>(self.session.game(), self.session.game().line().len())
    }

    fn draw(&mut self) -> Result<(), Failure> {
        let board = self.prompt.draw(&self.scene(), self.console.paint);
        Ok(self.console.show(&format!("\n{board}"))?)
    }

    /// Records what has happened, then says it.
    fn show(&mut self, update: &Update, narrate: Narrate) -> Result<(), Failure> {
        if let Some(warning) = self.recorder.follow(self.session.game()) {
            self.console.say(&warning)?;
        }
        for notice in update.notices.iter().filter(|notice| !is_remark(notice)) {
            self.say_notice(notice)?;
        }
        let plies = self.session.narration().iter().skip(update.narrated_from);
        for words in plies.map(|ply| &ply.words) {
            let did = Some(&words.did).filter(|_| narrate == Narrate::All);
            for line in did.into_iter().chain(&words.followed).filter(|line| !line.is_empty()) {
                self.console.say(line)?;
            }
        }
        for remark in update.notices.iter().filter(|notice| is_remark(notice)) {
            self.console.say(&format!("({})", remark.message()))?;
        }
        Ok(())
    }

    /// Says how somebody failed, with what helps to mend it, or who plays on.
    fn say_notice(&mut self, notice: &Notice) -> Result<(), Failure> {
        self.console.say(notice.message())?;
        let Notice::Failed { seat, verdict, stderr, .. } = notice else { return Ok(()) };
        for line in stderr {
            self.console.say(&format!("  its stderr: {line}"))?;
        }
        let info = &self.session.game().header().seats[seat.index()];
        let spoken = self.host.spoken_by(&info.who).filter(|_| *verdict != "illegal");
        let Some(protocol) = spoken else { return Ok(()) };
        if protocol != Protocol::Json {
            let (spoken, name) = (protocol.word(), printable(&info.name));
            self.console.say(&format!(
                "(It was spoken to in the dialect {spoken:?}. If it speaks the Meeple protocol, \
                 seat it as json:{name}.)"
            ))?;
        }
        let game = <GameOf<P> as Game>::NAME;
        Ok(self.console.say(&format!("(meeple check-bot {game} says how to mend a program.)"))?)
    }

    fn limits(&self) -> Limits {
        let stop = self.house.interrupt.stop_flag();
        let threads = NonZeroUsize::new(processors());
        Limits { stop, threads, ..self.progress.limits("thinking") }
    }

    /// Somebody types what is dealt.
    fn deal(&mut self) -> Result<Wish, Failure> {
        let mut example = seeded(0, Stream::Deals);
        let position = self.session.game().position();
        let example = position.sample_deal_text(&mut example).unwrap_or_default();
        self.console.say(&format!("What is dealt? It is typed like this: {example}"))?;
        let (session, mut update) = (&mut self.session, None);
        let dealt = self.console.ask_until("Deal: ", |line| {
            let dealt = session.apply(Action::Deal(line), Instant::now());
            update = Some(dealt.map_err(|refusal| refusal.to_string())?);
            Ok::<(), String>(())
        })?;
        match update.filter(|_| dealt.is_some()) {
            Some(update) => self.show(&update, Narrate::All).map(|()| Wish::Stay),
            None => Ok(Wish::Leave),
        }
    }

    /// Asks a computer player or a program.
    fn ask(&mut self, who: &Contestant, request: &Request) -> Result<(), Failure> {
        let seat = request.ticket.seat;
        let Limits { time, clock, .. } = request.limits.clone();
        let limits = Limits { time, clock, ..self.limits() };
        self.progress.begin("thinking", self.house.time);
        let mut rng = self.session.generator(seat);
        let place = (&self.host, self.session.game());
        let answered = self.players.answer(place, (who, seat), &limits, &mut rng);
        self.progress.done();
        if answered.choice == Err(NoChoice::Stopped) {
            return Err(Failure::Interrupted);
        }
        let spell = |mv: &str| self.players.spell(seat, mv);
        let reply = Reply {
            choice: answered.choice,
            time: answered.time,
            stderr: answered.stderr,
            spell: &spell,
        };
        let update = self.session.apply(Action::Answer(request.ticket, &reply), Instant::now());
        self.show(&update.map_err(|refusal| broken(&refusal))?, Narrate::All)?;
        if !self.has_people() {
            self.draw()?;
        }
        Ok(())
    }

    fn let_person_move(&mut self, seat: Seat) -> Result<Wish, Failure> {
        self.draw()?;
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
                _ if self.try_move(seat, &line)? => return Ok(Wish::Stay),
                _ => {}
            }
        }
    }

    /// Answers a command of the game, if it is one.
    fn answer(&mut self, line: &str) -> Result<bool, Failure> {
        let (limits, paint) = (self.limits(), self.console.paint);
        let scene = scene_at::<P>(self.session.game(), self.session.game().line().len());
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
    fn try_move(&mut self, seat: Seat, line: &str) -> Result<bool, Failure> {
        let played = match self.prompt.read(&self.scene(), line) {
            Ok(mv) => {
                let action = Action::Play { seat, mv: &mv.to_string(), at: None };
                self.session.apply(action, Instant::now()).map_err(|refusal| refusal.to_string())
            }
            Err(reason) => Err(sentence(&reason)),
        };
        match played {
            Ok(update) => self.show(&update, Narrate::Consequences).map(|()| true),
            Err(reason) => {
                self.console.say(&format!("{reason} Type help for help."))?;
                Ok(false)
            }
        }
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
        let (question, rng) = (Question::top(count), self.session.generator(seat));
        let position = self.session.game().position();
        let answer = ask(&mut **adviser, position, &question, &limits, rng);
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
        let moves = self.session.game().position().legal_texts();
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
                    self.show(&Update::default(), Narrate::All)?;
                    format!("The game is kept in {name} from now on.")
                }
                Err(error) => format!("{error}."),
            }
        };
        Ok(self.console.say(&said)?)
    }

    /// The person gives up, if that is meant.
    fn resign(&mut self, seat: Seat) -> Result<bool, Failure> {
        let question = "Give up? (yes, or Enter to go on) ";
        let answer = self.console.ask(question)?.unwrap_or_default();
        if !["y", "yes"].contains(&answer.to_lowercase().as_str()) {
            return Ok(false);
        }
        self.act(Action::Resign(seat))
    }

    /// Takes back the last move that a person chose, and everything since.
    fn undo(&mut self) -> Result<bool, Failure> {
        self.act(Action::Undo { by: None, at: None })
    }

    /// Does something, or says why not; whether it was done.
    fn act(&mut self, action: Action<'_>) -> Result<bool, Failure> {
        match self.session.apply(action, Instant::now()) {
            Ok(update) => self.show(&update, Narrate::All).map(|()| true),
            Err(refusal) => {
                self.console.say(&refusal.to_string())?;
                Ok(false)
            }
        }
    }

    fn leave(mut self) -> Result<(), Failure> {
        let how = match self.recorder.path() {
            Some(path) => {
                format!(" Go on with: {} --resume {}", self.house.command, path.display())
            }
            None => String::new(),
        };
        self.players.end(self.session.game());
        self.console.say(&format!("The game is left unfinished.{how}"))?;
        self.recorder.settle()
    }

    fn finish(mut self) -> Result<(), Failure> {
        self.players.end(self.session.game());
        if self.has_people() {
            self.draw()?;
        }
        let ending = Ending::of::<P::View>(self.session.game()).expect("the game has ended");
        for line in end_lines(&ending) {
            self.console.say(&line)?;
        }
        self.recorder.settle()?;
        // A game in which a program failed was not played as was asked.
        if self.session.has_failed_program() { Err(Failure::Result(1)) } else { Ok(()) }
    }
}

fn is_remark(notice: &Notice) -> bool {
    matches!(notice, Notice::Remark { .. })
}

/// What a front end does is never refused but where a person wants it.
fn broken(refusal: &Refusal) -> Failure {
    Failure::Failed(refusal.to_string())
}
