//! How many games count and how many don't, and how often places were shared.

use super::{TournamentReport, format::grouped};
use maud::{Markup, html};

pub(super) fn section(report: &TournamentReport<'_>) -> Markup {
    let standing = report.standings;
    let lines = [
        (standing.games, "Games that count", ""),
        (standing.shared_wins, "… won by nobody alone", "the first place was shared"),
        (standing.shared_ranks, "… with a shared rank", "any place was shared"),
        (standing.faults, "… in which somebody failed", "listed below"),
        (standing.voids, "Void", "a fault of ours spoilt them"),
        (standing.truncated, "Cut off", "they became too long"),
        (standing.annulled, "Annulled", "somebody in them was withdrawn"),
        (standing.incomplete, "Incomplete", "another game of their block does not count"),
    ];
    html! {
        section id="counted" aria-labelledby="counted-title" {
            h2 id="counted-title" { "What counts" }
            table.amounts {
                caption { "Games by whether they count" }
                tbody {
                    @for (number, what, why) in lines {
                        tr.nothing[number == 0] {
                            th scope="row" { (what) @if !why.is_empty() { small { (why) } } }
                            td.number { (grouped(number)) }
                        }
                    }
                }
            }
        }
    }
}
