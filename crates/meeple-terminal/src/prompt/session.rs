//! The loop of a game played line by line, from the first question to the result.

use super::{
    CommandOutput, Prompt,
    game::GameOf,
    hint,
    narration::{end_lines, scene_at},
    start::Env,
};
use crate::{
    ask_adviser::ask_adviser,
    available_parallelism,
    command_error::CommandError,
    console::Console,
    progress::DelayedProgress,
    record_file::{OverwriteAdvice, Recorder},
};
use meeple_ai::advice::{AnyAdviser, HINT_TIME, Question};
use meeple_bots::{PlayerLauncher, Players, Protocol, TimedReply};
use meeple_core::{
    ChooseError, Contestant, Game, Limits, Seat,
    rng::{RngStream, seeded},
    text::printable,
    verdict::is_illegal_move,
};
use meeple_session::{Action, Due, MoveRequest, Notice, Refusal, Reply, Session, Update};
use meeple_view::{
    GameResult, View, ViewScene,
    words::{capitalise, format_count, to_sentence},
};
use std::{num::NonZeroUsize, path::Path, time::Instant};

/// Default number of moves in a hint; `MAX_HINTS` is the maximum.
const DEFAULT_HINTS: usize = 3;
const MAX_HINTS: usize = 50;
/// The commands of every game, for completion with the Tab key.
pub(super) const COMMANDS: [&str; 9] =
    ["board", "help", "hint", "moves", "quit", "resign", "rules", "save", "undo"];

/// A running game at a console.
pub(super) struct PromptGame<'a, P: Prompt> {
    console: Console<'a>,
    prompt: P,
    session: Session,
    players: Players,
    launcher: PlayerLauncher,
    recorder: Recorder,
    env: Env,
    progress: DelayedProgress,
    /// Gives hints; created at the first one.
    adviser: Option<Box<dyn AnyAdviser>>,
}

/// How much of what has happened is printed.
#[derive(Clone, Copy, PartialEq, Eq)]
enum NarrationDetail {
    /// Everything.
    All,
    /// Only the consequences: the person who moved knows the move itself.
    Consequences,
}

impl<'a, P: Prompt> PromptGame<'a, P> {
    /// Creates the game; all seats have been taken.
    pub(super) fn open(
        (session, players): (Session, Players),
        launcher: PlayerLauncher,
        env: Env,
        recorder: Recorder,
        console: Console<'a>,
    ) -> Self {
        let (prompt, progress) = (P::new(&launcher.resources), DelayedProgress::default());
        let adviser = None;
        PromptGame { console, prompt, session, players, launcher, recorder, env, progress, adviser }
    }

    /// Plays to the end, or until a person leaves.
    pub(super) fn run(mut self) -> Result<(), CommandError> {
        let _care = (!self.has_people()).then(|| self.env.interrupt.shut_down_gracefully());
        let supervisor = self.launcher.supervisor.clone();
        let _exit = self.env.interrupt.on_exit(move || supervisor.kill_all());
        let seats = &self.session.game().header().seats;
        let names: Vec<String> = seats.iter().map(|seat| printable(&seat.name)).collect();
        let hint = if self.has_people() { " Type help for help." } else { "" };
        let game = <GameOf<P> as Game>::NAME;
        self.console.say(&format!("{game}: {}.{hint}", names.join(" against ")))?;
        self.console.complete(COMMANDS.iter().chain(P::COMMANDS).copied());
        if !self.has_people() {
            self.draw()?;
        }
        self.advance()?; // starts the record immediately
        loop {
            match self.session.due() {
                Due::Over => return self.finish(),
                Due::Advance => self.advance()?,
                Due::Deal if !self.deal()? => return self.leave(),
                Due::Person(seat) if !self.let_person_move(seat)? => return self.leave(),
                Due::Deal | Due::Person(_) => {}
                Due::Computer(who, request) => self.ask(&who, &request)?,
                Due::Program(request) => {
                    let seats = &self.session.game().header().seats;
                    let who = seats[request.ticket.seat.index()].who.clone();
                    self.ask(&who, &request)?;
                }
            }
        }
    }

    /// Applies everything that happens without a decision.
    fn advance(&mut self) -> Result<(), CommandError> {
        let update = self.session.advance(Instant::now());
        self.show(&update.map_err(|refusal| unexpected_refusal(&refusal))?, NarrationDetail::All)
    }

    fn has_people(&self) -> bool {
        self.session.people().next().is_some()
    }

    fn scene(&self) -> ViewScene<'_, GameOf<P>> {
        scene_at::<P>(self.session.game(), self.session.game().plies().len())
    }

    fn draw(&mut self) -> Result<(), CommandError> {
        let board = self.prompt.draw(&self.scene(), self.console.paint);
        Ok(self.console.show(&format!("\n{board}"))?)
    }

    /// Records what has happened, then prints it.
    fn show(&mut self, update: &Update, narrate: NarrationDetail) -> Result<(), CommandError> {
        if let Some(warning) = self.recorder.follow(self.session.game()) {
            self.console.say(&warning)?;
        }
        for notice in update.notices.iter().filter(|notice| !is_remark(notice)) {
            self.say_notice(notice)?;
        }
        let plies = self.session.narration().iter().skip(update.narrated_from);
        for words in plies.map(|ply| &ply.words) {
            let did = Some(&words.did).filter(|_| narrate == NarrationDetail::All);
            for line in did.into_iter().chain(&words.followed).filter(|line| !line.is_empty()) {
                self.console.say(&start_sentence(line))?;
            }
        }
        for remark in update.notices.iter().filter(|notice| is_remark(notice)) {
            self.console.say(&format!("({})", remark.message()))?;
        }
        Ok(())
    }

    /// Prints a notice; for a program's failure also its stderr and how to fix it.
    fn say_notice(&mut self, notice: &Notice) -> Result<(), CommandError> {
        self.console.say(notice.message())?;
        let Notice::Failed { seat, verdict, stderr, .. } = notice else { return Ok(()) };
        for line in stderr {
            self.console.say(&format!("  its stderr: {line}"))?;
        }
        let info = &self.session.game().header().seats[seat.index()];
        let spoken = self.launcher.protocol_of(&info.who).filter(|_| !is_illegal_move(verdict));
        let Some(protocol) = spoken else { return Ok(()) };
        if protocol != Protocol::Json {
            let (spoken, name) = (protocol.prefix(), printable(&info.name));
            self.console.say(&format!(
                "(Meeple used the {spoken} protocol. If the program uses the Meeple protocol, seat it \
                 as json:{name}.)"
            ))?;
        }
        let game = <GameOf<P> as Game>::NAME;
        Ok(self.console.say(&format!("(Run meeple check-bot {game} to find the problem.)"))?)
    }

    fn limits(&self) -> Limits {
        let stop = self.env.interrupt.stop_flag();
        let threads = NonZeroUsize::new(available_parallelism());
        Limits { stop, threads, ..self.progress.limits("thinking") }
    }

    /// Asks a person to type a deal; returns `false` if they leave.
    fn deal(&mut self) -> Result<bool, CommandError> {
        let mut example = seeded(0, RngStream::Deals);
        let position = self.session.game().position();
        let example = position.sample_deal_text(&mut example).unwrap_or_default();
        self.console.say(&format!("Type the next deal, for example: {example}"))?;
        let (session, mut update) = (&mut self.session, None);
        let dealt = self.console.ask_until("Deal: ", |line| {
            let dealt = session.apply(Action::Deal(line), Instant::now());
            update = Some(dealt.map_err(|refusal| refusal.to_string())?);
            Ok::<(), String>(())
        })?;
        match update.filter(|_| dealt.is_some()) {
            Some(update) => self.show(&update, NarrationDetail::All).map(|()| true),
            None => Ok(false),
        }
    }

    /// Asks a computer player or a program for a move.
    fn ask(&mut self, who: &Contestant, request: &MoveRequest) -> Result<(), CommandError> {
        let seat = request.ticket.seat;
        let Limits { time, clock, .. } = request.limits.clone();
        let limits = Limits { time, clock, ..self.limits() };
        self.progress.begin("thinking", self.env.time);
        let mut rng = self.session.rng_for(seat);
        let place = (&self.launcher, self.session.game());
        let answered = self.players.answer(place, (who, seat), &limits, &mut rng);
        self.progress.done();
        if answered.choice == Err(ChooseError::Stopped) {
            return Err(CommandError::Interrupted);
        }
        let TimedReply { choice, time, stderr } = answered;
        let spell = |mv: &str| self.players.format_move(seat, mv);
        let reply = Reply { choice, time, stderr, spell: &spell };
        let update = self.session.apply(Action::Answer(request.ticket, &reply), Instant::now());
        self.show(&update.map_err(|refusal| unexpected_refusal(&refusal))?, NarrationDetail::All)?;
        if !self.has_people() {
            self.draw()?;
        }
        Ok(())
    }

    /// Lets a person type commands until they have moved; returns `false` if they leave.
    fn let_person_move(&mut self, seat: Seat) -> Result<bool, CommandError> {
        self.draw()?;
        loop {
            let question = self.prompt.question(&self.scene(), seat);
            let Some(line) = self.console.ask(&question)? else { return Ok(false) };
            let lower = line.to_lowercase();
            let mut words = lower.split_whitespace();
            match (words.next().unwrap_or_default(), words.next()) {
                ("quit" | "q" | "exit", None) => return Ok(false),
                ("board" | "", None) => self.draw()?,
                ("help" | "?", None) => self.help()?,
                ("hint", count) => self.hint(seat, count)?,
                ("moves", None) => self.list_moves()?,
                ("rules", None) => self.rules(<GameOf<P> as Game>::HOW_TO_PLAY)?,
                ("rules", Some("full")) => self.rules(<GameOf<P> as Game>::RULES)?,
                ("save", _) => self.save(line[4..].trim())?,
                ("resign", None) if self.resign(seat)? => return Ok(true),
                ("undo", None) if self.undo()? => return Ok(true),
                ("undo" | "resign", None) => {}
                _ if self.run_game_command(&line)? => {}
                _ if self.try_move(seat, &line)? => return Ok(true),
                _ => {}
            }
        }
    }

    /// Runs a command of the game; returns whether the line was one.
    fn run_game_command(&mut self, line: &str) -> Result<bool, CommandError> {
        let (limits, paint) = (self.limits(), self.console.paint);
        let scene = scene_at::<P>(self.session.game(), self.session.game().plies().len());
        let answer = self.prompt.command(&scene, line, &limits, paint);
        self.progress.done();
        match &answer {
            Some(CommandOutput::Drawing(drawing)) => self.console.show(drawing)?,
            Some(CommandOutput::Text(text)) => self.console.say(text)?,
            None => {}
        }
        Ok(answer.is_some())
    }

    /// Plays the typed move and returns true if it is legal; otherwise prints why not.
    fn try_move(&mut self, seat: Seat, line: &str) -> Result<bool, CommandError> {
        let played = match self.prompt.read(&self.scene(), line) {
            Ok(mv) => {
                let action = Action::Play { seat, mv: &mv.to_string(), at: None };
                self.session.apply(action, Instant::now()).map_err(|refusal| refusal.to_string())
            }
            Err(reason) => Err(to_sentence(&reason)),
        };
        match played {
            Ok(update) => self.show(&update, NarrationDetail::Consequences).map(|()| true),
            Err(reason) => {
                self.console.say(&format!("{reason} Type help for help."))?;
                Ok(false)
            }
        }
    }

    fn help(&mut self) -> Result<(), CommandError> {
        let common = "  hint    show the best moves and why; hint 9 shows nine
  undo    take back your last move
  moves   list all legal moves
  board   draw the board again (or press Enter)
  rules   how to play; rules full shows every rule
  save    save a record: save FILE
  resign  resign the game
  help    show this help
  quit    leave the game; a recorded game can be resumed";
        Ok(self.console.say(&format!("{}\n{common}", P::HELP.trim_end()))?)
    }

    fn rules(&mut self, rules: &str) -> Result<(), CommandError> {
        let columns = crate::window::stdout_columns().unwrap_or(crate::window::DEFAULT_COLUMNS);
        Ok(self.console.show(&crate::markdown::render(rules, columns, self.console.paint))?)
    }

    /// Prints the best moves and why. Ctrl-C stops the search but not the game.
    fn hint(&mut self, seat: Seat, count: Option<&str>) -> Result<(), CommandError> {
        let count = count.map_or(Some(DEFAULT_HINTS), |count| count.parse().ok());
        let Some(count) = count.filter(|count| (1..=MAX_HINTS).contains(count)) else {
            let said = format!("hint takes a number from 1 to {MAX_HINTS}, such as hint 5.");
            return Ok(self.console.say(&said)?);
        };
        let catch = self.env.interrupt.catch_ctrl_c();
        let time = self.env.time.unwrap_or(HINT_TIME);
        let limits = Limits { time: Some(time), stop: catch.flag(), ..self.limits() };
        self.progress.begin("thinking (Ctrl-C to stop)", Some(time));
        let adviser = self.adviser.get_or_insert_with(|| P::adviser(&self.launcher.resources));
        let (question, rng) = (Question::top(count), self.session.rng_for(seat));
        let position = self.session.game().position();
        let answer = ask_adviser(&mut **adviser, position, &question, &limits, rng);
        let unit = adviser.unit();
        self.progress.done();
        drop(catch);
        let said = match answer {
            Ok(answer) => hint::hint_text(&answer, unit, |mv| self.move_name(mv)),
            Err(ChooseError::Stopped) => "No hint: stopped before one was found.".into(),
            Err(error) => format!("No hint: {error}"),
        };
        Ok(self.console.show(&said)?)
    }

    /// Names a move of the current position as people write it.
    fn move_name(&self, mv: &str) -> String {
        let name = |mv| P::View::move_name(self.scene().position, mv);
        mv.parse().map_or_else(|_| mv.to_owned(), name)
    }

    fn list_moves(&mut self) -> Result<(), CommandError> {
        let moves = self.session.game().position().legal_move_texts();
        let moves: Vec<String> = moves.iter().map(|mv| self.move_name(mv)).collect();
        let count = format_count(moves.len(), "move");
        Ok(self.console.say_list(&format!("{count}:"), &moves)?)
    }

    /// Starts a record if the game has none; everything so far is written to it.
    fn save(&mut self, name: &str) -> Result<(), CommandError> {
        let said = if let Some(path) = self.recorder.path() {
            format!("The game is already saved in {}.", path.display())
        } else if name.is_empty() {
            "Type a file name: save FILE".into()
        } else {
            match Recorder::create(Some(Path::new(name)), OverwriteAdvice::OtherName) {
                Ok(recorder) => {
                    self.recorder = recorder;
                    self.show(&Update::default(), NarrationDetail::All)?;
                    format!("The game is now saved in {name}.")
                }
                Err(error) => format!("{error}."),
            }
        };
        Ok(self.console.say(&said)?)
    }

    /// Resigns if the person confirms; returns whether they did.
    fn resign(&mut self, seat: Seat) -> Result<bool, CommandError> {
        let question = "Resign? (yes, or Enter to continue) ";
        let answer = self.console.ask(question)?.unwrap_or_default();
        if !["y", "yes"].contains(&answer.to_lowercase().as_str()) {
            return Ok(false);
        }
        self.act(Action::Resign(seat))
    }

    /// Takes back the last move that a person chose, and everything since.
    fn undo(&mut self) -> Result<bool, CommandError> {
        self.act(Action::Undo { by: None, at: None })
    }

    /// Applies an action or prints why it was refused; returns whether it was applied.
    fn act(&mut self, action: Action<'_>) -> Result<bool, CommandError> {
        match self.session.apply(action, Instant::now()) {
            Ok(update) => self.show(&update, NarrationDetail::All).map(|()| true),
            Err(refusal) => {
                self.console.say(&refusal.to_string())?;
                Ok(false)
            }
        }
    }

    fn leave(mut self) -> Result<(), CommandError> {
        let how = match self.recorder.path() {
            Some(path) => {
                format!(" Continue with: {} --resume {}", self.env.command, path.display())
            }
            None => String::new(),
        };
        self.players.end(self.session.game());
        self.console.say(&format!("The game is left unfinished.{how}"))?;
        self.recorder.finish()
    }

    fn finish(mut self) -> Result<(), CommandError> {
        self.players.end(self.session.game());
        if self.has_people() {
            self.draw()?;
        }
        let ending = GameResult::of::<P::View>(self.session.game()).expect("the game has ended");
        for line in end_lines(&ending) {
            self.console.say(&line)?;
        }
        self.recorder.finish()?;
        // A game in which a program failed wasn't played as requested.
        if self.session.has_failed_program() { Err(CommandError::Result(1)) } else { Ok(()) }
    }
}

fn is_remark(notice: &Notice) -> bool {
    matches!(notice, Notice::Remark { .. })
}

/// Turns a refusal into an error: the session never refuses an action that no person asked for.
fn unexpected_refusal(refusal: &Refusal) -> CommandError {
    CommandError::Failed(refusal.to_string())
}

/// Capitalises a sentence about the person at the prompt: `You get a piece`. Names stay as they are.
fn start_sentence(line: &str) -> String {
    if line.starts_with("you ") { capitalise(line) } else { line.into() }
}
