//! What is asked: bodies, queries and names in an address, read within their limits. Whatever is
//! wrong with them is refused as everything is.

use crate::{
    app::App,
    config::Limits,
    library::said,
    refusal::{Code, Refusal},
};
use axum::{
    body::Body,
    extract::{FromRequest, FromRequestParts, Path, Query, Request},
    http::request::Parts,
};
use futures_util::StreamExt as _;
use serde::de::DeserializeOwned;
use tokio::time::timeout;

/// A body of JSON.
pub(crate) struct Asked<T>(pub(crate) T);

impl<T: DeserializeOwned> FromRequest<App> for Asked<T> {
    type Rejection = Refusal;
    async fn from_request(request: Request, app: &App) -> Result<Self, Refusal> {
        let limits = &app.config.limits;
        let bytes = whole(request.into_body(), limits.body, limits).await?;
        parse(&bytes).map(Asked)
    }
}

/// The one name in an address.
pub(crate) struct Named(pub(crate) String);

impl FromRequestParts<App> for Named {
    type Rejection = Refusal;
    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Self, Refusal> {
        let name = Path::<String>::from_request_parts(parts, app).await;
        let Path(name) = name.map_err(|_| Refusal::not_found("There is nothing here."))?;
        Ok(Named(name))
    }
}

/// What stands behind the question mark of an address.
pub(crate) struct Wanted<T>(pub(crate) T);

impl<T: DeserializeOwned> FromRequestParts<App> for Wanted<T> {
    type Rejection = Refusal;
    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Self, Refusal> {
        let query = Query::<T>::from_request_parts(parts, app).await;
        let Query(query) = query.map_err(|error| Refusal::bad_request(said(&error.body_text())))?;
        Ok(Wanted(query))
    }
}

/// All of a body, if it has no more than so many bytes and comes in time.
pub(crate) async fn whole(body: Body, most: usize, limits: &Limits) -> Result<Vec<u8>, Refusal> {
    let reading = timeout(limits.bodies, gathered(body, most)).await;
    reading.unwrap_or_else(|_| Err(Refusal::bad_request("What was sent came too slowly.")))
}

async fn gathered(body: Body, most: usize) -> Result<Vec<u8>, Refusal> {
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

/// What these bytes say, or what is wrong with them and where.
pub(crate) fn parse<T: DeserializeOwned>(bytes: &[u8]) -> Result<T, Refusal> {
    serde_json::from_slice(bytes).map_err(|error| {
        let mut refusal =
            Refusal::bad_request(format!("What was sent is not understood: {error}."));
        refusal.column = (error.line() == 1).then_some(error.column()).filter(|&column| column > 0);
        refusal
    })
}
