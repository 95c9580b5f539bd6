//! The crosstable: results of each entrant against each other, in tinted cells.

use super::{
    TournamentReport,
    entrant_marks::EntrantMarks,
    format::{count_of, grouped},
};
use crate::tournament::CrosstableCell;
use maud::{Markup, html};

pub(super) fn section(report: &TournamentReport<'_>, marks: &EntrantMarks<'_>) -> Markup {
    let order: Vec<usize> = report.standings.rows.iter().map(|row| row.entrant).collect();
    html! {
        section id="crosstable" aria-labelledby="crosstable-title" {
            h2 id="crosstable-title" { "Crosstable" }
            p.note {
                "How often the entrant of the row finished ahead of the entrant of the column in "
                "their games; ties count half. Below: wins (+), ties (=) and losses (−)."
            }
            div.wide role="region" tabindex="0" aria-label="Crosstable" {
                table.crosstable {
                    caption.unseen { "Results of each entrant against each other" }
                    thead {
                        tr {
                            td {}
                            @for &other in &order {
                                th scope="col" { (marks.shape(other)) small { bdi { (marks.name(other)) } } }
                            }
                        }
                    }
                    tbody {
                        @for &own in &order {
                            tr {
                                th scope="row" { (marks.labelled_name(own)) }
                                @for &other in &order { (cell(report, own, other)) }
                            }
                        }
                    }
                }
            }
        }
    }
}

fn cell(report: &TournamentReport<'_>, own: usize, other: usize) -> Markup {
    let cells = &report.standings.crosstable;
    let found = cells.get(own).and_then(|line| *line.get(other)?);
    match found {
        Some(cell) if own != other && cell.games > 0 => filled(cell),
        _ => html! { td.none { @if own == other { "·" } } },
    }
}

fn filled(cell: CrosstableCell) -> Markup {
    let CrosstableCell { games, ahead, level } = cell;
    let share = (ahead as f64 + level as f64 / 2.0) / games as f64;
    let class = if share >= 0.5 { "ahead" } else { "behind" };
    let tint = format!("--tint:{:.0}%", (share - 0.5).abs() * 2.0 * 62.0);
    html! {
        td class=(class) style=(tint) title=(count_of(games, "game")) {
            strong { (format!("{:.0} %", share * 100.0)) }
            small { "+" (grouped(ahead)) " =" (grouped(level)) " −" (grouped(games.saturating_sub(ahead + level))) }
        }
    }
}
