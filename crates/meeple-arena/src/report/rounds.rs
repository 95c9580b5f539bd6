//! The rounds of a Swiss or knock-out tournament: its encounters, and which entrants advanced.

use super::{
    TournamentReport,
    entrant_marks::EntrantMarks,
    format::{points, printable},
};
use crate::tournament::Encounter;
use maud::{Markup, html};

pub(super) fn section(report: &TournamentReport<'_>, marks: &EntrantMarks<'_>) -> Markup {
    html! {
        @if !report.rounds.is_empty() {
            section id="rounds" aria-labelledby="rounds-title" {
                h2 id="rounds-title" { "Rounds" }
                div.rounds {
                    @for round in report.rounds {
                        div.round {
                            h3 { (printable(&round.title)) }
                            div.encounters {
                                @for encounter in &round.encounters { (encounter_list(encounter, marks)) }
                                @for &entrant in &round.byes { (bye(entrant, marks)) }
                            }
                        }
                    }
                }
            }
        }
    }
}

fn encounter_list(encounter: &Encounter, marks: &EntrantMarks<'_>) -> Markup {
    let won = |entrant| encounter.advance.contains(&entrant);
    html! {
        ul.encounter {
            @for (&entrant, &won_points) in encounter.entrants.iter().zip(&encounter.points) {
                li.won[won(entrant)] {
                    (marks.labelled_name(entrant))
                    span.number {
                        (points(won_points))
                        span.check aria-label=[won(entrant).then_some("advanced")] {
                            @if won(entrant) { "✓" }
                        }
                    }
                }
            }
        }
    }
}

/// An entrant with a bye.
fn bye(entrant: usize, marks: &EntrantMarks<'_>) -> Markup {
    html! {
        ul.encounter {
            li { (marks.labelled_name(entrant)) span.number { "bye" } }
        }
    }
}
