//! Extractors for JSON bodies, query strings and path parameters. They enforce the size and time limits, and
//! reject bad input with the same [`ApiError`] as everything else.

use crate::{
    api_error::{ApiError, ErrorCode},
    app_state::AppState,
    config::ServerLimits,
    library::error_sentence,
};
use axum::{
    body::Body,
    extract::{FromRequest, FromRequestParts, Path, Query, Request},
    http::request::Parts,
};
use futures_util::StreamExt as _;
use serde::de::DeserializeOwned;
use tokio::time::timeout;

/// A request body parsed as JSON.
pub(crate) struct JsonBody<T>(pub(crate) T);

impl<T: DeserializeOwned> FromRequest<AppState> for JsonBody<T> {
    type Rejection = ApiError;
    async fn from_request(request: Request, app: &AppState) -> Result<Self, ApiError> {
        let limits = &app.config.limits;
        let bytes = read_body(request.into_body(), limits.max_body_bytes, limits).await?;
        parse(&bytes).map(JsonBody)
    }
}

/// The single path parameter of a route.
pub(crate) struct PathParam(pub(crate) String);

impl FromRequestParts<AppState> for PathParam {
    type Rejection = ApiError;
    async fn from_request_parts(parts: &mut Parts, app: &AppState) -> Result<Self, ApiError> {
        let name = Path::<String>::from_request_parts(parts, app).await;
        let Path(name) = name.map_err(|_| ApiError::not_found("There is nothing here."))?;
        Ok(PathParam(name))
    }
}

/// The parsed query string.
pub(crate) struct QueryParams<T>(pub(crate) T);

impl<T: DeserializeOwned> FromRequestParts<AppState> for QueryParams<T> {
    type Rejection = ApiError;
    async fn from_request_parts(parts: &mut Parts, app: &AppState) -> Result<Self, ApiError> {
        let query = Query::<T>::from_request_parts(parts, app).await;
        let Query(query) =
            query.map_err(|error| ApiError::bad_request(error_sentence(&error.body_text())))?;
        Ok(QueryParams(query))
    }
}

/// Reads a whole body, if it has at most `most` bytes and arrives within the time limit.
pub(crate) async fn read_body(
    body: Body,
    most: usize,
    limits: &ServerLimits,
) -> Result<Vec<u8>, ApiError> {
    let reading = timeout(limits.body_timeout, collect_body(body, most)).await;
    reading.unwrap_or_else(|_| Err(ApiError::bad_request("What was sent came too slowly.")))
}

async fn collect_body(body: Body, most: usize) -> Result<Vec<u8>, ApiError> {
    let (mut pieces, mut bytes) = (body.into_data_stream(), Vec::new());
    while let Some(piece) = pieces.next().await {
        let piece = piece.map_err(|_| ApiError::bad_request("What was sent ended too early."))?;
        if bytes.len() + piece.len() > most {
            let message = format!("No more than {most} bytes are read.");
            return Err(ApiError::new(ErrorCode::TooLarge, message));
        }
        bytes.extend_from_slice(&piece);
    }
    Ok(bytes)
}

/// Parses JSON; the error says what is wrong and, if the text has one line, in which column.
pub(crate) fn parse<T: DeserializeOwned>(bytes: &[u8]) -> Result<T, ApiError> {
    serde_json::from_slice(bytes).map_err(|error| {
        let mut refusal =
            ApiError::bad_request(format!("What was sent is not understood: {error}."));
        refusal.column = (error.line() == 1).then_some(error.column()).filter(|&column| column > 0);
        refusal
    })
}
