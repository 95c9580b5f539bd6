//! The arguments of `meeple serve`.

use clap::{Args, ValueEnum};
use std::{net::SocketAddr, path::PathBuf};

/// `meeple serve`
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  meeple serve --open                       on this machine, and show it
  meeple serve --listen 0.0.0.0:8080        for everybody on the network
  meeple serve --data /srv/meeple           games, analyses and tournaments in this folder
  meeple tournament azul bots/ --out /srv/meeple/tournaments/class     its report is on the site

Every game is kept in DIR/rooms.sqlite before anybody sees a move, so the server may be stopped or
killed at any moment: rooms are there again after the next start. docs/api.md says how programs
use it. RUST_LOG sets what is told on standard error.")]
pub struct ServeArgs {
    /// The address to listen on
    #[arg(long, value_name = "ADDRESS", default_value = "127.0.0.1:8080")]
    pub listen: SocketAddr,
    /// The data folder [default: meeple/server in the user's data folder]
    #[arg(long, value_name = "DIR")]
    pub data: Option<PathBuf>,
    /// A host name under which a proxy serves the pages, such as play.example.org
    #[arg(long = "host", value_name = "NAME")]
    pub hosts: Vec<String>,
    /// Open it in the browser
    #[arg(long)]
    pub open: bool,
    /// Log format on standard error
    #[arg(long, value_name = "FORM", default_value = "text")]
    pub log: LogFormat,
}

/// The format of the server's log.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum LogFormat {
    /// Lines for people
    Text,
    /// One JSON object per line
    Json,
}
