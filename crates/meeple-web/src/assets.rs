//! The front end: pages, scripts and styles, all embedded in the binary.
//!
//! ```text
//! /                       index.html, as for every other page URL, such as /room/k7mq2w9xt4
//! /pages/room.js, ...     the files of dist/, which `cargo xtask front` builds from front/
//! ```
//!
//! Under a base path, the page's links start with it, and the page names it for its scripts
//! (`<html data-base="/games">`).
//!
//! Browsers revalidate the files they have by hash (`ETag`).

mod page;
mod served_file;

use crate::{
    api_error::ApiError,
    app_state::AppState,
    base_path::BasePath,
    guard::{Caller, Client},
    library::games,
    lock::lock,
    room::RoomCommand,
};
use axum::{
    Router,
    extract::State,
    http::{HeaderMap, StatusCode, Uri, header::ACCEPT},
    response::{IntoResponse, Response},
    routing::get,
};
use meeple_games::GameKind;
use page::{Manifest, PageUrl};
use rust_embed::Embed;
use served_file::ServedFile;
use std::{
    collections::HashMap,
    hash::Hash,
    sync::{Arc, Mutex},
};

/// The files of `dist/`.
#[derive(Embed)]
#[folder = "dist/"]
struct Dist;

/// The HTML of every page.
const INDEX: &str = "index.html";
/// The build's list of pages and scripts.
const MANIFEST: &str = "manifest.json";

/// Routes for every URL that isn't part of the API.
pub(crate) fn router(base: &BasePath) -> Router<AppState> {
    let site = Arc::new(FrontEnd::load(base));
    let base = base.clone();
    let serve = move |State(app): State<AppState>, caller: Caller, uri: Uri, headers: HeaderMap| {
        // Debug builds read the files from disk, so that changes to the front end show at once.
        let site = if cfg!(debug_assertions) {
            Arc::new(FrontEnd::load(&base))
        } else {
            Arc::clone(&site)
        };
        async move { site.respond(&app, &caller.0, uri.path(), &headers).await }
    };
    Router::new().route("/", get(serve.clone())).route("/{*path}", get(serve))
}

/// The front end, ready to be served.
struct FrontEnd {
    /// The HTML of every page, with links under the base.
    index: String,
    base: BasePath,
    manifest: Manifest,
    /// Files that were requested before, by their names.
    files: Cache<String>,
    /// Pages that were requested before, by their modules and games.
    pages: Cache<(String, Option<GameKind>)>,
}

/// What was requested before.
type Cache<Key> = Mutex<HashMap<Key, Arc<ServedFile>>>;

impl FrontEnd {
    fn load(base: &BasePath) -> Self {
        let read = |name| Dist::get(name).expect("the build writes it").data;
        let index = String::from_utf8(read(INDEX).into_owned()).expect("a page is text");
        let manifest = serde_json::from_slice(&read(MANIFEST)).expect("the build writes JSON");
        let (index, base) = (page::under_base(&index, base), base.clone());
        FrontEnd { index, base, manifest, files: Mutex::default(), pages: Mutex::default() }
    }

    async fn respond(
        &self,
        app: &AppState,
        client: &Client,
        path: &str,
        headers: &HeaderMap,
    ) -> Response {
        let answer = match self.manifest.page_url(path) {
            Some(address) => self.page(app, client, address).await,
            None => self.find(path.trim_start_matches('/')).map(|file| file.response()),
        };
        answer.unwrap_or_else(|| self.not_found(headers))
    }

    /// Returns a page with the API responses that it would request first. Opening a room's page wakes the
    /// room, as requesting its state does; if there is no such room, the page says so.
    async fn page(
        &self,
        app: &AppState,
        client: &Client,
        address: PageUrl<'_>,
    ) -> Option<Response> {
        let state = |reply| RoomCommand::State { who: None, reply };
        if let Some(id) = address.room()
            && let Ok((room, state)) = app.lobby.ask(app, client, id, state).await
        {
            let files = self.manifest.files(address, room.summary().game.parse().ok());
            let given = (format!("/api/rooms/{id}"), state.text.as_str().to_owned());
            return Some(served_file::uncached_page(self.fill_page(&files, &[given])));
        }
        let games = match address.module {
            "home" => games::catalogue_json().await.ok(),
            _ => None,
        };
        let given = games.map(|games| ("/api/games".to_owned(), games));
        self.page_without_room(address, given.as_slice()).map(|page| page.response())
    }

    /// Returns a page that is the same for everyone; `given` must be the same each time.
    fn page_without_room(
        &self,
        address: PageUrl<'_>,
        given: &[(String, String)],
    ) -> Option<Arc<ServedFile>> {
        let game = address.game();
        cached(&self.pages, (address.module.to_owned(), game), || {
            let files = self.manifest.files(address, game);
            ServedFile::new(INDEX, self.fill_page(&files, given).into_bytes())
        })
    }

    fn fill_page(&self, files: &[&str], given: &[(String, String)]) -> String {
        page::fill_page(&self.index, &self.base, files, given)
    }

    /// Returns the 404 response: a page for browsers, a JSON error for programs.
    fn not_found(&self, headers: &HeaderMap) -> Response {
        let wants = headers.get(ACCEPT).and_then(|value| value.to_str().ok());
        if wants.is_some_and(|wants| wants.contains("text/html")) {
            let page = self.fill_page(&[], &[]);
            return (StatusCode::NOT_FOUND, served_file::uncached_page(page)).into_response();
        }
        ApiError::not_found("Page not found.").into_response()
    }

    /// Returns a file, or `None` if it doesn't exist or isn't meant for browsers.
    fn find(&self, name: &str) -> Option<Arc<ServedFile>> {
        cached(&self.files, name.to_owned(), || {
            let name = Dist::iter().find(|known| known == name)?; // the exact spelling only
            ServedFile::new(&name, Dist::get(&name)?.data.into_owned())
        })
    }
}

/// Returns what was requested before, or makes and caches it.
fn cached<Key: Eq + Hash>(
    cache: &Cache<Key>,
    key: Key,
    make: impl FnOnce() -> Option<ServedFile>,
) -> Option<Arc<ServedFile>> {
    if let Some(file) = lock(cache).get(&key) {
        return Some(Arc::clone(file));
    }
    let file = Arc::new(make()?);
    lock(cache).insert(key, Arc::clone(&file));
    Some(file)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn every_page_and_game_has_its_scripts() {
        let Manifest { pages, preload } = FrontEnd::load(&BasePath::default()).manifest;
        let pages = pages.values().map(|module| format!("pages/{module}"));
        let games = GameKind::ALL.iter();
        let games = games.flat_map(|game| [format!("boards/{game}"), format!("editors/{game}")]);
        let expected: BTreeSet<String> = pages.chain(games).collect();
        assert_eq!(preload.into_keys().collect::<BTreeSet<_>>(), expected);
    }

    #[test]
    fn every_file_a_page_refers_to_exists() {
        let site = FrontEnd::load(&BasePath::default());
        let games = GameKind::ALL.iter().copied().map(Some).chain([None]);
        let pages: Vec<String> = (site.manifest.pages.keys())
            .flat_map(|word| games.clone().map(move |game| (format!("/{word}"), game)))
            .map(|(path, game)| {
                let address = site.manifest.page_url(&path).expect("a page");
                site.fill_page(&site.manifest.files(address, game), &[])
            })
            .collect();
        let words = pages.iter().flat_map(|page| page.split(['"', '\'']));
        let named: BTreeSet<&str> = words
            .filter_map(|word| word.strip_prefix('/').filter(|path| !path.contains('<')))
            .collect();
        assert!(named.len() > 20, "{named:?}");
        for path in named {
            assert!(site.find(path).is_some(), "{path}");
        }
        for none in [MANIFEST, "main.js", "README.md", "pages/", "pages/x.js", ""] {
            assert!(site.find(none).is_none(), "{none}");
        }
    }

    #[test]
    fn a_page_that_was_visited_is_no_file() {
        let site = FrontEnd::load(&BasePath::default());
        for (path, names) in [("/", ["home/", "home"]), ("/rules/azul", ["rules/azul", "rules/"])] {
            let visit = || {
                let address = site.manifest.page_url(path).expect("a page");
                site.page_without_room(address, &[]).expect("a page")
            };
            assert!(Arc::ptr_eq(&visit(), &visit()), "{path} is cached");
            for name in names {
                assert!(site.find(name).is_none(), "{name} after {path}");
            }
        }
        let file = || site.find("style.css").expect("a file");
        assert!(Arc::ptr_eq(&file(), &file()), "files are cached");
    }
}
