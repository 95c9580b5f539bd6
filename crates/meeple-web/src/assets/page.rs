//! The page: `dist/index.html`, with what an address needs at once.
//!
//! ```text
//! </head>  ──►  the scripts of the page, and those of the board if it is known which game it shows
//! </body>  ──►  what is given: answers to what the page would ask first
//! ```
//!
//! ```html
//! <link rel="modulepreload" href="/pages/room.js">
//! <script type="application/json" id="given">{"/api/rooms/k7mq2w9xt4": {"state": ...}}</script>
//! ```

use meeple_games::GameKind;
use serde::Deserialize;
use std::collections::HashMap;

/// What the build says about its files: `dist/manifest.json`.
#[derive(Deserialize)]
pub(super) struct Manifest {
    /// The module of each page, by the first part of its address: the list in `front/pages.js`.
    pub(super) pages: HashMap<String, String>,
    /// The files to load for each script, such as `boards/azul`: itself, and what it imports.
    pub(super) preload: HashMap<String, Vec<String>>,
}

impl Manifest {
    /// The page at this path, if there is one: a name that is known, and plain words behind it.
    pub(super) fn address<'a>(&'a self, path: &'a str) -> Option<Address<'a>> {
        let is_plain = |word: &str| {
            word.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"-_".contains(&byte))
        };
        let mut words = path.trim_matches('/').split('/');
        let module = self.pages.get(words.next()?)?;
        words.clone().all(is_plain).then(|| Address { module, second: words.next() })
    }

    /// The files that this page begins with, where it is known which game it shows.
    pub(super) fn files(&self, address: Address<'_>, game: Option<GameKind>) -> Vec<&str> {
        let board = game.map(|game| format!("boards/{game}"));
        let scripts = [format!("pages/{}", address.module)].into_iter().chain(board);
        let files = scripts.filter_map(|script| self.preload.get(&script));
        files.flatten().map(String::as_str).collect()
    }
}

/// The address of a page.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Address<'a> {
    /// The module of the page.
    pub(super) module: &'a str,
    second: Option<&'a str>,
}

impl<'a> Address<'a> {
    /// The room that is seen there.
    pub(super) fn room(self) -> Option<&'a str> {
        self.second.filter(|_| self.module == "room")
    }

    /// The game that it names.
    pub(super) fn game(self) -> Option<GameKind> {
        self.second?.parse().ok()
    }
}

/// The page with files that it needs, and with answers: paths, and what would be answered there.
pub(super) fn with(index: &str, files: &[&str], given: &[(String, String)]) -> String {
    let link = |file: &&str| format!("<link rel=\"modulepreload\" href=\"/{file}\">\n");
    let links: String = files.iter().map(link).collect();
    let answers: Vec<String> =
        given.iter().map(|(path, answer)| format!("\"{path}\":{answer}")).collect();
    let answers = escaped(&format!("{{{}}}", answers.join(",")));
    let answers = format!("<script type=\"application/json\" id=\"given\">{answers}</script>");
    let page = index.replacen("</head>", &format!("{links}</head>"), 1);
    page.replacen("</body>", &format!("{answers}\n</body>"), 1)
}

/// JSON that may stand in a page: nothing in it can end its element. What is replaced occurs in
/// texts only, where it may be written so.
fn escaped(json: &str) -> String {
    let mut text = String::with_capacity(json.len());
    for letter in json.chars() {
        match letter {
            '<' => text.push_str("\\u003c"),
            '>' => text.push_str("\\u003e"),
            '&' => text.push_str("\\u0026"),
            '\u{2028}' => text.push_str("\\u2028"),
            '\u{2029}' => text.push_str("\\u2029"),
            _ => text.push(letter),
        }
    }
    text
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
    fn addresses_of_pages_are_plain_words() {
        let manifest = manifest();
        for page in ["/", "/rules", "/watch/k7mq2w9xt4", "/rules/azul", "/watch/k7mq2w9xt4/"] {
            assert!(manifest.address(page).is_some(), "{page}");
        }
        for none in ["/main.js", "/rules/../x", "/watch/%2e%2e", "/x", "//etc", "/watch/a.b"] {
            assert!(manifest.address(none).is_none(), "{none}");
        }
    }

    #[test]
    fn an_address_tells_which_files_come_next() {
        let manifest = manifest();
        let check = |path: &str, game: Option<GameKind>, expected: &[&str]| {
            let address = manifest.address(path).expect("a page");
            assert_eq!(manifest.files(address, game.or(address.game())), expected, "{path}");
        };
        check("/", None, &["pages/home.js"]);
        check("/rules/azul", None, &["pages/rules.js", "boards/azul.js", "chunk-A.js"]);
        check("/rules/azur", None, &["pages/rules.js"]);
        let azul = Some(GameKind::Azul);
        check("/watch/x", azul, &["pages/room.js", "boards/azul.js", "chunk-A.js"]);
        let room = |path| manifest.address(path).and_then(Address::room);
        assert_eq!((room("/watch/y/"), room("/rules/z")), (Some("y"), None));
    }

    #[test]
    fn a_page_names_its_files() {
        assert_eq!(
            with("<head></head><body></body>", &["a.js", "b.js"], &[]),
            "<head><link rel=\"modulepreload\" href=\"/a.js\">\n<link rel=\"modulepreload\" \
             href=\"/b.js\">\n</head><body><script type=\"application/json\" \
             id=\"given\">{}</script>\n</body>"
        );
    }

    #[test]
    fn no_name_ends_the_element_that_it_is_given_in() {
        let name = "</script><script>alert(1)</script><!-- & \u{2028}\u{2029} \"\\";
        let answer = json!({ "name": name });
        let given = [("/api/x".to_owned(), answer.to_string())];
        let page = with("<body></body>", &[], &given);
        let (_, rest) = page.split_once("id=\"given\">").expect("it is given");
        let (text, rest) = rest.split_once("</script>").expect("its end");
        assert_eq!(rest, "\n</body>");
        assert!(!text.contains(['<', '>', '&', '\u{2028}', '\u{2029}']), "{text}");
        let read: Value = serde_json::from_str(text).expect("JSON");
        assert_eq!(read["/api/x"], answer);
    }
}
