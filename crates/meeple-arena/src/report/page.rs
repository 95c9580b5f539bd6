//! The page around it all: its head, its style, and the one script that may run in it.

use super::{Report, figures::outside, marks::SHAPES};
use base64::{Engine as _, engine::general_purpose::STANDARD};
use maud::{DOCTYPE, Markup, PreEscaped, html};
use meeple_games::GameKind;
use meeple_view::drawings::{self, COLOURS};
use sha2::{Digest as _, Sha256};
use std::io;

/// Without one of its own, a page asks its server for an icon.
const ICON: &str = "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' \
    viewBox='0 0 10 10'%3E%3Cpath d='M5 .8 9.2 5 5 9.2.8 5z' fill='%230b7a75'/%3E%3C/svg%3E";
const STYLE: &str = include_str!("front/style.css");
const REPLAY: &str = include_str!("front/replay.js");

/// The module that draws this game; a game without one is shown as text.
pub(super) fn board(game: &str) -> Option<&'static str> {
    game.parse().ok().map(drawings::board)
}

/// Everything up to the first section.
pub(super) fn begin(report: &Report<'_>, out: &mut dyn io::Write) -> io::Result<()> {
    let head = html! {
        meta charset="utf-8";
        // Nothing is fetched, whatever a hostile name may have smuggled in, and no script runs
        // but ours.
        meta http-equiv="Content-Security-Policy" content=(policy(&[script(report.game)]));
        meta name="viewport" content="width=device-width, initial-scale=1";
        meta name="color-scheme" content="light dark";
        meta name="generator" content="Meeple";
        link rel="icon" href=(ICON);
        title { (outside(report.title)) }
        style { (PreEscaped(COLOURS)) (PreEscaped(STYLE)) }
    };
    let (doctype, head) = (DOCTYPE.into_string(), head.into_string());
    write!(out, "{doctype}<html lang=\"en\"><head>{head}</head><body>{}<main>", SHAPES.0)
}

/// Everything behind the last section.
pub(super) fn end(report: &Report<'_>, out: &mut dyn io::Write) -> io::Result<()> {
    let stage = stage().into_string();
    let script = script(report.game);
    writeln!(out, "</main>{stage}<script type=\"module\">{script}</script></body></html>")
}

/// Nothing but what stands in the page, and of scripts only these.
fn policy(scripts: &[String]) -> String {
    let hash = |script: &String| {
        format!(" 'sha256-{}'", STANDARD.encode(Sha256::digest(script.as_bytes())))
    };
    let hashes: String = scripts.iter().map(hash).collect();
    format!("default-src 'none'; img-src data:; style-src 'unsafe-inline'; script-src{hashes}")
}

/// The policy for whoever serves such pages, to be sent with them: a page whose game is not known
/// may run any of the scripts that this program writes, and nothing else. One written by an older
/// program is shown, but does not replay its games.
pub fn served_policy() -> String {
    let scripts: Vec<String> = GameKind::ALL.iter().map(|kind| script(kind.name())).collect();
    let never = "frame-ancestors 'none'; base-uri 'none'; form-action 'none'";
    format!("{}; {never}", policy(&scripts))
}

/// All modules as one, because a page from a disk cannot import.
fn script(game: &str) -> String {
    let board = board(game);
    let modules = [drawings::COMMON, board.unwrap_or_default(), REPLAY].map(joined);
    let start = if board.is_some() { "start(draw);" } else { "start(spell);" };
    format!("{}{start}\n", modules.join("\n"))
}

/// A module without its imports and exports.
fn joined(module: &str) -> String {
    let lines = module.lines().filter(|line| !line.starts_with("import "));
    let lines = lines.map(|line| line.strip_prefix("export ").unwrap_or(line));
    lines.collect::<Vec<_>>().join("\n")
}

/// The buttons: what each does, its name, its key and its drawing.
const BUTTONS: [(&str, &str, &str, &str); 5] = [
    ("first", "First", "Home", "M5 5h3v14H5zM20 5v14L9 12z"),
    ("back", "Back", "←", "M15.5 4l2.5 2.5L12.5 12l5.5 5.5-2.5 2.5-8-8z"),
    ("play", "Play", "space", "M6 4l13 8-13 8z"),
    ("forward", "Forward", "→", "M8.5 4 6 6.5l5.5 5.5L6 17.5l2.5 2.5 8-8z"),
    ("last", "Last", "End", "M16 5h3v14h-3zM4 5v14l11-7z"),
];

/// Where games are replayed; the script fills it.
fn stage() -> Markup {
    html! {
        dialog id="replay" aria-labelledby="replay-title" {
            header {
                h2 id="replay-title" {}
                button type="button" data-do="close" aria-label="Close the replay" { "✕" }
            }
            div.board-place { div.board {} p.due role="status" {} }
            div.controls role="group" aria-label="Steps" {
                input type="range" min="0" value="0" step="1" aria-label="Ply";
                div.buttons {
                    @for (verb, word, key, icon) in BUTTONS {
                        button type="button" data-do=(verb) aria-label=(word)
                            title={ (word) " (" (key) ")" } {
                            svg viewBox="0 0 24 24" aria-hidden="true" { path d=(icon) {} }
                        }
                    }
                    output.ply {}
                }
                label { span.unseen { "Pace" }
                    select data-pace {
                        option value="1600" { "slow" }
                        option value="700" selected { "steady" }
                        option value="250" { "fast" }
                        option value="60" { "a blur" }
                    }
                }
                button type="button" data-do="lead" title="Next lead change (L)" { "Next lead change" }
            }
            div.side {
                ul.players {}
                div.points {}
                ol.moves tabindex="0" aria-label="Deals and moves" {}
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn whoever_serves_a_page_lets_its_script_run() {
        let served = served_policy();
        for kind in GameKind::ALL {
            let own = policy(&[script(kind.name())]);
            let hash = own.rsplit(' ').next().expect("a hash");
            assert!(hash.starts_with("'sha256-") && served.contains(hash), "{kind}: {own}");
        }
        assert!(!served.contains('\n') && served.contains("frame-ancestors 'none'"));
    }

    #[test]
    fn no_module_can_end_the_script_or_import_anything() {
        for game in ["chomp", "filler", "azul", "grass", "connect-four"] {
            let script = script(game);
            assert!(!script.to_ascii_lowercase().contains("</script"), "{game}");
            assert!(!script.contains("\nimport ") && !script.contains("\nexport "), "{game}");
            assert!(script.contains("function start("), "{game}");
        }
    }
}
