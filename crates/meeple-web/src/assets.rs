//! The front: pages, scripts and styles, all of them in the program.
//!
//! ```text
//! /                       the page, as for every other address of one: /room/k7mq2w9xt4
//! /pages/room.js, ...     dist/, which `cargo xtask front` makes from front/
//! ```
//!
//! Whoever has a file asks whether it is still the same, by its hash.

mod answer;
mod page;

use crate::{app::App, library::games, refusal::Refusal, room::Ask};
use answer::File;
use axum::{
    Router,
    extract::State,
    http::{HeaderMap, StatusCode, Uri, header::ACCEPT},
    response::{IntoResponse, Response},
    routing::get,
};
use meeple_games::GameKind;
use page::{Address, Manifest};
use rust_embed::Embed;
use std::{
    collections::HashMap,
    sync::{Arc, Mutex, PoisonError},
};

/// The files of `dist/`.
#[derive(Embed)]
#[folder = "dist/"]
struct Dist;

/// The page for all addresses.
const INDEX: &str = "index.html";
/// What the build says about its files.
const MANIFEST: &str = "manifest.json";

/// Everything that is not asked of the server itself.
pub(crate) fn router() -> Router<App> {
    let site = Arc::new(Site::load());
    let serve = move |State(app): State<App>, uri: Uri, headers: HeaderMap| {
        // Whoever works on the front sees it as it is on disk.
        let site = if cfg!(debug_assertions) { Arc::new(Site::load()) } else { Arc::clone(&site) };
        async move { site.answer(&app, uri.path(), &headers).await }
    };
    Router::new().route("/", get(serve.clone())).route("/{*path}", get(serve))
}

/// The front, ready to be sent.
struct Site {
    index: String,
    manifest: Manifest,
    /// Files and pages that were asked for before.
    made: Mutex<HashMap<String, Arc<File>>>,
}

impl Site {
    fn load() -> Self {
        let read = |name| Dist::get(name).expect("the build writes it").data;
        let index = String::from_utf8(read(INDEX).into_owned()).expect("a page is text");
        let manifest = serde_json::from_slice(&read(MANIFEST)).expect("the build writes JSON");
        Site { index, manifest, made: Mutex::default() }
    }

    async fn answer(&self, app: &App, path: &str, headers: &HeaderMap) -> Response {
        let answer = match self.manifest.address(path) {
            Some(address) => self.page(app, address).await,
            None => self.find(path.trim_start_matches('/')).map(|file| file.answer()),
        };
        answer.unwrap_or_else(|| self.nothing(headers))
    }

    /// A page with what it would ask first. Whoever opens that of a room wakes it, as whoever asks
    /// how it stands; where there is none, the page says so.
    async fn page(&self, app: &App, address: Address<'_>) -> Option<Response> {
        if let Some(id) = address.room()
            && let Ok((room, told)) = app.lobby.ask(app, id, |reply| Ask::State { reply }).await
        {
            let files = self.manifest.files(address, room.summary().game.parse().ok());
            let given = (format!("/api/rooms/{id}"), told.text.as_str().to_owned());
            return Some(answer::once(page::with(&self.index, &files, &[given])));
        }
        let games = match address.module {
            "home" => games::told().await.ok(),
            _ => None,
        };
        let given = games.map(|games| ("/api/games".to_owned(), games));
        let game = address.game();
        let name = format!("{}/{}", address.module, game.map_or("", GameKind::name));
        let page = self.made(&name, || {
            let files = self.manifest.files(address, game);
            File::new(INDEX, page::with(&self.index, &files, given.as_slice()).into_bytes())
        });
        page.map(|page| page.answer())
    }

    /// There is nothing there: a page says so to people, a refusal to programs.
    fn nothing(&self, headers: &HeaderMap) -> Response {
        let wants = headers.get(ACCEPT).and_then(|value| value.to_str().ok());
        if wants.is_some_and(|wants| wants.contains("text/html")) {
            let page = page::with(&self.index, &[], &[]);
            return (StatusCode::NOT_FOUND, answer::once(page)).into_response();
        }
        Refusal::not_found("There is nothing here.").into_response()
    }

    /// A file; what is not for browsers is none.
    fn find(&self, name: &str) -> Option<Arc<File>> {
        self.made(name, || {
            let name = Dist::iter().find(|known| known == name)?; // written so, and not another way
            File::new(&name, Dist::get(&name)?.data.into_owned())
        })
    }

    /// What is made when it is first wanted, and kept.
    fn made(&self, name: &str, make: impl FnOnce() -> Option<File>) -> Option<Arc<File>> {
        let kept = || self.made.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(file) = kept().get(name) {
            return Some(Arc::clone(file));
        }
        let file = Arc::new(make()?);
        kept().insert(name.to_owned(), Arc::clone(&file));
        Some(file)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn every_page_and_every_game_has_its_scripts() {
        let Manifest { pages, preload } = Site::load().manifest;
        let pages = pages.values().map(|module| format!("pages/{module}"));
        let games = GameKind::ALL.iter();
        let games = games.flat_map(|game| [format!("boards/{game}"), format!("editors/{game}")]);
        let expected: BTreeSet<String> = pages.chain(games).collect();
        assert_eq!(preload.into_keys().collect::<BTreeSet<_>>(), expected);
    }

    #[test]
    fn what_a_page_names_is_there() {
        let site = Site::load();
        let games = GameKind::ALL.iter().copied().map(Some).chain([None]);
        let pages: Vec<String> = (site.manifest.pages.keys())
            .flat_map(|word| games.clone().map(move |game| (format!("/{word}"), game)))
            .map(|(path, game)| {
                let address = site.manifest.address(&path).expect("a page");
                page::with(&site.index, &site.manifest.files(address, game), &[])
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
}
