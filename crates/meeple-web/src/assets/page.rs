//! Fills in `dist/index.html` with what a page needs at once.
//!
//! ```text
//! </head>  ──►  the page's scripts, and the board's if the game is known
//! </body>  ──►  `given`: responses to the API requests that the page would make first
//! ```
//!
//! ```html
//! <link rel="modulepreload" href="/pages/room.js">
//! <script type="application/json" id="given">{"/api/rooms/k7mq2w9xt4": {"state": ...}}</script>
//! ```

use crate::base_path::BasePath;
use meeple_games::GameKind;
use serde::Deserialize;
use std::collections::HashMap;

/// The build's list of pages and scripts: `dist/manifest.json`.
#[derive(Deserialize)]
pub(super) struct Manifest {
    /// The module of each page, by the first part of its path: the list in `front/pages.js`.
    pub(super) pages: HashMap<String, String>,
    /// The files to load for each script, such as `boards/azul`: the script itself and its imports.
    pub(super) preload: HashMap<String, Vec<String>>,
}

impl Manifest {
    /// Returns the page at this path, if the first part names one and the other parts are plain words.
    pub(super) fn page_url<'a>(&'a self, path: &'a str) -> Option<PageUrl<'a>> {
        let is_plain = |word: &str| {
            word.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"-_".contains(&byte))
        };
        let mut words = path.trim_matches('/').split('/');
        let module = self.pages.get(words.next()?)?;
        words.clone().all(is_plain).then(|| PageUrl { module, argument: words.next() })
    }

    /// Returns the files that this page needs first; `game` is the game it shows, if known.
    pub(super) fn files(&self, address: PageUrl<'_>, game: Option<GameKind>) -> Vec<&str> {
        let board = game.map(|game| format!("boards/{game}"));
        let scripts = [format!("pages/{}", address.module)].into_iter().chain(board);
        let files = scripts.filter_map(|script| self.preload.get(&script));
        files.flatten().map(String::as_str).collect()
    }
}

/// The URL path of a page.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct PageUrl<'a> {
    /// The module of the page.
    pub(super) module: &'a str,
    argument: Option<&'a str>,
}

impl<'a> PageUrl<'a> {
    /// Returns the id of the room that the page shows, if any.
    pub(super) fn room(self) -> Option<&'a str> {
        self.argument.filter(|_| self.module == "room")
    }

    /// Returns the game named in the path, if any.
    pub(super) fn game(self) -> Option<GameKind> {
        self.argument?.parse().ok()
    }
}

/// Returns the page with its links under the base, which it also names for its scripts.
pub(super) fn under_base(index: &str, base: &BasePath) -> String {
    if base.as_str().is_empty() {
        return index.to_owned();
    }
    let links = index.replace("=\"/", &format!("=\"{base}/"));
    links.replacen("<html ", &format!("<html data-base=\"{base}\" "), 1)
}

/// Returns the page with links to its files and the given responses, each with its API path.
pub(super) fn fill_page(
    index: &str,
    base: &BasePath,
    files: &[&str],
    given: &[(String, String)],
) -> String {
    let link = |file: &&str| format!("<link rel=\"modulepreload\" href=\"{base}/{file}\">\n");
    let links: String = files.iter().map(link).collect();
    let answers: Vec<String> =
        given.iter().map(|(path, answer)| format!("\"{path}\":{answer}")).collect();
    let answers = escape_json(&format!("{{{}}}", answers.join(",")));
    let answers = format!("<script type=\"application/json\" id=\"given\">{answers}</script>");
    let page = index.replacen("</head>", &format!("{links}</head>"), 1);
    page.replacen("</body>", &format!("{answers}\n</body>"), 1)
}

/// Escapes JSON for embedding in a page, so that nothing in it can end the `<script>` element. The escaped
/// characters occur only inside JSON strings, where escapes are allowed.
fn escape_json(json: &str) -> String {
    let escapes = ['<', '>', '&', '\u{2028}', '\u{2029}'];
    let escape = |text: String, letter| text.replace(letter, &format!("\\u{:04x}", letter as u32));
    escapes.into_iter().fold(json.to_owned(), escape)
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::{Value, json};

    fn manifest() -> Manifest {
        let manifest = json!({
            "pages": { "": "home", "watch": "room", "rules": "rules" },
            "preload": {
                "pages/home": ["pages/home.js"],
                "pages/room": ["pages/room.js"],
                "pages/rules": ["pages/rules.js"],
                "boards/azul": ["boards/azul.js", "chunk-A.js"],
            },
        });
        serde_json::from_value(manifest).expect("a manifest")
    }

    #[test]
    fn only_known_page_urls_are_accepted() {
        let manifest = manifest();
        for page in ["/", "/rules", "/watch/k7mq2w9xt4", "/rules/azul", "/watch/k7mq2w9xt4/"] {
            assert!(manifest.page_url(page).is_some(), "{page}");
        }
        for none in ["/main.js", "/rules/../x", "/watch/%2e%2e", "/x", "//etc", "/watch/a.b"] {
            assert!(manifest.page_url(none).is_none(), "{none}");
        }
    }

    #[test]
    fn a_url_determines_the_files_to_preload() {
        let manifest = manifest();
        let check = |path: &str, game: Option<GameKind>, expected: &[&str]| {
            let address = manifest.page_url(path).expect("a page");
            assert_eq!(manifest.files(address, game.or(address.game())), expected, "{path}");
        };
        check("/", None, &["pages/home.js"]);
        check("/rules/azul", None, &["pages/rules.js", "boards/azul.js", "chunk-A.js"]);
        check("/rules/azur", None, &["pages/rules.js"]);
        let azul = Some(GameKind::Azul);
        check("/watch/x", azul, &["pages/room.js", "boards/azul.js", "chunk-A.js"]);
        let room = |path| manifest.page_url(path).and_then(PageUrl::room);
        assert_eq!((room("/watch/y/"), room("/rules/z")), (Some("y"), None));
    }

    #[test]
    fn a_page_lists_its_files() {
        assert_eq!(
            fill_page("<head></head><body></body>", &BasePath::default(), &["a.js", "b.js"], &[]),
            "<head><link rel=\"modulepreload\" href=\"/a.js\">\n<link rel=\"modulepreload\" \
             href=\"/b.js\">\n</head><body><script type=\"application/json\" \
             id=\"given\">{}</script>\n</body>"
        );
    }

    #[test]
    fn under_a_base_every_link_of_the_page_starts_with_it() {
        let base: BasePath = "/fun/games".parse().expect("a path");
        let index = r##"<html lang="en"><head><link href="/icon.svg"><script src="/chunk-A.js"></script></head><a href="#main"></a><path d="M1 1/2"/><body></body>"##;
        let page = fill_page(&under_base(index, &base), &base, &["a.js"], &[]);
        let expected = r##"<html data-base="/fun/games" lang="en"><head><link href="/fun/games/icon.svg"><script src="/fun/games/chunk-A.js"></script><link rel="modulepreload" href="/fun/games/a.js">
</head><a href="#main"></a><path d="M1 1/2"/><body><script type="application/json" id="given">{}</script>
</body>"##;
        assert_eq!(page, expected);
        assert_eq!(under_base(index, &BasePath::default()), index);
    }

    #[test]
    fn embedded_json_cannot_close_its_script_element() {
        let name = "</script><script>alert(1)</script><!-- & \u{2028}\u{2029} \"\\";
        let answer = json!({ "name": name });
        let given = [("/api/x".to_owned(), answer.to_string())];
        let page = fill_page("<body></body>", &BasePath::default(), &[], &given);
        let (_, rest) = page.split_once("id=\"given\">").expect("it is given");
        let (text, rest) = rest.split_once("</script>").expect("its end");
        assert_eq!(rest, "\n</body>");
        assert!(!text.contains(['<', '>', '&', '\u{2028}', '\u{2029}']), "{text}");
        let read: Value = serde_json::from_str(text).expect("JSON");
        assert_eq!(read["/api/x"], answer);
    }
}
