//! Marks: each of the first nine entrants in the standings has its own shape and colour throughout the page.
//!
//! ```text
//! ● ■ ▲ ◆ ★ ✚ ⬟ ✖ ⬢
//! ```
//!
//! They are drawings rather than characters: fonts lack some of them and show others as emoji.

use super::{TournamentReport, format::printable};
use crate::tournament::Entrant;
use maud::{Markup, PreEscaped, html};
use meeple_view::drawings;

/// Number of shapes.
pub(super) const MARK_COUNT: usize = 9;

/// The definitions of the shapes `#mark-0` to `#mark-8`, once per page.
pub(super) const SHAPES: PreEscaped<&str> = PreEscaped(drawings::MARKS);

/// The mark of each entrant.
pub(super) struct EntrantMarks<'a> {
    entrants: &'a [Entrant],
    marks: Vec<Option<usize>>,
}

impl<'a> EntrantMarks<'a> {
    pub(super) fn from_report(report: &TournamentReport<'a>) -> Self {
        let mut marks = vec![None; report.entrants.len()];
        for (mark, row) in report.standings.rows.iter().take(MARK_COUNT).enumerate() {
            if let Some(place) = marks.get_mut(row.entrant) {
                *place = Some(mark);
            }
        }
        EntrantMarks { entrants: report.entrants, marks }
    }

    /// Returns the index of an entrant's mark, if it has one.
    pub(super) fn mark(&self, entrant: usize) -> Option<usize> {
        self.marks.get(entrant).copied().flatten()
    }

    /// Returns the CSS class with an entrant's colour.
    pub(super) fn class(&self, entrant: usize) -> String {
        self.mark(entrant).map_or("seat-none".into(), |mark| format!("seat-{mark}"))
    }

    /// Returns an entrant's name, made printable.
    pub(super) fn name(&self, entrant: usize) -> String {
        self.entrants.get(entrant).map_or("unknown".into(), |entrant| printable(&entrant.info.name))
    }

    /// Draws an entrant's mark.
    pub(super) fn shape(&self, entrant: usize) -> Markup {
        html! {
            svg class={ "mark " (self.class(entrant)) } viewBox="0 0 10 10" aria-hidden="true" {
                @match self.mark(entrant) {
                    Some(mark) => { use href={ "#mark-" (mark) } {} }
                    None => { circle cx="5" cy="5" r="1.8" {} }
                }
            }
        }
    }

    /// Shows an entrant's mark and name.
    pub(super) fn labelled_name(&self, entrant: usize) -> Markup {
        html! { span.who { (self.shape(entrant)) bdi { (self.name(entrant)) } } }
    }
}
