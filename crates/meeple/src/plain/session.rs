//! A game played line by line, from the first question to the last word.

use super::{
    Order, PlainGame, Scene, Setting,
    seats::{self, Chair},
    telling::{reread, scene_at},
};
use crate::{console::Console, failure::Failure, progress::Progress, record_file::RecordFile};
use meeple_ai::roster::{Resources, Seated, roster};
use meeple_core::{
    Event, Game, Header, Match, Options, Replay, Seat, Turn, options,
    record::FORMAT,
    rng::{Stream, seeded},
};
use rand::seq::SliceRandom;
use rand_chacha::ChaCha8Rng;
use std::{path::Path, time::Instant};

/// Plays a game from its start.
pub(super) fn play<V: PlainGame>(
    mut setting: Setting,
    resources: Resources,
    mut console: Console<'_>,
) -> Result<(), Failure> {
    infer_players::<V>(&mut setting);
    if !V::ask_options(&mut console, &mut setting.options)? {
        return Ok(());
    }
    let options: <V::Game as Game>::Options = options::parse(&setting.options)?;
    let position = V::Game::new(&options)?;
    V::accept(&position).map_err(Failure::Usage)?;
    if setting.seats.is_empty() {
        setting.seats = seats::usual(V::OPPONENT, position.seats());
    }
    if setting.seats.len() != position.seats() {
        let (game, needed, given) = (V::Game::NAME, position.seats(), setting.seats.len());
        let why = format!("{game} has {needed} seats here, but --seats names {given}");
        return Err(Failure::Usage(why));
    }
    let seed = match setting.seed {
        Some(seed) => seed,
        None => getrandom::u64().map_err(|error| Failure::Failed(format!("no seed: {error}")))?,
    };
    if setting.order == Order::Shuffled {
        setting.seats.shuffle(&mut seeded(seed, Stream::Other(0)));
    }
    let taken = seats::seat(V::KIND, &setting.seats, &resources);
    let taken = taken.map_err(|error| Failure::Usage(error.to_string()))?;
    let (chairs, mut infos): (Vec<Chair>, Vec<_>) = taken.into_iter().unzip();
    if !V::ask_people(&mut console, &mut infos)? {
        return Ok(());
    }
    let header = Header {
        format: FORMAT,
        game: V::Game::NAME.into(),
        rules: V::Game::RULES_VERSION,
        options: options::to_json(&options),
        seats: infos,
        seed: Some(seed),
        time: jiff::Timestamp::now().strftime("%Y-%m-%dT%H:%M:%SZ").to_string(),
    };
    let record = setting.record.as_deref().map(RecordFile::create).transpose()?;
    let first = Event::Start(header.clone());
    let game = Match::start(header, Box::new(position)).expect("the seats were counted");
    let mut session = Session::<V>::new(game, chairs, seed, resources, console);
    session.record = record;
    session.log(&first)?;
    session.run()
}

/// Goes on with a recorded game, and with its record.
pub(super) fn resume<V: PlainGame>(
    path: &Path,
    replay: Replay,
    resources: Resources,
    console: Console<'_>,
) -> Result<(), Failure> {
    let cannot = |why: &str| Failure::Failed(format!("{}: {why}", path.display()));
    if replay.game.end().is_some() {
        return Err(cannot("this game is finished; `meeple replay` shows it"));
    }
    let header = replay.game.header();
    let chairs = seats::reseat(V::KIND, &header.seats, &resources).map_err(|why| cannot(&why))?;
    // The numbers that were drawn before are not drawn again.
    let seed = header.seed.unwrap_or(0) ^ ((replay.game.line().len() as u64) << 32);
    let record = RecordFile::reopen(path, &replay)?;
    let mut session = Session::<V>::new(replay.game, chairs, seed, resources, console);
    session.record = Some(record);
    if let Some(line) = replay.cut_line {
        session.console.say(&format!("Line {line} of the record was cut off and is left out."))?;
    }
    session.run()
}

/// `--seats you,greedy,greedy` means `players=3` where a game has that option.
fn infer_players<V: PlainGame>(setting: &mut Setting) {
    let keys = <<V::Game as Game>::Options as Options>::KEYS;
    let given = setting.options.iter().any(|word| word.starts_with("players="));
    if keys.iter().any(|key| key.name == "players") && !given && !setting.seats.is_empty() {
        setting.options.push(format!("players={}", setting.seats.len()));
    }
}

/// What a person wants.
enum Wish {
    Stay,
    Leave,
}

struct Session<'a, V: PlainGame> {
    console: Console<'a>,
    view: V,
    game: Match,
    chairs: Vec<Chair>,
    deals: ChaCha8Rng,
    thoughts: Vec<ChaCha8Rng>,
    resources: Resources,
    progress: Progress,
    record: Option<RecordFile>,
    /// Why the record stopped, if it did.
    record_failure: Option<String>,
}

impl<'a, V: PlainGame> Session<'a, V> {
    fn new(
        game: Match,
        chairs: Vec<Chair>,
        seed: u64,
        resources: Resources,
        console: Console<'a>,
    ) -> Self {
        let seats = 0..chairs.len();
        Session {
            console,
            view: V::new(&resources),
            game,
            chairs,
            deals: seeded(seed, Stream::Deals),
            thoughts: seats.map(|seat| seeded(seed, Stream::Seat(Seat::new(seat)))).collect(),
            resources,
            progress: Progress::default(),
            record: None,
            record_failure: None,
        }
    }

    fn run(mut self) -> Result<(), Failure> {
        let names: Vec<&str> =
            self.game.header().seats.iter().map(|seat| seat.name.as_str()).collect();
        let game = V::KIND.name();
        let hint = if self.has_people() { " Type help for help." } else { "" };
        self.console.say(&format!("{game}: {}.{hint}", names.join(" against ")))?;
        if !self.has_people() {
            self.draw()?;
        }
        loop {
            match self.game.position().turn() {
                Turn::Over => return self.finish(),
                Turn::Chance => self.deal()?,
                Turn::Seat(seat) => match self.chairs[seat.index()] {
                    Chair::Computer(_) => self.let_computer_move(seat)?,
                    Chair::Person => {
                        if let Wish::Leave = self.let_person_move(seat)? {
                            return self.leave();
                        }
                    }
                },
            }
        }
    }

    fn has_people(&self) -> bool {
        self.chairs.iter().any(|chair| matches!(chair, Chair::Person))
    }

    fn scene(&self) -> Scene<'_, V::Game> {
        scene_at::<V>(&self.game, self.game.line().len(), self.console.paint)
    }

    fn draw(&mut self) -> Result<(), Failure> {
        let board = self.view.draw(&self.scene());
        Ok(self.console.show(&format!("\n{board}"))?)
    }

    /// Writes an event to the record. A disk that is full ends the record, not the game.
    fn log(&mut self, event: &Event) -> Result<(), Failure> {
        let Some(record) = &mut self.record else { return Ok(()) };
        if let Err(error) = record.write(event) {
            let why = format!("the record {} is incomplete: {error}", record.path().display());
            self.console.say(&format!("Warning: {why}. The game goes on without it."))?;
            self.record_failure = Some(why);
            self.record = None;
        }
        Ok(())
    }

    fn deal(&mut self) -> Result<(), Failure> {
        let event = self.game.deal(&mut self.deals).expect("a deal is due");
        self.tell_last()?;
        self.log(&event)
    }

    fn let_computer_move(&mut self, seat: Seat) -> Result<(), Failure> {
        let Chair::Computer(seated) = &mut self.chairs[seat.index()] else { return Ok(()) };
        let limits = self.progress.limits("thinking");
        let since = Instant::now();
        let rng = &mut self.thoughts[seat.index()];
        let choice = seated.player.choose_text(self.game.position(), &limits, rng);
        self.progress.done();
        let choice = choice
            .map_err(|error| Failure::Failed(format!("{} gave no move: {error}", seated.name)))?;
        let mv: <V::Game as Game>::Move = reread(&choice.mv);
        self.play(seat, mv, since)?;
        self.tell_last()?;
        if let Some(remark) = choice.remark {
            self.console.say(&format!("({remark})"))?;
        }
        if !self.has_people() {
            self.draw()?;
        }
        Ok(())
    }

    /// Plays a legal move and records it.
    fn play(
        &mut self,
        seat: Seat,
        mv: <V::Game as Game>::Move,
        since: Instant,
    ) -> Result<(), Failure> {
        let ms = u64::try_from(since.elapsed().as_millis()).ok();
        let event = Event::Move { seat, mv: mv.to_string(), ms };
        let played = self.game.apply(event.clone());
        played.map_err(|error| Failure::Failed(error.to_string()))?;
        self.log(&event)
    }

    /// Says what the last deal or move was, and what came of it.
    fn tell_last(&mut self) -> Result<(), Failure> {
        let plies = self.game.line().len();
        let before = scene_at::<V>(&self.game, plies - 1, self.console.paint);
        let told = match &self.game.line()[plies - 1].event {
            Event::Move { seat, mv, .. } => self.view.tell_move(&before, *seat, reread(mv)),
            Event::Deal { deal } => self.view.tell_deal(&before, &reread(deal)),
            _ => String::new(),
        };
        let consequences = self.view.tell_consequences(&self.scene(), before.position);
        for text in [told, consequences] {
            if !text.is_empty() {
                self.console.say(&text)?;
            }
        }
        Ok(())
    }

    fn let_person_move(&mut self, seat: Seat) -> Result<Wish, Failure> {
        self.draw()?;
        let since = Instant::now();
        loop {
            let question = self.view.question(&self.scene(), seat);
            let Some(line) = self.console.ask(&question)? else { return Ok(Wish::Leave) };
            match line.to_lowercase().as_str() {
                "quit" | "q" | "exit" => return Ok(Wish::Leave),
                "help" | "?" => self.help()?,
                "hint" => self.hint(seat)?,
                "moves" => self.list_moves()?,
                "undo" if self.undo()? => return Ok(Wish::Stay),
                "undo" => {}
                _ => {
                    let limits = self.progress.limits("thinking");
                    let scene =
                        scene_at::<V>(&self.game, self.game.line().len(), self.console.paint);
                    let answer = self.view.command(&scene, &line, &limits);
                    self.progress.done();
                    if let Some(answer) = answer {
                        self.console.show(&answer)?;
                    } else if self.try_move(seat, &line, since)? {
                        return Ok(Wish::Stay);
                    }
                }
            }
        }
    }

    /// Plays what was typed if it is a legal move; otherwise says why not.
    fn try_move(&mut self, seat: Seat, line: &str, since: Instant) -> Result<bool, Failure> {
        let scene = self.scene();
        let checked = self.view.read(&scene, line).and_then(|mv| {
            let legal = scene.position.explain(mv).map(|()| mv);
            legal.map_err(|reason| self.view.tell_refusal(&scene, &reason))
        });
        match checked {
            Ok(mv) => {
                self.play(seat, mv, since)?;
                let plies = self.game.line().len();
                let before = scene_at::<V>(&self.game, plies - 1, self.console.paint);
                let told = self.view.tell_consequences(&self.scene(), before.position);
                if !told.is_empty() {
                    self.console.say(&told)?;
                }
                Ok(true)
            }
            Err(reason) => {
                self.console.say(&format!("{reason}. Type help for help."))?;
                Ok(false)
            }
        }
    }

    fn help(&mut self) -> Result<(), Failure> {
        let common = "  hint    what the strongest computer player would do
  undo    take back your last move, and what followed it
  moves   all legal moves
  help    this
  quit    leave; the record, if there is one, can be resumed";
        Ok(self.console.say(&format!("{}\n{common}", V::HELP.trim_end()))?)
    }

    fn hint(&mut self, seat: Seat) -> Result<(), Failure> {
        let strongest = roster(V::KIND).first().expect("every game has a computer player");
        let mut adviser = Seated::new(V::KIND, strongest.name, &self.resources)?;
        let limits = self.progress.limits("thinking");
        let rng = &mut self.thoughts[seat.index()];
        let choice = adviser.player.choose_text(self.game.position(), &limits, rng);
        self.progress.done();
        let advice = match choice {
            Ok(choice) => {
                let remark = choice.remark.map(|remark| format!(" ({remark})")).unwrap_or_default();
                format!("Hint: {}{remark}", choice.mv)
            }
            Err(error) => format!("No hint: {error}"),
        };
        Ok(self.console.say(&advice)?)
    }

    fn list_moves(&mut self) -> Result<(), Failure> {
        let moves = self.game.position().legal_texts();
        let count = moves.len();
        let noun = if count == 1 { "move" } else { "moves" };
        let mut lines = vec![format!("{count} {noun}:")];
        for mv in moves {
            let line = lines.last_mut().expect("it has one");
            if line.chars().count() + 2 + mv.chars().count() > 78 {
                lines.push(format!("  {mv}"));
            } else {
                let gap = if line.ends_with(':') { " " } else { "  " };
                line.push_str(gap);
                line.push_str(&mv);
            }
        }
        Ok(self.console.say(&lines.join("\n"))?)
    }

    /// Takes back the last move that a person made, and everything since.
    fn undo(&mut self) -> Result<bool, Failure> {
        let people =
            self.chairs.iter().enumerate().filter(|(_, chair)| matches!(chair, Chair::Person));
        let back = people.filter_map(|(index, _)| self.game.plies_back_to(Seat::new(index))).min();
        let Some(plies) = back else {
            self.console.say("There is nothing to take back.")?;
            return Ok(false);
        };
        let event = Event::Undo { plies };
        self.game.apply(event.clone()).expect("so many were made");
        self.log(&event)?;
        Ok(true)
    }

    fn leave(mut self) -> Result<(), Failure> {
        let how = match &self.record {
            Some(record) => {
                format!(" Go on with: meeple play --resume {}", record.path().display())
            }
            None => String::new(),
        };
        self.console.say(&format!("The game is left unfinished.{how}"))?;
        self.settle()
    }

    fn finish(mut self) -> Result<(), Failure> {
        let outcome = self.game.outcome().expect("the game is over");
        let event = Event::end_by_rules(&outcome);
        self.game.apply(event.clone()).expect("these are the rules' results");
        self.log(&event)?;
        if self.has_people() {
            self.draw()?;
        }
        let told = self.view.tell_end(&self.scene(), &outcome);
        self.console.say(&told)?;
        self.settle()
    }

    /// A record that could not be kept is a failure, even of a game that was played.
    fn settle(self) -> Result<(), Failure> {
        self.record_failure.map_or(Ok(()), |why| Err(Failure::Failed(why)))
    }
}
