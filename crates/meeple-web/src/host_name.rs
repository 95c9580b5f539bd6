//! The names under which the server is reached: `--host`.
//!
//! ```text
//! play.example.org          this host, on every port
//! alt.example.org:8443      this host on this port
//! [2001:db8::7]             an address works too, but the server answers under every address anyway
//! https://play.example.org  refused: it would never match what browsers send
//! ```

use axum::http::uri::Authority;
use std::{fmt, net::Ipv6Addr, str::FromStr};

/// The maximum length of a host name.
const MAX_LENGTH: usize = 253;
/// The ports of HTTP and HTTPS, which browsers leave out.
const DEFAULT_PORTS: [u16; 2] = [80, 443];

/// A host name, perhaps with a port.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct HostName {
    /// In lower case; an IPv6 address has brackets.
    host: String,
    /// `None` stands for all ports.
    port: Option<u16>,
}

/// Why a text is no host name.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum HostNameError {
    /// There is nothing.
    #[error("the name is missing, as in play.example.org")]
    Empty,
    /// It is a whole address.
    #[error("a host name has no {0}://, only what follows it")]
    Scheme(String),
    /// A slash and perhaps a path follow.
    #[error("a host name ends before the first slash; a path belongs in --base")]
    Path,
    /// It is too long.
    #[error("a host name has at most {MAX_LENGTH} characters")]
    TooLong,
    /// It ends with a dot.
    #[error("leave out the dot at the end: browsers do")]
    FinalDot,
    /// Two dots follow each other, or it starts with one.
    #[error("there is nothing before a dot")]
    EmptyPart,
    /// A letter that isn't ASCII.
    #[error("browsers send {0:?} in another form; use the form of the name that has xn-- in it")]
    NotAscii(char),
    /// Another character that isn't part of a host name.
    #[error("only letters, digits and - . _ are allowed, not {0:?}")]
    Character(char),
    /// What follows the colon is no port.
    #[error("{0:?} is not a port: use a number from 1 to 65535")]
    Port(String),
    /// What is in brackets, or has several colons, is no IPv6 address in brackets.
    #[error("an IPv6 address is written in brackets, as in [2001:db8::7]")]
    Address,
}

impl HostName {
    /// Returns whether a request or page names this host. The ports of HTTP and HTTPS may be left out.
    pub(crate) fn is(&self, authority: &Authority) -> bool {
        let is_port = |port| match authority.port_u16() {
            Some(other) => other == port,
            None => DEFAULT_PORTS.contains(&port),
        };
        self.host.eq_ignore_ascii_case(authority.host()) && self.port.is_none_or(is_port)
    }
}

impl FromStr for HostName {
    type Err = HostNameError;
    /// Parses a name such as `play.example.org` or `alt.example.org:8443`.
    fn from_str(text: &str) -> Result<Self, HostNameError> {
        if let Some((scheme, _)) = text.split_once("://") {
            return Err(HostNameError::Scheme(scheme.into()));
        }
        if text.contains('/') {
            return Err(HostNameError::Path);
        }
        let (host, port) =
            if text.starts_with('[') { split_address(text) } else { split_name(text) }?;
        Ok(HostName { host, port: port.map(parse_port).transpose()? })
    }
}

/// Splits `[2001:db8::7]:8080`.
fn split_address(text: &str) -> Result<(String, Option<&str>), HostNameError> {
    let parts = text.strip_prefix('[').and_then(|inside| inside.split_once(']'));
    let (address, rest) = parts.ok_or(HostNameError::Address)?;
    let address: Ipv6Addr = address.parse().map_err(|_| HostNameError::Address)?;
    let port = rest.strip_prefix(':');
    if port.is_none() && !rest.is_empty() {
        return Err(HostNameError::Address);
    }
    Ok((format!("[{address}]"), port))
}

/// Splits `alt.example.org:8443`.
fn split_name(text: &str) -> Result<(String, Option<&str>), HostNameError> {
    let (host, port) = match text.split_once(':') {
        Some((_, port)) if port.contains(':') => return Err(HostNameError::Address),
        Some((host, port)) => (host, Some(port)),
        None => (text, None),
    };
    check_name(host)?;
    Ok((host.to_ascii_lowercase(), port))
}

fn check_name(host: &str) -> Result<(), HostNameError> {
    if host.is_empty() {
        return Err(HostNameError::Empty);
    }
    if host.len() > MAX_LENGTH {
        return Err(HostNameError::TooLong);
    }
    let is_part_of_a_name = |c: char| c.is_ascii_alphanumeric() || "-._".contains(c);
    match host.chars().find(|&c| !is_part_of_a_name(c)) {
        Some(character) if character.is_ascii() => return Err(HostNameError::Character(character)),
        Some(character) => return Err(HostNameError::NotAscii(character)),
        None => {}
    }
    let inside = host.strip_suffix('.').unwrap_or(host);
    if inside.split('.').any(str::is_empty) {
        return Err(HostNameError::EmptyPart);
    }
    if inside == host { Ok(()) } else { Err(HostNameError::FinalDot) }
}

fn parse_port(text: &str) -> Result<u16, HostNameError> {
    let is_number = text.bytes().all(|byte| byte.is_ascii_digit()); // no sign
    let port = text.parse().ok().filter(|&port| is_number && port != 0);
    port.ok_or_else(|| HostNameError::Port(text.into()))
}

impl fmt::Display for HostName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let HostName { host, port } = self;
        match port {
            Some(port) => write!(f, "{host}:{port}"),
            None => f.write_str(host),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_host_name_is_what_browsers_send() {
        let check = |text: &str, expected: &str| {
            let name = text.parse::<HostName>().map(|name| name.to_string());
            assert_eq!(name, Ok(expected.into()), "{text}");
            assert_eq!(expected.parse::<HostName>(), text.parse(), "{text}");
        };
        check("play.example.org", "play.example.org");
        check("Play.Example.ORG", "play.example.org");
        check("alt.example.org:8443", "alt.example.org:8443");
        check("localhost", "localhost");
        check("my_games-2.lan", "my_games-2.lan");
        check("xn--spiele-0za.example", "xn--spiele-0za.example");
        check("192.0.2.7:80", "192.0.2.7:80");
        check("[2001:DB8:0::7]:8080", "[2001:db8::7]:8080");
        check("[::1]", "[::1]");
    }

    #[test]
    fn what_browsers_never_send_is_refused() {
        let refuse = |text: &str, expected: HostNameError| {
            assert_eq!(text.parse::<HostName>(), Err(expected), "{text}");
        };
        refuse("", HostNameError::Empty);
        refuse(":8080", HostNameError::Empty);
        refuse("https://play.example.org", HostNameError::Scheme("https".into()));
        refuse("https://play.example.org/", HostNameError::Scheme("https".into()));
        refuse("play.example.org/", HostNameError::Path);
        refuse("example.org/games", HostNameError::Path);
        refuse("play.example.org.", HostNameError::FinalDot);
        refuse("play.example.org.:8443", HostNameError::FinalDot);
        refuse(".example.org", HostNameError::EmptyPart);
        refuse("example..org", HostNameError::EmptyPart);
        refuse(".", HostNameError::EmptyPart);
        refuse("spiele\u{fc}.example", HostNameError::NotAscii('\u{fc}'));
        refuse("*.example.org", HostNameError::Character('*'));
        refuse("a.example,b.example", HostNameError::Character(','));
        refuse("ann@example.org", HostNameError::Character('@'));
        refuse("play example", HostNameError::Character(' '));
        refuse(" play.example", HostNameError::Character(' '));
        refuse("play.example:", HostNameError::Port(String::new()));
        refuse("play.example:0", HostNameError::Port("0".into()));
        refuse("play.example:+80", HostNameError::Port("+80".into()));
        refuse("play.example:65536", HostNameError::Port("65536".into()));
        refuse("play.example:http", HostNameError::Port("http".into()));
        refuse("2001:db8::7", HostNameError::Address);
        refuse("[192.0.2.7]", HostNameError::Address);
        refuse("[::1", HostNameError::Address);
        refuse("[::1]8080", HostNameError::Address);
        refuse(&"x".repeat(MAX_LENGTH + 1), HostNameError::TooLong);
    }

    #[test]
    fn a_default_port_may_be_left_out() {
        let check = |name: &str, authority: &str, expected: bool| {
            let name: HostName = name.parse().expect("a name");
            let authority: Authority = authority.parse().expect("an authority");
            assert_eq!(name.is(&authority), expected, "{name} {authority}");
        };
        check("a.example", "A.example", true);
        check("a.example", "a.example:81", true);
        check("a.example", "b.a.example", false);
        check("a.example:443", "a.example", true);
        check("a.example:443", "a.example:443", true);
        check("a.example:80", "a.example", true);
        check("a.example:8443", "a.example", false);
        check("a.example:8443", "a.example:8443", true);
        check("a.example:8443", "a.example:443", false);
        check("[::1]:8080", "[::1]:8080", true);
    }
}
