//! Sets up a game: turns command-line arguments into a running session.

use super::{Prompt, game::GameOf, session::PromptGame};
use crate::{
    command_error::CommandError,
    console::Console,
    interrupt::Interrupt,
    record_file::{self, OverwriteAdvice, Recorder},
};
use meeple_ai::roster::Resources;
use meeple_bots::{PlayerLauncher, Players, ProcessSupervisor};
use meeple_core::{Game, GameHistory, Header, Replay, Table, TypedDeals, options};
use meeple_games::GameEntry;
use meeple_session::{
    PERSON, Session, SessionConfig,
    setup::{SeatOrder, default_seats, infer_players, order_seats},
};
use meeple_view::erase;
use std::{
    path::{Path, PathBuf},
    time::{Duration, Instant, SystemTime, UNIX_EPOCH},
};

/// The setup of a game, from the command line or the menu.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct GameSetup {
    /// The game's options as `key=value` words.
    pub options: Vec<String>,
    /// The players in turn order; empty for the default seats.
    pub seats: Vec<String>,
    /// Whether the seats keep this order or are shuffled.
    pub order: SeatOrder,
    /// The seed of deals and computer players; `None` for a new one.
    pub seed: Option<u64>,
    /// Where deals come from.
    pub deals: DealOrigin,
    /// Where to write the record, if anywhere.
    pub record: Option<PathBuf>,
}

/// Where deals come from.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum DealOrigin {
    /// From the seed.
    #[default]
    Seed,
    /// Typed in, for a game at a real table.
    Typed,
}

/// What a game needs from the program around it.
#[derive(Debug, Clone)]
pub struct Env {
    /// The command that can continue a record with `--resume`, for messages.
    pub command: &'static str,
    /// Resources shared by the computer players.
    pub resources: Resources,
    /// Supervises the processes of programs.
    pub supervisor: ProcessSupervisor,
    /// Time limit per move; programs have a limit even if this is `None`.
    pub time: Option<Duration>,
    /// Signals.
    pub interrupt: Interrupt,
}

impl Default for Env {
    fn default() -> Self {
        Env {
            command: "meeple play",
            resources: Resources::default(),
            supervisor: ProcessSupervisor::default(),
            time: None,
            interrupt: Interrupt::default(),
        }
    }
}

impl Env {
    /// Creates the launcher of this game's tables.
    fn launcher<P: Prompt>(&self) -> PlayerLauncher {
        let launcher = PlayerLauncher::new(P::roster(), erase::<P::View>(), self.resources.clone());
        PlayerLauncher { supervisor: self.supervisor.clone(), ..launcher }
    }
}

/// Plays a game from its start.
pub fn play_game<P: Prompt>(
    mut setting: GameSetup,
    env: Env,
    mut console: Console<'_>,
) -> Result<(), CommandError> {
    infer_players(&GameEntry::of::<GameOf<P>>(), &mut setting.options, setting.seats.len());
    let is_person = |seat: &String| seat.split(':').next() == Some(PERSON);
    let has_people = setting.seats.is_empty() || setting.seats.iter().any(is_person);
    if has_people && !P::ask_options(&mut console, &mut setting.options)? {
        return Ok(());
    }
    let options: <GameOf<P> as Game>::Options = options::parse(&setting.options)?;
    let position = GameOf::<P>::new(&options)?;
    P::accept(&position).map_err(CommandError::Usage)?;
    if setting.seats.is_empty() {
        setting.seats = default_seats(P::roster(), position.seats());
    }
    if setting.seats.len() != position.seats() {
        let (game, needed, given) =
            (<GameOf<P> as Game>::NAME, position.seats(), setting.seats.len());
        let why = format!("{game} has {needed} seats here, but --seats names {given}");
        return Err(CommandError::Usage(why));
    }
    let seed = match setting.seed {
        Some(seed) => seed,
        None => getrandom::u64()
            .map_err(|error| CommandError::Failed(format!("cannot generate a seed: {error}")))?,
    };
    order_seats(&mut setting.seats, setting.order, seed);
    let launcher = env.launcher::<P>();
    let seats = launcher.parse_contestants(&setting.seats);
    let mut seats = seats.map_err(|error| CommandError::Usage(error.to_string()))?;
    if !P::ask_people(&mut console, &mut seats)? {
        return Ok(());
    }
    let deals = (setting.deals == DealOrigin::Typed).then(|| TypedDeals::WORD.to_owned());
    let time = now();
    let header = Header::new::<GameOf<P>>(&options, seats);
    let header = Header { seed: Some(seed), deals, time, ..header };
    let table = Table::start(header, Box::new(position)).expect("the seats were counted");
    let players = seat(table.game(), &launcher)?;
    let recorder =
        Recorder::create(setting.record.as_deref(), OverwriteAdvice::Resume(env.command))?;
    let session = Session::start(table, config(&launcher, &env), Instant::now());
    PromptGame::<P>::open((session, players), launcher, env, recorder, console).run()
}

/// Continues a recorded game of this kind, and its record.
pub fn resume_game<P: Prompt>(
    path: &Path,
    env: Env,
    console: Console<'_>,
) -> Result<(), CommandError> {
    resume_replay::<P>(path, record_file::read_as::<GameOf<P>>(path)?, env, console)
}

/// Continues a game that was read from a record, and the record.
pub(super) fn resume_replay<P: Prompt>(
    path: &Path,
    replay: Replay,
    env: Env,
    mut console: Console<'_>,
) -> Result<(), CommandError> {
    if replay.game.end().is_some() {
        return Err(CommandError::Failed(format!("{}: this game is finished", path.display())));
    }
    let recorder = Recorder::reopen(path, &replay)?;
    if let Some(line) = replay.cut_line {
        console.say(&format!("Line {line} of the record was cut off and is ignored."))?;
    }
    let launcher = env.launcher::<P>();
    let session = Session::resume(replay.game, &[], config(&launcher, &env), Instant::now());
    let players = seat(session.game(), &launcher)?;
    PromptGame::<P>::open((session, players), launcher, env, recorder, console).run()
}

/// Returns the session's configuration.
fn config(launcher: &PlayerLauncher, env: &Env) -> SessionConfig {
    SessionConfig::new(launcher.view, launcher.roster).with_time(env.time)
}

/// Returns the current time in the format of records.
pub fn now() -> String {
    humantime::format_rfc3339_seconds(SystemTime::now().max(UNIX_EPOCH)).to_string()
}

/// Returns the current date, for measurements.
pub fn today() -> String {
    now().chars().take_while(|&c| c != 'T').collect()
}

/// Seats all players; if one can't start, the game doesn't begin.
fn seat(game: &GameHistory, launcher: &PlayerLauncher) -> Result<Players, CommandError> {
    let players = Players::try_from_header(launcher, game);
    players.map_err(|verdict| CommandError::Failed(verdict.to_string()))
}
