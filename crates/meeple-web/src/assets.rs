//! The front: pages, scripts, styles and drawings, all of them in the program.
//!
//! ```text
//! /                        the page, as for every other address of one: /room/k7mq2w9xt4
//! /packed/main.js, ...     what a page needs, in few large files: see `bundle`
//! /main.js, /style/...     front/, as it is on disk while one works on it (a debug build)
//! /drawings/chomp.js       crates/meeple-view/drawings
//! ```
//!
//! Whoever has a file asks whether it is still the same, by its hash. Modules that cannot be packed
//! are sent one by one.

mod answer;
mod bundle;
mod module;
mod page;
mod script;

use crate::{app::App, library::games, refusal::Refusal, room::Ask};
use answer::File;
use axum::{
    Router,
    extract::State,
    http::{HeaderMap, StatusCode, Uri, header::ACCEPT},
    response::{IntoResponse, Response},
    routing::get,
};
use bundle::Modules;
use meeple_games::GameKind;
use meeple_view::drawings;
use page::Address;
use rust_embed::Embed;
use std::{
    collections::HashMap,
    sync::{Arc, Mutex, PoisonError},
};

/// The files of `front/`.
#[derive(Embed)]
#[folder = "front/"]
struct Front;

/// The page for all addresses.
const INDEX: &str = "index.html";
/// Where bundles are.
const PACKED: &str = "packed/";

/// Everything that is not asked of the server itself.
pub(crate) fn router() -> Router<App> {
    let files = Arc::new(Files::load());
    let serve = move |State(app): State<App>, uri: Uri, headers: HeaderMap| {
        let files = Arc::clone(&files);
        async move { files.answer(&app, uri.path(), &headers).await }
    };
    Router::new().route("/", get(serve.clone())).route("/{*path}", get(serve))
}

/// All files by their paths, ready to be sent.
struct Files {
    single: HashMap<String, Arc<File>>,
    /// The modules, if they can be packed.
    modules: Option<Arc<Modules>>,
    /// Bundles and pages that were wanted before.
    made: Mutex<HashMap<String, Arc<File>>>,
}

impl Files {
    fn load() -> Self {
        let front = Front::iter().filter_map(|name| Some((name.to_string(), from_front(&name)?)));
        let drawn = drawn().filter_map(|(name, text)| {
            let file = File::new(&name, text.as_bytes().to_vec())?;
            Some((name, file))
        });
        let single = front.chain(drawn).map(|(name, file)| (name, Arc::new(file))).collect();
        Files { single, modules: modules(), made: Mutex::default() }
    }

    async fn answer(&self, app: &App, path: &str, headers: &HeaderMap) -> Response {
        let answer = match Address::read(path) {
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
            let game = room.summary().game.parse().ok();
            let given = (format!("/api/rooms/{id}"), told.text.as_str().to_owned());
            return self.page_text(&address.bundles(game), &[given]).map(answer::once);
        }
        let games = match address.module {
            "home" => games::told().await.ok(),
            _ => None,
        };
        let given = games.map(|games| ("/api/games".to_owned(), games));
        let game = address.game();
        let name = format!("{}/{}", address.module, game.map_or("", GameKind::name));
        let page = self.made(&name, || {
            let text = self.page_text(&address.bundles(game), given.as_slice())?;
            File::new(INDEX, text.into_bytes())
        });
        page.map(|page| page.answer())
    }

    /// The page with these bundles and answers.
    fn page_text(&self, bundles: &[String], given: &[(String, String)]) -> Option<String> {
        let index = text(INDEX)?;
        let page = self.modules().map(|_| page::packed(&index, bundles));
        Some(page::with(page.as_ref().unwrap_or(&index), drawings::MARKS, given))
    }

    /// There is nothing there: a page says so to people, a refusal to programs.
    fn nothing(&self, headers: &HeaderMap) -> Response {
        let wants = headers.get(ACCEPT).and_then(|value| value.to_str().ok());
        let is_person = wants.is_some_and(|wants| wants.contains("text/html"));
        match self.page_text(&[], &[]).filter(|_| is_person) {
            Some(page) => (StatusCode::NOT_FOUND, answer::once(page)).into_response(),
            None => Refusal::not_found("There is nothing here.").into_response(),
        }
    }

    fn find(&self, name: &str) -> Option<Arc<File>> {
        if let Some(packed) = name.strip_prefix(PACKED) {
            return self.made(name, || File::new(name, self.packed(packed)?.into_bytes()));
        }
        // Who works on the front sees it as it is on disk.
        let fresh = cfg!(debug_assertions).then(|| from_front(name)).flatten();
        fresh.map(Arc::new).or_else(|| self.single.get(name).cloned())
    }

    /// A bundle.
    fn packed(&self, name: &str) -> Option<String> {
        let modules = self.modules()?;
        if name != "style.css" {
            return modules.pack(&format!("/{name}"));
        }
        let index = text(INDEX)?;
        let sheets = page::sheets(&index).map(|path| text(path.trim_start_matches('/')));
        Some(sheets.collect::<Option<Vec<_>>>()?.iter().map(|sheet| bundle::style(sheet)).collect())
    }

    /// What is made when it is first wanted, and kept.
    fn made(&self, name: &str, make: impl FnOnce() -> Option<File>) -> Option<Arc<File>> {
        if cfg!(debug_assertions) {
            return make().map(Arc::new);
        }
        let kept = || self.made.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(file) = kept().get(name) {
            return Some(Arc::clone(file));
        }
        let file = Arc::new(make()?);
        kept().insert(name.to_owned(), Arc::clone(&file));
        Some(file)
    }

    fn modules(&self) -> Option<Arc<Modules>> {
        if cfg!(debug_assertions) { modules() } else { self.modules.clone() }
    }
}

/// All modules; nothing if one of them cannot be packed.
fn modules() -> Option<Arc<Modules>> {
    match Modules::read(scripts()) {
        Ok(modules) => Some(Arc::new(modules)),
        Err(error) => {
            tracing::warn!(%error, "the front is sent file by file: it cannot be packed");
            None
        }
    }
}

/// The modules' texts by their paths.
fn scripts() -> impl Iterator<Item = (String, String)> {
    let front = Front::iter().map(std::borrow::Cow::into_owned);
    let all = front.chain(drawn().map(|(name, _)| name));
    let is_script = |name: &String| name.rsplit_once('.').is_some_and(|(_, kind)| kind == "js");
    all.filter(is_script).filter_map(|name| Some((format!("/{name}"), text(&name)?)))
}

/// The text of a file of the front, or of a drawing.
fn text(name: &str) -> Option<String> {
    let front = Front::get(name).and_then(|file| String::from_utf8(file.data.into_owned()).ok());
    front.or_else(|| Some(drawn().find(|(drawn, _)| drawn == name)?.1.to_owned()))
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

#[cfg(test)]
mod tests {
    use super::{module::Module, page::PAGES, *};
    use std::collections::BTreeSet;

    #[test]
    fn the_pages_are_those_that_the_front_knows() {
        let main = text("main.js").expect("a script");
        let (_, modules) = main.split_once("const MODULES = {").expect("the list of pages");
        let (modules, _) = modules.split_once('}').expect("its end");
        let pages = modules.lines().filter_map(|line| line.trim().split_once(": "));
        let pages = pages.map(|(word, module)| (word.trim_matches('"'), module));
        let pages: Vec<_> =
            pages.map(|(word, module)| (word, module.trim_matches([',', '"']))).collect();
        assert_eq!(pages, PAGES);
    }

    #[test]
    fn every_module_can_be_packed() {
        let modules = Modules::read(scripts()).unwrap_or_else(|error| panic!("{error}"));
        let bundles: Vec<&str> = modules.bundles().collect();
        assert_eq!(bundles.len(), 1 + 10 + 3 * GameKind::ALL.len(), "{bundles:?}");
        for bundle in bundles {
            let packed = modules.pack(bundle).expect("a bundle");
            assert!(packed.contains(&format!("$put(\"{bundle}\"")), "{bundle}");
        }
        let index = text(INDEX).expect("a page");
        let sheets = page::sheets(&index).map(|path| text(&path[1..]).expect("a sheet"));
        for sheet in sheets.map(|sheet| bundle::style(&sheet)) {
            assert_eq!(sheet.matches('{').count(), sheet.matches('}').count(), "{sheet}");
            assert!(!sheet.contains("*/"), "{sheet}");
        }
    }

    /// What each game must have in the front: modules with what they export...
    const MODULES: [(&str, Option<&str>); 4] = [
        ("boards", Some("mount")),
        ("editors", Some("mount")),
        ("drawings", Some("draw")),
        ("words", None), // each game has its own
    ];
    /// ...and a key in these lists.
    const LISTS: [(&str, &str); 4] = [
        ("words.js", "    games: {"),
        ("words.js", "        about: {"),
        ("examples.js", "export const EXAMPLES = {"),
        ("parts/living.js", "const LOUDNESS = {"),
    ];

    #[test]
    fn every_game_has_its_modules_its_style_and_its_place_in_the_lists() {
        let index = text(INDEX).expect("a page");
        for kind in GameKind::ALL {
            for (folder, export) in MODULES {
                let path = format!("/{folder}/{kind}.js");
                let source = text(&path[1..]).unwrap_or_else(|| panic!("{path} is missing"));
                let module = Module::read(&path, &source).unwrap_or_else(|error| panic!("{error}"));
                let is_there = |name: &String| export.is_none_or(|export| name == export);
                assert!(module.exports.iter().any(is_there), "{path} does not export {export:?}");
            }
            let sheet = format!("/style/board-{kind}.css");
            assert!(page::sheets(&index).any(|named| named == sheet), "{INDEX} names no {sheet}");
            for (path, list) in LISTS {
                let source = text(path).unwrap_or_else(|| panic!("{path} is missing"));
                assert!(keys(&source, list).contains(&kind.name()), "{path}: {list} has no {kind}");
            }
        }
    }

    /// The keys of the object that begins with this line.
    fn keys<'a>(source: &'a str, list: &str) -> Vec<&'a str> {
        let indent = |line: &str| line.len() - line.trim_start().len();
        let mut lines = source.lines().skip_while(|line| *line != list);
        let outer = lines.next().map_or(0, indent);
        let inside = lines.take_while(|line| line.is_empty() || indent(line) > outer);
        let own = inside.filter(|line| indent(line) == outer + 4);
        own.filter_map(|line| Some(line.trim().split_once(':')?.0)).collect()
    }

    #[test]
    fn what_a_page_names_is_there() {
        let files = Files::load();
        let games = GameKind::ALL.iter().copied().map(Some).chain([None]);
        let pages = PAGES.iter().flat_map(|(word, _)| {
            let path = format!("/{word}");
            let address = Address::read(&path).expect("a page");
            games.clone().map(|game| address.bundles(game)).collect::<Vec<_>>()
        });
        let pages = pages.filter_map(|bundles| files.page_text(&bundles, &[])).chain(text(INDEX));
        let pages: Vec<String> = pages.collect();
        let words = pages.iter().flat_map(|page| page.split(['"', '\'']));
        let named: BTreeSet<&str> = words
            .filter_map(|word| word.strip_prefix('/').filter(|path| !path.contains('<')))
            .collect();
        assert!(named.len() > 20, "{named:?}");
        for path in named {
            assert!(files.find(path).is_some(), "{path}");
        }
        for none in ["README.md", "packed/words.js", "packed/index.html", "packed/", "packed/x"] {
            assert!(files.find(none).is_none(), "{none}");
        }
    }
}
