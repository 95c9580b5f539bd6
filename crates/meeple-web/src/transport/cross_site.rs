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

use crate::{
    api_error::{ApiError, ErrorCode},
    host_name::HostName,
};
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
    State(names): State<Arc<[HostName]>>,
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
fn check_host(request: &Request, names: &[HostName]) -> Result<(), ApiError> {
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

fn is_known_host(authority: &Authority, names: &[HostName]) -> bool {
    let host = authority.host();
    let is_address = || host.trim_matches(['[', ']']).parse::<IpAddr>().is_ok();
    host.eq_ignore_ascii_case("localhost") || is_address() || is_one_of(authority, names)
}

fn is_one_of(authority: &Authority, names: &[HostName]) -> bool {
    names.iter().any(|name| name.is(authority))
}

/// Checks that the request comes from a page of this server, or from a client that isn't a browser.
fn check_page(headers: &HeaderMap, names: &[HostName]) -> Result<(), ApiError> {
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
fn is_own_origin(origin: &str, headers: &HeaderMap, names: &[HostName]) -> bool {
    let is_plain = !origin.contains('@');
    let is_host = headers.get(HOST).is_some_and(|host| host == origin);
    let is_name = || origin.parse().is_ok_and(|origin| is_one_of(&origin, names));
    is_plain && (is_host || is_name())
}

#[cfg(test)]
mod tests {
    use super::*;
    use axum::{Router, body::Body, middleware::from_fn_with_state, routing::get};
    use tower_service::Service as _;

    fn names() -> [HostName; 2] {
        ["play.example.org", "alt.example.org:8443"].map(|name| name.parse().expect("a name"))
    }

    fn request(uri: &str, version: Version, lines: &[(&'static str, &str)]) -> Request {
        let mut request = Request::builder().uri(uri).version(version);
        for (name, value) in lines {
            request = request.header(*name, *value);
        }
        request.body(Body::empty()).expect("a request")
    }

    #[test]
    fn a_request_names_this_server_or_is_refused() {
        let check = |request: Request, expected: Option<ErrorCode>| {
            let refused = check_host(&request, &names()).err().map(|error| error.code);
            assert_eq!(refused, expected, "{request:?}");
        };
        let (new, old) = (Version::HTTP_11, Version::HTTP_10);
        let (wrong, bad) = (Some(ErrorCode::WrongHost), Some(ErrorCode::BadRequest));
        let localhost = [("host", "localhost:8080")];
        check(request("/", new, &localhost), None);
        check(request("/", new, &[("host", "alt.example.org:8443")]), None);
        check(request("/", new, &[("host", "evil.example")]), wrong);
        check(request("/", new, &[]), bad);
        check(request("/", new, &[("host", "a b")]), bad);
        check(request("/", new, &[("host", "localhost"), ("host", "localhost")]), bad);
        check(request("/", old, &localhost), bad);
        for probe in ["/livez", "/readyz", "/healthz"] {
            check(request(probe, old, &localhost), None);
            check(request(probe, old, &[]), None);
            check(request(probe, new, &[]), None);
            check(request(probe, new, &[("host", "evil.example")]), wrong);
        }
        // What a request to a proxy names overrides the header.
        check(request("http://evil.example/", new, &localhost), wrong);
        check(request("http://localhost/", new, &[("host", "evil.example")]), None);
    }

    #[test]
    fn a_page_of_this_server_is_told_from_others() {
        let check = |lines: &[(&'static str, &str)], is_own: bool| {
            let request = request("/", Version::HTTP_11, lines);
            assert_eq!(check_page(request.headers(), &names()).is_ok(), is_own, "{lines:?}");
        };
        let host = ("host", "192.0.2.7:8080");
        check(&[host], true);
        for (site, is_own) in
            [("same-origin", true), ("none", true), ("same-site", false), ("cross-site", false)]
        {
            check(&[host, ("sec-fetch-site", site)], is_own);
            check(&[host, ("sec-fetch-site", site), ("origin", "http://192.0.2.7:8080")], is_own);
        }
        for (origin, is_own) in [
            ("http://192.0.2.7:8080", true),
            ("https://192.0.2.7:8080", true),
            ("http://192.0.2.7", false),
            ("ftp://192.0.2.7:8080", false),
            ("https://play.example.org", true),
            ("https://play.example.org:444", true),
            ("https://alt.example.org:8443", true),
            ("https://alt.example.org", false),
            ("https://evil.example", false),
            ("https://evil@play.example.org", false),
            ("http://localhost:8080", false),
            ("null", false),
            ("", false),
        ] {
            check(&[host, ("origin", origin)], is_own);
        }
    }

    /// Sends a request through the check; returns the status.
    async fn status(method: Method, lines: &[(&'static str, &str)]) -> u16 {
        let names: Arc<[HostName]> = names().into();
        let handler = get(async || "read").post(async || "done").options(async || "read");
        let mut app = Router::new().route("/", handler).layer(from_fn_with_state(names, check));
        let mut request = request("/", Version::HTTP_11, lines);
        *request.method_mut() = method;
        app.call(request).await.expect("an answer").status().as_u16()
    }

    #[tokio::test]
    async fn other_sites_may_read_but_neither_change_anything_nor_open_sockets() {
        let (host, other) = (("host", "localhost"), ("sec-fetch-site", "cross-site"));
        for method in [Method::GET, Method::HEAD, Method::OPTIONS] {
            assert_eq!(status(method.clone(), &[host, other]).await, 200, "{method}");
            assert_eq!(status(method.clone(), &[("host", "evil.example")]).await, 421, "{method}");
            let upgrade = ("upgrade", "websocket");
            assert_eq!(status(method.clone(), &[host, other, upgrade]).await, 403, "{method}");
            assert_eq!(status(method.clone(), &[host, upgrade]).await, 200, "{method}");
        }
        assert_eq!(status(Method::POST, &[host]).await, 200);
        assert_eq!(status(Method::POST, &[host, other]).await, 403);
    }

    #[test]
    fn a_host_is_an_address_or_localhost_or_a_configured_name() {
        let check = |host: &str, expected: bool| {
            let host: Authority = host.parse().expect("an authority");
            assert_eq!(is_known_host(&host, &names()), expected, "{host}");
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
