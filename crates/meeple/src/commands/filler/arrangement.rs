//! From the words of the command line to a game that can be played.

use crate::{
    bounded,
    cli::{FillerArgs, FillerCommonArgs},
    failure::Failure,
    interrupt::Interrupt,
    prompt::now,
};
use meeple_ai::roster::Resources;
use meeple_arena::{
    Host, Kennel, Protocol, Referee,
    filler::{Dialect, Reading},
    series::Series,
};
use meeple_core::{CannotOpen, Contestant, Header, Limits, SeatInfo, Table, text::nearest};
use meeple_games::{
    GameKind,
    filler::{BadMap, Board, Cell, Filler, FillerOptions, STANDARD_MAPS},
};
use std::{path::Path, thread};

/// No map that can be played is longer.
const LONGEST_MAP: u64 = 1 << 20;

/// What a game of bots is played with, or the first of a series.
pub(crate) struct Arrangement {
    /// Who plays; the name is what was typed.
    pub(crate) contestants: Vec<SeatInfo>,
    pub(crate) host: Host,
    pub(crate) referee: Referee,
    pub(crate) limits: Limits,
    pub(crate) seed: u64,
    options: FillerOptions,
}

impl Arrangement {
    /// These two on this map.
    pub(super) fn new(
        bots: [&str; 2],
        map: &str,
        common: &FillerCommonArgs,
        (kennel, interrupt): (&Kennel, &Interrupt),
    ) -> Result<Self, Failure> {
        let dialect = common.dialect;
        let reading = if common.strict { Reading::Strict } else { Reading::Lenient };
        let host = Host {
            protocol: Protocol::Filler { dialect, reading },
            kennel: kennel.clone(),
            memory: common.memory.map(|mib| mib << 20),
            ..Host::of(GameKind::Filler, Resources::default())
        };
        let read = |bot: &str| contestant(&host, bot);
        let contestants = vec![read(bots[0])?, read(bots[1])?];
        let options = FillerOptions { score: dialect.scoring(), ..read_map(map)? };
        let stop = interrupt.stop_flag();
        let limits = Limits { time: Some(common.time), stop, ..Limits::default() };
        let seed = seed(common)?;
        Ok(Arrangement { contestants, host, referee: Referee { dialect }, limits, seed, options })
    }

    /// As the command line says.
    pub(super) fn of(args: &FillerArgs, house: (&Kennel, &Interrupt)) -> Result<Self, Failure> {
        let bot = |bot: &'_ Option<String>| bot.clone().unwrap_or_default();
        let bots = [bot(&args.player1), bot(&args.player2)];
        Self::new(bots.each_ref().map(String::as_str), &args.file, &args.common, house)
    }

    /// What is spoken.
    pub(crate) fn dialect(&self) -> Dialect {
        self.referee.dialect
    }

    /// A table for one game.
    pub(crate) fn open(&self) -> Result<Table, Failure> {
        let table = open(&self.options, self.seed, self.contestants.clone());
        table.map_err(|error| Failure::Failed(error.to_string()))
    }

    /// Many games.
    pub(super) fn series(self, games: u64, threads: usize) -> Series {
        let Arrangement { contestants, host, referee, limits, seed, options } = self;
        let open = Box::new(move |seed, seats| open(&options, seed, seats));
        Series { contestants, host, referee, open, limits, seed, games, threads }
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
    let processors = || thread::available_parallelism().map_or(1, usize::from);
    common.threads.map_or_else(processors, |threads| threads as usize)
}

/// The map: a file, or one of ours by name.
fn read_map(name: &str) -> Result<FillerOptions, Failure> {
    let path = Path::new(name);
    if !path.exists() {
        if STANDARD_MAPS.iter().any(|(standard, _)| *standard == name) {
            return Ok(FillerOptions { map: Some(name.into()), ..FillerOptions::default() });
        }
        let names = STANDARD_MAPS.iter().map(|(name, _)| *name);
        let guess = nearest(name, names).map(|near| format!(" (did you mean {near:?}?)"));
        let guess = guess.unwrap_or_default();
        return Err(Failure::Failed(format!("there is no map {name:?}{guess}")));
    }
    let bytes = bounded::read(path, "map", LONGEST_MAP)?;
    let text = String::from_utf8_lossy(&bytes); // what is no text is no cell either (F8)
    let board = match text.strip_prefix("Plateau") {
        Some(_) => with_head(&text),
        None => Board::from_text(&text),
    };
    let board = board.map_err(|error| Failure::Failed(format!("{name}: {error}")))?;
    Ok(FillerOptions::on(&board))
}

/// A map of the 42 dialect as its school writes them: head, column numbers, row numbers, O and X.
fn with_head(text: &str) -> Result<Board, BadMap> {
    let letter = |mark: char| Dialect::FortyTwo.cell(mark).map_or(mark, Cell::mark);
    let cells = |row: &str| row.chars().skip(4).map(letter).collect::<String>();
    let rows: Vec<String> = text.trim_end_matches('\n').split('\n').skip(2).map(cells).collect();
    Board::from_rows(rows.iter().map(String::as_str)).map_err(|error| BadMap {
        line: error.line + 2,
        column: error.column + 4,
        fault: error.fault,
    })
}
