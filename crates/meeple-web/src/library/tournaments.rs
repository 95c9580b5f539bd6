//! Tournaments: the arena's reports in the server's data folder.
//!
//! ```text
//! DATA/tournaments/NAME/report.html      written by `meeple tournament --out DATA/tournaments/NAME`
//! ```

use crate::{
    api_error::ApiError, app_state::AppState, base_path::BasePath, extract::PathParam,
    guard::RequestMemory,
};
use axum::{
    Json,
    extract::{Request, State},
    http::{
        HeaderValue,
        header::{CACHE_CONTROL, CONTENT_SECURITY_POLICY, CONTENT_TYPE},
    },
    response::IntoResponse,
};
use meeple_core::text::printable;
use meeple_view::report_script::served_csp;
use serde_json::{Value, json};
use std::{
    fs::{self, File},
    io::{self, Read as _},
    path::{Path, PathBuf},
    sync::{Arc, LazyLock},
};
use tower_http::services::ServeFile;

/// The maximum number of reports listed.
const MAX_REPORTS: usize = 500;
/// The title is searched for in this many bytes at the start of a page.
const MAX_HEAD_BYTES: u64 = 16 << 10;
/// The maximum length of a title in characters.
const MAX_TITLE_LENGTH: usize = 200;

/// The content security policy of reports.
static REPORT_POLICY: LazyLock<HeaderValue> =
    LazyLock::new(|| served_csp().parse().expect("a policy is words and hashes"));

/// `GET /api/tournaments`
pub(super) async fn list(
    State(app): State<AppState>,
    memory: RequestMemory,
) -> Result<Json<Value>, ApiError> {
    let (folder, config) = (folder(&app), Arc::clone(&app.config));
    let list = move || Json(json!({ "tournaments": list_reports(&folder, &config.base) }));
    memory.run_blocking(list).await
}

/// `GET /tournaments/{name}/report.html`
pub(super) async fn report(
    State(app): State<AppState>,
    memory: RequestMemory,
    PathParam(name): PathParam,
    request: Request,
) -> Result<impl IntoResponse, ApiError> {
    let folder = folder(&app);
    let no = |_| ApiError::not_found("There is no such tournament.");
    let path = memory.run_blocking(move || find(&folder, &name)).await?.map_err(no)?;
    let mut page = ServeFile::new(path).try_call(request).await.map_err(no)?;
    if let Some(kind) = page.headers_mut().get_mut(CONTENT_TYPE) {
        *kind = HeaderValue::from_static("text/html; charset=utf-8");
    }
    let no_cache = HeaderValue::from_static("no-cache");
    let policy = REPORT_POLICY.clone();
    Ok(([(CACHE_CONTROL, no_cache), (CONTENT_SECURITY_POLICY, policy)], page))
}

fn folder(app: &AppState) -> PathBuf {
    app.config.data_folder.join("tournaments")
}

/// Returns whether the name is a plain folder name that can't lead elsewhere.
fn is_name(name: &str) -> bool {
    let is_plain = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_' | b'.');
    (1..=100).contains(&name.len()) && !name.starts_with('.') && name.bytes().all(is_plain)
}

/// Returns the path of a report; symbolic links out of the folder are refused.
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

fn list_reports(folder: &Path, base: &BasePath) -> Vec<Value> {
    let entries = fs::read_dir(folder).into_iter().flatten().flatten();
    let names = entries.filter_map(|entry| entry.file_name().into_string().ok());
    let tournament = |name: String| {
        let file = File::open(find(folder, &name).ok()?).ok()?;
        let title = title(&file).unwrap_or_else(|| name.clone());
        let link = base.link(&format!("/tournaments/{name}/report.html"));
        Some(json!({ "name": name, "title": title, "link": link }))
    };
    let mut names: Vec<String> = names.filter(|name| is_name(name)).collect();
    names.sort();
    names.into_iter().filter_map(tournament).take(MAX_REPORTS).collect()
}

/// Reads the title of a report.
fn title(report: &File) -> Option<String> {
    let mut head = Vec::new();
    report.take(MAX_HEAD_BYTES).read_to_end(&mut head).ok()?;
    let head = String::from_utf8_lossy(&head);
    let (_, rest) = head.split_once("<title>")?;
    let (title, _) = rest.split_once("</title>")?;
    // Undoes HTML escaping. `&amp;` must come last, or some text would be unescaped twice.
    let escapes = [("&lt;", "<"), ("&gt;", ">"), ("&quot;", "\""), ("&amp;", "&")];
    let title = escapes.iter().fold(title.to_owned(), |text, (from, to)| text.replace(from, to));
    let title: String = printable(title.trim()).chars().take(MAX_TITLE_LENGTH).collect();
    Some(title).filter(|title| !title.is_empty())
}
