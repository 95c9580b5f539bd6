//! The HTML skeleton of a tournament report: head, styles, and the only script that may run.

use super::{TournamentReport, entrant_marks::SHAPES, format::printable};
use maud::{DOCTYPE, Markup, PreEscaped, html};
use meeple_view::{
    drawings::{self, COLOURS},
    report_script::{csp, script},
};
use std::io;

/// An inline icon; without one the browser would request `/favicon.ico`.
const ICON: &str = "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' \
    viewBox='0 0 10 10'%3E%3Cpath d='M5 .8 9.2 5 5 9.2.8 5z' fill='%230b7a75'/%3E%3C/svg%3E";
const STYLE: &str = include_str!("front/style.css");

/// Returns the JavaScript module that draws this game's board; `None` means that positions are shown as
/// text.
pub(super) fn board_module(game: &str) -> Option<&'static str> {
    game.parse().ok().map(drawings::board)
}

/// Writes everything before the first section.
pub(super) fn write_head(report: &TournamentReport<'_>, out: &mut dyn io::Write) -> io::Result<()> {
    let head = html! {
        meta charset="utf-8";
        // Nothing is fetched and no other script runs, even if a malicious name contains markup.
        meta http-equiv="Content-Security-Policy" content=(csp(&[script(report.game)]));
        meta name="viewport" content="width=device-width, initial-scale=1";
        meta name="color-scheme" content="light dark";
        meta name="generator" content="Meeple";
        link rel="icon" href=(ICON);
        title { (printable(report.title)) }
        style { (PreEscaped(COLOURS)) (PreEscaped(STYLE)) }
    };
    let (doctype, head) = (DOCTYPE.into_string(), head.into_string());
    write!(out, "{doctype}<html lang=\"en\"><head>{head}</head><body>{}<main>", SHAPES.0)
}

/// Writes everything after the last section.
pub(super) fn write_tail(report: &TournamentReport<'_>, out: &mut dyn io::Write) -> io::Result<()> {
    let dialog = replay_dialog().into_string();
    let script = script(report.game);
    writeln!(out, "</main>{dialog}<script type=\"module\">{script}</script></body></html>")
}

/// The replay buttons: action, label, key and icon path.
const BUTTONS: [(&str, &str, &str, &str); 5] = [
    ("first", "First", "Home", "M5 5h3v14H5zM20 5v14L9 12z"),
    ("back", "Back", "←", "M15.5 4l2.5 2.5L12.5 12l5.5 5.5-2.5 2.5-8-8z"),
    ("play", "Play", "space", "M6 4l13 8-13 8z"),
    ("forward", "Forward", "→", "M8.5 4 6 6.5l5.5 5.5L6 17.5l2.5 2.5 8-8z"),
    ("last", "Last", "End", "M16 5h3v14h-3zM4 5v14l11-7z"),
];

/// Returns the dialog in which games are replayed; the script fills it.
fn replay_dialog() -> Markup {
    html! {
        dialog id="replay" aria-labelledby="replay-title" {
            header {
                h2 id="replay-title" {}
                button type="button" data-do="close" aria-label="Close the replay" { "✕" }
            }
            div.board-place { div.board {} p.due role="status" {} }
            div.controls role="group" aria-label="Replay controls" {
                input type="range" min="0" value="0" step="1" aria-label="Ply";
                div.buttons {
                    @for (action, label, key, icon) in BUTTONS {
                        button type="button" data-do=(action) aria-label=(label)
                            title={ (label) " (" (key) ")" } {
                            svg viewBox="0 0 24 24" aria-hidden="true" { path d=(icon) {} }
                        }
                    }
                    output.ply {}
                }
                label { span.unseen { "Speed" }
                    select data-pace {
                        option value="1600" { "slow" }
                        option value="700" selected { "normal" }
                        option value="250" { "fast" }
                        option value="60" { "very fast" }
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
