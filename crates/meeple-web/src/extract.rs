//! Extractors for JSON bodies, query strings and path parameters. They enforce the size and time limits, and
//! reject bad input with the same [`ApiError`] as everything else.

use crate::{
    api_error::{ApiError, ErrorCode, error_sentence},
    app_state::AppState,
    guard::{Caller, Rate, RequestMemory},
};
use axum::{
    extract::{FromRequest, FromRequestParts, Path, Query, Request},
    http::{HeaderMap, header::CONTENT_TYPE, request::Parts},
};
use futures_util::StreamExt as _;
use serde::de::DeserializeOwned;
use std::time::Duration;
use tokio::time::timeout;

/// A request body parsed as JSON.
pub(crate) struct JsonBody<T>(pub(crate) T);

impl<T: DeserializeOwned> FromRequest<AppState> for JsonBody<T> {
    type Rejection = ApiError;
    async fn from_request(request: Request, app: &AppState) -> Result<Self, ApiError> {
        check_content_type(request.headers(), &["application/json"])?;
        let bytes = read_body(request, app.config.limits.max_body_bytes, app).await?;
        parse(&bytes).map(JsonBody)
    }
}

/// The single path parameter of a route.
pub(crate) struct PathParam(pub(crate) String);

impl FromRequestParts<AppState> for PathParam {
    type Rejection = ApiError;
    async fn from_request_parts(parts: &mut Parts, app: &AppState) -> Result<Self, ApiError> {
        let name = Path::<String>::from_request_parts(parts, app).await;
        let Path(name) = name.map_err(|_| ApiError::not_found("Page not found."))?;
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

/// Checks that the body has one of these content types; none of them may be one that a form can send, since
/// pages of other sites can send forms.
pub(crate) fn check_content_type(headers: &HeaderMap, accepted: &[&str]) -> Result<(), ApiError> {
    let content_type = headers.get(CONTENT_TYPE).and_then(|value| value.to_str().ok());
    let essence = content_type.and_then(|text| text.split(';').next()).map(str::trim);
    if essence.is_some_and(|essence| accepted.iter().any(|one| one.eq_ignore_ascii_case(essence))) {
        return Ok(());
    }
    let message = format!("The request needs the header Content-Type: {}.", accepted.join(" or "));
    Err(ApiError::new(ErrorCode::UnsupportedType, message))
}

/// How much of a body that is too long is read and thrown away; more than the proxies in `deploy/` let through.
const MAX_DISCARDED_BYTES: usize = 4 << 20;
/// How long that may take, since others wait for the refusal instead of sending the rest.
const MAX_DISCARDING_TIME: Duration = Duration::from_secs(2);

/// Reads a whole body, if it has at most `max_bytes` and arrives within the time limit.
pub(crate) async fn read_body(
    request: Request,
    max_bytes: usize,
    app: &AppState,
) -> Result<Vec<u8>, ApiError> {
    let (mut parts, body) = request.into_parts();
    let Caller(client) = Caller::from_request_parts(&mut parts, app).await?;
    let memory = RequestMemory::from_request_parts(&mut parts, app).await?;
    let mut chunks = body.into_data_stream();
    let reading = async {
        let mut bytes = Vec::new();
        while let Some(chunk) = chunks.next().await {
            let early = |_| ApiError::bad_request("The request body ended too early.");
            let chunk = chunk.map_err(early)?;
            if bytes.len() + chunk.len() > max_bytes {
                drop(bytes);
                // A proxy sends a body to its end before it reads the answer. If nobody read the rest, it would
                // see a broken connection instead of the refusal.
                let mut discarded = chunk.len();
                let discarding = async {
                    while discarded <= MAX_DISCARDED_BYTES
                        && let Some(Ok(chunk)) = chunks.next().await
                        && client.spend(Rate::BytesRead, chunk.len() as u64).is_ok()
                    {
                        discarded += chunk.len();
                    }
                };
                let _ = timeout(MAX_DISCARDING_TIME, discarding).await; // the refusal comes in any case
                let message = format!("The request body is longer than {max_bytes} bytes.");
                return Err(ApiError::new(ErrorCode::TooLarge, message));
            }
            memory.grow(chunk.len())?; // before more is read, so that half a body counts too
            client.spend(Rate::BytesRead, chunk.len() as u64)?;
            bytes.extend_from_slice(&chunk);
        }
        Ok(bytes)
    };
    let read = timeout(app.config.limits.body_timeout, reading).await;
    read.map_err(|_| ApiError::bad_request("The request body came too slowly."))?
}

/// Parses JSON; the error says what is wrong and, if the text has one line, in which column.
pub(crate) fn parse<T: DeserializeOwned>(bytes: &[u8]) -> Result<T, ApiError> {
    serde_json::from_slice(bytes).map_err(|error| {
        let column = (error.line() == 1).then_some(error.column()).filter(|&column| column > 0);
        let message = format!("The message is not understood: {error}.");
        ApiError { column, ..ApiError::bad_request(message) }
    })
}
