//! Compression: what gzip makes much shorter, for clients that accept it. A meadow with all its
//! legal moves is fifty kilobytes, and three when compressed.
//!
//! ```text
//! handler ──► layer: does the client accept gzip? ──► use_stored: it was compressed before
//! ```
//!
//! The layer is tower-http's, and compresses an answer while it is sent. A file is compressed when
//! it is loaded: its plain answer carries the compressed form along, and that is what is sent.

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

/// Shorter answers fit into one packet as they are.
const SHORT: u64 = 1200;
/// What is compressed while it is sent. News come line by line as another type, and never wait for
/// more to compress.
const KINDS: [&str; 2] = ["application/json", "text/html; charset=utf-8"];

/// The compressed form of an answer, which the plain answer carries as an extension.
#[derive(Clone)]
pub(crate) struct Gzipped {
    /// The compressed body.
    pub(crate) bytes: Bytes,
    /// Its tag, which is not that of the plain body: the bytes are others.
    pub(crate) tag: ETag,
}

/// Compresses what is worth it.
pub(crate) fn layer() -> CompressionLayer<impl Predicate> {
    // Quickly rather than as small as can be: somebody waits.
    CompressionLayer::new().quality(CompressionLevel::Fastest).compress_when(WorthIt)
}

/// Sends the stored form of an answer that the layer has decided to compress.
pub(crate) async fn use_stored(mut response: Response) -> Response {
    let is_gzip = response.headers().get(CONTENT_ENCODING).is_some_and(|coding| coding == "gzip");
    let stored = response.extensions_mut().remove::<Gzipped>().filter(|_| is_gzip);
    if let Some(Gzipped { bytes, tag }) = stored {
        *response.body_mut() = Body::from(bytes);
        response.headers_mut().typed_insert(tag);
    }
    response
}

/// What is worth compressing.
#[derive(Clone, Copy)]
struct WorthIt;

impl Predicate for WorthIt {
    fn should_compress<B: HttpBody>(&self, response: &axum::http::Response<B>) -> bool {
        if response.extensions().get::<Gzipped>().is_some() {
            return true;
        }
        let headers = response.headers();
        let is_kind = |kind: &HeaderValue| KINDS.iter().any(|known| kind == known);
        // A tag names bytes: those of another form would need another tag.
        !headers.contains_key(ETAG)
            && headers.get(CONTENT_TYPE).is_some_and(is_kind)
            && SizeAbove::new(SHORT).should_compress(response)
    }
}
