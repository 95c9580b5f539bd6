//! A file as it is sent: with its type and its hash, packed where the browser unpacks it, and not
//! at all where the browser has it.

use axum::{
    body::{Body, Bytes},
    http::{
        HeaderMap, HeaderValue, StatusCode,
        header::{
            ACCEPT_ENCODING, CACHE_CONTROL, CONTENT_ENCODING, CONTENT_TYPE, ETAG, IF_NONE_MATCH,
            VARY,
        },
    },
    response::{IntoResponse, Response},
};
use base64::{Engine as _, engine::general_purpose::URL_SAFE_NO_PAD};
use flate2::{Compression, write::GzEncoder};
use sha2::{Digest as _, Sha256};
use std::io::Write as _;

/// How much of a hash is enough to tell files apart.
const HASH_BYTES: usize = 15;

/// The type of a page.
const PAGE: &str = "text/html; charset=utf-8";

/// A file, ready to be sent.
pub(super) struct File {
    kind: &'static str,
    plain: (Bytes, ETag),
    /// Packed, where that makes it smaller.
    packed: Option<(Bytes, ETag)>,
}

/// The name of one version of a file, as sent.
#[derive(Clone)]
pub(crate) struct ETag(pub(crate) HeaderValue);

impl ETag {
    /// A tag of letters, figures and hyphens.
    pub(crate) fn of(name: &str) -> Self {
        ETag(format!("\"{name}\"").parse().expect("letters, figures and hyphens"))
    }
}

impl File {
    /// A file of this name; nothing if files of its kind are not for browsers.
    pub(super) fn new(name: &str, bytes: Vec<u8>) -> Option<Self> {
        let kind = kind(name)?;
        let hash = URL_SAFE_NO_PAD.encode(&Sha256::digest(&bytes)[..HASH_BYTES]);
        let packed =
            packed(&bytes, Compression::best()).filter(|packed| packed.len() < bytes.len());
        let packed = packed.map(|bytes| (bytes.into(), ETag::of(&format!("{hash}-gzip"))));
        Some(File { kind, plain: (bytes.into(), ETag::of(&hash)), packed })
    }

    /// The answer to a question with these headers.
    pub(super) fn answer(&self, headers: &HeaderMap) -> Response {
        let packed = self.packed.as_ref().filter(|_| takes_gzip(headers));
        let (bytes, tag) = packed.unwrap_or(&self.plain);
        let about = [
            (ETAG, tag.0.clone()),
            (CACHE_CONTROL, HeaderValue::from_static("no-cache")),
            (VARY, HeaderValue::from_static("accept-encoding")),
        ];
        if is_known(headers, tag) {
            return (StatusCode::NOT_MODIFIED, about).into_response();
        }
        let kind = [(CONTENT_TYPE, HeaderValue::from_static(self.kind))];
        let encoding = packed.map(|_| [(CONTENT_ENCODING, HeaderValue::from_static("gzip"))]);
        let mut response = (about, kind, Body::from(bytes.clone())).into_response();
        response.headers_mut().extend(encoding.into_iter().flatten());
        response
    }
}

/// A page that was made for one question: nobody keeps it.
pub(super) fn once(page: String, headers: &HeaderMap) -> Response {
    let about = [
        (CONTENT_TYPE, HeaderValue::from_static(PAGE)),
        (CACHE_CONTROL, HeaderValue::from_static("no-store")),
        (VARY, HeaderValue::from_static("accept-encoding")),
    ];
    // Quickly rather than as small as can be: somebody waits.
    let quickly = || packed(page.as_bytes(), Compression::fast());
    match takes_gzip(headers).then(quickly).flatten() {
        Some(packed) => {
            let encoding = [(CONTENT_ENCODING, HeaderValue::from_static("gzip"))];
            (about, encoding, Body::from(packed)).into_response()
        }
        None => (about, Body::from(page)).into_response(),
    }
}

/// Whether whoever asks has this version (`If-None-Match`).
pub(crate) fn is_known(headers: &HeaderMap, tag: &ETag) -> bool {
    let lists = headers.get_all(IF_NONE_MATCH).iter().filter_map(|list| list.to_str().ok());
    let mut tags = lists.flat_map(|list| list.split(',')).map(str::trim);
    tags.any(|other| other == "*" || other.trim_start_matches("W/").as_bytes() == tag.0.as_bytes())
}

/// Whether whoever asks unpacks gzip (`Accept-Encoding`).
pub(crate) fn takes_gzip(headers: &HeaderMap) -> bool {
    let lists = headers.get_all(ACCEPT_ENCODING).iter().filter_map(|list| list.to_str().ok());
    let mut codings = lists.flat_map(|list| list.split(',')).map(|coding| {
        let mut parts = coding.split(';').map(str::trim);
        let name = parts.next().unwrap_or_default();
        let weight = parts.find_map(|part| part.strip_prefix("q=")?.trim().parse().ok());
        (name, weight.unwrap_or(1.0_f32))
    });
    codings.any(|(name, weight)| name.eq_ignore_ascii_case("gzip") && weight > 0.0)
}

fn kind(name: &str) -> Option<&'static str> {
    let (_, ending) = name.rsplit_once('.')?;
    Some(match ending {
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

/// Packed with so much care.
pub(crate) fn packed(bytes: &[u8], care: Compression) -> Option<Vec<u8>> {
    let mut encoder = GzEncoder::new(Vec::new(), care);
    encoder.write_all(bytes).ok()?;
    encoder.finish().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn with(name: axum::http::HeaderName, value: &'static str) -> HeaderMap {
        HeaderMap::from_iter([(name, HeaderValue::from_static(value))])
    }

    #[test]
    fn gzip_is_sent_to_whoever_takes_it() {
        for (list, takes) in [
            ("gzip", true),
            ("br, GZIP;q=0.5", true),
            ("gzip;q=0", false),
            ("identity", false),
            ("", false),
        ] {
            assert_eq!(takes_gzip(&with(ACCEPT_ENCODING, list)), takes, "{list}");
        }
        assert!(!takes_gzip(&HeaderMap::new()));
    }

    #[test]
    fn a_version_is_known_by_its_tag() {
        let tag = ETag::of("abc-1");
        for (list, known) in [
            ("\"abc-1\"", true),
            ("\"x\", W/\"abc-1\"", true),
            ("*", true),
            ("abc-1", false),
            ("\"abc\"", false),
        ] {
            assert_eq!(is_known(&with(IF_NONE_MATCH, list), &tag), known, "{list}");
        }
    }

    #[test]
    fn a_file_has_a_tag_for_each_form() {
        let file = File::new("a.js", b"let a = 1;\n".repeat(50)).expect("a script");
        let packed = file.packed.as_ref().expect("it is smaller so");
        assert!(packed.0.len() < file.plain.0.len() && packed.1.0 != file.plain.1.0);
        assert!(File::new("README.md", Vec::new()).is_none());
        assert!(File::new("LICENSE", Vec::new()).is_none());
    }
}
