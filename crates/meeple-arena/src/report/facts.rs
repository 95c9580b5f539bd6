//! The title, what is to be known, and what a sequential test decided.

use super::{
    Report,
    figures::{counted, outside},
};
use maud::{Markup, html};

pub(super) fn section(report: &Report<'_>) -> Markup {
    let standing = report.standing;
    let (games, blocks) = (counted(standing.games, "game"), counted(standing.blocks, "block"));
    html! {
        header.title {
            h1 { (outside(report.title)) }
            p.lead {
                (games) " in " (blocks) " of equal deals, "
                (counted(report.entrants.len() as u64, "entrant")) "."
            }
            @if let Some(decision) = report.decision {
                p.decision { (outside(decision)) }
            }
            @if !report.facts.is_empty() {
                dl.facts {
                    @for (what, is) in report.facts {
                        div { dt { (outside(what)) } dd { (outside(is)) } }
                    }
                }
            }
        }
        nav aria-label="Contents" {
            @for (id, title) in contents(report) { a href={ "#" (id) } { (title) } }
        }
    }
}

/// What the page has, by the names of its sections.
fn contents(report: &Report<'_>) -> Vec<(&'static str, &'static str)> {
    let mut contents = vec![("standing", "Standing")];
    if !report.rounds.is_empty() {
        contents.push(("rounds", "Rounds"));
    }
    contents.push(("crosstable", "Crosstable"));
    if super::course::is_told(report) {
        contents.push(("course", "Ratings over the run"));
    }
    contents.extend([
        ("distributions", "Scores and lengths"),
        ("time", "Time"),
        ("counted", "What counts"),
        ("faults", "Faults"),
        ("games", "Games"),
    ]);
    contents
}
