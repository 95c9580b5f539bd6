//! The transport layer: how clients reach rooms. It only translates.
//!
//! - `http`: rooms over HTTP, for curl and notebooks; `stream`: their news as NDJSON
//! - `socket`: a person's WebSocket; `bot`: a bot's
//! - `origin`: who may open a WebSocket; `headers`: security headers; `told`: the access log
//! - `compression`: gzip; `conditional`: `304 Not Modified`

pub(crate) mod access_log;
mod bot;
pub(crate) mod compression;
pub(crate) mod conditional;
pub(crate) mod headers;
mod http;
mod origin;
pub(crate) mod socket;
mod stream;

use crate::{
    api_error::ApiError,
    app_state::AppState,
    guard::Caller,
    library,
    room::{CommandResult, Identity, Room, RoomCommand, Verb},
    secret::Secret,
    thinking_pool::ThoughtOwner,
};
use axum::{
    Router,
    http::{HeaderMap, header::AUTHORIZATION},
    routing::{get, post},
};
use serde_json::Value;

/// The read buffer of a socket in bytes. Messages are short, and the default of 128 KiB would be allocated
/// for each socket and cleared for each read.
const READ_BUFFER_BYTES: usize = 1 << 10;

/// Returns the routes of rooms, health and metrics.
pub(crate) fn router() -> Router<AppState> {
    Router::new()
        .route("/api/rooms", get(http::list).post(http::create))
        .route("/api/rooms/{room}", get(http::state))
        .route("/api/rooms/{room}/do", post(http::verb))
        .route("/api/rooms/{room}/events", get(stream::open))
        .route("/api/rooms/{room}/socket", get(socket::open))
        .route("/api/rooms/{room}/bot", get(bot::open))
        .route("/healthz", get(|| async { "ok\n" }))
        .route("/metrics", get(http::metrics))
}

/// Sends a verb to a room and computes the advice it may ask for. A known room is asked directly, unless it
/// has left memory since.
async fn run_verb(
    app: &AppState,
    caller: Caller,
    (id, room): (&str, Option<&Room>),
    (who, verb): (&Identity, &Verb),
) -> Result<Value, ApiError> {
    if *verb == Verb::Rematch {
        app.guard.count_creation(caller.0)?; // it creates a room
    }
    let ask = |reply| RoomCommand::Do { who: who.clone(), verb: verb.clone(), reply };
    let known = match room {
        Some(room) => room.ask(ask).await,
        None => None,
    };
    let done = match known {
        Some(done) => done,
        None => app.lobby.ask(app, id, ask).await?.1,
    };
    match done? {
        CommandResult::Said(value) => Ok(value),
        CommandResult::Think(position) => {
            let _permit = app.guard.acquire_thought(caller.0)?;
            library::advice::hint(app, ThoughtOwner::Room(id.into()), position).await
        }
    }
}

/// Returns the identity in the header `Authorization: Bearer SECRET`.
fn bearer(headers: &HeaderMap) -> Identity {
    let value = headers.get(AUTHORIZATION)?.to_str().ok()?;
    let (scheme, secret) = value.split_once(' ')?;
    scheme.eq_ignore_ascii_case("bearer").then(|| Secret::from_text(secret.trim()).hash())
}
