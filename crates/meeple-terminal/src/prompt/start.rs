//! Setting the table: from the words of the command line to a game that can be played.

use super::{Prompt, game::GameOf, session::PromptGame};
use crate::{
    console::Console,
    failure::Failure,
    interrupt::Interrupt,
    record_file::{self, Advice, Recorder},
};
use meeple_ai::roster::Resources;
use meeple_bots::{Host, Kennel, Players};
use meeple_core::{Game, Header, Options, Replay, Table, TypedDeals, Verdict, options};
use meeple_session::{
    Config, PERSON, Session,
    setup::{Order, arrange, default_seats, infer_players},
};
use meeple_view::erase;
use std::{
    path::{Path, PathBuf},
    time::{Duration, Instant},
};

/// How a game is set up: what was said on the command line or in the menu.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Setting {
    /// The game's options as `key=value` words.
    pub options: Vec<String>,
    /// Who sits where; nobody named means the usual seats.
    pub seats: Vec<String>,
    /// Whether the seats stay as they were named.
    pub order: Order,
    /// The seed of deals and computer players, if it should not be a new one.
    pub seed: Option<u64>,
    /// Where deals come from.
    pub deals: Deals,
    /// Where to write the record.
    pub record: Option<PathBuf>,
}

/// Where deals come from.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Deals {
    /// From the seed.
    #[default]
    Seed,
    /// Typed in, as they fall at a real table.
    Typed,
}

/// What a game needs of the program around it.
#[derive(Debug, Clone)]
pub struct House {
    /// The command that plays here, for advice: with `--resume` it goes on with a record.
    pub command: &'static str,
    /// What players share.
    pub resources: Resources,
    /// Where programs run.
    pub kennel: Kennel,
    /// How long players may take for a move; programs never have all the time in the world.
    pub time: Option<Duration>,
    /// Signals.
    pub interrupt: Interrupt,
}

impl Default for House {
    fn default() -> Self {
        House {
            command: "meeple play",
            resources: Resources::default(),
            kennel: Kennel::default(),
            time: None,
            interrupt: Interrupt::default(),
        }
    }
}

impl House {
    /// The host of this game's tables.
    pub(super) fn host<P: Prompt>(&self) -> Host {
        let host = Host::new(P::roster(), erase::<P::View>(), self.resources.clone());
        Host { kennel: self.kennel.clone(), ..host }
    }
}

/// Plays a game from its start.
pub fn play_game<P: Prompt>(
    mut setting: Setting,
    house: House,
    mut console: Console<'_>,
) -> Result<(), Failure> {
    let keys = <<GameOf<P> as Game>::Options as Options>::KEYS;
    if keys.iter().any(|key| key.name == "players") {
        infer_players(&mut setting.options, setting.seats.len());
    }
    let is_person = |seat: &String| seat.split(':').next() == Some(PERSON);
    let has_people = setting.seats.is_empty() || setting.seats.iter().any(is_person);
    if has_people && !P::ask_options(&mut console, &mut setting.options)? {
        return Ok(());
    }
    let options: <GameOf<P> as Game>::Options = options::parse(&setting.options)?;
    let position = GameOf::<P>::new(&options)?;
    P::accept(&position).map_err(Failure::Usage)?;
    if setting.seats.is_empty() {
        setting.seats = default_seats(P::roster(), position.seats());
    }
    if setting.seats.len() != position.seats() {
        let (game, needed, given) =
            (<GameOf<P> as Game>::NAME, position.seats(), setting.seats.len());
        let why = format!("{game} has {needed} seats here, but --seats names {given}");
        return Err(Failure::Usage(why));
    }
    let seed = match setting.seed {
        Some(seed) => seed,
        None => getrandom::u64().map_err(|error| Failure::Failed(format!("no seed: {error}")))?,
    };
    arrange(&mut setting.seats, setting.order, seed);
    let host = house.host::<P>();
    let seats = host.read_all(&setting.seats);
    let mut seats = seats.map_err(|error| Failure::Usage(error.to_string()))?;
    if !P::ask_people(&mut console, &mut seats)? {
        return Ok(());
    }
    let deals = (setting.deals == Deals::Typed).then(|| TypedDeals::WORD.to_owned());
    let time = now();
    let header = Header::new::<GameOf<P>>(&options, seats);
    let header = Header { seed: Some(seed), deals, time, ..header };
    let table = Table::start(header, Box::new(position)).expect("the seats were counted");
    let players = seat(&table, &host)?;
    let recorder = Recorder::create(setting.record.as_deref(), Advice::Resume(house.command))?;
    let session = Session::start(table, config(&host, &house), Instant::now());
    PromptGame::<P>::open((session, players), host, house, recorder, console).run()
}

/// Goes on with a recorded game of this kind, and with its record.
pub fn resume_game<P: Prompt>(
    path: &Path,
    house: House,
    console: Console<'_>,
) -> Result<(), Failure> {
    go_on::<P>(path, record_file::read_as::<GameOf<P>>(path)?, house, console)
}

/// Goes on with a game that was read from a record, and with the record.
pub(super) fn go_on<P: Prompt>(
    path: &Path,
    replay: Replay,
    house: House,
    mut console: Console<'_>,
) -> Result<(), Failure> {
    if replay.game.end().is_some() {
        return Err(Failure::Failed(format!("{}: this game is finished", path.display())));
    }
    let recorder = Recorder::reopen(path, &replay)?;
    if let Some(line) = replay.cut_line {
        console.say(&format!("Line {line} of the record was cut off and is left out."))?;
    }
    let host = house.host::<P>();
    let session = Session::resume(replay.game, &[], config(&host, &house), Instant::now());
    let players =
        Players::seat_all(&host, session.game()).map_err(|verdict| cannot_come(&verdict))?;
    PromptGame::<P>::open((session, players), host, house, recorder, console).run()
}

/// Who sits where when nothing is said.
pub(super) fn usual_seats<P: Prompt>() -> Vec<String> {
    let options = <GameOf<P> as Game>::Options::default();
    let seats = GameOf::<P>::new(&options).map_or(2, |game| game.seats());
    default_seats(P::roster(), seats)
}

/// What the session is set up with.
fn config(host: &Host, house: &House) -> Config {
    let config = Config::new(host.view, host.roster).with_time(house.time);
    Config { referee: host.referee, ..config }
}

/// The time, as records have it.
pub fn now() -> String {
    jiff::Timestamp::now().strftime("%Y-%m-%dT%H:%M:%SZ").to_string()
}

/// The day, as it is written beside what was measured.
pub fn today() -> String {
    jiff::Timestamp::now().strftime("%Y-%m-%d").to_string()
}

/// Seats everybody. Without somebody who cannot come the game does not begin.
fn seat(table: &Table, host: &Host) -> Result<Players, Failure> {
    Players::seat_all(host, table.game()).map_err(|verdict| cannot_come(&verdict))
}

fn cannot_come(verdict: &Verdict) -> Failure {
    Failure::Failed(verdict.to_string())
}
