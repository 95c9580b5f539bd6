//! The header of the page: title, facts, the sequential test's decision, and the table of contents.

use super::{
    TournamentReport,
    format::{count_of, printable},
};
use maud::{Markup, html};

pub(super) fn section(report: &TournamentReport<'_>) -> Markup {
    let standing = report.standings;
    let (games, blocks) = (count_of(standing.games, "game"), count_of(standing.blocks, "block"));
    html! {
        header.title {
            h1 { (printable(report.title)) }
            p.lead {
                (games) " in " (blocks) " with the same deals, "
                (count_of(report.entrants.len() as u64, "entrant")) "."
            }
            @if let Some(decision) = report.decision {
                p.decision { (printable(decision)) }
            }
            @if !report.facts.is_empty() {
                dl.facts {
                    @for (what, is) in report.facts {
                        div { dt { (printable(what)) } dd { (printable(is)) } }
                    }
                }
            }
        }
        nav aria-label="Contents" {
            @for (id, title) in contents(report) { a href={ "#" (id) } { (title) } }
        }
    }
}

/// Returns the id and title of each section of the page.
fn contents(report: &TournamentReport<'_>) -> Vec<(&'static str, &'static str)> {
    let mut contents = vec![("standing", "Standings")];
    if !report.rounds.is_empty() {
        contents.push(("rounds", "Rounds"));
    }
    contents.push(("crosstable", "Crosstable"));
    if super::rating_history::has_history(report) {
        contents.push(("rating-history", "Rating history"));
    }
    contents.extend([
        ("distributions", "Scores and game lengths"),
        ("time", "Thinking time"),
        ("counted", "Counted games"),
        ("faults", "Faults"),
        ("games", "Games"),
    ]);
    contents
}
