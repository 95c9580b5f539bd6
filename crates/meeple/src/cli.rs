//! The command-line arguments of all commands; the larger ones have a file of their own.

mod analyze;
mod bot;
mod check_bot;
mod filler;
mod players;
mod practice;
mod serve;
mod serve_storage;
mod storage;
mod tournament;
mod train;
mod tune;
mod values;
mod watch;

pub use analyze::AnalyzeArgs;
pub use bot::BotArgs;
pub use check_bot::CheckBotArgs;
pub use filler::{AuditArgs, FillerArgs, FillerCommand, FillerCommonArgs};
pub use players::PlayersArgs;
pub use practice::PracticeArgs;
pub use serve::{LogFormat, ServeArgs};
pub use storage::{BackupArgs, CompactArgs, ExportArgs, RestoreArgs, RoomsArgs, RoomsCommand};
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
use meeple_bots::player_launcher::split_list;
use meeple_games::GameKind;
use meeple_terminal::{
    prompt::{self, GameSetup, SeatOrder},
    screen::SaveMode,
};
use std::{ffi::OsStr, path::PathBuf, time::Duration};
use values::{parse_seed, parse_time_limit};

/// Play grid games against strong computer players
///
/// Without a command, `meeple` opens the full screen: choose a game, choose the players, play.
#[derive(Debug, Parser)]
#[command(
    name = "meeple",
    version,
    after_help = "\
Examples:
  meeple                                 full screen: choose a game and play
  meeple --plain                         the same at a prompt
  meeple play chomp width=5 height=4     start a game
  meeple games                           list the games and their options
  meeple rules chomp                     how to play Chomp
  meeple match azul greedy random        which player is stronger?
  meeple serve --open                    play in the browser

Exit codes: 0 success, 1 failure, 2 wrong usage; 130, 143 and 129 after Ctrl-C,
SIGTERM and SIGHUP."
)]
pub struct Cli {
    /// When to use colours: auto, always or never
    #[arg(
        long,
        global = true,
        value_name = "WHEN",
        default_value = "auto",
        hide_possible_values = true
    )]
    pub color: ColourWhen,
    /// Use a prompt instead of the full screen: no colours, ASCII only
    #[arg(long)]
    pub plain: bool,
    /// Saved games and settings
    #[command(flatten)]
    pub save: SaveArgs,
    /// The command
    #[command(subcommand)]
    pub command: Option<Command>,
}

/// Whether the full screen uses the user's folders.
#[derive(Debug, Args)]
pub struct SaveArgs {
    /// Don't load or save games, settings and progress (full screen only)
    #[arg(long)]
    pub no_save: bool,
}

impl From<&SaveArgs> for SaveMode {
    fn from(args: &SaveArgs) -> Self {
        if args.no_save { SaveMode::Nothing } else { SaveMode::UserFolders }
    }
}

/// When to use colours.
#[derive(Debug, Clone, Copy, ValueEnum)]
pub enum ColourWhen {
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
    /// Drawn at random from the seed
    Seed,
    /// Typed in by you, to follow a game at a real table
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
    /// Play a game on the full screen or at a prompt
    Play(PlayArgs),
    /// List the games with their options and computer players
    Games(GamesArgs),
    /// List the computer players and their ratings, or measure the ratings
    Players(PlayersArgs),
    /// Print how to play a game, or its full rules
    Rules(RulesArgs),
    /// Replay a recorded game
    Replay(ReplayArgs),
    /// Draw a position, or a recorded game at one point
    Show(ShowArgs),
    /// List the legal moves of a position
    Moves(MovesArgs),
    /// Find the best moves of a position, or the mistakes in a recorded game
    Analyze(AnalyzeArgs),
    /// Count the move sequences of a given length
    Perft(PerftArgs),
    /// Solve a position of Chomp: who wins, and how
    Solve(SolveArgs),
    /// Write a winning strategy for Chomp as a certificate
    Prove(ProveArgs),
    /// Verify a certificate written by `meeple prove`
    Check(CheckArgs),
    /// Verify that the deals of recorded games were fixed in advance
    Verify(VerifyArgs),
    /// Play a match to find out which player is stronger
    Match(MatchArgs),
    /// Play a tournament: round robin, gauntlet, knock-out or Swiss
    Tournament(TournamentArgs),
    /// Tune the parameters of a computer player
    Tune(TuneArgs),
    /// Train an evaluation by self-play
    Train(TrainArgs),
    /// Play Filler between two bots, like the schools' engines
    Filler(FillerArgs),
    /// Practise finding the best move
    Practice(PracticeArgs),
    /// Watch a game that is played elsewhere
    Watch(WatchArgs),
    /// Start the web server, to play in the browser
    Serve(ServeArgs),
    /// Back up the games of a server
    Backup(BackupArgs),
    /// Restore a backup of a server's games
    Restore(RestoreArgs),
    /// Export the games of a server, or make their file smaller
    Rooms(RoomsArgs),
    /// Run a computer player as a bot
    Bot(BotArgs),
    /// Test a bot and explain what to fix
    CheckBot(CheckBotArgs),
    /// Generate shell completions
    Completions(CompletionsArgs),
    /// Generate a manual page
    Man(ManArgs),
}

/// `meeple play`
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  meeple play chomp                            choose the size and the players
  meeple play chomp width=5 height=4           on a bar of 5x4 squares
  meeple play chomp --plain                    at a prompt
  meeple play chomp --seats normal,you         the computer moves first
  meeple play chomp --seats you,you            two people
  meeple play chomp --seats perfect,random     two computer players
  meeple play grass --seats you,hard --shuffle   random seating
  meeple play chomp rows=9,6,6,1               start from this position
  meeple play chomp --record game.jsonl        save a record
  meeple play --resume game.jsonl              continue a recorded game
  meeple play azul --seats you,./bot.py        against your own bot

A seat is one of:
  you, you:name=Ann           a person
  hard, perfect:stall=nibble  a computer player, optionally with parameters
  ./bot.py, 'python3 bot.py'  a program: a path with a slash, or a command line
`meeple games` lists the options and computer players of each game. docs/bots.md
explains how to write a bot.")]
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
    /// Saved games and settings
    #[command(flatten)]
    pub save: SaveArgs,
}

/// Arguments for setting up a game, the same for every game.
#[derive(Debug, Args)]
pub struct TableArgs {
    /// Options of the game, such as width=5
    #[arg(value_name = "KEY=VALUE")]
    pub options: Vec<String>,
    /// The players in turn order, separated by commas
    #[arg(
        long,
        value_name = "A,B,...",
        value_parser = SuggestedWords(players()),
        hide_possible_values = true
    )]
    pub seats: Option<String>,
    /// Seat the players in random order
    #[arg(long)]
    pub shuffle: bool,
    /// Random seed: the same seed gives the same deals [default: random]
    #[arg(long, value_name = "N", value_parser = parse_seed, allow_negative_numbers = true)]
    pub seed: Option<u64>,
    /// Where deals come from
    #[arg(long, value_name = "SOURCE", default_value = "seed")]
    pub deals: DealsArg,
    /// Time limit per move for computer players and programs, such as 5 (seconds) or 500ms [default:
    /// 10 seconds for programs]
    #[arg(long, value_name = "TIME", value_parser = parse_time_limit)]
    pub time: Option<Duration>,
    /// Record the game to this file
    #[arg(long, value_name = "FILE")]
    pub record: Option<PathBuf>,
    /// Continue the unfinished game in this record
    #[arg(long, value_name = "FILE", conflicts_with_all = ["options", "seats", "shuffle", "seed", "deals", "record"])]
    pub resume: Option<PathBuf>,
    /// Use a prompt instead of the full screen: no colours, ASCII only
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
    /// Chomp: store solved tables in DIR [default DIR: the user's cache folder, for tables up to 256 MiB]
    #[arg(long, value_name = "DIR", num_args = 0..=1, require_equals = true)]
    pub cache: Option<Option<PathBuf>>,
    /// Chomp: memory limit for a solved table, such as 512M or 4G
    #[arg(long, value_name = "SIZE")]
    pub memory: Option<Memory>,
}

impl TablesArgs {
    /// Returns whether any of these options is given.
    pub fn is_given(&self) -> bool {
        self.cache.is_some() || self.memory.is_some()
    }
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
  meeple rules azul                      how to play
  meeple rules azul --full | less        every rule, numbered
  meeple rules chomp --raw > chomp.md")]
pub struct RulesArgs {
    /// The game
    #[arg(value_parser = parse_game())]
    pub game: GameKind,
    /// Print the full, numbered rules
    #[arg(long)]
    pub full: bool,
    /// Print the Markdown source
    #[arg(long)]
    pub raw: bool,
}

/// `meeple replay`
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  meeple replay game.jsonl               step through it on the full screen
  meeple replay game.jsonl --plain       print the whole game as text
  meeple replay game.jsonl --at 0        draw the starting position
  meeple replay game.jsonl --json | jq .outcome
  meeple replay - < game.jsonl

A ply is one deal or one move. Moves that were taken back don't count. Without
a terminal the game is printed as text.")]
pub struct ReplayArgs {
    /// The record; `-` for standard input
    pub file: PathBuf,
    /// Print JSON
    #[arg(long)]
    pub json: bool,
    /// Start at, or print only, the position after this many plies
    #[arg(long, value_name = "PLY")]
    pub at: Option<usize>,
    /// Print text without colours, ASCII only
    #[arg(long, conflicts_with = "json")]
    pub plain: bool,
    /// Saved games and settings
    #[command(flatten)]
    pub save: SaveArgs,
}

/// `meeple show`
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  meeple show grass players=3                  a starting position
  meeple show chomp width=5 height=4 rows=5,3,3,1 turn=0
  meeple show azul game.jsonl                  the last position of a record
  meeple show azul game.jsonl --at 12          the position after 12 plies
  meeple show azul game.jsonl --json           the position as data

A position is written as in docs/notation.md. Game options alone mean the
starting position. A single argument without `=` is a record; `-` is standard
input.")]
pub struct ShowArgs {
    /// The game
    #[arg(value_parser = parse_game())]
    pub game: GameKind,
    /// A position, game options, or a record
    #[arg(value_name = "POSITION|RECORD")]
    pub what: Vec<String>,
    /// Show the record after this many plies [default: its last position]
    #[arg(long, value_name = "PLY")]
    pub at: Option<usize>,
    /// Print JSON
    #[arg(long)]
    pub json: bool,
    /// No colours, ASCII only
    #[arg(long, conflicts_with = "json")]
    pub plain: bool,
}

/// `meeple moves`
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  meeple moves chomp width=3 height=2
  meeple moves azul game.jsonl --at 12
  meeple moves azul game.jsonl --at 12 --json    with the effect of each move

Positions and records are given as for `meeple show`.")]
pub struct MovesArgs {
    /// The game
    #[arg(value_parser = parse_game())]
    pub game: GameKind,
    /// A position, game options, or a record
    #[arg(value_name = "POSITION|RECORD")]
    pub what: Vec<String>,
    /// Use the record after this many plies [default: its last position]
    #[arg(long, value_name = "PLY")]
    pub at: Option<usize>,
    /// Print JSON: a list with one object per move
    #[arg(long)]
    pub json: bool,
}

/// `meeple perft`
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  meeple perft chomp width=5 height=4 3
  meeple perft chomp 3 --divide          one count per first move

Use it to test another implementation of the rules: both must give the same
counts.")]
pub struct PerftArgs {
    /// The game
    #[arg(value_parser = parse_game())]
    pub game: GameKind,
    /// Options of the game, then the number of moves in a sequence
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
  meeple solve chomp width=16 height=16 --cache        store the solved table
  meeple solve chomp width=18 height=18 --memory 2G    takes about a minute
  meeple solve chomp --batch < positions.txt           one position per line

A position is given by game options or as in docs/notation.md. Plies are
counted until only the poisoned square is left. Without --memory, a table may
use half of the free memory.")]
pub struct SolveArgs {
    /// The game
    #[arg(value_parser = SupportedGames::SOLVABLE)]
    pub game: GameKind,
    /// The position to solve
    #[arg(value_name = "KEY=VALUE")]
    pub options: Vec<String>,
    /// Print JSON
    #[arg(long)]
    pub json: bool,
    /// Read positions from standard input, one per line; print one line of JSON for each
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
  meeple prove chomp width=5 height=4                  print the certificate
  meeple prove chomp width=10 height=8 -o proof.json
  meeple check proof.json

Without --memory, a table may use half of the free memory.")]
pub struct ProveArgs {
    /// The game
    #[arg(value_parser = SupportedGames::SOLVABLE)]
    pub game: GameKind,
    /// The position to prove
    #[arg(value_name = "KEY=VALUE")]
    pub options: Vec<String>,
    /// Write to this file [default: standard output]
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
  meeple prove chomp width=5 height=4 | meeple check -

The certificate is checked using only the rules of the game, without the
solver.")]
pub struct CheckArgs {
    /// The certificate; `-` for standard input
    pub file: PathBuf,
    /// Print JSON
    #[arg(long)]
    pub json: bool,
}

/// `meeple verify`
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  meeple verify game.jsonl
  meeple verify *.jsonl --json | jq '.[].result'
  curl -s localhost:8080/api/records/k7mq2w9xt4/file | meeple verify -
  meeple verify game.jsonl --commitment 73cb5b87ea52b80ed6fe77f1ede48aee4403b403a27b38b688918ab51a982ecd

A record is verified if it replays, its commitment matches its seed and salt,
and every deal follows from the seed. In a record without a commitment only the
deals are verified. The exit code is 0 if all records are verified. See
docs/fair-play.md.")]
pub struct VerifyArgs {
    /// The records; `-` for standard input
    #[arg(value_name = "RECORD", required = true)]
    pub files: Vec<PathBuf>,
    /// The commitment that was shown when the game began; the record must have the same
    #[arg(long, value_name = "HASH")]
    pub commitment: Option<String>,
    /// Print JSON: a list with one object per record
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
  meeple man | man -l -                       read the manual page of meeple
  meeple man play > meeple-play.1
  meeple man filler audit > meeple-filler-audit.1")]
pub struct ManArgs {
    /// The command, such as `play` or `filler audit` [default: meeple itself]
    pub command: Vec<String>,
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

/// Parses a game's name; help and completions list all games.
fn parse_game() -> impl TypedValueParser<Value = GameKind> {
    PossibleValuesParser::new(GameKind::ALL.iter().map(|kind| kind.name()))
        .try_map(|name| name.parse::<GameKind>())
}

/// A parser for commands that support only some games: help lists those, and the error for another game says
/// why it is refused.
#[derive(Debug, Clone, Copy)]
struct SupportedGames {
    supported: &'static [GameKind],
    /// What can be done with these games, such as "solved".
    action: &'static str,
}

impl SupportedGames {
    const SOLVABLE: Self = SupportedGames { supported: &[GameKind::Chomp], action: "solved" };
    const TRAINABLE: Self = SupportedGames { supported: &[GameKind::Azul], action: "trained" };

    fn names(self) -> impl Iterator<Item = &'static str> {
        self.supported.iter().map(|kind| kind.name())
    }
}

impl TypedValueParser for SupportedGames {
    type Value = GameKind;

    fn parse_ref(
        &self,
        command: &clap::Command,
        arg: Option<&clap::Arg>,
        value: &OsStr,
    ) -> Result<GameKind, clap::Error> {
        let named: Option<GameKind> = value.to_str().and_then(|name| name.parse().ok());
        if let Some(other) = named.filter(|kind| !self.supported.contains(kind)) {
            let supported = self.names().collect::<Vec<_>>().join(" and ");
            let reason = format!("{other} cannot be {}, only {supported}", self.action);
            let refuse = StringValueParser::new()
                .try_map(move |_| -> Result<GameKind, String> { Err(reason.clone()) });
            return refuse.parse_ref(command, arg, value);
        }
        let supported = PossibleValuesParser::new(self.names());
        supported.try_map(|name| name.parse::<GameKind>()).parse_ref(command, arg, value)
    }

    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue> + '_>> {
        Some(Box::new(self.names().map(PossibleValue::new)))
    }
}
