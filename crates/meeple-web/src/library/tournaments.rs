//! Tournaments: reports of the arena that lie in the server's folder.
//!
//! ```text
//! DATA/tournaments/NAME/report.html      as `meeple tournament --out DATA/tournaments/NAME` has it
//! ```

use super::aside;
use crate::{app::App, asked::Named, refusal::Refusal};
use axum::{
    Extension, Json,
    extract::{Request, State},
    http::{
        HeaderValue,
        header::{CACHE_CONTROL, CONTENT_SECURITY_POLICY, CONTENT_TYPE},
    },
    response::IntoResponse,
};
use meeple_arena::report::served_policy;
use meeple_core::text::printable;
use serde::Serialize;
use std::{
    fs::{self, File},
    io::{self, Read as _},
    path::{Path, PathBuf},
};
use tower_http::services::ServeFile;

/// No more reports are listed.
const MOST: usize = 500;
/// The title stands within so many bytes of a page.
const HEAD: u64 = 16 << 10;
/// No title has more letters.
const LONGEST_TITLE: usize = 200;

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
    request: Request,
) -> Result<impl IntoResponse, Refusal> {
    let folder = folder(&app);
    let no = |_| Refusal::not_found("There is no such tournament.");
    let path = aside(move || find(&folder, &name)).await?.map_err(no)?;
    let mut page = ServeFile::new(path).try_call(request).await.map_err(no)?;
    if let Some(kind) = page.headers_mut().get_mut(CONTENT_TYPE) {
        *kind = HeaderValue::from_static("text/html; charset=utf-8");
    }
    let no_cache = HeaderValue::from_static("no-cache");
    Ok(([(CACHE_CONTROL, no_cache), (CONTENT_SECURITY_POLICY, policy)], page))
}

fn folder(app: &App) -> PathBuf {
    app.config.data.join("tournaments")
}

/// Only plain names: what could lead elsewhere is none.
fn is_name(name: &str) -> bool {
    let is_plain = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_' | b'.');
    (1..=100).contains(&name.len()) && !name.starts_with('.') && name.bytes().all(is_plain)
}

/// The file of a report; links that lead out of the folder are not followed.
fn find(folder: &Path, name: &str) -> io::Result<PathBuf> {
    let no = || io::Error::from(io::ErrorKind::NotFound);
    if !is_name(name) {
        return Err(no());
    }
    let path = folder.join(name).join("report.html").canonicalize()?;
    if !path.starts_with(folder.canonicalize()?) || !fs::metadata(&path)?.is_file() {
        return Err(no());
    }
    Ok(path)
}

fn listed(folder: &Path) -> Vec<Tournament> {
    let entries = fs::read_dir(folder).into_iter().flatten().flatten();
    let names = entries.filter_map(|entry| entry.file_name().into_string().ok());
    let tournament = |name: String| {
        let file = File::open(find(folder, &name).ok()?).ok()?;
        let title = title(&file).unwrap_or_else(|| name.clone());
        let link = format!("/tournaments/{name}/report.html");
        Some(Tournament { name, title, link })
    };
    let mut names: Vec<String> = names.filter(|name| is_name(name)).collect();
    names.sort();
    names.into_iter().filter_map(tournament).take(MOST).collect()
}

/// What a report says it is.
fn title(report: &File) -> Option<String> {
    let mut head = Vec::new();
    report.take(HEAD).read_to_end(&mut head).ok()?;
    let head = String::from_utf8_lossy(&head);
    let (_, rest) = head.split_once("<title>")?;
    let (title, _) = rest.split_once("</title>")?;
    // As it was before it was escaped for the page; the last one last, or it would be done twice.
    let escapes = [("&lt;", "<"), ("&gt;", ">"), ("&quot;", "\""), ("&amp;", "&")];
    let title = escapes.iter().fold(title.to_owned(), |text, (from, to)| text.replace(from, to));
    let title: String = printable(title.trim()).chars().take(LONGEST_TITLE).collect();
    Some(title).filter(|title| !title.is_empty())
}
