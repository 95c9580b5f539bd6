//! From the words of the command line to a game that can be played, or to many.

use crate::{
    cli::{FillerArgs, FillerCommonArgs},
    commands::processors,
};
use meeple_arena::tournament::{Telling, Tournament};
use meeple_bots::{
    Kennel,
    school::{Arrangement, Reading, Wanted},
};
use meeple_core::{Header, Limits, Table};
use meeple_games::filler::{Filler, Pieces};
use meeple_terminal::{failure::Failure, interrupt::Interrupt, prompt::now};

/// As the command line of a game or a series says.
pub(super) fn arrangement(
    args: &FillerArgs,
    (kennel, interrupt): (&Kennel, &Interrupt),
) -> Result<Arrangement, Failure> {
    let bot = |bot: &'_ Option<String>| bot.clone().unwrap_or_default();
    let bots = [bot(&args.player1), bot(&args.player2)];
    let dialect = args.common.dialect;
    // Who compares bots wants fair pieces; who looks at a game, those of the school.
    let usual = if args.is_series() { Pieces::Fair } else { dialect.pieces() };
    let wanted = Wanted {
        bots: bots.each_ref().map(String::as_str),
        map: &args.file,
        dialect,
        reading: if args.strict { Reading::Strict } else { Reading::Lenient },
        pieces: args.common.pieces.unwrap_or(usual),
        memory: args.common.memory,
        limits: limits(&args.common, interrupt),
        seed: seed(&args.common)?,
        kennel,
    };
    Ok(Arrangement::new(wanted)?)
}

/// How long an answer may take, and who stops it.
pub(super) fn limits(common: &FillerCommonArgs, interrupt: &Interrupt) -> Limits {
    Limits { time: Some(common.time), stop: interrupt.stop_flag(), ..Limits::default() }
}

/// Many games.
pub(super) fn many(arrangement: Arrangement, games: u64, jobs: usize) -> Tournament {
    let Arrangement { contestants, host, referee, limits, seed, options, .. } = arrangement;
    let open = {
        let options = options.clone();
        Box::new(move |seed, seats| {
            let header = Header::new::<Filler>(&options, seats);
            Table::open::<Filler>(&options, Header { seed: Some(seed), time: now(), ..header })
        })
    };
    let tournament = Tournament::of::<Filler>(options, host, contestants);
    let telling = Telling::Games;
    Tournament { referee, open, limits, seed, games, jobs, telling, ..tournament }
}

/// The seed that was given, or a new one, short enough to be typed again.
pub(super) fn seed(common: &FillerCommonArgs) -> Result<u64, Failure> {
    let new = || getrandom::u32().map_err(|error| Failure::Failed(format!("no seed: {error}")));
    common.seed.map_or_else(|| new().map(u64::from), Ok)
}

/// How many games at a time.
pub(super) fn threads(common: &FillerCommonArgs) -> usize {
    common.threads.map_or_else(processors, |threads| threads as usize)
}
