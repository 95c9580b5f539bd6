//! Tournaments: reports of the arena that lie in the server's folder.
//!
//! ```text
//! DATA/tournaments/NAME/report.html      as `meeple tournament --out DATA/tournaments/NAME` has it
//! ```

use super::aside;
use crate::{
    app::App,
    asked::Named,
    assets::answer::{ETag, is_known},
    refusal::Refusal,
};
use axum::{
    Extension, Json,
    body::{Body, Bytes},
    extract::State,
    http::{
        HeaderMap, HeaderValue, StatusCode,
        header::{CACHE_CONTROL, CONTENT_LENGTH, CONTENT_SECURITY_POLICY, CONTENT_TYPE, ETAG},
    },
    response::{IntoResponse, Response},
};
use futures_util::stream;
use meeple_core::text::printable;
use meeple_view::report_script::served_policy;
use serde::Serialize;
use std::{
    fs::{self, File},
    io::{self, Read as _},
    path::{Path, PathBuf},
    sync::Arc,
    time::UNIX_EPOCH,
};

/// No more reports are listed.
const MOST: usize = 500;
/// The title stands within so many bytes of a page.
const HEAD: u64 = 16 << 10;
/// No title has more letters.
const LONGEST_TITLE: usize = 200;
/// How much of a page is read at once.
const PIECE: usize = 64 << 10;

/// What a report may do in a browser.
#[derive(Clone)]
pub(super) struct Policy(HeaderValue);

impl Default for Policy {
    fn default() -> Self {
        Policy(served_policy().parse().expect("a policy is words and hashes"))
    }
}

#[derive(Serialize)]
pub(super) struct Tournaments {
    tournaments: Vec<Tournament>,
}

#[derive(Serialize)]
struct Tournament {
    name: String,
    title: String,
    link: String,
}

/// `GET /api/tournaments`
pub(super) async fn list(State(app): State<App>) -> Result<Json<Tournaments>, Refusal> {
    let folder = folder(&app);
    Ok(Json(Tournaments { tournaments: aside(move || listed(&folder)).await? }))
}

/// `GET /tournaments/{name}/report.html`
pub(super) async fn report(
    State(app): State<App>,
    Extension(Policy(policy)): Extension<Policy>,
    Named(name): Named,
    headers: HeaderMap,
) -> Result<Response, Refusal> {
    let folder = folder(&app);
    let page = aside(move || open(&folder, &name)).await?;
    let page = page.map_err(|_| Refusal::not_found("There is no such tournament."))?;
    let about = [
        (ETAG, page.tag.0.clone()),
        (CACHE_CONTROL, HeaderValue::from_static("no-cache")),
        (CONTENT_SECURITY_POLICY, policy),
        (CONTENT_TYPE, HeaderValue::from_static("text/html; charset=utf-8")),
    ];
    if is_known(&headers, &page.tag) {
        return Ok((StatusCode::NOT_MODIFIED, about).into_response());
    }
    let length = [(CONTENT_LENGTH, HeaderValue::from(page.length))];
    Ok((about, length, Body::from_stream(pieces(page))).into_response())
}

fn folder(app: &App) -> PathBuf {
    app.config.data.join("tournaments")
}

/// A report that can be read.
struct Page {
    file: Arc<File>,
    length: u64,
    tag: ETag,
}

/// Only plain names: what could lead elsewhere is none.
fn is_name(name: &str) -> bool {
    let is_plain = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_' | b'.');
    (1..=100).contains(&name.len()) && !name.starts_with('.') && name.bytes().all(is_plain)
}

/// Opens a report; links that lead out of the folder are not followed.
fn open(folder: &Path, name: &str) -> io::Result<Page> {
    let no = || io::Error::from(io::ErrorKind::NotFound);
    if !is_name(name) {
        return Err(no());
    }
    let path = folder.join(name).join("report.html").canonicalize()?;
    if !path.starts_with(folder.canonicalize()?) || !fs::metadata(&path)?.is_file() {
        return Err(no());
    }
    let file = File::open(path)?;
    let about = file.metadata()?;
    let changed = about.modified()?.duration_since(UNIX_EPOCH).unwrap_or_default();
    let tag = ETag::of(&format!("{:x}-{:x}", about.len(), changed.as_nanos()));
    Ok(Page { file: Arc::new(file), length: about.len(), tag })
}

/// The page piece by piece: it may be large, and whoever reads it slowly holds no thread.
fn pieces(page: Page) -> impl stream::Stream<Item = io::Result<Bytes>> {
    let Page { file, length, .. } = page;
    stream::try_unfold((file, length), |(file, left)| async move {
        if left == 0 {
            return Ok(None);
        }
        let reading = Arc::clone(&file);
        let piece = aside(move || {
            let mut piece = Vec::with_capacity(PIECE);
            (&*reading).take(left.min(PIECE as u64)).read_to_end(&mut piece).map(|_| piece)
        });
        let piece = piece.await.map_err(io::Error::other)??;
        if piece.is_empty() {
            return Err(io::ErrorKind::UnexpectedEof.into()); // written anew meanwhile
        }
        let left = left - piece.len() as u64;
        Ok(Some((Bytes::from(piece), (file, left))))
    })
}

fn listed(folder: &Path) -> Vec<Tournament> {
    let entries = fs::read_dir(folder).into_iter().flatten().flatten();
    let names = entries.filter_map(|entry| entry.file_name().into_string().ok());
    let tournament = |name: String| {
        let page = open(folder, &name).ok()?;
        let title = title(&page).unwrap_or_else(|| name.clone());
        let link = format!("/tournaments/{name}/report.html");
        Some(Tournament { name, title, link })
    };
    let mut names: Vec<String> = names.filter(|name| is_name(name)).collect();
    names.sort();
    names.into_iter().filter_map(tournament).take(MOST).collect()
}

/// What a report says it is.
fn title(page: &Page) -> Option<String> {
    let mut head = Vec::new();
    (&*page.file).take(HEAD).read_to_end(&mut head).ok()?;
    let head = String::from_utf8_lossy(&head);
    let (_, rest) = head.split_once("<title>")?;
    let (title, _) = rest.split_once("</title>")?;
    // As it was before it was escaped for the page; the last one last, or it would be done twice.
    let escapes = [("&lt;", "<"), ("&gt;", ">"), ("&quot;", "\""), ("&amp;", "&")];
    let title = escapes.iter().fold(title.to_owned(), |text, (from, to)| text.replace(from, to));
    let title: String = printable(title.trim()).chars().take(LONGEST_TITLE).collect();
    Some(title).filter(|title| !title.is_empty())
}
