//! The rules pages: Markdown converted to HTML.

use super::find_game;
use crate::{api_error::ApiError, extract::PathParam, guard::RequestMemory};
use axum::Json;
use pulldown_cmark::{Alignment, Event, HeadingLevel, Options, Parser, Tag, TagEnd, html};
use serde_json::{Value, json};

/// `GET /api/rules/{game}`
pub(super) async fn show(
    memory: RequestMemory,
    PathParam(game): PathParam,
) -> Result<Json<Value>, ApiError> {
    let kind = find_game(&game)?;
    let texts = move || {
        let how_to_play = as_html(kind.how_to_play());
        Json(json!({ "html": as_html(kind.rules()), "how_to_play": how_to_play }))
    };
    memory.run_blocking(texts).await
}

/// Converts Markdown to a fragment of a page that has its own top heading. Links are removed, because they
/// lead to files that don't exist here.
fn as_html(markdown: &str) -> String {
    let events = Parser::new_ext(markdown, Options::ENABLE_TABLES).filter_map(adapt_event);
    let mut out = String::new();
    html::push_html(&mut out, events);
    out
}

fn adapt_event(event: Event<'_>) -> Option<Event<'_>> {
    Some(match event {
        Event::Start(Tag::Heading { level, id, classes, attrs }) => {
            Event::Start(Tag::Heading { level: lower(level), id, classes, attrs })
        }
        Event::End(TagEnd::Heading(level)) => Event::End(TagEnd::Heading(lower(level))),
        // Aligned columns would have inline styles, which our content security policy forbids.
        Event::Start(Tag::Table(columns)) => {
            Event::Start(Tag::Table(columns.iter().map(|_| Alignment::None).collect()))
        }
        Event::Start(Tag::Link { .. }) | Event::End(TagEnd::Link) => return None,
        // The rules contain no HTML; if they did, it would be shown as text.
        Event::Html(text) | Event::InlineHtml(text) => Event::Text(text),
        event => event,
    })
}

fn lower(level: HeadingLevel) -> HeadingLevel {
    HeadingLevel::try_from(level as usize + 1).unwrap_or(level)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn headings_are_one_level_lower_and_nothing_has_a_style() {
        let text = "# A\n\n## B\n\n[c](d.md) <b>\n\n| e |\n| ---: |\n| **f** |\n";
        let html = as_html(text);
        assert!(html.contains("<h2>A</h2>") && html.contains("<h3>B</h3>"), "{html}");
        assert!(html.contains("<td><strong>f</strong></td>"), "{html}");
        assert!(html.contains("<p>c &lt;b&gt;</p>") && !html.contains("style"), "{html}");
    }
}
