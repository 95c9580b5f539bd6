//! The words of `meeple match` and `meeple tournament`.

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
    /// Who plays, one for each seat, and the game's options
    #[arg(value_name = "CONTESTANT|KEY=VALUE", required = true)]
    pub words: Vec<String>,
    /// How it is measured
    #[command(flatten)]
    pub measure: MeasureArgs,
    /// What holds for programs
    #[command(flatten)]
    pub programs: ProgramArgs,
    /// How much is told
    #[command(flatten)]
    pub say: SayArgs,
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
    /// A file that says all of it, or the game
    #[arg(value_name = "FILE.toml|GAME")]
    pub what: String,
    /// Who plays, and the game's options
    #[arg(value_name = "CONTESTANT|KEY=VALUE")]
    pub words: Vec<String>,
    /// Who meets whom: round-robin, gauntlet, knock-out or swiss
    #[arg(long, value_name = "SCHEDULE", value_parser = super::Suggested(schedules()), hide_possible_values = true)]
    pub schedule: Option<String>,
    /// How many rounds: of a Swiss tournament, or where not all groups of players can meet
    #[arg(long, value_name = "N")]
    pub rounds: Option<usize>,
    /// Do not check programs before the first game
    #[arg(long)]
    pub no_check: bool,
    /// How it is measured
    #[command(flatten)]
    pub measure: MeasureArgs,
    /// What holds for programs
    #[command(flatten)]
    pub programs: ProgramArgs,
    /// How much is told
    #[command(flatten)]
    pub say: SayArgs,
}

/// How many games are played, how, and where they are kept.
#[derive(Debug, Args)]
pub struct MeasureArgs {
    /// How many games (in a tournament: of each encounter), rounded up to whole blocks
    #[arg(long, short, value_name = "N", value_parser = clap::value_parser!(u64).range(1..=100_000_000))]
    pub games: Option<u64>,
    /// How long players may think: 10 or 500ms a move, 60+0.5 a game and what each move adds, none
    #[arg(long, short, value_name = "TIME")]
    pub time: Option<TimeControl>,
    /// How many positions our players may look at for a move, such as 20k
    #[arg(long, value_name = "N", value_parser = parse_nodes)]
    pub nodes: Option<u64>,
    /// Decides the deals; 0 if not given
    #[arg(long, short, value_name = "N", value_parser = parse_seed, allow_negative_numbers = true)]
    pub seed: Option<u64>,
    /// How many blocks at a time; one for each processor if not given
    #[arg(long, short, value_name = "N", value_parser = clap::value_parser!(u64).range(1..=256))]
    pub jobs: Option<u64>,
    /// Keep every game and the results in this folder, and go on with what is there
    #[arg(long, short, value_name = "DIR")]
    pub out: Option<PathBuf>,
    /// Which seatings a block has: balanced, or all of them
    #[arg(long, value_name = "WHICH")]
    pub seatings: Option<WhichSeatings>,
}

impl MeasureArgs {
    /// Whether anything of it was asked for.
    pub fn is_given(&self) -> bool {
        let MeasureArgs { games, time, nodes, seed, jobs, out, seatings } = self;
        let numbers = [games, nodes, seed, jobs].into_iter().any(Option::is_some);
        numbers || time.is_some() || out.is_some() || seatings.is_some()
    }
}

/// What holds where programs may play.
#[derive(Debug, Args)]
pub struct ProgramArgs {
    /// Stop when it is decided whether the first is stronger by ELO0 or by ELO1, such as 0,10
    #[arg(long, value_name = "ELO0,ELO1", allow_hyphen_values = true)]
    pub sprt: Option<String>,
    /// Let programs think while others are to move; otherwise they are stopped between their turns
    #[arg(long)]
    pub ponder: bool,
    /// The most memory a program may have, in MiB
    #[arg(long, value_name = "MIB", value_parser = clap::value_parser!(u64).range(1..=1_048_576))]
    pub memory: Option<u64>,
    /// How nice programs are to others on the machine, 0 to 19
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u8).range(0..=19))]
    pub nice: Option<u8>,
    /// What programs speak in Filler, unless they are named with it: json, edu or 42
    #[arg(
        long,
        value_name = "DIALECT",
        value_parser = PossibleValuesParser::new(Protocol::WORDS),
        hide_possible_values = true
    )]
    pub dialect: Option<String>,
    /// After how many games running in which it failed somebody is withdrawn; 0 is never
    #[arg(long, value_name = "N")]
    pub faults: Option<u32>,
    /// Cut off a game that has more deals and moves
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    pub plies: Option<u32>,
}

/// How much is told of long work.
#[derive(Debug, Args)]
pub struct SayArgs {
    /// Print only the result
    #[arg(long, short)]
    pub quiet: bool,
    /// For programs: a line of JSON for each game or step, and for the result
    #[arg(long)]
    pub json: bool,
}

/// Which seatings a block has.
#[derive(Debug, Clone, Copy, ValueEnum)]
pub enum WhichSeatings {
    /// Everybody as often on each seat, and as often behind each other
    Balanced,
    /// Every order (up to six seats)
    All,
}

impl From<WhichSeatings> for Seatings {
    fn from(which: WhichSeatings) -> Self {
        match which {
            WhichSeatings::Balanced => Seatings::Balanced,
            WhichSeatings::All => Seatings::All,
        }
    }
}

fn schedules() -> Vec<&'static str> {
    Schedule::ALL.map(Schedule::word).to_vec()
}
