//! The transport layer: how clients reach rooms. It only translates.
//!
//! - `http`: rooms over HTTP, for curl and notebooks; `stream`: their news as NDJSON
//! - `socket`: a person's WebSocket; `bot`: a bot's
//! - `cross_site`: what pages of other sites may not do; `headers`: security headers
//! - `handshake`: limits on WebSockets; `access_log`: the access log
//! - `compression`: gzip; `conditional`: `304 Not Modified`

pub(crate) mod access_log;
mod bot;
pub(crate) mod compression;
pub(crate) mod conditional;
pub(crate) mod cross_site;
mod handshake;
pub(crate) mod headers;
mod http;
pub(crate) mod socket;
mod stream;

use crate::{
    api_error::ApiError,
    app_state::AppState,
    guard::{Caller, Held, Rate},
    library,
    room::{CommandResult, Identity, RoomAction, RoomCommand},
    route::Route,
    secret::Secret,
    thinking_pool::ThoughtOwner,
};
use axum::{
    body::Body,
    http::{
        HeaderMap, HeaderName,
        header::{AUTHORIZATION, CACHE_CONTROL, CONTENT_TYPE},
    },
    response::IntoResponse,
};
use futures_util::{Stream, StreamExt as _, stream::unfold};
use serde_json::Value;
use std::{convert::Infallible, time::Instant};
use tokio::time::timeout;

/// The path of a person's WebSocket.
const SOCKET_ROUTE: &str = "/api/rooms/{room}/socket";
/// What a stream sends when nothing happens.
const HEARTBEAT: &str = "\n";

/// The path of a bot's WebSocket.
const BOT_ROUTE: &str = "/api/rooms/{room}/bot";

/// Returns the routes of rooms, health and metrics.
pub(crate) fn routes() -> Vec<Route> {
    vec![
        Route::get("/api/rooms", http::list),
        Route::post("/api/rooms", http::create),
        Route::get("/api/rooms/{room}", http::state),
        Route::post("/api/rooms/{room}/do", http::perform_action),
        Route::get("/api/rooms/{room}/events", stream::open),
        Route::get(SOCKET_ROUTE, socket::open),
        Route::get(BOT_ROUTE, bot::open),
        Route::get("/metrics", http::metrics),
    ]
    .into_iter()
    .chain(probes())
    .collect()
}

/// Returns the routes of the probes, which are also answered outside the base path.
pub(crate) fn probes() -> Vec<Route> {
    vec![
        Route::get("/livez", || async { "ok\n" }),
        Route::get("/healthz", || async { "ok\n" }),
        Route::get("/readyz", http::readiness),
    ]
}

/// Sends an action to a room and computes the advice it may ask for.
async fn run_action(
    app: &AppState,
    Caller(client): &Caller,
    id: &str,
    (who, action): (&Identity, &RoomAction),
) -> Result<Value, ApiError> {
    match action {
        RoomAction::Rematch => {
            app.check_disk_space().await?; // before anybody's wish is noted
            client.spend(Rate::Creations, 1)?; // it creates a room
        }
        RoomAction::Keep { keep: true } => client.spend(Rate::Keeps, 1)?,
        RoomAction::React { .. } => client.spend(Rate::Reactions, 1)?,
        _ => {}
    }
    let at = app.clock.now();
    let ask = |reply| {
        let (who, client, action) = (who.clone(), client.clone(), action.clone());
        RoomCommand::Do { who, client, at, action, reply }
    };
    let begin = Instant::now();
    let (_, done) = app.lobby.ask(app, client, id, ask).await?;
    app.metrics.observe_action(begin.elapsed());
    match done? {
        CommandResult::Done(value) => Ok(value),
        CommandResult::Advise(position) => {
            let permit = client.acquire(Held::Searches, 1)?;
            let owner = ThoughtOwner { client: client.address(), room: Some(id.into()) };
            library::advice::hint(app, (owner, permit), position).await
        }
    }
}

/// Returns a response that sends lines as they come until the server is closed, and an empty line whenever
/// nothing has come for so long. Proxies neither hold the lines back nor cut the connection while nothing
/// happens, and the connection of a client that has vanished fails.
pub(crate) fn ndjson<S>(app: &AppState, lines: S) -> impl IntoResponse + use<S>
where
    S: Stream<Item = String> + Send + 'static,
{
    let heartbeat = app.config.limits.heartbeat;
    let lines = Box::pin(lines.take_until(app.closing.begun()));
    let with_heartbeats = unfold(lines, move |mut lines| async move {
        let line = timeout(heartbeat, lines.next()).await;
        let line = line.unwrap_or_else(|_| Some(HEARTBEAT.to_owned()))?;
        Some((Ok::<_, Infallible>(line), lines))
    });
    let headers = [
        (CONTENT_TYPE, "application/x-ndjson"),
        // Compressing would hold lines back.
        (CACHE_CONTROL, "no-store, no-transform"),
        // nginx collects what it passes on, unless it is told not to.
        (HeaderName::from_static("x-accel-buffering"), "no"),
    ];
    (headers, Body::from_stream(with_heartbeats))
}

/// Returns the identity in the header `Authorization: Bearer SECRET`.
fn bearer(headers: &HeaderMap) -> Identity {
    let value = headers.get(AUTHORIZATION)?.to_str().ok()?;
    let (scheme, secret) = value.split_once(' ')?;
    scheme.eq_ignore_ascii_case("bearer").then(|| Secret::from_text(secret.trim()).hash())
}
