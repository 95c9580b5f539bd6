//! The faults, with their stderr output, and the entrants that were refused or withdrawn, with reasons.

use super::{
    TournamentReport,
    entrant_marks::EntrantMarks,
    format::{grouped, printable},
};
use crate::tournament::{GameFault, GameLine};
use maud::{Markup, html};

/// Maximum number of faults shown without unfolding.
const UNFOLDED: usize = 12;
/// Maximum number of faults listed; further ones are only counted.
const MAX_FAULTS_LISTED: usize = 500;

/// A fault with its game and the game's number.
type FaultRow<'a> = (usize, &'a GameLine, &'a GameFault);

pub(super) fn section(report: &TournamentReport<'_>, marks: &EntrantMarks<'_>) -> Markup {
    let games = report.games.iter().enumerate();
    let all = games.flat_map(|(index, game)| game.faults.iter().map(move |f| (index + 1, game, f)));
    let faults: Vec<FaultRow<'_>> = all.collect();
    html! {
        section id="faults" aria-labelledby="faults-title" {
            h2 id="faults-title" { "Faults" }
            @if faults.is_empty() { p { "No faults in any game." } }
            @else {
                (list(&faults[..faults.len().min(UNFOLDED)], marks))
                @if faults.len() > UNFOLDED {
                    details {
                        summary { (grouped((faults.len() - UNFOLDED) as u64)) " more" }
                        (list(&faults[UNFOLDED..faults.len().min(MAX_FAULTS_LISTED)], marks))
                    }
                }
                @if faults.len() > MAX_FAULTS_LISTED {
                    p { (grouped((faults.len() - MAX_FAULTS_LISTED) as u64)) " more are listed in games.csv." }
                }
            }
            (excluded_entrants(report, marks))
        }
    }
}

fn list(faults: &[FaultRow<'_>], marks: &EntrantMarks<'_>) -> Markup {
    html! {
        ul.faults { @for (number, game, fault) in faults { (fault_item(*number, game, fault, marks)) } }
    }
}

fn fault_item(
    number: usize,
    game: &GameLine,
    fault: &GameFault,
    marks: &EntrantMarks<'_>,
) -> Markup {
    let who = game.seats.get(fault.seat.index());
    html! {
        li {
            @if let Some(&entrant) = who { (marks.labelled_name(entrant)) " " }
            span.verdict { "✗ " (printable(&fault.verdict)) }
            " in " a href={ "#game-" (number) } { "game " (number) }
            p { (printable(&fault.seen)) }
            @if !fault.stderr.is_empty() {
                details {
                    summary { "Its stderr output" }
                    pre { @for line in &fault.stderr { (printable(line)) "\n" } }
                }
            }
        }
    }
}

fn excluded_entrants(report: &TournamentReport<'_>, marks: &EntrantMarks<'_>) -> Markup {
    let entrants = report.entrants.iter().enumerate();
    let withdrawn: Vec<(usize, &str)> = entrants
        .filter_map(|(index, entrant)| Some((index, entrant.withdrawn.as_deref()?)))
        .collect();
    html! {
        @if !withdrawn.is_empty() {
            h3 { "Withdrawn" }
            ul.away {
                @for (entrant, why) in withdrawn {
                    li { (marks.labelled_name(entrant)) p { (printable(why)) } }
                }
            }
        }
        @if !report.refused.is_empty() {
            h3 { "Excluded: failed the check before the tournament" }
            ul.away {
                @for (name, why) in report.refused {
                    li { strong { bdi { (printable(name)) } } p.why { (lines(why)) } }
                }
            }
        }
    }
}

/// Shows a text of several lines, keeping the line breaks.
fn lines(text: &str) -> Markup {
    html! { @for line in text.lines() { (printable(line)) br; } }
}
