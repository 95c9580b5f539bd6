//! The front: pages, scripts, styles and drawings, all of them in the program.
//!
//! ```text
//! /                        index.html, as for every address that is a page: /room/k7mq2w9xt4
//! /main.js, /style/...     front/, as it is on disk while one works on it (a debug build)
//! /drawings/chomp.js       crates/meeple-view/drawings
//! ```
//!
//! Whoever has a file asks whether it is still the same, by its hash.

pub(crate) mod answer;

use crate::{app::App, refusal::Refusal};
use answer::File;
use axum::{
    Router,
    extract::Request,
    http::{HeaderMap, StatusCode, header::ACCEPT},
    response::{IntoResponse, Response},
    routing::get,
};
use meeple_games::GameKind;
use meeple_view::drawings;
use rust_embed::Embed;
use std::{collections::HashMap, sync::Arc};

/// The files of `front/`.
#[derive(Embed)]
#[folder = "front/"]
struct Front;

/// What addresses of pages begin with: those that `front/main.js` knows.
const PAGES: [&str; 11] = [
    "",
    "new",
    "room",
    "watch",
    "replay",
    "analysis",
    "practice",
    "rules",
    "bots",
    "tournaments",
    "settings",
];
/// The page for all of them.
const INDEX: &str = "index.html";

/// Everything that is not asked of the server itself.
pub(crate) fn router() -> Router<App> {
    let files = Arc::new(Files::load());
    let serve = move |request: Request| {
        let files = Arc::clone(&files);
        async move { files.answer(&request) }
    };
    Router::new().route("/", get(serve.clone())).route("/{*path}", get(serve))
}

/// All files by their paths, ready to be sent.
struct Files(HashMap<String, Arc<File>>);

impl Files {
    fn load() -> Self {
        let front = Front::iter().filter_map(|name| Some((name.to_string(), from_front(&name)?)));
        let drawn = drawn().filter_map(|(name, text)| {
            let file = File::new(&name, text.as_bytes().to_vec())?;
            Some((name, file))
        });
        Files(front.chain(drawn).map(|(name, file)| (name, Arc::new(file))).collect())
    }

    fn answer(&self, request: &Request) -> Response {
        let path = request.uri().path();
        let name = if is_page(path) { INDEX } else { path.trim_start_matches('/') };
        match self.find(name) {
            Some(file) => file.answer(request.headers()),
            None => self.nothing(request.headers()),
        }
    }

    /// There is nothing there: a page says so to people, a refusal to programs.
    fn nothing(&self, headers: &HeaderMap) -> Response {
        let wants = headers.get(ACCEPT).and_then(|value| value.to_str().ok());
        let is_person = wants.is_some_and(|wants| wants.contains("text/html"));
        match self.find(INDEX).filter(|_| is_person) {
            Some(page) => (StatusCode::NOT_FOUND, page.answer(&HeaderMap::new())).into_response(),
            None => Refusal::not_found("There is nothing here.").into_response(),
        }
    }

    fn find(&self, name: &str) -> Option<Arc<File>> {
        // Who works on the front sees it as it is on disk.
        let fresh = cfg!(debug_assertions).then(|| from_front(name)).flatten();
        fresh.map(Arc::new).or_else(|| self.0.get(name).cloned())
    }
}

/// A file of the front; what is not for browsers is none.
fn from_front(name: &str) -> Option<File> {
    let name = Front::iter().find(|known| known == name)?;
    File::new(&name, Front::get(&name)?.data.into_owned())
}

/// The drawings, which reports of the arena have as well.
fn drawn() -> impl Iterator<Item = (String, &'static str)> {
    let boards = GameKind::ALL.iter();
    let boards = boards.map(|&kind| (format!("drawings/{kind}.js"), drawings::board(kind)));
    let common = [
        ("drawings/drawing.js", drawings::COMMON),
        ("style/colours.css", drawings::COLOURS),
        ("marks.svg", drawings::MARKS),
    ];
    boards.chain(common.map(|(name, text)| (name.to_owned(), text)))
}

/// Whether this is the address of a page: a name that is known, and plain words behind it.
fn is_page(path: &str) -> bool {
    let mut words = path.trim_matches('/').split('/');
    let is_plain =
        |word: &str| word.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"-_".contains(&byte));
    words.next().is_some_and(|first| PAGES.contains(&first)) && words.all(is_plain)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn text(name: &str) -> String {
        let file = Front::get(name).unwrap_or_else(|| panic!("there is no {name}"));
        String::from_utf8(file.data.into_owned()).expect("a text")
    }

    #[test]
    fn the_pages_are_those_that_the_front_knows() {
        let main = text("main.js");
        let (_, modules) = main.split_once("const MODULES = {").expect("the list of pages");
        let (modules, _) = modules.split_once('}').expect("its end");
        let names = modules.lines().filter_map(|line| line.split_once(':'));
        let names: Vec<&str> = names.map(|(name, _)| name.trim().trim_matches('"')).collect();
        assert_eq!(names, PAGES);
    }

    #[test]
    fn what_the_page_names_is_there() {
        let (files, index) = (Files::load(), text(INDEX));
        let named: Vec<&str> =
            index.split(['"', '\'']).filter(|word| word.starts_with('/')).collect();
        assert!(named.len() > 5, "{named:?}");
        for path in named {
            assert!(files.find(path.trim_start_matches('/')).is_some(), "{path}");
        }
        assert!(files.find("README.md").is_none(), "not for browsers");
    }

    #[test]
    fn addresses_of_pages_are_plain_words() {
        for page in ["/", "/new", "/room/k7mq2w9xt4", "/rules/azul", "/replay/k7mq2w9xt4/"] {
            assert!(is_page(page), "{page}");
        }
        for none in ["/main.js", "/tournaments/../x", "/room/%2e%2e", "/x", "//etc", "/room/a.b"] {
            assert!(!is_page(none), "{none}");
        }
    }
}
