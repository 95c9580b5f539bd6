//! Doors: how rooms are reached. Each only translates.
//!
//! - `http`: rooms over HTTP, for curl and notebooks; `stream`: their news as lines
//! - `socket`: a person's socket; `bot`: a program's
//! - `origin`: who may open a socket; `headers`: what every answer carries; `told`: what is
//!   told of every request; `compression`: long answers made short; `conditional`: what a client
//!   has is not sent again

mod bot;
pub(crate) mod compression;
pub(crate) mod conditional;
pub(crate) mod headers;
mod http;
mod origin;
pub(crate) mod socket;
mod stream;
pub(crate) mod told;

use crate::{
    app::App,
    guard::Caller,
    library,
    refusal::Refusal,
    room::{Ask, Done, Identity, Room, Verb},
    secret::Secret,
    thinking::Owner,
};
use axum::{
    Router,
    http::{HeaderMap, header::AUTHORIZATION},
    routing::{get, post},
};
use serde_json::Value;

/// Bytes that are read from a socket at once. What people and programs say is short; the usual
/// 128 KiB are kept for each socket, and cleared for each read.
const READ_AT_ONCE: usize = 1 << 10;

/// All of them.
pub(crate) fn router() -> Router<App> {
    Router::new()
        .route("/api/rooms", get(http::list).post(http::make))
        .route("/api/rooms/{room}", get(http::state))
        .route("/api/rooms/{room}/do", post(http::verb))
        .route("/api/rooms/{room}/events", get(stream::open))
        .route("/api/rooms/{room}/socket", get(socket::open))
        .route("/api/rooms/{room}/bot", get(bot::open))
        .route("/healthz", get(|| async { "ok\n" }))
        .route("/metrics", get(http::metrics))
}

/// Has a verb done by a room, and what must be thought about for it. Whoever has been in the
/// room knows it; it may sleep by now.
async fn done(
    app: &App,
    caller: Caller,
    (id, room): (&str, Option<&Room>),
    (who, verb): (&Identity, &Verb),
) -> Result<Value, Refusal> {
    if *verb == Verb::Rematch {
        app.guard.made(caller.0)?; // it makes a room
    }
    let ask = |reply| Ask::Do { who: who.clone(), verb: verb.clone(), reply };
    let known = match room {
        Some(room) => room.ask(ask).await,
        None => None,
    };
    let done = match known {
        Some(done) => done,
        None => app.lobby.ask(app, id, ask).await?.1,
    };
    match done? {
        Done::Said(value) => Ok(value),
        Done::Think(position) => {
            let _permit = app.guard.thought(caller.0)?;
            library::advice::hint(app, Owner::Room(id.into()), position).await
        }
    }
}

/// Who asks over HTTP: `Authorization: Bearer SECRET`.
fn bearer(headers: &HeaderMap) -> Identity {
    let value = headers.get(AUTHORIZATION)?.to_str().ok()?;
    let (scheme, secret) = value.split_once(' ')?;
    scheme.eq_ignore_ascii_case("bearer").then(|| Secret::told(secret.trim()).hash())
}
