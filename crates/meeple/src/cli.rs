//! The arguments and options of the command line.

mod analyze;
mod bot;
mod check_bot;
mod filler;
mod players;
mod practice;
mod serve;
mod tournament;
mod train;
mod tune;
mod watch;

pub use analyze::AnalyzeArgs;
pub use bot::BotArgs;
pub use check_bot::CheckBotArgs;
pub use filler::{AuditArgs, FillerArgs, FillerCommand, FillerCommonArgs};
pub use players::PlayersArgs;
pub use practice::PracticeArgs;
pub use serve::{LogFormat, ServeArgs};
pub use tournament::{MatchArgs, MeasureArgs, OutputArgs, ProgramArgs, TournamentArgs};
pub use train::TrainArgs;
pub use tune::TuneArgs;
pub use watch::WatchArgs;

use clap::{
    Args, Parser, Subcommand, ValueEnum,
    builder::{PossibleValue, PossibleValuesParser, StringValueParser, TypedValueParser},
};
use clap_complete::Shell;
use meeple_ai::{chomp::Memory, roster::roster};
use meeple_bots::host::split_list;
use meeple_games::GameKind;
use meeple_terminal::prompt::{self, GameSetup, SeatOrder};
use std::{ffi::OsStr, path::PathBuf, time::Duration};

/// Play grid games in the terminal against strong computer players
///
/// Without a command, on a terminal, it opens full screen: choose a game, choose the players, play.
#[derive(Debug, Parser)]
#[command(
    name = "meeple",
    version,
    after_help = "\
Examples:
  meeple                                 full screen: choose a game and an opponent
  meeple --plain                         the same as questions and answers
  meeple play chomp width=5 height=4     play at once
  meeple games                           what there is, with all options
  meeple rules chomp                     how it is played
  meeple match azul greedy random        who is stronger
  meeple serve --open                    play in the browser

Exit codes: 0 done, 1 what was asked for failed, 2 wrong usage, 130 Ctrl-C,
143 and 129 ended by SIGTERM and SIGHUP."
)]
pub struct Cli {
    /// When to use colours
    #[arg(long, global = true, value_name = "WHEN", default_value = "auto")]
    pub color: ColorWhen,
    /// Without a command: a prompt instead of the full screen, without colours, ASCII only
    #[arg(long)]
    pub plain: bool,
    /// On the full screen: don't load or save games, settings or progress
    #[arg(long, global = true)]
    pub no_save: bool,
    /// The command
    #[command(subcommand)]
    pub command: Option<Command>,
}

/// When to use colours.
#[derive(Debug, Clone, Copy, ValueEnum)]
pub enum ColorWhen {
    /// On a terminal, unless `NO_COLOR` is set
    Auto,
    /// Always
    Always,
    /// Never
    Never,
}

/// Where deals come from.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum DealsArg {
    /// From the seed
    Seed,
    /// Typed in, for a game at a real table
    Typed,
}

impl From<DealsArg> for prompt::DealOrigin {
    fn from(deals: DealsArg) -> Self {
        match deals {
            DealsArg::Seed => prompt::DealOrigin::Seed,
            DealsArg::Typed => prompt::DealOrigin::Typed,
        }
    }
}

/// The commands.
#[derive(Debug, Subcommand)]
pub enum Command {
    /// Play a game, full screen or line by line
    Play(PlayArgs),
    /// List the games, their options and their computer players
    Games(GamesArgs),
    /// List the computer players and how strong they are, or measure it
    Players(PlayersArgs),
    /// Print the rules of a game
    Rules(RulesArgs),
    /// Show a recorded game: full screen on a terminal, as text otherwise
    Replay(ReplayArgs),
    /// Show a position, or a recorded game at one point
    Show(ShowArgs),
    /// List the legal moves of a position and what each would do
    Moves(MovesArgs),
    /// Show the best moves of a position and why, or the mistakes of a recorded game
    Analyze(AnalyzeArgs),
    /// Count the move sequences of a given length, to compare move generators
    Perft(PerftArgs),
    /// Show who wins a position, and how
    Solve(SolveArgs),
    /// Write a winning strategy that others can check
    Prove(ProveArgs),
    /// Check a winning strategy using only the rules
    Check(CheckArgs),
    /// Play a match between players or programs: who is stronger, and how certain that is
    Match(MatchArgs),
    /// Play a tournament: round robin, gauntlet, knock-out or Swiss
    Tournament(TournamentArgs),
    /// Tune a player's parameters by letting it play against itself
    Tune(TuneArgs),
    /// Train an evaluation from games a player plays against itself
    Train(TrainArgs),
    /// Play Filler between two bots, as the schools' engines do
    Filler(FillerArgs),
    /// Find the best move in positions, and see how good your choices are
    Practice(PracticeArgs),
    /// Watch a game played elsewhere: a record, a tournament, an engine's output
    Watch(WatchArgs),
    /// Start the web server: play in the browser, with people and programs
    Serve(ServeArgs),
    /// Run a computer player as a bot on standard input and output
    Bot(BotArgs),
    /// Test a bot in every situation it will meet, and say what to fix
    CheckBot(CheckBotArgs),
    /// Print shell completions
    Completions(CompletionsArgs),
    /// Print the manual page of the program or of a command
    Man(ManArgs),
}

/// `meeple play`
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  meeple play chomp                            choose the size of the bar and who plays
  meeple play chomp width=5 height=4           you begin
  meeple play chomp --plain                    line by line: questions and answers
  meeple play chomp --seats perfect,you        the computer begins
  meeple play chomp --seats you,you            two people
  meeple play chomp --seats perfect,random     the computer against itself
  meeple play grass --seats you,window --shuffle   lots decide who begins
  meeple play chomp rows=9,6,6,1               from a bitten bar
  meeple play chomp --record game.jsonl        keep a record
  meeple play --resume game.jsonl              go on with a recorded game
  meeple play azul --seats you,./bot.py        against a program of yours

A seat is `you`, a computer player with its parameters (perfect:stall=nibble), or a
program: a path with a slash, or a command line in quotes (docs/bots.md).
`you:name=Ann` gives a person a name. `meeple games` lists players and options.")]
pub struct PlayArgs {
    /// The game
    #[arg(
        value_parser = parse_game(),
        required_unless_present = "resume",
        conflicts_with = "resume"
    )]
    pub game: Option<GameKind>,
    /// Options, seats and recording
    #[command(flatten)]
    pub table: TableArgs,
    /// Solved tables
    #[command(flatten)]
    pub tables: TablesArgs,
}

/// Arguments for setting up a game, the same for every game.
#[derive(Debug, Args)]
pub struct TableArgs {
    /// The game's options, such as width=5
    #[arg(value_name = "KEY=VALUE")]
    pub options: Vec<String>,
    /// The players, in turn order
    #[arg(
        long,
        value_name = "A,B,...",
        value_parser = SuggestedWords(players()),
        hide_possible_values = true
    )]
    pub seats: Option<String>,
    /// Shuffle the seats
    #[arg(long)]
    pub shuffle: bool,
    /// Random seed: makes deals and computer players repeatable
    #[arg(long, value_name = "N", value_parser = filler::parse_seed, allow_negative_numbers = true)]
    pub seed: Option<u64>,
    /// Where deals come from
    #[arg(long, value_name = "FROM", default_value = "seed")]
    pub deals: DealsArg,
    /// Time limit per move; 10 seconds for programs by default
    #[arg(long, value_name = "SECONDS", value_parser = filler::parse_seconds)]
    pub time: Option<Duration>,
    /// Record the game to this file while it is played
    #[arg(long, value_name = "FILE")]
    pub record: Option<PathBuf>,
    /// Continue the unfinished game in this record, and keep recording
    #[arg(long, value_name = "FILE", conflicts_with_all = ["options", "seats", "shuffle", "seed", "deals", "record"])]
    pub resume: Option<PathBuf>,
    /// Line by line instead of full screen, without colours, ASCII only
    #[arg(long)]
    pub plain: bool,
}

impl TableArgs {
    /// Returns the setup of a new game.
    pub fn game_setup(self) -> GameSetup {
        GameSetup {
            options: self.options,
            seats: self.seats.as_deref().map(split_list).unwrap_or_default(),
            order: if self.shuffle { SeatOrder::Shuffled } else { SeatOrder::AsNamed },
            seed: self.seed,
            deals: self.deals.into(),
            record: self.record,
        }
    }
}

/// How large solved tables may be, and where they are stored between runs.
#[derive(Debug, Args)]
pub struct TablesArgs {
    /// Store solved tables on disk: in DIR, or up to 256 MB each in the user's cache folder
    #[arg(long, value_name = "DIR", num_args = 0..=1, require_equals = true)]
    pub cache: Option<Option<PathBuf>>,
    /// Memory limit for a table, at one bit per position (such as 4G)
    #[arg(long, value_name = "SIZE")]
    pub memory: Option<Memory>,
}

/// `meeple games`
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  meeple games
  meeple games --json | jq '.[].name'")]
pub struct GamesArgs {
    /// Print JSON
    #[arg(long)]
    pub json: bool,
}

/// `meeple rules`
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  meeple rules chomp
  meeple rules chomp | less
  meeple rules chomp --raw > chomp.md")]
pub struct RulesArgs {
    /// The game
    #[arg(value_parser = parse_game())]
    pub game: GameKind,
    /// Print the Markdown source
    #[arg(long)]
    pub raw: bool,
}

/// `meeple replay`
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  meeple replay game.jsonl
  meeple replay game.jsonl --plain       told from the start, as in a pipe
  meeple replay game.jsonl --at 0        the first position
  meeple replay game.jsonl --json | jq .outcome
  meeple replay - < game.jsonl

A ply is a deal or a move; what was taken back does not count.")]
pub struct ReplayArgs {
    /// The record; `-` for standard input
    pub file: PathBuf,
    /// Print JSON
    #[arg(long)]
    pub json: bool,
    /// Show only the position after this many plies
    #[arg(long, value_name = "PLY")]
    pub at: Option<usize>,
    /// No colours, ASCII only
    #[arg(long)]
    pub plain: bool,
}

/// `meeple show`
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  meeple show chomp width=5 height=4 rows=5,3,3,1 turn=0
  meeple show grass players=3                  the first position of a game
  meeple show azul game.jsonl --at 12          a recorded game after 12 plies
  meeple show azul game.jsonl --json           as data, for a screen

A position is written as in docs/notation.md; only some of its words, the game's
options, mean the first position. A single word without `=` is a record.")]
pub struct ShowArgs {
    /// The game
    #[arg(value_parser = parse_game())]
    pub game: GameKind,
    /// A position, or a record file
    #[arg(value_name = "POSITION|RECORD")]
    pub what: Vec<String>,
    /// Show the record after this many plies instead of at its end
    #[arg(long, value_name = "PLY")]
    pub at: Option<usize>,
    /// Print JSON
    #[arg(long)]
    pub json: bool,
    /// No colours, ASCII only
    #[arg(long)]
    pub plain: bool,
}

/// `meeple moves`
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  meeple moves chomp width=3 height=2
  meeple moves azul game.jsonl --at 12 --json    each with what it would do")]
pub struct MovesArgs {
    /// The game
    #[arg(value_parser = parse_game())]
    pub game: GameKind,
    /// A position, or a record file
    #[arg(value_name = "POSITION|RECORD")]
    pub what: Vec<String>,
    /// Use the record's position after this many plies
    #[arg(long, value_name = "PLY")]
    pub at: Option<usize>,
    /// Print JSON: a list of objects
    #[arg(long)]
    pub json: bool,
}

/// `meeple perft`
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  meeple perft chomp width=5 height=4 3
  meeple perft chomp 3 --divide          move by move")]
pub struct PerftArgs {
    /// The game
    #[arg(value_parser = parse_game())]
    pub game: GameKind,
    /// The game's options, then the number of moves
    #[arg(value_name = "KEY=VALUE|DEPTH", required = true)]
    pub words: Vec<String>,
    /// Count separately for each first move
    #[arg(long)]
    pub divide: bool,
    /// Random seed for the deals
    #[arg(long, value_name = "N", default_value_t = 0)]
    pub seed: u64,
    /// Print JSON
    #[arg(long)]
    pub json: bool,
}

/// `meeple solve`
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  meeple solve chomp width=10 height=8
  meeple solve chomp rows=9,6,6,1 --json
  meeple solve chomp width=16 height=16 --cache      keep the table
  meeple solve chomp width=18 height=18 --memory 2G  a minute; half of the free memory
                                                     if nothing is said
  meeple solve chomp --batch < positions.txt         one a line, in JSON

A position is given by the game's options, or as a record has it, with turn=0.
Plies are the bites that are made to the end of the game: when only the poison
is left, the game is over, and nobody bites it.")]
pub struct SolveArgs {
    /// The game
    #[arg(value_parser = parse_game())]
    pub game: GameKind,
    /// The game's options: the position to solve
    #[arg(value_name = "KEY=VALUE")]
    pub options: Vec<String>,
    /// Print JSON
    #[arg(long)]
    pub json: bool,
    /// Read positions from standard input, one per line, and print one line of JSON for each
    #[arg(long, conflicts_with_all = ["options", "json"])]
    pub batch: bool,
    /// Solved tables
    #[command(flatten)]
    pub tables: TablesArgs,
}

/// `meeple prove`
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  meeple prove chomp width=5 height=4                  to standard output
  meeple prove chomp width=10 height=8 -o proof.json
  meeple check proof.json")]
pub struct ProveArgs {
    /// The game
    #[arg(value_parser = parse_game())]
    pub game: GameKind,
    /// The game's options: the position to prove
    #[arg(value_name = "KEY=VALUE")]
    pub options: Vec<String>,
    /// Write to this file instead of standard output
    #[arg(long, short, value_name = "FILE")]
    pub output: Option<PathBuf>,
    /// Solved tables
    #[command(flatten)]
    pub tables: TablesArgs,
}

/// `meeple check`
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  meeple check proof.json
  meeple prove chomp width=5 height=4 | meeple check -")]
pub struct CheckArgs {
    /// The certificate; `-` for standard input
    pub file: PathBuf,
    /// Print JSON
    #[arg(long)]
    pub json: bool,
}

/// `meeple completions`
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  meeple completions bash > ~/.local/share/bash-completion/completions/meeple
  meeple completions fish > ~/.config/fish/completions/meeple.fish")]
pub struct CompletionsArgs {
    /// The shell
    pub shell: Shell,
}

/// `meeple man`
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  meeple man | man -l -
  meeple man play > meeple-play.1")]
pub struct ManArgs {
    /// The command; by default the program itself
    pub command: Option<String>,
}

/// A parser that accepts any text, and offers these words as shell completions.
#[derive(Debug, Clone)]
struct SuggestedWords(Vec<&'static str>);

impl TypedValueParser for SuggestedWords {
    type Value = String;

    fn parse_ref(
        &self,
        command: &clap::Command,
        arg: Option<&clap::Arg>,
        value: &OsStr,
    ) -> Result<String, clap::Error> {
        StringValueParser::new().parse_ref(command, arg, value)
    }

    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue> + '_>> {
        Some(Box::new(self.0.iter().copied().map(PossibleValue::new)))
    }
}

/// Returns the names that can be seated in any of the games, for completions.
fn players() -> Vec<&'static str> {
    let rosters = GameKind::ALL.iter().flat_map(|&kind| roster(kind).players);
    let mut players: Vec<&str> = rosters.map(|player| player.name).collect();
    players.sort_unstable();
    players.dedup();
    players.insert(0, "you");
    players
}

/// Parses a game's name; help and completions list the names.
fn parse_game() -> impl TypedValueParser<Value = GameKind> {
    PossibleValuesParser::new(GameKind::ALL.iter().map(|kind| kind.name()))
        .try_map(|name| name.parse::<GameKind>())
}
