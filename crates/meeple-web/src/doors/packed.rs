//! Long answers in JSON are packed for whoever unpacks them: a meadow with all its legal moves is
//! fifty kilobytes, and three when packed. What comes bit by bit is left alone.

use crate::assets::answer::{packed, takes_gzip};
use axum::{
    body::{Body, to_bytes},
    extract::Request,
    http::{
        HeaderValue,
        header::{CONTENT_ENCODING, CONTENT_LENGTH, CONTENT_TYPE, VARY},
    },
    middleware::Next,
    response::{IntoResponse, Response},
};
use flate2::Compression;

/// Shorter answers fit into one packet as they are.
const SHORT: usize = 1200;
/// What is packed, by its type.
const JSON: &str = "application/json";

/// Packs an answer, if that helps.
pub(crate) async fn pack(request: Request, next: Next) -> Response {
    let takes = takes_gzip(request.headers());
    let response = next.run(request).await;
    let is_json = response.headers().get(CONTENT_TYPE).is_some_and(|kind| kind == JSON);
    if !takes || !is_json || response.headers().contains_key(CONTENT_ENCODING) {
        return response;
    }
    let (mut head, body) = response.into_parts();
    let Ok(bytes) = to_bytes(body, usize::MAX).await else {
        return (head, Body::empty()).into_response(); // it broke on its way here
    };
    // Quickly rather than as small as can be: somebody waits.
    let quickly = |bytes| packed(bytes, Compression::fast());
    let packed = Some(&*bytes).filter(|bytes| bytes.len() > SHORT).and_then(quickly);
    let Some(packed) = packed else { return (head, Body::from(bytes)).into_response() };
    head.headers.remove(CONTENT_LENGTH);
    head.headers.insert(CONTENT_ENCODING, HeaderValue::from_static("gzip"));
    head.headers.append(VARY, HeaderValue::from_static("accept-encoding"));
    (head, Body::from(packed)).into_response()
}
