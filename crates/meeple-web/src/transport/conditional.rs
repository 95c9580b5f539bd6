//! Conditional requests: a version that the client already has isn't sent again.
//!
//! ```text
//! GET /style.css                               ──►  200, ETag: "abc"
//! GET /style.css, If-None-Match: "abc"         ──►  304, nothing more
//! ```
//!
//! tower-http does this only for files on disk; this middleware does it for every response with an `ETag`.

use axum::{
    body::Body,
    extract::Request,
    http::{
        StatusCode,
        header::{CONTENT_ENCODING, CONTENT_LENGTH, CONTENT_TYPE},
    },
    middleware::Next,
    response::Response,
};
use headers::{ETag, HeaderMapExt as _, IfNoneMatch};

/// Answers `304 Not Modified` if the request names the version that would be sent.
pub(crate) async fn check(request: Request, next: Next) -> Response {
    let known = request.headers().typed_get::<IfNoneMatch>();
    let response = next.run(request).await;
    let tag = response.headers().typed_get::<ETag>();
    match known.zip(tag) {
        Some((known, tag))
            if response.status() == StatusCode::OK && !known.precondition_passes(&tag) =>
        {
            not_modified(response)
        }
        _ => response,
    }
}

/// Returns the same headers without those that describe a body.
fn not_modified(response: Response) -> Response {
    let (mut head, _) = response.into_parts();
    head.status = StatusCode::NOT_MODIFIED;
    for name in [CONTENT_TYPE, CONTENT_ENCODING, CONTENT_LENGTH] {
        head.headers.remove(name);
    }
    Response::from_parts(head, Body::empty())
}
