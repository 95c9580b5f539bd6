//! The access log: a line for every answered request, and one for every WebSocket that was closed.
//!
//! ```text
//! INFO access: request method=GET route="/api/rooms/{room}" status=200 ms=0.41 bytes=1893 address=192.0.2.7
//! INFO access: socket closed route="/api/rooms/{room}/socket" ms=81234.5 address=192.0.2.7
//! ```
//!
//! It never has secrets, names, query strings or the ids of rooms, which give access to private games. The
//! same middleware measures requests for the metrics.

use crate::{
    api_error::ErrorCode, app_state::AppState, config::LogAddresses, guard::ClientAddress,
    metrics::Transport,
};
use axum::{
    body::{Body, Bytes, HttpBody},
    extract::{MatchedPath, Request, State},
    http::{Method, StatusCode},
    middleware::Next,
    response::Response,
};
use base64::{Engine as _, engine::general_purpose::URL_SAFE_NO_PAD};
use hyper::body::{Frame, SizeHint};
use sha2::{Digest as _, Sha256};
use std::{
    net::IpAddr,
    pin::Pin,
    task::{Context, Poll},
    time::{Duration, Instant},
};

/// The target of the log lines, by which they are switched on.
const TARGET: &str = "access";
/// The number of bytes of a hashed address that are shown.
const HASH_BYTES: usize = 6;

/// How addresses appear in the log.
pub(crate) enum AddressFormat {
    /// As they are.
    Plain,
    /// Hashed with a random key, so that the lines of one client can be told from others until the server is
    /// restarted, but nobody can find out the address.
    Hashed([u8; 32]),
    /// Not at all.
    None,
}

impl AddressFormat {
    /// Returns the format that the settings ask for, with a new key.
    pub(crate) fn new(wanted: LogAddresses) -> Result<Self, getrandom::Error> {
        Ok(match wanted {
            LogAddresses::Plain => AddressFormat::Plain,
            LogAddresses::Hashed => {
                let mut key = [0; 32];
                getrandom::fill(&mut key)?;
                AddressFormat::Hashed(key)
            }
            LogAddresses::None => AddressFormat::None,
        })
    }

    fn show(&self, address: Option<IpAddr>) -> String {
        match (self, address) {
            (AddressFormat::None, _) | (_, None) => "-".into(),
            (AddressFormat::Plain, Some(address)) => address.to_string(),
            (AddressFormat::Hashed(key), Some(address)) => {
                let hash = Sha256::new().chain_update(key).chain_update(address.to_string());
                let hash = hash.finalize();
                URL_SAFE_NO_PAD.encode(&hash[..HASH_BYTES])
            }
        }
    }
}

/// Measures a request, and logs it once its response was sent.
pub(crate) async fn log_request(
    State(app): State<AppState>,
    request: Request,
    next: Next,
) -> Response {
    let begin = Instant::now();
    let route = request.extensions().get::<MatchedPath>().cloned();
    let method = request.method().clone();
    let response = next.run(request).await;
    let (status, time) = (response.status(), begin.elapsed());
    app.metrics.observe_request(route.as_ref().map(MatchedPath::as_str), &method, status, time);
    if let Some(code) = response.extensions().get::<ErrorCode>() {
        app.metrics.count_refusal(Transport::Http, *code);
    }
    let address = response.extensions().get::<ClientAddress>();
    let address = app.addresses.show(address.map(|address| address.0));
    let line = RequestLine { begin, method, route, status, address, bytes: 0 };
    if status.is_server_error() {
        let RequestLine { method, address, .. } = &line;
        tracing::warn!(%method, route = line.route(), status = status.as_u16(), address, "failed");
    }
    response.map(|body| Body::new(LoggedBody { body, line }))
}

/// What is logged about a request when this is dropped.
struct RequestLine {
    begin: Instant,
    method: Method,
    route: Option<MatchedPath>,
    status: StatusCode,
    address: String,
    bytes: u64,
}

impl RequestLine {
    fn route(&self) -> &str {
        self.route.as_ref().map_or("other", MatchedPath::as_str)
    }
}

impl Drop for RequestLine {
    fn drop(&mut self) {
        let RequestLine { begin, method, status, address, bytes, .. } = &*self;
        let (status, ms) = (status.as_u16(), milliseconds(begin.elapsed()));
        let route = self.route();
        tracing::info!(target: TARGET, %method, route, status, ms, bytes, address, "request");
    }
}

/// A response body that counts its bytes. It is dropped when it was sent, or can't be.
struct LoggedBody {
    body: Body,
    line: RequestLine,
}

impl HttpBody for LoggedBody {
    type Data = Bytes;
    type Error = axum::Error;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, axum::Error>>> {
        let frame = Pin::new(&mut self.body).poll_frame(context);
        if let Poll::Ready(Some(Ok(frame))) = &frame {
            self.line.bytes += frame.data_ref().map_or(0, Bytes::len) as u64;
        }
        frame
    }

    fn is_end_stream(&self) -> bool {
        self.body.is_end_stream()
    }

    fn size_hint(&self) -> SizeHint {
        self.body.size_hint()
    }
}

/// Logs that a socket was closed when this is dropped.
pub(super) struct SocketLine {
    begin: Instant,
    route: &'static str,
    address: String,
}

impl SocketLine {
    /// Notes that a client has opened a socket.
    pub(super) fn new(app: &AppState, route: &'static str, address: IpAddr) -> Self {
        SocketLine { begin: Instant::now(), route, address: app.addresses.show(Some(address)) }
    }
}

impl Drop for SocketLine {
    fn drop(&mut self) {
        let SocketLine { begin, route, address } = self;
        let ms = milliseconds(begin.elapsed());
        tracing::info!(target: TARGET, route, ms, address, "socket closed");
    }
}

/// Returns the time in milliseconds, with two decimals.
fn milliseconds(time: Duration) -> f64 {
    (time.as_secs_f64() * 100_000.0).round() / 100.0
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hashed_addresses_tell_clients_apart_until_the_restart() {
        let hashed = || AddressFormat::new(LogAddresses::Hashed).expect("random numbers");
        let [one, other] = ["192.0.2.7", "192.0.2.8"].map(|text| text.parse().ok());
        let (before, after) = (hashed(), hashed());
        assert_eq!(before.show(one), before.show(one));
        assert_eq!(before.show(one).len(), HASH_BYTES * 4 / 3);
        assert_ne!(before.show(one), before.show(other));
        assert_ne!(before.show(one), after.show(one), "each start has its own key");
        assert_eq!(AddressFormat::Plain.show(one), "192.0.2.7");
        assert_eq!(AddressFormat::None.show(one), "-");
    }
}
