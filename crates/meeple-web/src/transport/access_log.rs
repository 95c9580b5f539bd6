//! The access log: method, path, status and duration of every request. It never says who: no secrets, no
//! names, no query strings.

use axum::{extract::Request, middleware::Next, response::Response};
use std::time::Instant;

/// Logs a request once it is answered.
pub(crate) async fn log_request(request: Request, next: Next) -> Response {
    let begin = Instant::now();
    let (method, path) = (request.method().clone(), request.uri().path().to_owned());
    let response = next.run(request).await;
    let (status, ms) = (response.status().as_u16(), begin.elapsed().as_secs_f64() * 1000.0);
    if response.status().is_server_error() {
        tracing::warn!(%method, path, status, ms, "answered");
    } else {
        tracing::debug!(%method, path, status, ms, "answered");
    }
    response
}
