//! How many games count and how many don't, and how often places were shared.

use super::{TournamentReport, format::grouped};
use maud::{Markup, html};

pub(super) fn section(report: &TournamentReport<'_>) -> Markup {
    let standing = report.standings;
    let lines = [
        (standing.games, "Counted games", ""),
        (standing.shared_wins, "… without a single winner", "first place was shared"),
        (standing.shared_ranks, "… with a shared rank", "any rank was shared"),
        (standing.faults, "… with a fault", "listed below"),
        (standing.voids, "Void", "an error of Meeple or of this machine"),
        (standing.truncated, "Cut off", "too many moves"),
        (standing.annulled, "Annulled", "a player was withdrawn"),
        (standing.incomplete, "Incomplete", "another game of the block does not count"),
    ];
    html! {
        section id="counted" aria-labelledby="counted-title" {
            h2 id="counted-title" { "Counted games" }
            table.amounts {
                caption { "Number of games by status" }
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
