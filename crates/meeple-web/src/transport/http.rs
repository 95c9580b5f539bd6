//! Rooms over HTTP.

use super::{bearer, run_verb};
use crate::{
    api_error::ApiError,
    app_state::AppState,
    extract::JsonBody,
    guard::Caller,
    lobby::log_error,
    metrics,
    room::{
        RoomCommand, RoomRequest, RoomSummary, Verb,
        room_config::{RoomDraft, draft, random_or_error},
        room_log::{Occupant, RoomLog},
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

/// The number of finished games in the list.
const RECENT: usize = 20;

/// The list of rooms.
#[derive(Serialize)]
pub(super) struct RoomList {
    /// Public rooms that are waiting for players or being played.
    rooms: Vec<RoomSummary>,
    /// The most recent public games that are over, as stored in the log.
    recent: Vec<Box<RawValue>>,
}

/// `GET /api/rooms`: public rooms and recent games.
pub(super) async fn list(State(app): State<AppState>) -> Result<Json<RoomList>, ApiError> {
    let recent = app.log.recent_finished(RECENT).await.map_err(|error| log_error(&error))?;
    let recent = recent.into_iter().filter_map(|json| RawValue::from_string(json).ok()).collect();
    Ok(Json(RoomList { rooms: app.lobby.public_rooms(), recent }))
}

/// `POST /api/rooms`: creates a room.
pub(super) async fn create(
    State(app): State<AppState>,
    Caller(address): Caller,
    JsonBody(wish): JsonBody<RoomRequest>,
) -> Result<impl IntoResponse, ApiError> {
    app.guard.count_creation(address)?;
    let RoomDraft { config: plan, creator_seat: own, name, tokens } = draft(wish)?;
    let invite = plan.invite.clone();
    let mut story = RoomLog::new(plan);
    let secret = match own {
        Some(seat) => {
            let secret = random_or_error(Secret::new())?;
            story.occupants[seat] = Some(Occupant { name, secret: secret.hash() });
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

/// `GET /api/rooms/{room}`: the state of a room.
pub(super) async fn state(
    State(app): State<AppState>,
    Path(room): Path<String>,
) -> Result<impl IntoResponse, ApiError> {
    let (_, told) = app.lobby.ask(&app, &room, |reply| RoomCommand::State { reply }).await?;
    Ok(([(CONTENT_TYPE, "application/json")], told.text.as_str().to_owned()))
}

/// `POST /api/rooms/{room}/do`: a verb.
pub(super) async fn verb(
    State(app): State<AppState>,
    caller: Caller,
    Path(room): Path<String>,
    headers: HeaderMap,
    JsonBody(verb): JsonBody<Verb>,
) -> Result<impl IntoResponse, ApiError> {
    app.guard.count_verb(caller.0)?;
    run_verb(&app, caller, (&room, None), (&bearer(&headers), &verb)).await.map(Json)
}

/// `GET /metrics`: counters for Prometheus.
pub(super) async fn metrics(State(app): State<AppState>) -> impl IntoResponse {
    ([(CONTENT_TYPE, "text/plain; version=0.0.4")], metrics::page(&app))
}
