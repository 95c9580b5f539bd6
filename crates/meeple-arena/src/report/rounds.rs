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
                            }
                        }
                    }
                }
            }
        }
    }
}

fn met(encounter: &Encounter, marks: &Marks<'_>) -> Markup {
    let won = |entrant| encounter.winners.contains(&entrant);
    html! {
        ul.encounter {
            @for side in &encounter.sides {
                li.won[won(side.entrant)] {
                    (marks.who(side.entrant))
                    span.number {
                        @if encounter.sides.len() > 1 { (points(side.points)) } @else { "free" }
                        span.check aria-label=[won(side.entrant).then_some("won")] {
                            @if won(side.entrant) { "✓" }
                        }
                    }
                }
            }
        }
    }
}
