//! What is asked: bodies, queries and names in an address, read within their limits. Whatever is
//! wrong with them is refused as everything is.

use super::said;
use crate::{
    app::App,
    body::parse,
    refusal::{Code, Refusal},
};
use axum::{
    body::Body,
    extract::{FromRequest, FromRequestParts, Path, Query, Request},
    http::request::Parts,
};
use futures_util::StreamExt as _;
use serde::de::DeserializeOwned;

/// A body of JSON.
pub(super) struct Asked<T>(pub(super) T);

impl<T: DeserializeOwned> FromRequest<App> for Asked<T> {
    type Rejection = Refusal;
    async fn from_request(request: Request, app: &App) -> Result<Self, Refusal> {
        let bytes = whole(request.into_body(), app.config.limits.body).await?;
        parse(&bytes).map(Asked)
    }
}

/// The one name in an address.
pub(super) struct Named(pub(super) String);

impl FromRequestParts<App> for Named {
    type Rejection = Refusal;
    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Self, Refusal> {
        let name = Path::<String>::from_request_parts(parts, app).await;
        let Path(name) = name.map_err(|_| Refusal::not_found("There is nothing here."))?;
        Ok(Named(name))
    }
}

/// What stands behind the question mark of an address.
pub(super) struct Wanted<T>(pub(super) T);

impl<T: DeserializeOwned> FromRequestParts<App> for Wanted<T> {
    type Rejection = Refusal;
    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Self, Refusal> {
        let query = Query::<T>::from_request_parts(parts, app).await;
        let Query(query) = query.map_err(|error| Refusal::bad_request(said(&error.body_text())))?;
        Ok(Wanted(query))
    }
}

/// All of a body, if it has no more than so many bytes.
pub(super) async fn whole(body: Body, most: usize) -> Result<Vec<u8>, Refusal> {
    let (mut pieces, mut bytes) = (body.into_data_stream(), Vec::new());
    while let Some(piece) = pieces.next().await {
        let piece = piece.map_err(|_| Refusal::bad_request("What was sent ended too early."))?;
        if bytes.len() + piece.len() > most {
            let message = format!("No more than {most} bytes are read.");
            return Err(Refusal::new(Code::TooLarge, message));
        }
        bytes.extend_from_slice(&piece);
    }
    Ok(bytes)
}
