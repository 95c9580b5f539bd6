//! The thinking times of the entrants.

use super::{TournamentReport, entrant_marks::EntrantMarks, format::time};
use maud::{Markup, html};

pub(super) fn section(report: &TournamentReport<'_>, marks: &EntrantMarks<'_>) -> Markup {
    let rows = &report.standings.rows;
    let most = rows.iter().map(|row| row.average_ms).fold(0.0, f64::max);
    let part = |ms: f64| if most > 0.0 { 100.0 * ms / most } else { 0.0 };
    html! {
        section id="time" aria-labelledby="time-title" {
            h2 id="time-title" { "Thinking time" }
            div.wide role="region" tabindex="0" aria-label="Table of thinking times" {
                table.time {
                    caption { "Time per move, slowest move and total" }
                    thead {
                        tr {
                            th scope="col" { "Name" }
                            th.number scope="col" { "Average" }
                            th.bars { }
                            th.number scope="col" { "Slowest" }
                            th.number scope="col" { "Total" }
                        }
                    }
                    tbody {
                        @for row in rows {
                            tr {
                                th scope="row" { (marks.labelled_name(row.entrant)) }
                                td.number { (time(row.average_ms)) }
                                td.bars {
                                    svg width="100%" height="10" aria-hidden="true" class=(marks.class(row.entrant)) {
                                        rect.bar width=(format!("{:.1}%", part(row.average_ms))) height="10" rx="2" {}
                                    }
                                }
                                td.number { (time(row.slowest_ms)) }
                                td.number { (time(row.total_ms)) }
                            }
                        }
                    }
                }
            }
        }
    }
}
