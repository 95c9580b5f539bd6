//! Marks: each of the first nine of the standing has a shape and a colour, everywhere in the page.
//!
//! ```text
//! ● ■ ▲ ◆ ★ ✚ ⬟ ✖ ⬢
//! ```
//!
//! They are drawn, not written: fonts lack some of them, and show others as emoji.

use super::{Report, figures::outside};
use crate::tournament::Entrant;
use maud::{Markup, PreEscaped, html};
use meeple_view::drawings;

/// How many shapes there are.
pub(super) const MARKS: usize = 9;

/// The shapes, once a page; `#mark-0` to `#mark-8`.
pub(super) const SHAPES: PreEscaped<&str> = PreEscaped(drawings::MARKS);

/// Who has which mark.
pub(super) struct Marks<'a> {
    entrants: &'a [Entrant],
    marks: Vec<Option<usize>>,
}

impl<'a> Marks<'a> {
    pub(super) fn of(report: &Report<'a>) -> Self {
        let mut marks = vec![None; report.entrants.len()];
        for (mark, row) in report.standing.rows.iter().take(MARKS).enumerate() {
            if let Some(place) = marks.get_mut(row.entrant) {
                *place = Some(mark);
            }
        }
        Marks { entrants: report.entrants, marks }
    }

    /// The number of an entrant's mark, if it has one.
    pub(super) fn mark(&self, entrant: usize) -> Option<usize> {
        self.marks.get(entrant).copied().flatten()
    }

    /// The class that gives an entrant's colour.
    pub(super) fn class(&self, entrant: usize) -> String {
        self.mark(entrant).map_or("seat-none".into(), |mark| format!("seat-{mark}"))
    }

    /// An entrant's name, fit for any screen.
    pub(super) fn name(&self, entrant: usize) -> String {
        self.entrants.get(entrant).map_or("nobody".into(), |entrant| outside(&entrant.info.name))
    }

    /// An entrant's mark alone.
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

    /// An entrant's mark and name.
    pub(super) fn who(&self, entrant: usize) -> Markup {
        html! { span.who { (self.shape(entrant)) bdi { (self.name(entrant)) } } }
    }
}
