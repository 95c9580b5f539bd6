//! The address of a client behind trusted proxies.
//!
//! ```text
//! client 192.0.2.7 ──► proxy 10.0.0.2 ──► proxy 10.0.0.1 ──► this server
//!                        X-Forwarded-For: 6.6.6.6, 192.0.2.7, 10.0.0.2      (a client may send anything)
//!                                                  └── the last address that is no trusted proxy
//! ```
//!
//! Each proxy appends the address it sees, so only what trusted proxies have appended can be believed. Without
//! trusted proxies the headers are ignored.

use axum::http::{HeaderMap, HeaderName, HeaderValue, header::FORWARDED};
use ipnet::IpNet;
use std::net::{IpAddr, SocketAddr};

const X_FORWARDED_FOR: HeaderName = HeaderName::from_static("x-forwarded-for");

/// Returns the address of the client who sent a request that arrived from `peer`.
///
/// If the two headers name different clients, one of them was passed on unchecked and nobody knows which. The
/// request then counts as the proxy's own.
pub(super) fn client_address(peer: IpAddr, headers: &HeaderMap, proxies: &[IpNet]) -> IpAddr {
    let peer = peer.to_canonical();
    if !is_trusted(peer, proxies) {
        return peer;
    }
    let named = [(FORWARDED, forwarded_hops as ParseLine), (X_FORWARDED_FOR, address_hops)]
        .map(|(name, parse)| last_untrusted(headers, &name, (parse, peer), proxies));
    match named {
        [Some(one), Some(other)] if one != other => peer,
        [one, other] => one.or(other).unwrap_or(peer),
    }
}

/// Returns the hops of a line of a header; `None` for each that isn't an address.
type ParseLine = fn(&[u8]) -> Vec<Option<IpAddr>>;

fn is_trusted(address: IpAddr, proxies: &[IpNet]) -> bool {
    proxies.iter().any(|network| network.contains(&address))
}

/// Returns the last address in the header that is no trusted proxy; the proxy itself if that isn't an
/// address, and `None` without the header.
fn last_untrusted(
    headers: &HeaderMap,
    name: &HeaderName,
    (parse, proxy): (ParseLine, IpAddr),
    proxies: &[IpNet],
) -> Option<IpAddr> {
    let lines: Vec<&HeaderValue> = headers.get_all(name).iter().collect();
    let mut hops = lines.iter().rev().flat_map(|line| parse(line.as_bytes()).into_iter().rev());
    let untrusted = hops.find(|hop| hop.is_none_or(|hop| !is_trusted(hop, proxies)));
    (!lines.is_empty()).then(|| untrusted.flatten().unwrap_or(proxy))
}

/// Parses a line of `X-Forwarded-For`. A proxy may have appended an address to any bytes of a client.
fn address_hops(line: &[u8]) -> Vec<Option<IpAddr>> {
    line.split(|&byte| byte == b',').map(as_address).collect()
}

/// Parses a line of `Forwarded`. If it isn't clear where its elements begin, the line is one unknown hop.
fn forwarded_hops(line: &[u8]) -> Vec<Option<IpAddr>> {
    let Some(elements) = split_unquoted(line, b',') else { return vec![None] };
    elements.into_iter().map(as_forwarded).collect()
}

/// Parses an element of `Forwarded`, such as `for="[2001:db8::1]:4711";proto=https`.
fn as_forwarded(element: &[u8]) -> Option<IpAddr> {
    let pairs = split_unquoted(element, b';')?;
    let mut nodes = pairs.into_iter().filter_map(|pair| {
        let (key, value) = pair.trim_ascii().split_at_checked(4)?;
        key.eq_ignore_ascii_case(b"for=").then_some(value)
    });
    let (node, None) = (nodes.next()?, nodes.next()) else { return None };
    let quoted = node.strip_prefix(b"\"").and_then(|node| node.strip_suffix(b"\""));
    as_address(quoted.unwrap_or(node))
}

/// Splits at the separators outside of quoted strings (RFC 9110, section 5.6.4); `None` if a quote doesn't end,
/// or if there are backslashes, which no address needs.
fn split_unquoted(text: &[u8], separator: u8) -> Option<Vec<&[u8]>> {
    let mut is_quoted = false;
    let is_end = |byte: &u8| {
        is_quoted ^= *byte == b'"';
        *byte == separator && !is_quoted
    };
    let parts = text.split(is_end).collect();
    (!is_quoted && !text.contains(&b'\\')).then_some(parts)
}

/// Parses `192.0.2.7`, `192.0.2.7:4711`, `2001:db8::1`, `[2001:db8::1]` or `[2001:db8::1]:4711`.
fn as_address(text: &[u8]) -> Option<IpAddr> {
    let text = str::from_utf8(text.trim_ascii()).ok()?;
    let with_port = || text.parse::<SocketAddr>().ok().map(|address| address.ip());
    let bare = text.strip_prefix('[').and_then(|text| text.strip_suffix(']')).unwrap_or(text);
    bare.parse().ok().or_else(with_port).map(|address: IpAddr| address.to_canonical())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ip(text: &str) -> IpAddr {
        text.parse().expect("an address")
    }

    #[track_caller]
    fn check(peer: &str, lines: &[(&'static str, &str)], expected: &str) {
        let lines: Vec<_> = lines.iter().map(|(name, value)| (*name, value.as_bytes())).collect();
        check_bytes(peer, &lines, expected);
    }

    #[track_caller]
    fn check_bytes(peer: &str, lines: &[(&'static str, &[u8])], expected: &str) {
        let proxies = ["10.0.0.0/8", "::1/128"].map(|network| network.parse().expect("a network"));
        let mut headers = HeaderMap::new();
        for (name, value) in lines {
            headers.append(*name, HeaderValue::from_bytes(value).expect("a value"));
        }
        assert_eq!(client_address(ip(peer), &headers, &proxies), ip(expected), "{lines:?}");
    }

    #[test]
    fn only_what_trusted_proxies_append_is_believed() {
        let for_ = "x-forwarded-for";
        check("192.0.2.1", &[(for_, "6.6.6.6"), ("forwarded", "for=6.6.6.6")], "192.0.2.1");
        check("10.0.0.1", &[], "10.0.0.1");
        check("10.0.0.1", &[(for_, "192.0.2.7")], "192.0.2.7");
        check("10.0.0.1", &[(for_, "6.6.6.6, 192.0.2.7")], "192.0.2.7");
        check("10.0.0.1", &[(for_, "6.6.6.6"), (for_, "192.0.2.7, 10.0.0.2")], "192.0.2.7");
        check("::ffff:10.0.0.1", &[(for_, "192.0.2.7")], "192.0.2.7");
        check("::1", &[(for_, "2001:db8::7")], "2001:db8::7");
        check("10.0.0.1", &[(for_, "10.0.0.2, 10.0.0.3")], "10.0.0.1");
        // Garbage was not written by our proxy, so nothing before it can be believed.
        for garbage in ["6.6.6.6, nonsense", "6.6.6.6,", "", "6.6.6.6, unknown"] {
            check("10.0.0.1", &[(for_, garbage)], "10.0.0.1");
        }
    }

    #[test]
    fn the_standard_header_is_understood() {
        check("10.0.0.1", &[("forwarded", "for=192.0.2.7;proto=https")], "192.0.2.7");
        check("10.0.0.1", &[("forwarded", "proto=http; For=\"192.0.2.7:4711\"")], "192.0.2.7");
        check("10.0.0.1", &[("forwarded", "for=\"[2001:db8::7]:4711\"")], "2001:db8::7");
        check(
            "10.0.0.1",
            &[("forwarded", "for=6.6.6.6, for=192.0.2.7, for=10.1.2.3")],
            "192.0.2.7",
        );
        check("10.0.0.1", &[("forwarded", "for=_hidden")], "10.0.0.1");
    }

    #[test]
    fn any_bytes_of_a_client_may_stand_before_what_a_proxy_appends() {
        for (name, line) in [
            ("x-forwarded-for", &b"\xff, 203.0.113.5"[..]),
            ("x-forwarded-for", b"6.6.6.6\xc3\xa9,203.0.113.5, 10.0.0.2"),
            ("forwarded", b"\xff, for=203.0.113.5"),
            ("forwarded", b"for=6.6.6.6;host=\"\xff\", for=203.0.113.5;host=\"\xff\""),
        ] {
            check_bytes("10.0.0.1", &[(name, line)], "203.0.113.5");
        }
        check_bytes("10.0.0.1", &[("x-forwarded-for", b"6.6.6.6, \xff")], "10.0.0.1");
        check_bytes("10.0.0.1", &[("forwarded", b"for=6.6.6.6, for=\xff")], "10.0.0.1");
    }

    #[test]
    fn what_is_quoted_is_not_believed() {
        for line in [
            "for=192.0.2.7;host=\"x, for=6.6.6.6\"",
            "for=192.0.2.7;host=\"x, for=6.6.6.6;\";proto=http",
            "host=\"x;for=6.6.6.6;\";for=192.0.2.7",
            "for=6.6.6.6;host=\",\", for=\"192.0.2.7\"",
        ] {
            check("10.0.0.1", &[("forwarded", line)], "192.0.2.7");
        }
        for unclear in [
            "for=\"6.6.6.6",
            "for=6.6.6.6\"",
            "for=\"\"6.6.6.6\"\"",
            "for=192.0.2.7;host=\"x, for=6.6.6.6",
            "for=192.0.2.7;host=\"\\\", for=6.6.6.6;host=\"",
            "for=192.0.2.7;for=6.6.6.6",
        ] {
            check("10.0.0.1", &[("forwarded", unclear)], "10.0.0.1");
        }
    }

    #[test]
    fn headers_that_contradict_each_other_count_for_the_proxy() {
        let [old, new] = ["x-forwarded-for", "forwarded"];
        check("10.0.0.1", &[(old, "192.0.2.7"), (new, "for=192.0.2.7")], "192.0.2.7");
        check("10.0.0.1", &[(old, "192.0.2.7"), (new, "for=6.6.6.6")], "10.0.0.1");
        check("10.0.0.1", &[(old, "6.6.6.6"), (new, "for=192.0.2.7")], "10.0.0.1");
    }
}
