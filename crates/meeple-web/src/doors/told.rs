//! Every request as a line of the log for whoever looks after the server: what, how it went, how
//! long it took. Never who: no secret, no name, nothing behind a `?`.

use axum::{extract::Request, middleware::Next, response::Response};
use std::time::Instant;

/// Tells of a request when it is answered.
pub(crate) async fn tell(request: Request, next: Next) -> Response {
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
