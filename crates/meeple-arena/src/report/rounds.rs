//! The rounds of a Swiss tournament or a knock-out: who met whom, and who went on.

use super::{
    Report,
    figures::{outside, points},
    marks::Marks,
};
use crate::tournament::Encounter;
use maud::{Markup, html};

pub(super) fn section(report: &Report<'_>, marks: &Marks<'_>) -> Markup {
    html! {
        @if !report.rounds.is_empty() {
            section id="rounds" aria-labelledby="rounds-title" {
                h2 id="rounds-title" { "Rounds" }
                div.rounds {
                    @for round in report.rounds {
                        div.round {
                            h3 { (outside(&round.title)) }
                            div.encounters {
                                @for encounter in &round.encounters { (met(encounter, marks)) }
                                @for &entrant in &round.byes { (free(entrant, marks)) }
                            }
                        }
                    }
                }
            }
        }
    }
}

fn met(encounter: &Encounter, marks: &Marks<'_>) -> Markup {
    let won = |entrant| encounter.advance.contains(&entrant);
    html! {
        ul.encounter {
            @for (&entrant, &won_points) in encounter.entrants.iter().zip(&encounter.points) {
                li.won[won(entrant)] {
                    (marks.who(entrant))
                    span.number {
                        (points(won_points))
                        span.check aria-label=[won(entrant).then_some("went on")] {
                            @if won(entrant) { "✓" }
                        }
                    }
                }
            }
        }
    }
}

/// Somebody who did not have to play.
fn free(entrant: usize, marks: &Marks<'_>) -> Markup {
    html! {
        ul.encounter {
            li { (marks.who(entrant)) span.number { "free" } }
        }
    }
}
