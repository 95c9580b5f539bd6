//! A code to scan: a short text, such as the link of an invitation, for a camera.

use crate::{
    asked::Asked,
    refusal::{Code, Refusal},
};
use axum::{http::header::CONTENT_TYPE, response::IntoResponse};
use qrcode::{EcLevel, QrCode, render::svg::Color};
use serde::Deserialize;

/// No text has more bytes: a larger code cannot be scanned from a screen.
const LONGEST: usize = 300;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Wish {
    text: String,
}

/// `POST /api/code`
pub(super) async fn draw(Asked(wish): Asked<Wish>) -> Result<impl IntoResponse, Refusal> {
    Ok(([(CONTENT_TYPE, "image/svg+xml; charset=utf-8")], drawn(&wish.text)?))
}

fn drawn(text: &str) -> Result<String, Refusal> {
    if text.is_empty() || text.len() > LONGEST {
        let message = format!("A code has from 1 to {LONGEST} bytes of text.");
        return Err(Refusal::bad_request(message));
    }
    let code = QrCode::with_error_correction_level(text, EcLevel::M);
    let code = code.map_err(|error| Refusal::new(Code::Broken, error.to_string()))?;
    let drawing = code.render::<Color<'_>>().module_dimensions(1, 1).build();
    // It becomes a part of a page, where nothing may stand before the element.
    let start = drawing.find("<svg").unwrap_or(0);
    Ok(drawing[start..].to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_code_is_one_element_without_styles_and_holds_none_of_the_text() {
        let text = "https://example.org/room/k7mq2w9xt4?invite=<script>\"style='";
        let drawing = drawn(text).expect("short enough");
        assert!(drawing.starts_with("<svg ") && drawing.ends_with("</svg>"));
        assert!(!drawing.contains("style") && !drawing.contains("script"));
        assert!(drawn(&"x".repeat(LONGEST)).is_ok(), "the longest one");
        assert!(drawn("").is_err() && drawn(&"x".repeat(LONGEST + 1)).is_err());
    }
}
