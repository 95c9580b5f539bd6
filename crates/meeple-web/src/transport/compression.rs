//! Gzip compression for clients that accept it. A Laying Grass position with all its legal moves is fifty
//! kilobytes, and three when compressed.
//!
//! ```text
//! handler ──► layer: does the client accept gzip? ──► use_stored: is there a compressed form?
//! ```
//!
//! The layer is tower-http's and compresses a response while it is sent. Files are compressed when they are
//! loaded: the uncompressed response carries the compressed form along, which is then sent instead.

use axum::{
    body::{Body, Bytes, HttpBody},
    http::{
        HeaderValue,
        header::{CONTENT_ENCODING, CONTENT_TYPE, ETAG},
    },
    response::Response,
};
use headers::{ETag, HeaderMapExt as _};
use tower_http::{
    CompressionLevel,
    compression::{CompressionLayer, Predicate, predicate::SizeAbove},
};

/// Responses up to this size in bytes fit into one packet without compression.
const MIN_BYTES: u64 = 1200;
/// The content types that are compressed while being sent. Streams of news have another type, because their
/// lines must not wait for more data to compress.
const CONTENT_TYPES: [&str; 2] = ["application/json", "text/html; charset=utf-8"];

/// The compressed form of a response, which the uncompressed response carries as an extension.
#[derive(Clone)]
pub(crate) struct Gzipped {
    /// The compressed body.
    pub(crate) bytes: Bytes,
    /// Its `ETag`, which differs from that of the uncompressed body.
    pub(crate) etag: ETag,
}

/// Returns the layer that compresses responses if that is worthwhile.
pub(crate) fn layer() -> CompressionLayer<impl Predicate> {
    // Speed matters more than size, because a client is waiting.
    CompressionLayer::new().quality(CompressionLevel::Fastest).compress_when(CompressionPredicate)
}

/// Sends the stored form of an answer that the layer has decided to compress.
pub(crate) async fn use_stored(mut response: Response) -> Response {
    let is_gzip = response.headers().get(CONTENT_ENCODING).is_some_and(|coding| coding == "gzip");
    let stored = response.extensions_mut().remove::<Gzipped>().filter(|_| is_gzip);
    if let Some(Gzipped { bytes, etag }) = stored {
        *response.body_mut() = Body::from(bytes);
        response.headers_mut().typed_insert(etag);
    }
    response
}

/// Decides which responses are compressed.
#[derive(Clone, Copy)]
struct CompressionPredicate;

impl Predicate for CompressionPredicate {
    fn should_compress<B: HttpBody>(&self, response: &axum::http::Response<B>) -> bool {
        if response.extensions().get::<Gzipped>().is_some() {
            return true;
        }
        let headers = response.headers();
        let is_kind = |kind: &HeaderValue| CONTENT_TYPES.iter().any(|known| kind == known);
        // An ETag identifies exact bytes; a compressed body would need another one.
        !headers.contains_key(ETAG)
            && headers.get(CONTENT_TYPE).is_some_and(is_kind)
            && SizeAbove::new(MIN_BYTES).should_compress(response)
    }
}
