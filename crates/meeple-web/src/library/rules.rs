//! The rules for people: our own Markdown as HTML.

use super::{aside, kind_there};
use crate::{asked::Named, refusal::Refusal};
use axum::Json;
use pulldown_cmark::{Alignment, Event, HeadingLevel, Options, Parser, Tag, TagEnd, html};
use serde::Serialize;

#[derive(Serialize)]
pub(super) struct Rules {
    html: String,
}

/// `GET /api/rules/{game}`
pub(super) async fn show(Named(game): Named) -> Result<Json<Rules>, Refusal> {
    let kind = kind_there(&game)?;
    Ok(Json(Rules { html: aside(move || as_html(kind.rules())).await? }))
}

/// The text as a part of a page, which has a heading of its own above it. Links are left out: they
/// lead to files that are not there.
fn as_html(markdown: &str) -> String {
    let events = Parser::new_ext(markdown, Options::ENABLE_TABLES).filter_map(fitted);
    let mut out = String::new();
    html::push_html(&mut out, events);
    out
}

fn fitted(event: Event<'_>) -> Option<Event<'_>> {
    Some(match event {
        Event::Start(Tag::Heading { level, id, classes, attrs }) => {
            Event::Start(Tag::Heading { level: lower(level), id, classes, attrs })
        }
        Event::End(TagEnd::Heading(level)) => Event::End(TagEnd::Heading(lower(level))),
        // Columns that are aligned would have a style of their own, which no page of ours allows.
        Event::Start(Tag::Table(columns)) => {
            Event::Start(Tag::Table(columns.iter().map(|_| Alignment::None).collect()))
        }
        Event::Start(Tag::Link { .. }) | Event::End(TagEnd::Link) => return None,
        // We write none; if we did, it would be shown as it stands.
        Event::Html(text) | Event::InlineHtml(text) => Event::Text(text),
        event => event,
    })
}

fn lower(level: HeadingLevel) -> HeadingLevel {
    match level {
        HeadingLevel::H1 => HeadingLevel::H2,
        HeadingLevel::H2 => HeadingLevel::H3,
        HeadingLevel::H3 => HeadingLevel::H4,
        HeadingLevel::H4 => HeadingLevel::H5,
        HeadingLevel::H5 | HeadingLevel::H6 => HeadingLevel::H6,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn headings_go_down_and_nothing_has_a_style() {
        let text = "# A\n\n## B\n\n[c](d.md) <b>\n\n| e |\n| ---: |\n| **f** |\n";
        let html = as_html(text);
        assert!(html.contains("<h2>A</h2>") && html.contains("<h3>B</h3>"), "{html}");
        assert!(html.contains("<td><strong>f</strong></td>"), "{html}");
        assert!(html.contains("<p>c &lt;b&gt;</p>") && !html.contains("style"), "{html}");
    }
}
