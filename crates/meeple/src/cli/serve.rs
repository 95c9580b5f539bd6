//! The arguments of `meeple serve`.

use super::serve_storage::StorageOptions;
use clap::{Args, ValueEnum, value_parser};
use meeple_web::{BasePath, HostName, IpNet, LogAddresses};
use std::{
    net::{IpAddr, SocketAddr},
    path::PathBuf,
};

/// The length of the prefix before an IPv4 address that is written as IPv6.
const MAPPED_BITS: u8 = 96;

/// `meeple serve`. If an option is given twice, the last one counts, so that what is added to the options of a service
/// can replace them; those that can be repeated add up.
#[derive(Debug, Args)]
#[command(
    args_override_self = true,
    after_help = "\
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

Reports of tournaments stored in DIR/tournaments are shown on the site."
)]
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
    pub hosts: Vec<HostName>,
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

/// Parses a network such as `10.0.0.0/8`; a single address is a network too. What is written as IPv6 but stands for
/// IPv4, such as `::ffff:10.0.0.0/104`, becomes IPv4, as the addresses of clients do.
fn network(text: &str) -> Result<IpNet, String> {
    let single = || text.parse::<IpAddr>().ok().map(IpNet::from);
    let network = text.parse().ok().or_else(single).ok_or_else(|| {
        "not an address or network; use 127.0.0.1, 10.0.0.0/8 or 2001:db8::/32".to_owned()
    })?;
    let mapped = match network {
        IpNet::V6(v6) => v6.addr().to_ipv4_mapped().zip(v6.prefix_len().checked_sub(MAPPED_BITS)),
        IpNet::V4(_) => None,
    };
    mapped.map_or(Ok(network), |(address, bits)| {
        IpNet::new(address.into(), bits).map_err(|error| error.to_string())
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_network_of_ipv4_addresses_may_be_written_as_ipv6() {
        let check = |text: &str, expected: &str| {
            assert_eq!(network(text).map(|network| network.to_string()), Ok(expected.into()));
        };
        check("10.0.0.0/8", "10.0.0.0/8");
        check("127.0.0.1", "127.0.0.1/32");
        check("2001:db8::/32", "2001:db8::/32");
        check("::/0", "::/0");
        check("::ffff:10.0.0.0/104", "10.0.0.0/8");
        check("::ffff:127.0.0.1", "127.0.0.1/32");
        check("::ffff:0:0/96", "0.0.0.0/0");
        for bad in ["", "localhost", "10.0.0.0/33", "::ffff:10.0.0.0/129", "10.0.0"] {
            assert!(network(bad).is_err(), "{bad}");
        }
    }
}
