//! Protection against web pages of other sites. A browser lets any page send requests to any server it can
//! reach, such as one on its user's own machine.
//!
//! ```text
//! Host: evil.example               421   a name that leads here without our knowledge (DNS rebinding)
//! Sec-Fetch-Site: cross-site       403   what the browser says about the page that sends a request
//! Origin: https://evil.example     403   the same, from older browsers and over plain HTTP
//! Content-Type: text/plain         415   what forms can send; see `extract`
//! ```
//!
//! Reading needs only the right host, because browsers don't show the answer to other sites. Clients that
//! aren't browsers send neither `Origin` nor `Sec-Fetch-Site`.

use crate::api_error::{ApiError, ErrorCode};
use axum::{
    extract::{Request, State},
    http::{
        HeaderMap, Method, Version,
        header::{HOST, ORIGIN, UPGRADE},
        uri::Authority,
    },
    middleware::Next,
    response::{IntoResponse as _, Response},
};
use std::{net::IpAddr, sync::Arc};

/// What the browser says about the page that sends a request.
const SEC_FETCH_SITE: &str = "sec-fetch-site";
/// Paths that load balancers request without a host; the answers say nothing about anybody.
const WITHOUT_HOST: [&str; 3] = ["/livez", "/readyz", "/healthz"];

/// Refuses requests to hosts that aren't this server, and what pages of other sites may not do.
pub(crate) async fn check(
    State(names): State<Arc<[String]>>,
    request: Request,
    next: Next,
) -> Response {
    let checked = check_host(&request, &names).and_then(|()| {
        let is_safe = matches!(*request.method(), Method::GET | Method::HEAD | Method::OPTIONS);
        let opens_socket = request.headers().contains_key(UPGRADE);
        if is_safe && !opens_socket { Ok(()) } else { check_page(request.headers(), &names) }
    });
    match checked {
        Ok(()) => next.run(request).await,
        Err(refusal) => refusal.into_response(),
    }
}

/// Checks that the request is meant for this server: for an IP address, for `localhost`, or for one of its
/// names. The owner of any other name can make it lead here.
fn check_host(request: &Request, names: &[String]) -> Result<(), ApiError> {
    let is_old = request.version() < Version::HTTP_11;
    let host = host(request);
    if (is_old || host.is_none()) && WITHOUT_HOST.contains(&request.uri().path()) {
        return Ok(());
    }
    if is_old {
        return Err(ApiError::bad_request("This server needs HTTP/1.1."));
    }
    let host = host.ok_or_else(|| ApiError::bad_request("The request names no host."))?;
    if is_known_host(&host, names) {
        return Ok(());
    }
    let host = host.host();
    let message = format!(
        "This server does not answer under the name {host}. Start it with --host {host} if it should."
    );
    Err(ApiError::new(ErrorCode::WrongHost, message))
}

/// Returns the host that the request names, if it names one.
fn host(request: &Request) -> Option<Authority> {
    if let Some(host) = request.uri().authority() {
        return Some(host.clone()); // a request to a proxy; it overrides the header
    }
    let mut hosts = request.headers().get_all(HOST).iter();
    let host = hosts.next()?.to_str().ok()?.parse().ok()?;
    hosts.next().is_none().then_some(host)
}

fn is_known_host(authority: &Authority, names: &[String]) -> bool {
    let host = authority.host();
    let is_address = || host.trim_matches(['[', ']']).parse::<IpAddr>().is_ok();
    host.eq_ignore_ascii_case("localhost") || is_address() || is_one_of(authority, names)
}

/// Returns whether this is one of the names; a name without a port stands for all ports.
fn is_one_of(authority: &Authority, names: &[String]) -> bool {
    let is_it = |name: &String| {
        [authority.host(), authority.as_str()].iter().any(|known| name.eq_ignore_ascii_case(known))
    };
    names.iter().any(is_it)
}

/// Checks that the request comes from a page of this server, or from a client that isn't a browser.
fn check_page(headers: &HeaderMap, names: &[String]) -> Result<(), ApiError> {
    let is_own = match headers.get(SEC_FETCH_SITE) {
        Some(site) => site == "same-origin" || site == "none",
        None => headers.get(ORIGIN).is_none_or(|origin| {
            let origin = origin.to_str().ok().and_then(|origin| {
                origin.strip_prefix("http://").or_else(|| origin.strip_prefix("https://"))
            });
            origin.is_some_and(|origin| is_own_origin(origin, headers, names))
        }),
    };
    if is_own {
        return Ok(());
    }
    Err(ApiError::new(ErrorCode::Forbidden, "Pages of other sites may not do this."))
}

/// Returns whether the page at `origin` (a host with its port) was served by this server.
fn is_own_origin(origin: &str, headers: &HeaderMap, names: &[String]) -> bool {
    let is_plain = !origin.contains('@');
    let is_host = headers.get(HOST).is_some_and(|host| host == origin);
    let is_name = || origin.parse().is_ok_and(|origin| is_one_of(&origin, names));
    is_plain && (is_host || is_name())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_host_is_an_address_or_localhost_or_a_configured_name() {
        let names = ["play.example.org", "alt.example.org:8443"].map(str::to_owned);
        let check = |host: &str, expected: bool| {
            let host: Authority = host.parse().expect("an authority");
            assert_eq!(is_known_host(&host, &names), expected, "{host}");
        };
        for known in [
            "127.0.0.1:8080",
            "192.0.2.7",
            "[::1]:8080",
            "[2001:db8::7]",
            "localhost",
            "LOCALHOST:80",
            "play.example.org",
            "Play.Example.ORG:8443",
            "alt.example.org:8443",
        ] {
            check(known, true);
        }
        for unknown in [
            "evil.example",
            "localhost.evil.example",
            "127.0.0.1.evil.example",
            "play.example.org.evil.example",
            "notplay.example.org",
            "alt.example.org",
            "alt.example.org:80",
            "2130706433",
            "127.1",
        ] {
            check(unknown, false);
        }
    }
}
