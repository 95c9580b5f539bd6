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
    let named = [(FORWARDED, as_forwarded as ParseHop), (X_FORWARDED_FOR, as_address)]
        .map(|(name, parse)| last_untrusted(headers, &name, (parse, peer), proxies));
    match named {
        [Some(one), Some(other)] if one != other => peer,
        [one, other] => one.or(other).unwrap_or(peer),
    }
}

type ParseHop = fn(&str) -> Option<IpAddr>;

fn is_trusted(address: IpAddr, proxies: &[IpNet]) -> bool {
    proxies.iter().any(|network| network.contains(&address))
}

/// Returns the last address in the header that is no trusted proxy; the proxy itself if that isn't an
/// address, and `None` without the header.
fn last_untrusted(
    headers: &HeaderMap,
    name: &HeaderName,
    (parse, proxy): (ParseHop, IpAddr),
    proxies: &[IpNet],
) -> Option<IpAddr> {
    let lines: Vec<&HeaderValue> = headers.get_all(name).iter().collect();
    let hops = lines.iter().rev().flat_map(|line| line.to_str().unwrap_or("?").rsplit(','));
    let mut addresses = hops.map(|hop| parse(hop.trim()));
    let untrusted = addresses.find(|hop| hop.is_none_or(|hop| !is_trusted(hop, proxies)));
    (!lines.is_empty()).then(|| untrusted.flatten().unwrap_or(proxy))
}

/// Parses an element of `Forwarded`, such as `for="[2001:db8::1]:4711";proto=https`.
fn as_forwarded(element: &str) -> Option<IpAddr> {
    let pairs = element.split(';').filter_map(|pair| pair.trim().split_once('='));
    let mut nodes = pairs.filter(|(key, _)| key.eq_ignore_ascii_case("for"));
    as_address(nodes.next()?.1.trim_matches('"'))
}

/// Parses `192.0.2.7`, `192.0.2.7:4711`, `2001:db8::1`, `[2001:db8::1]` or `[2001:db8::1]:4711`.
fn as_address(text: &str) -> Option<IpAddr> {
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
        let proxies = ["10.0.0.0/8", "::1/128"].map(|network| network.parse().expect("a network"));
        let mut headers = HeaderMap::new();
        for (name, value) in lines {
            headers.append(*name, value.parse().expect("a value"));
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
    fn headers_that_contradict_each_other_count_for_the_proxy() {
        let [old, new] = ["x-forwarded-for", "forwarded"];
        check("10.0.0.1", &[(old, "192.0.2.7"), (new, "for=192.0.2.7")], "192.0.2.7");
        check("10.0.0.1", &[(old, "192.0.2.7"), (new, "for=6.6.6.6")], "10.0.0.1");
        check("10.0.0.1", &[(old, "6.6.6.6"), (new, "for=192.0.2.7")], "10.0.0.1");
    }
}
