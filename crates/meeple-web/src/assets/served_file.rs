//! A static file ready to serve: content type, `ETag`, and gzipped form.

use crate::transport::compression::Gzipped;
use axum::{
    body::{Body, Bytes},
    http::header::{CACHE_CONTROL, CONTENT_TYPE},
    response::{IntoResponse, Response},
};
use base64::{Engine as _, engine::general_purpose::URL_SAFE_NO_PAD};
use flate2::{Compression, write::GzEncoder};
use headers::{ETag, HeaderMapExt as _};
use sha2::{Digest as _, Sha256};
use std::io::Write as _;

/// The number of bytes of the hash that go into the `ETag`.
const HASH_BYTES: usize = 15;

/// The content type of a page.
const PAGE: &str = "text/html; charset=utf-8";

/// A file, ready to be sent.
pub(super) struct ServedFile {
    content_type: &'static str,
    bytes: Bytes,
    etag: ETag,
    /// The compressed form, if it is smaller.
    gzipped: Option<Gzipped>,
}

impl ServedFile {
    /// Returns a file with this name, or `None` if files of its type aren't meant for browsers.
    pub(super) fn new(name: &str, bytes: Vec<u8>) -> Option<Self> {
        let content_type = content_type_of(name)?;
        let hash = URL_SAFE_NO_PAD.encode(&Sha256::digest(&bytes)[..HASH_BYTES]);
        let smaller = gzip(&bytes).filter(|compressed| compressed.len() < bytes.len());
        let gzipped = smaller.map(|compressed| Gzipped {
            bytes: compressed.into(),
            etag: etag(&format!("{hash}-gzip")),
        });
        Some(ServedFile { content_type, bytes: bytes.into(), etag: etag(&hash), gzipped })
    }

    /// Returns the full response, for a client that has no version of the file.
    pub(super) fn response(&self) -> Response {
        let headers = [(CONTENT_TYPE, self.content_type), (CACHE_CONTROL, "no-cache")];
        let mut response = (headers, Body::from(self.bytes.clone())).into_response();
        response.headers_mut().typed_insert(self.etag.clone());
        if let Some(gzipped) = &self.gzipped {
            response.extensions_mut().insert(gzipped.clone());
        }
        response
    }
}

/// Returns a page made for a single request, which must not be cached.
pub(super) fn uncached_page(page: String) -> Response {
    ([(CONTENT_TYPE, PAGE), (CACHE_CONTROL, "no-store")], page).into_response()
}

/// Returns the `ETag` with this name.
fn etag(name: &str) -> ETag {
    format!("\"{name}\"").parse().expect("base64url and hyphens make a valid ETag")
}

/// Returns the content type of a file, or `None` if files of its type aren't meant for browsers.
fn content_type_of(name: &str) -> Option<&'static str> {
    let (_, extension) = name.rsplit_once('.')?;
    Some(match extension {
        "html" => PAGE,
        "js" => "text/javascript; charset=utf-8",
        "css" => "text/css; charset=utf-8",
        "svg" => "image/svg+xml; charset=utf-8",
        "webmanifest" => "application/manifest+json; charset=utf-8",
        "png" => "image/png",
        "woff2" => "font/woff2",
        _ => return None,
    })
}

/// Compresses at the best level, because it is done once per file.
fn gzip(bytes: &[u8]) -> Option<Vec<u8>> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::best());
    encoder.write_all(bytes).ok()?;
    encoder.finish().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_form_of_a_file_has_its_own_etag() {
        let file = ServedFile::new("a.js", b"let a = 1;\n".repeat(50)).expect("a script");
        let gzipped = file.gzipped.as_ref().expect("it compresses well");
        assert!(gzipped.bytes.len() < file.bytes.len() && gzipped.etag != file.etag);
        assert!(ServedFile::new("b.js", b"b".to_vec()).expect("a script").gzipped.is_none());
        assert!(ServedFile::new("README.md", Vec::new()).is_none());
        assert!(ServedFile::new("LICENSE", Vec::new()).is_none());
    }
}
