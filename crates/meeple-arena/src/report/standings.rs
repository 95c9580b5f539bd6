//! The standings, as a table and a chart.

use super::{
    TournamentReport, elo_chart,
    entrant_marks::EntrantMarks,
    format::{elo, grouped, percent, percent_range, points, untrusted},
};
use crate::{rating::Estimate, tournament::StandingRow};
use maud::{Markup, html};

pub(super) fn section(report: &TournamentReport<'_>, marks: &EntrantMarks<'_>) -> Markup {
    html! {
        section id="standing" aria-labelledby="standing-title" {
            h2 id="standing-title" { "Standing" }
            p.note {
                "Share: points of all that could be had. Elo: relative to the average of those who can be compared. "
                "Ranges hold the true value with a certainty of 95 %, judged by blocks. Ahead: "
                "how likely it is stronger than the next."
            }
            div.wide role="region" tabindex="0" aria-label="Standing, as a table" {
                table.standing {
                    caption.unseen { "The standing, the best first" }
                    thead {
                        tr {
                            th scope="col" { abbr title="Place" { "#" } }
                            th scope="col" { "Name" }
                            @for title in ["Elo", "Share", "Points", "Games", "Ahead", "Faults"] {
                                th.number scope="col" { (title) }
                            }
                        }
                    }
                    tbody { @for row in &report.standings.rows { (line(row, marks)) } }
                }
            }
            (elo_chart::figure(report, marks))
        }
    }
}

fn line(row: &StandingRow, marks: &EntrantMarks<'_>) -> Markup {
    html! {
        tr.withdrawn[row.withdrawn.is_some()] {
            td.number { @match row.place { Some(place) => (place), None => "–" } }
            th scope="row" {
                (marks.labelled_name(row.entrant))
                @if let Some(why) = &row.withdrawn {
                    small { "withdrawn: " (untrusted(why)) }
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
            td.number { @match row.superior_to_next { Some(los) => (percent(los)), None => "" } }
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
