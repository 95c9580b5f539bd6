//! The arguments of `meeple match` and `meeple tournament`.

use super::{parse_game, parse_seed};
use clap::{Args, ValueEnum, builder::PossibleValuesParser};
use meeple_arena::tournament::{Schedule, Seatings};
use meeple_bots::Protocol;
use meeple_core::amounts::parse_nodes;
use meeple_games::GameKind;
use meeple_session::TimeControl;
use std::path::PathBuf;

/// `meeple match`
#[derive(Debug, Args)]
#[command(
    mut_arg("games", |games| games.help("Number of games, rounded up to whole blocks [default: 100; with --sprt at most 100000]")),
    after_help = "\
Examples:
  meeple match azul greedy random                      100 games on 50 deals
  meeple match chomp perfect:slip=5 perfect width=7 --games 1000
  meeple match azul ./new.py ./old.py --time 0.5 --sprt 0,20
  meeple match grass window greedy random              three players per game
  meeple match filler ./my_bot terminator map=map01 --out runs/monday
  meeple match azul greedy random --json | jq -c 'select(.event == \"result\")'

Each deal is played once per seating, so that neither luck nor the seat
decides. The games of one deal are a block, the unit of all statistics.

With --out, all games and a report (report.html) are stored. If the match is
interrupted, run the same command again to continue. See docs/arena.md.

The exit code is 0 if all games were played, whatever the result."
)]
pub struct MatchArgs {
    /// The game
    #[arg(value_parser = parse_game())]
    pub game: GameKind,
    /// The players (computer players or programs), one per seat, and options of the game
    #[arg(value_name = "CONTESTANT|KEY=VALUE", required = true)]
    pub words: Vec<String>,
    /// Stop as soon as a sequential test has decided whether the first player is stronger by ELO0 or ELO1
    /// normalised Elo, such as 0,10
    #[arg(long, value_name = "ELO0,ELO1", allow_hyphen_values = true)]
    pub sprt: Option<String>,
    /// Options for measuring
    #[command(flatten)]
    pub measure: MeasureArgs,
    /// Options for programs
    #[command(flatten)]
    pub programs: ProgramArgs,
    /// Options for output
    #[command(flatten)]
    pub output: OutputArgs,
}

/// `meeple tournament`
#[derive(Debug, Args)]
#[command(
    mut_arg("games", |games| games.help("Games per encounter, rounded up to whole blocks [default: 10]")),
    after_help = "\
Examples:
  meeple tournament azul greedy random ./ann.py ./bo.js
  meeple tournament filler bots/* --schedule swiss --rounds 7 --out school
  meeple tournament grass bots/ window greedy players=4 --games 8
  meeple tournament chomp ./mine perfect random --schedule gauntlet
  meeple tournament school.toml --jobs 4     settings from a file

A folder stands for all programs in it. Every program is first tested as by
`meeple check-bot`; those that fail don't play and are listed with the reason.
A program that fails in three games in a row is withdrawn, and its games don't
count.

Schedules:
  round-robin  everyone plays everyone
  gauntlet     the first player plays all others
  knock-out    the loser of an encounter is out
  swiss        a fixed number of rounds; players with equal scores meet

docs/arena.md describes the tournament file."
)]
pub struct TournamentArgs {
    /// A tournament file or a game
    #[arg(value_name = "FILE.toml|GAME")]
    pub what: String,
    /// The players (computer players, programs or folders of programs), and options of the game
    #[arg(value_name = "CONTESTANT|KEY=VALUE")]
    pub words: Vec<String>,
    /// Schedule: round-robin, gauntlet, knock-out or swiss [default: round-robin]
    #[arg(long, value_name = "SCHEDULE", value_parser = super::SuggestedWords(schedules()), hide_possible_values = true)]
    pub schedule: Option<String>,
    /// Number of rounds, for a Swiss tournament or if there are too many groups of players for all to meet
    #[arg(long, value_name = "N")]
    pub rounds: Option<usize>,
    /// Don't test programs before the first game
    #[arg(long)]
    pub no_check: bool,
    /// Options for measuring
    #[command(flatten)]
    pub measure: MeasureArgs,
    /// Options for programs
    #[command(flatten)]
    pub programs: ProgramArgs,
    /// Options for output
    #[command(flatten)]
    pub output: OutputArgs,
}

/// How many games are played, how, and where they are stored.
#[derive(Debug, Args)]
pub struct MeasureArgs {
    /// Number of games, rounded up to whole blocks
    #[arg(long, short, value_name = "N", value_parser = clap::value_parser!(u64).range(1..=100_000_000))]
    pub games: Option<u64>,
    /// Time control: 10 or 500ms per move, 60+0.5 per game plus increment (seconds), or none [default: 10;
    /// with --nodes and without programs, none]
    #[arg(long, short, value_name = "TIME")]
    pub time: Option<TimeControl>,
    /// Search limit of computer players per move, in positions visited, such as 20k [default: none]
    #[arg(long, value_name = "N", value_parser = parse_nodes)]
    pub nodes: Option<u64>,
    /// Random seed for the deals [default: 0]
    #[arg(long, short, value_name = "N", value_parser = parse_seed, allow_negative_numbers = true)]
    pub seed: Option<u64>,
    /// Blocks played in parallel [default: one per processor]
    #[arg(long, short, value_name = "N", value_parser = clap::value_parser!(u64).range(1..=256))]
    pub jobs: Option<u64>,
    /// Store games and results in this folder, or continue what is stored there
    #[arg(long, short, value_name = "DIR")]
    pub out: Option<PathBuf>,
    /// Seatings in a block [default: balanced]
    #[arg(long, value_name = "WHICH")]
    pub seatings: Option<SeatingsArg>,
}

impl ProgramArgs {
    /// Returns the options given here that have no effect unless a program plays.
    pub fn only_for_programs(&self) -> Vec<&'static str> {
        let given = [
            ("--ponder", self.ponder),
            ("--memory", self.memory.is_some()),
            ("--nice", self.nice.is_some()),
            ("--dialect", self.dialect.is_some()),
        ];
        given.into_iter().filter(|(_, is_given)| *is_given).map(|(name, _)| name).collect()
    }
}

impl MeasureArgs {
    /// Returns whether any of these options is given.
    pub fn is_given(&self) -> bool {
        let MeasureArgs { games, time, nodes, seed, jobs, out, seatings } = self;
        let numbers = [games, nodes, seed, jobs].into_iter().any(Option::is_some);
        numbers || time.is_some() || out.is_some() || seatings.is_some()
    }
}

/// Options for programs, and for failures and long games.
#[derive(Debug, Args)]
pub struct ProgramArgs {
    /// Let programs think during their opponents' turns [default: they are suspended]
    #[arg(long)]
    pub ponder: bool,
    /// Memory limit per program, in MiB [default: none]
    #[arg(long, value_name = "MIB", value_parser = clap::value_parser!(u64).range(1..=1_048_576))]
    pub memory: Option<u64>,
    /// Nice value of programs, 0 to 19; higher values have lower priority
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u8).range(0..=19))]
    pub nice: Option<u8>,
    /// Filler: protocol of programs whose name doesn't say: json, edu or 42 [default: edu]
    #[arg(
        long,
        value_name = "DIALECT",
        value_parser = PossibleValuesParser::new(Protocol::PREFIXES),
        hide_possible_values = true
    )]
    pub dialect: Option<String>,
    /// Withdraw a player that fails in this many games in a row; 0 means never [default: 3]
    #[arg(long, value_name = "N")]
    pub faults: Option<u32>,
    /// Stop a game after this many deals and moves [default: no limit]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    pub plies: Option<u32>,
}

/// How much is printed during long work.
#[derive(Debug, Args)]
pub struct OutputArgs {
    /// Print only the result, without progress and warnings
    #[arg(long, short)]
    pub quiet: bool,
    /// Print JSON: one line per game or step, and one for the result
    #[arg(long)]
    pub json: bool,
}

/// Which seatings a block contains.
#[derive(Debug, Clone, Copy, ValueEnum)]
pub enum SeatingsArg {
    /// Each player sits equally often in each seat, and after each other player
    Balanced,
    /// Every order of the players (up to six seats)
    All,
}

impl From<SeatingsArg> for Seatings {
    fn from(which: SeatingsArg) -> Self {
        match which {
            SeatingsArg::Balanced => Seatings::Balanced,
            SeatingsArg::All => Seatings::All,
        }
    }
}

fn schedules() -> Vec<&'static str> {
    Schedule::ALL.map(Schedule::name).to_vec()
}
