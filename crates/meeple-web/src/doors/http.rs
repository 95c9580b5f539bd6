//! Rooms over HTTP.

use super::{bearer, done};
use crate::{
    app::App,
    asked::Asked,
    guard::Caller,
    lobby::failed,
    metrics,
    refusal::Refusal,
    room::{
        Ask, Summary, Verb, Wish,
        plan::{Drafted, draft, drawn},
        story::{Sitter, Story},
    },
    secret::Secret,
};
use axum::{
    Json,
    extract::{Path, State},
    http::{HeaderMap, StatusCode, header::CONTENT_TYPE},
    response::IntoResponse,
};
use serde::Serialize;
use serde_json::{json, value::RawValue};

/// How many games that are over a list shows.
const RECENT: usize = 20;

/// The list of rooms.
#[derive(Serialize)]
pub(super) struct RoomList {
    /// Public rooms that wait for people or are being played.
    rooms: Vec<Summary>,
    /// The last public games that are over, as the log has kept their summaries.
    recent: Vec<Box<RawValue>>,
}

/// Public rooms, and the last public games that are over.
pub(super) async fn list(State(app): State<App>) -> Result<Json<RoomList>, Refusal> {
    let recent = app.log.recent_finished(RECENT).await.map_err(|error| failed(&error))?;
    let recent = recent.into_iter().filter_map(|json| RawValue::from_string(json).ok()).collect();
    Ok(Json(RoomList { rooms: app.lobby.public(), recent }))
}

/// Makes a room.
pub(super) async fn make(
    State(app): State<App>,
    Caller(address): Caller,
    Asked(wish): Asked<Wish>,
) -> Result<impl IntoResponse, Refusal> {
    app.guard.made(address)?;
    let Drafted { plan, own, name, tokens } = draft(wish)?;
    let invite = plan.invite.clone();
    let mut story = Story::begin(plan);
    let secret = match own {
        Some(seat) => {
            let secret = drawn(Secret::new())?;
            story.sitters[seat] = Some(Sitter { name, secret: secret.hash() });
            Some(secret)
        }
        None => None,
    };
    let room = app.lobby.open(&app, story).await?;
    let bots = tokens.iter().map(|(seat, token)| json!({ "seat": seat, "token": token.reveal() }));
    let made = json!({
        "room": room,
        "seat": own,
        "secret": secret.as_ref().map(Secret::reveal),
        "invite": invite,
        "bots": bots.collect::<Vec<_>>(),
    });
    Ok((StatusCode::CREATED, Json(made)))
}

/// How a room stands.
pub(super) async fn state(
    State(app): State<App>,
    Path(room): Path<String>,
) -> Result<impl IntoResponse, Refusal> {
    let (_, told) = app.lobby.ask(&app, &room, |reply| Ask::State { reply }).await?;
    Ok(([(CONTENT_TYPE, "application/json")], told.text.as_str().to_owned()))
}

/// A verb.
pub(super) async fn verb(
    State(app): State<App>,
    caller: Caller,
    Path(room): Path<String>,
    headers: HeaderMap,
    Asked(verb): Asked<Verb>,
) -> Result<impl IntoResponse, Refusal> {
    app.guard.verb(caller.0)?;
    done(&app, caller, (&room, None), (&bearer(&headers), &verb)).await.map(Json)
}

/// Figures for Prometheus.
pub(super) async fn metrics(State(app): State<App>) -> impl IntoResponse {
    ([(CONTENT_TYPE, "text/plain; version=0.0.4")], metrics::page(&app))
}
