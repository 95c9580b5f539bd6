//! QR codes of short texts, such as invitation links.

use crate::{api_error::ApiError, extract::JsonBody};
use axum::{http::header::CONTENT_TYPE, response::IntoResponse};
use qrcode::{EcLevel, QrCode, render::svg::Color};
use serde::Deserialize;

/// The maximum length of the text in bytes; a larger code can't be scanned from a screen.
const MAX_TEXT_BYTES: usize = 300;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct CodeRequest {
    text: String,
}

/// `POST /api/code`
pub(super) async fn draw(
    JsonBody(CodeRequest { text }): JsonBody<CodeRequest>,
) -> Result<impl IntoResponse, ApiError> {
    Ok(([(CONTENT_TYPE, "image/svg+xml; charset=utf-8")], qr_svg(&text)?))
}

fn qr_svg(text: &str) -> Result<String, ApiError> {
    if text.is_empty() || text.len() > MAX_TEXT_BYTES {
        let message = format!("The text must have 1 to {MAX_TEXT_BYTES} bytes.");
        return Err(ApiError::bad_request(message));
    }
    let code = QrCode::with_error_correction_level(text, EcLevel::M).map_err(ApiError::broken)?;
    let drawing = code.render::<Color<'_>>().module_dimensions(1, 1).build();
    // The drawing is inserted into a page, so nothing may precede the element.
    let start = drawing.find("<svg").unwrap_or(0);
    Ok(drawing[start..].to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_qr_code_is_one_svg_element_without_styles_or_the_text() {
        let text = "https://example.org/room/k7mq2w9xt4?invite=<script>\"style='";
        let drawing = qr_svg(text).expect("short enough");
        assert!(drawing.starts_with("<svg ") && drawing.ends_with("</svg>"));
        assert!(!drawing.contains("style") && !drawing.contains("script"));
        assert!(qr_svg(&"x".repeat(MAX_TEXT_BYTES)).is_ok(), "the longest one");
        assert!(qr_svg("").is_err() && qr_svg(&"x".repeat(MAX_TEXT_BYTES + 1)).is_err());
    }
}
