//! The arguments of `meeple backup`, `meeple restore` and `meeple rooms`.

use clap::{Args, Subcommand};
use meeple_games::GameKind;
use std::path::PathBuf;

/// `meeple backup`
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  meeple backup /srv/meeple /backup/meeple.sqlite           while the server runs
  meeple backup /srv/meeple /backup/meeple.sqlite --force   replace the last one

The backup has every game as it was when the command started, and is checked
before it gets its name. Until then, and if anything fails, an existing FILE is
left as it is. Only you can read the backup: it contains the hashes of the
players' secrets. `meeple restore` copies it back.")]
pub struct BackupArgs {
    /// The data folder of a server, which may be running
    #[arg(value_name = "DIR")]
    pub folder: PathBuf,
    /// The backup to write
    pub file: PathBuf,
    /// Replace an existing FILE
    #[arg(long)]
    pub force: bool,
}

/// `meeple restore`
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  meeple restore /backup/meeple.sqlite /srv/meeple
  meeple restore /backup/meeple.sqlite /srv/meeple --force   keep the old games
                                                             under another name

The server must be stopped. A backup of an earlier version is upgraded when the
server starts.")]
pub struct RestoreArgs {
    /// A backup written by `meeple backup`
    pub file: PathBuf,
    /// The data folder, which is created if it does not exist
    #[arg(value_name = "DIR")]
    pub folder: PathBuf,
    /// If DIR has games already, rename their file and restore nevertheless
    #[arg(long)]
    pub force: bool,
}

/// `meeple rooms`
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  meeple rooms export /srv/meeple -o games.jsonl       all games as JSON lines
  meeple rooms export /srv/meeple --game azul --finished | wc -l
  meeple rooms compact /srv/meeple                     make the file smaller")]
pub struct RoomsArgs {
    /// What to do
    #[command(subcommand)]
    pub command: RoomsCommand,
}

/// The commands of `meeple rooms`.
#[derive(Debug, Subcommand)]
pub enum RoomsCommand {
    /// Write the rooms and their records as JSON lines
    Export(ExportArgs),
    /// Rewrite the database without unused space; the server must be stopped
    Compact(CompactArgs),
}

/// `meeple rooms export`
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  meeple rooms export /srv/meeple | head -n 1
  meeple rooms export /srv/meeple --game azul --finished -o azul.jsonl

The server may be running. Each line is a room or an uploaded record: id, kind
(unfinished, finished or uploaded), kept, changed, game, options, public, seats,
ply, and the events of its record. Secrets, tokens and invitations are left out.
A game that is being played has no seed and no thoughts of computer players.
FILE gets its name when it is complete, and only you can read it.")]
pub struct ExportArgs {
    /// The data folder of a server, which may be running
    #[arg(value_name = "DIR")]
    pub folder: PathBuf,
    /// Only rooms of this game
    #[arg(long, value_name = "GAME", value_parser = super::parse_game())]
    pub game: Option<GameKind>,
    /// Only rooms whose games are over
    #[arg(long)]
    pub finished: bool,
    /// Write to FILE instead of standard output
    #[arg(short, long, value_name = "FILE")]
    pub output: Option<PathBuf>,
    /// Replace an existing FILE
    #[arg(long, requires = "output")]
    pub force: bool,
}

/// `meeple rooms compact`
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  meeple rooms compact /srv/meeple

From then on, the server gives back the space of what it removes. A database
that was created by an earlier version does so only after this.")]
pub struct CompactArgs {
    /// The data folder of a stopped server
    #[arg(value_name = "DIR")]
    pub folder: PathBuf,
}
