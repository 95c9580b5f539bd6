//! The page: `front/index.html`, with what an address needs at once.
//!
//! ```text
//! <link rel="stylesheet" href="/style/...">   all of them  ──►  /packed/style.css
//! <script type="module" src="/main.js">                    ──►  /packed/main.js, and what comes next
//! </body>                                                  ──►  the marks, and what is given
//! ```
//!
//! What is given are answers to what the page would ask first:
//!
//! ```html
//! <script type="application/json" id="given">{"/api/rooms/k7mq2w9xt4": {"state": ...}}</script>
//! ```

use meeple_games::GameKind;

/// What addresses of pages begin with, and their modules: those that `front/main.js` knows.
pub(super) const PAGES: [(&str, &str); 11] = [
    ("", "home"),
    ("new", "new-game"),
    ("room", "room"),
    ("watch", "room"),
    ("replay", "replay"),
    ("analysis", "analysis"),
    ("practice", "practice"),
    ("rules", "rules"),
    ("bots", "bots"),
    ("tournaments", "tournaments"),
    ("settings", "settings"),
];
const SHEET: &str = "<link rel=\"stylesheet\" href=\"";
const MAIN: &str = "src=\"/main.js\"";
const END: &str = "</body>";

/// The address of a page: a name that is known, and plain words behind it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Address<'a> {
    /// The module of the page.
    pub(super) module: &'static str,
    second: Option<&'a str>,
}

impl<'a> Address<'a> {
    /// The page at this path, if there is one.
    pub(super) fn read(path: &'a str) -> Option<Self> {
        let is_plain = |word: &str| {
            word.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"-_".contains(&byte))
        };
        let mut words = path.trim_matches('/').split('/');
        let first = words.next()?;
        let &(_, module) = PAGES.iter().find(|(word, _)| *word == first)?;
        words.clone().all(is_plain).then(|| Address { module, second: words.next() })
    }

    /// The room that is seen there.
    pub(super) fn room(self) -> Option<&'a str> {
        self.second.filter(|_| self.module == "room")
    }

    /// The game that it names.
    pub(super) fn game(self) -> Option<GameKind> {
        self.second?.parse().ok()
    }

    /// The bundles that this page begins with, where it is known which game it shows.
    pub(super) fn bundles(self, game: Option<GameKind>) -> Vec<String> {
        let board = game.map(|game| format!("/packed/boards/{game}.js"));
        [format!("/packed/pages/{}.js", self.module)].into_iter().chain(board).collect()
    }
}

/// The style sheets of the page.
pub(super) fn sheets(index: &str) -> impl Iterator<Item = &str> {
    let named = index.lines().filter_map(|line| line.strip_prefix(SHEET));
    named.filter_map(|rest| Some(rest.split_once('"')?.0))
}

/// The page as it names bundles: one of style, the main one, and those that it needs next.
pub(super) fn packed(index: &str, bundles: &[String]) -> String {
    let mut page = String::with_capacity(index.len());
    let mut has_style = false;
    for line in index.lines() {
        if line.starts_with(SHEET) && has_style {
            continue;
        }
        if line.starts_with(SHEET) {
            has_style = true;
            page.push_str("<link rel=\"stylesheet\" href=\"/packed/style.css\">\n");
            continue;
        }
        page.push_str(&line.replace(MAIN, "src=\"/packed/main.js\""));
        page.push('\n');
        if line.contains(MAIN) {
            for bundle in bundles {
                page.push_str("<link rel=\"modulepreload\" href=\"");
                page.push_str(bundle);
                page.push_str("\">\n");
            }
        }
    }
    page
}

/// The page with the marks of the seats, and with answers: paths, and what would be answered there.
pub(super) fn with(page: &str, marks: &str, given: &[(String, String)]) -> String {
    let marks: Vec<&str> = marks.lines().filter(|line| line.starts_with("<symbol ")).collect();
    let marks = format!("<svg class=\"unseen\" aria-hidden=\"true\">{}</svg>", marks.concat());
    let answers: Vec<String> =
        given.iter().map(|(path, answer)| format!("\"{path}\":{answer}")).collect();
    let answers = escaped(&format!("{{{}}}", answers.join(",")));
    let answers = format!("<script type=\"application/json\" id=\"given\">{answers}</script>");
    page.replacen(END, &format!("{marks}\n{answers}\n{END}"), 1)
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

    #[test]
    fn addresses_of_pages_are_plain_words() {
        for page in ["/", "/new", "/room/k7mq2w9xt4", "/rules/azul", "/replay/k7mq2w9xt4/"] {
            assert!(Address::read(page).is_some(), "{page}");
        }
        for none in ["/main.js", "/tournaments/../x", "/room/%2e%2e", "/x", "//etc", "/room/a.b"] {
            assert!(Address::read(none).is_none(), "{none}");
        }
    }

    #[test]
    fn an_address_tells_which_bundles_come_next() {
        let check = |path: &str, game: Option<GameKind>, expected: &[&str]| {
            let address = Address::read(path).expect("a page");
            assert_eq!(address.bundles(game.or(address.game())), expected, "{path}");
        };
        check("/", None, &["/packed/pages/home.js"]);
        check("/rules/azul", None, &["/packed/pages/rules.js", "/packed/boards/azul.js"]);
        check("/rules/azur", None, &["/packed/pages/rules.js"]);
        let azul = Some(GameKind::Azul);
        check("/watch/x", azul, &["/packed/pages/room.js", "/packed/boards/azul.js"]);
        let room = |path| Address::read(path).and_then(Address::room);
        assert_eq!(
            (room("/room/x"), room("/watch/y/"), room("/rules/z")),
            (Some("x"), Some("y"), None)
        );
    }

    #[test]
    fn a_page_names_its_bundles_once() {
        let index = "<link rel=\"stylesheet\" href=\"/a.css\">\n<link rel=\"stylesheet\" \
                     href=\"/b.css\">\n<script type=\"module\" src=\"/main.js\"></script>\n";
        assert_eq!(sheets(index).collect::<Vec<_>>(), ["/a.css", "/b.css"]);
        assert_eq!(
            packed(index, &["/packed/x.js".to_owned()]),
            "<link rel=\"stylesheet\" href=\"/packed/style.css\">\n<script type=\"module\" \
             src=\"/packed/main.js\"></script>\n<link rel=\"modulepreload\" \
             href=\"/packed/x.js\">\n"
        );
    }

    #[test]
    fn no_name_ends_the_element_that_it_is_given_in() {
        let name = "</script><script>alert(1)</script><!-- & \u{2028}\u{2029} \"\\";
        let answer = json!({ "name": name });
        let given = [("/api/x".to_owned(), answer.to_string())];
        let page = with("<body></body>", "", &given);
        let (_, rest) = page.split_once("id=\"given\">").expect("it is given");
        let (text, rest) = rest.split_once("</script>").expect("its end");
        assert_eq!(rest, "\n</body>");
        assert!(!text.contains(['<', '>', '&', '\u{2028}', '\u{2029}']), "{text}");
        let read: Value = serde_json::from_str(text).expect("JSON");
        assert_eq!(read["/api/x"], answer);
    }
}
