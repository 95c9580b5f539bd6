//! The arguments of `meeple serve`.

use super::serve_storage::StorageOptions;
use clap::{Args, ValueEnum, value_parser};
use meeple_web::{BasePath, IpNet, LogAddresses};
use std::{
    net::{IpAddr, SocketAddr},
    path::PathBuf,
};

/// `meeple serve`
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  meeple serve --open                       start and open it in the browser
  meeple serve --listen 0.0.0.0:8080        for everyone on the network, by the
                                            address of this machine
  meeple serve --listen 0.0.0.0:8080 --host games.lan
                                            the same, also by its name
  meeple serve --data /srv/meeple           store games and analyses here
  meeple serve --keep 90d --keep unfinished=30d
                                            remove old games
  meeple serve --host play.example.org --trusted-proxy 127.0.0.1
                                            behind a proxy on the same machine
  meeple serve --host example.org --trusted-proxy 127.0.0.1 --base /games
                                            behind a proxy that passes on /games/
  meeple tournament azul bots/ --out /srv/meeple/tournaments/class

Games are stored in DIR/rooms.sqlite. Every move is on disk before anyone sees
it, so no game is lost if the server is stopped or killed. `meeple backup`
copies the games while the server runs. Only one server can use DIR.

Nothing is ever removed without --keep. With it, a game is removed so long after
its last change, unless a player has chosen \"Keep this game\". The analysed
games are uploaded records and cached analyses.

docs/api.md describes the HTTP API, docs/hosting.md how to run a public server.
RUST_LOG sets the log level, such as RUST_LOG=debug. Ctrl-C and SIGTERM let
requests end first; a second signal ends the server at once.

Reports of tournaments stored in DIR/tournaments are shown on the site.")]
pub struct ServeArgs {
    /// Address and port to listen on
    #[arg(long, value_name = "ADDRESS", default_value = "127.0.0.1:8080")]
    pub listen: SocketAddr,
    /// Path under which the whole site lives, such as /games; a proxy must pass paths on unchanged
    #[arg(long, value_name = "PATH", default_value = "/", hide_default_value = true)]
    pub base: BasePath,
    /// Folder for games, analyses and tournaments [default: meeple/server in the user's data folder]
    #[arg(long, value_name = "DIR")]
    pub data: Option<PathBuf>,
    /// Answer under this name too, such as play.example.org; without it only under IP addresses and
    /// localhost; can be repeated
    #[arg(long = "host", value_name = "NAME")]
    pub hosts: Vec<String>,
    /// Believe what this proxy, or network of proxies, says about the addresses of clients (in
    /// X-Forwarded-For or Forwarded); can be repeated
    #[arg(long = "trusted-proxy", value_name = "CIDR", value_parser = network)]
    pub trusted_proxies: Vec<IpNet>,
    /// Longest silence on a stream or WebSocket before a sign of life is sent; choose less than half the time
    /// after which a proxy cuts silent connections
    #[arg(long, value_name = "SECONDS", default_value_t = 20, value_parser = value_parser!(u16).range(1..=300))]
    pub heartbeat: u16,
    /// What is stored
    #[command(flatten)]
    pub storage: StorageOptions,
    /// Log every request to standard error
    #[arg(long)]
    pub access_log: bool,
    /// How the addresses of clients appear in the log
    #[arg(long, value_name = "HOW", default_value = "plain")]
    pub log_addresses: AddressStyle,
    /// Open the page in the browser
    #[arg(long)]
    pub open: bool,
    /// Log format on standard error
    #[arg(long, value_name = "FORMAT", default_value = "text")]
    pub log: LogFormat,
}

/// The format of the server's log.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum LogFormat {
    /// Plain text
    Text,
    /// One JSON object per line
    Json,
}

/// How the addresses of clients appear in the server's log.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum AddressStyle {
    /// As they are
    Plain,
    /// Hashed with a random key that lasts until the server stops
    Hashed,
    /// Not at all
    None,
}

impl From<AddressStyle> for LogAddresses {
    fn from(style: AddressStyle) -> Self {
        match style {
            AddressStyle::Plain => LogAddresses::Plain,
            AddressStyle::Hashed => LogAddresses::Hashed,
            AddressStyle::None => LogAddresses::None,
        }
    }
}

/// Parses a network such as `10.0.0.0/8`; a single address is a network too.
fn network(text: &str) -> Result<IpNet, String> {
    let single = || text.parse::<IpAddr>().ok().map(IpNet::from);
    text.parse().ok().or_else(single).ok_or_else(|| {
        "not an address or network; use 127.0.0.1, 10.0.0.0/8 or 2001:db8::/32".into()
    })
}
