//! Who failed, how, and what it wrote to stderr; who was refused or withdrawn, and why.

use super::{
    Report,
    figures::{amount, outside},
    marks::Marks,
};
use crate::tournament::{FaultLine, GameLine};
use maud::{Markup, html};

/// More faults than this are folded away.
const OPEN: usize = 12;
/// More faults than this are counted, not listed.
const LISTED: usize = 500;

/// A fault, with its game and the game's number.
type Fault<'a> = (usize, &'a GameLine, &'a FaultLine);

pub(super) fn section(report: &Report<'_>, marks: &Marks<'_>) -> Markup {
    let games = report.games.iter().enumerate();
    let all = games.flat_map(|(index, game)| game.faults.iter().map(move |f| (index + 1, game, f)));
    let faults: Vec<Fault<'_>> = all.collect();
    html! {
        section id="faults" aria-labelledby="faults-title" {
            h2 id="faults-title" { "Faults" }
            @if faults.is_empty() { p { "Nobody failed." } }
            @else {
                (list(&faults[..faults.len().min(OPEN)], marks))
                @if faults.len() > OPEN {
                    details {
                        summary { (amount((faults.len() - OPEN) as u64)) " more" }
                        (list(&faults[OPEN..faults.len().min(LISTED)], marks))
                    }
                }
                @if faults.len() > LISTED {
                    p { (amount((faults.len() - LISTED) as u64)) " more are in the file of games." }
                }
            }
            (sent_away(report, marks))
        }
    }
}

fn list(faults: &[Fault<'_>], marks: &Marks<'_>) -> Markup {
    html! {
        ul.faults { @for (number, game, fault) in faults { (told(*number, game, fault, marks)) } }
    }
}

fn told(number: usize, game: &GameLine, fault: &FaultLine, marks: &Marks<'_>) -> Markup {
    let who = game.seats.get(fault.seat.index());
    html! {
        li {
            @if let Some(&entrant) = who { (marks.who(entrant)) " " }
            span.verdict { "✗ " (outside(&fault.verdict)) }
            " in " a href={ "#game-" (number) } { "game " (number) }
            p { (outside(&fault.seen)) }
            @if !fault.stderr.is_empty() {
                details {
                    summary { "What it wrote to stderr" }
                    pre { @for line in &fault.stderr { (outside(line)) "\n" } }
                }
            }
        }
    }
}

fn sent_away(report: &Report<'_>, marks: &Marks<'_>) -> Markup {
    let entrants = report.entrants.iter().enumerate();
    let withdrawn: Vec<(usize, &str)> = entrants
        .filter_map(|(index, entrant)| Some((index, entrant.withdrawn.as_deref()?)))
        .collect();
    html! {
        @if !withdrawn.is_empty() {
            h3 { "Withdrawn" }
            ul.away {
                @for (entrant, why) in withdrawn {
                    li { (marks.who(entrant)) p { (outside(why)) } }
                }
            }
        }
        @if !report.refused.is_empty() {
            h3 { "Refused before the start" }
            ul.away {
                @for (name, why) in report.refused {
                    li { strong { bdi { (outside(name)) } } p.why { (lines(why)) } }
                }
            }
        }
    }
}

/// A text of several lines; the lines stay.
fn lines(text: &str) -> Markup {
    html! { @for line in text.lines() { (outside(line)) br; } }
}
