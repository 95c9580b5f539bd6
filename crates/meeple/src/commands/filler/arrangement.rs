//! From the words of the command line to a game that can be played.

use super::maps;
use crate::{
    cli::{FillerArgs, FillerCommonArgs},
    commands::processors,
    failure::Failure,
    interrupt::Interrupt,
    prompt::now,
};
use meeple_ai::roster::Resources;
use meeple_arena::{
    Host, Kennel, Protocol, Referee,
    filler::{Dialect, Reading},
    tournament::{Telling, Tournament},
};
use meeple_core::{CannotOpen, Contestant, Header, Limits, SeatInfo, Table};
use meeple_games::{
    GameKind,
    filler::{Filler, FillerOptions, Pieces},
};

/// What is wanted, in the words of the command line.
pub(super) struct Wanted<'a> {
    pub(super) bots: [&'a str; 2],
    pub(super) map: &'a str,
    pub(super) reading: Reading,
    /// Which pieces, if the command line does not say.
    pub(super) usual_pieces: Pieces,
    pub(super) common: &'a FillerCommonArgs,
}

/// What a game of bots is played with, or the first of a series.
pub(crate) struct Arrangement {
    /// Who plays; the name is what was typed.
    pub(crate) contestants: Vec<SeatInfo>,
    pub(crate) host: Host,
    pub(crate) referee: Referee,
    /// Which school's engine this is.
    dialect: Dialect,
    pub(crate) limits: Limits,
    pub(crate) seed: u64,
    options: FillerOptions,
}

impl Arrangement {
    /// As is wanted.
    pub(super) fn new(
        wanted: &Wanted<'_>,
        (kennel, interrupt): (&Kennel, &Interrupt),
    ) -> Result<Self, Failure> {
        let Wanted { bots, map, reading, usual_pieces, common } = *wanted;
        let dialect = common.dialect;
        let host = Host {
            protocol: Protocol::Filler { dialect, reading },
            kennel: kennel.clone(),
            memory: common.memory.map(|mib| mib << 20),
            ..Host::of(GameKind::Filler, Resources::default())
        };
        let read = |bot: &str| contestant(&host, bot);
        let contestants = vec![read(bots[0])?, read(bots[1])?];
        let pieces = common.pieces.unwrap_or(usual_pieces);
        let options = FillerOptions { score: dialect.scoring(), pieces, ..maps::read(map)? };
        let stop = interrupt.stop_flag();
        let limits = Limits { time: Some(common.time), stop, ..Limits::default() };
        let seed = seed(common)?;
        Ok(Arrangement {
            contestants,
            host,
            referee: dialect.referee(),
            dialect,
            limits,
            seed,
            options,
        })
    }

    /// As the command line of a game or a series says.
    pub(super) fn of(args: &FillerArgs, house: (&Kennel, &Interrupt)) -> Result<Self, Failure> {
        let bot = |bot: &'_ Option<String>| bot.clone().unwrap_or_default();
        let bots = [bot(&args.player1), bot(&args.player2)];
        let wanted = Wanted {
            bots: bots.each_ref().map(String::as_str),
            map: &args.file,
            reading: if args.strict { Reading::Strict } else { Reading::Lenient },
            // Who compares bots wants fair pieces; who looks at a game, those of the school.
            usual_pieces: if args.is_series() {
                Pieces::Fair
            } else {
                args.common.dialect.pieces()
            },
            common: &args.common,
        };
        Self::new(&wanted, house)
    }

    /// What is spoken.
    pub(crate) fn dialect(&self) -> Dialect {
        self.dialect
    }

    /// A table for one game.
    pub(crate) fn open(&self) -> Result<Table, Failure> {
        let table = open(&self.options, self.seed, self.contestants.clone());
        table.map_err(|error| Failure::Failed(error.to_string()))
    }

    /// Many games.
    pub(super) fn many(self, games: u64, jobs: usize) -> Tournament {
        let Arrangement { contestants, host, referee, limits, seed, options, .. } = self;
        let open = {
            let options = options.clone();
            Box::new(move |seed, seats| open(&options, seed, seats))
        };
        let tournament = Tournament::of::<Filler>(options, host, contestants);
        let telling = Telling::Games;
        Tournament { referee, open, limits, seed, games, jobs, telling, ..tournament }
    }
}

fn open(options: &FillerOptions, seed: u64, seats: Vec<SeatInfo>) -> Result<Table, CannotOpen> {
    let header = Header::new::<Filler>(options, seats);
    Table::open::<Filler>(options, Header { seed: Some(seed), time: now(), ..header })
}

/// Somebody who plays without being asked by us: everybody but a person.
fn contestant(host: &Host, text: &str) -> Result<SeatInfo, Failure> {
    let seat = host.read(text).map_err(|error| Failure::Usage(error.to_string()))?;
    if seat.who == Contestant::Person {
        let why = "people do not play here: use meeple play filler --seats you,...";
        return Err(Failure::Usage(why.into()));
    }
    Ok(seat)
}

/// The seed that was given, or a new one, short enough to be typed again.
fn seed(common: &FillerCommonArgs) -> Result<u64, Failure> {
    let new = || getrandom::u32().map_err(|error| Failure::Failed(format!("no seed: {error}")));
    common.seed.map_or_else(|| new().map(u64::from), Ok)
}

/// How many games at a time.
pub(super) fn threads(common: &FillerCommonArgs) -> usize {
    common.threads.map_or_else(processors, |threads| threads as usize)
}
