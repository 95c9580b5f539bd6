//! The standings, as a table and a chart.

use super::{
    TournamentReport, elo_chart,
    entrant_marks::EntrantMarks,
    format::{elo, grouped, percent, percent_range, points, printable},
};
use crate::{rating::Estimate, tournament::StandingRow};
use maud::{Markup, html};

pub(super) fn section(report: &TournamentReport<'_>, marks: &EntrantMarks<'_>) -> Markup {
    html! {
        section id="standing" aria-labelledby="standing-title" {
            h2 id="standing-title" { "Standings" }
            p.note {
                "Share: points won as a share of the maximum. Elo: rating relative to the average of "
                "the contestants linked by games. Ranges are 95 % confidence intervals; games with the "
                "same deals count as one observation. LOS (likelihood of superiority): probability of "
                "being stronger than the next contestant."
            }
            div.wide role="region" tabindex="0" aria-label="Table of standings" {
                table.standing {
                    caption.unseen { "Standings, best first" }
                    thead {
                        tr {
                            th scope="col" { abbr title="Rank" { "#" } }
                            th scope="col" { "Name" }
                            @for title in ["Elo", "Share", "Points", "Games", "LOS", "Faults"] {
                                th.number scope="col" { (title) }
                            }
                        }
                    }
                    tbody { @for row in &report.standings.rows { (table_row(row, marks)) } }
                }
            }
            (elo_chart::figure(report, marks))
        }
    }
}

fn table_row(row: &StandingRow, marks: &EntrantMarks<'_>) -> Markup {
    html! {
        tr.withdrawn[row.withdrawn.is_some()] {
            td.number { @match row.place { Some(place) => (place), None => "–" } }
            th scope="row" {
                (marks.labelled_name(row.entrant))
                @if let Some(why) = &row.withdrawn {
                    small { "withdrawn: " (printable(why)) }
                }
            }
            td.number { (rating(row.elo)) }
            td.number {
                @if row.games > 0 {
                    strong { (percent(row.share)) }
                    small { (percent_range(row.share_interval)) }
                } @else { "–" }
            }
            td.number { (points(row.points)) }
            td.number { (grouped(row.games)) }
            td.number { @match row.superior_to_next { Some(los) => (percent(los)), None => "–" } }
            td.number { (grouped(row.faults.values().sum())) }
        }
    }
}

fn rating(estimate: Option<Estimate>) -> Markup {
    html! {
        @match estimate {
            Some(Estimate { value, low, high }) => {
                strong { (elo(value)) }
                small { (elo(low)) " to " (elo(high)) }
            }
            None => "–"
        }
    }
}
