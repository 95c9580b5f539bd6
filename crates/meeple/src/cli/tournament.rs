//! The arguments of `meeple match` and `meeple tournament`.

use super::{filler::parse_seed, parse_game};
use clap::{Args, ValueEnum, builder::PossibleValuesParser};
use meeple_arena::tournament::{Schedule, Seatings};
use meeple_bots::Protocol;
use meeple_core::amounts::parse_nodes;
use meeple_games::GameKind;
use meeple_session::TimeControl;
use std::path::PathBuf;

/// `meeple match`
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  meeple match azul greedy random                      100 games, both sides of 50 deals
  meeple match chomp perfect:slip=5 perfect width=7 --games 1000
  meeple match azul ./new.py ./old.py --time 0.5 --sprt 0,20
  meeple match grass window greedy random              three at a table, in every order
  meeple match filler ./my_bot terminator map=map01 --out runs/monday
  meeple match azul greedy random --json | jq -c 'select(.event == \"result\")'

Every deal is played in every seating, so that neither luck nor a seat decides; such a block
of games is the unit of all statistics. With --out every game is kept, and a page to look at:
the same command goes on where it was stopped, by whatever means. See docs/arena.md.

The exit code is 0 when all was played, whoever won.")]
pub struct MatchArgs {
    /// The game
    #[arg(value_parser = parse_game())]
    pub game: GameKind,
    /// The players, one per seat, and the game's options
    #[arg(value_name = "CONTESTANT|KEY=VALUE", required = true)]
    pub words: Vec<String>,
    /// Options for measuring
    #[command(flatten)]
    pub measure: MeasureArgs,
    /// Options for programs
    #[command(flatten)]
    pub programs: ProgramArgs,
    /// Options for output
    #[command(flatten)]
    pub say: OutputArgs,
}

/// `meeple tournament`
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  meeple tournament azul greedy random ./ann.py ./bo.js
  meeple tournament filler bots/* --schedule swiss --rounds 7 --out school
  meeple tournament grass bots/ window greedy players=4 --games 8
  meeple tournament chomp ./mine perfect random --schedule gauntlet
  meeple tournament school.toml --jobs 4               as a file says, into the folder school

A folder stands for the programs in it. Every program is checked first, as meeple check-bot
does; those that fail do not play, and are listed with the reason. One that fails in three
games running is withdrawn, and its games do not count. See docs/arena.md for the file.

Schedules: round-robin (everybody meets everybody), gauntlet (the first meets all others),
knock-out (who loses is out), swiss (so many rounds, equals meet equals).")]
pub struct TournamentArgs {
    /// A tournament file, or the game
    #[arg(value_name = "FILE.toml|GAME")]
    pub what: String,
    /// The players, and the game's options
    #[arg(value_name = "CONTESTANT|KEY=VALUE")]
    pub words: Vec<String>,
    /// Schedule: round-robin, gauntlet, knock-out or swiss
    #[arg(long, value_name = "SCHEDULE", value_parser = super::SuggestedWords(schedules()), hide_possible_values = true)]
    pub schedule: Option<String>,
    /// Number of rounds: of a Swiss tournament, or where not all groups of players can meet
    #[arg(long, value_name = "N")]
    pub rounds: Option<usize>,
    /// Don't check programs before the first game
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
    pub say: OutputArgs,
}

/// How many games are played, how, and where they are stored.
#[derive(Debug, Args)]
pub struct MeasureArgs {
    /// Number of games (in a tournament: per encounter), rounded up to whole blocks
    #[arg(long, short, value_name = "N", value_parser = clap::value_parser!(u64).range(1..=100_000_000))]
    pub games: Option<u64>,
    /// Time control: 10 or 500ms per move, 60+0.5 per game plus increment, or none
    #[arg(long, short, value_name = "TIME")]
    pub time: Option<TimeControl>,
    /// Search limit of computer players per move, in positions, such as 20k
    #[arg(long, value_name = "N", value_parser = parse_nodes)]
    pub nodes: Option<u64>,
    /// Random seed for the deals; 0 by default
    #[arg(long, short, value_name = "N", value_parser = parse_seed, allow_negative_numbers = true)]
    pub seed: Option<u64>,
    /// Blocks played in parallel; by default one per processor
    #[arg(long, short, value_name = "N", value_parser = clap::value_parser!(u64).range(1..=256))]
    pub jobs: Option<u64>,
    /// Store all games and results in this folder, and continue with what is there
    #[arg(long, short, value_name = "DIR")]
    pub out: Option<PathBuf>,
    /// Seatings of a block: balanced or all
    #[arg(long, value_name = "WHICH")]
    pub seatings: Option<SeatingsArg>,
}

impl MeasureArgs {
    /// Returns whether any of these options is given.
    pub fn is_given(&self) -> bool {
        let MeasureArgs { games, time, nodes, seed, jobs, out, seatings } = self;
        let numbers = [games, nodes, seed, jobs].into_iter().any(Option::is_some);
        numbers || time.is_some() || out.is_some() || seatings.is_some()
    }
}

/// Options for programs, and for contests in which they may play.
#[derive(Debug, Args)]
pub struct ProgramArgs {
    /// Stop as soon as it is decided whether the first is stronger by ELO0 or by ELO1, such as 0,10
    #[arg(long, value_name = "ELO0,ELO1", allow_hyphen_values = true)]
    pub sprt: Option<String>,
    /// Let programs think during others' turns; otherwise they are suspended between their turns
    #[arg(long)]
    pub ponder: bool,
    /// Memory limit of a program, in MiB
    #[arg(long, value_name = "MIB", value_parser = clap::value_parser!(u64).range(1..=1_048_576))]
    pub memory: Option<u64>,
    /// Nice value of programs, 0 to 19 (higher: lower priority)
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u8).range(0..=19))]
    pub nice: Option<u8>,
    /// Protocol of programs in Filler, unless given with their name: json, edu or 42
    #[arg(
        long,
        value_name = "DIALECT",
        value_parser = PossibleValuesParser::new(Protocol::PREFIXES),
        hide_possible_values = true
    )]
    pub dialect: Option<String>,
    /// Withdraw a player after this many games in a row in which it failed; 0 means never
    #[arg(long, value_name = "N")]
    pub faults: Option<u32>,
    /// Cut off a game after this many deals and moves
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    pub plies: Option<u32>,
}

/// How much is printed during long work.
#[derive(Debug, Args)]
pub struct OutputArgs {
    /// Print only the result
    #[arg(long, short)]
    pub quiet: bool,
    /// Print JSON: one line per game or step, and one for the result
    #[arg(long)]
    pub json: bool,
}

/// Which seatings a block contains.
#[derive(Debug, Clone, Copy, ValueEnum)]
pub enum SeatingsArg {
    /// Each player equally often in each seat and after each other player
    Balanced,
    /// Every order (up to six seats)
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
