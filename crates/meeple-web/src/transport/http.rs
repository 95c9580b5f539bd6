//! Rooms over HTTP.

use super::{bearer, run_action};
use crate::{
    api_error::{ApiError, ErrorCode},
    app_state::AppState,
    extract::{JsonBody, PathParam, QueryParams},
    guard::{Caller, ClientAddress, EXPENSIVE_BYTES, Rate, RequestMemory},
    library::{advice::check_is_free, positions::parse_position},
    metrics,
    room::{
        RoomAction, RoomCommand, RoomRequest, check_size,
        room_config::{RoomDraft, draft},
        room_log::{Occupant, RoomLog},
    },
    room_list::{RoomListPage, RoomListQuery},
    secret::Secret,
};
use axum::{
    Json,
    extract::State,
    http::{
        HeaderMap, StatusCode,
        header::{CACHE_CONTROL, CONTENT_TYPE},
    },
    response::IntoResponse,
};
use serde_json::json;
use std::net::IpAddr;

/// `GET /api/rooms`: public rooms that are waiting or being played, and the public games that are over.
pub(super) async fn list(
    State(app): State<AppState>,
    QueryParams(query): QueryParams<RoomListQuery>,
) -> Result<Json<RoomListPage>, ApiError> {
    app.room_list.page(&app, query).await.map(Json)
}

/// `POST /api/rooms`: creates a room.
pub(super) async fn create(
    State(app): State<AppState>,
    Caller(client): Caller,
    memory: RequestMemory,
    JsonBody(request): JsonBody<RoomRequest>,
) -> Result<impl IntoResponse, ApiError> {
    client.spend(Rate::Creations, 1)?;
    memory.grow(EXPENSIVE_BYTES)?;
    let state = app.clone();
    let draft = memory.run_blocking(move || {
        let draft = draft(request)?;
        check_size(&draft.config, &state.config.limits)?;
        if let Some(position) = &draft.config.position {
            // A computer player could be asked for its move.
            check_is_free(&state, &*parse_position(draft.config.kind()?, position)?)?;
        }
        Ok::<_, ApiError>(draft)
    });
    let RoomDraft { config, creator_seat, name, invitation, tokens } = draft.await??;
    let mut log = RoomLog::new(config);
    let secret = creator_seat.map(|_| Secret::new()).transpose()?;
    if let (Some(seat), Some(secret)) = (creator_seat, &secret) {
        log.occupants[seat] = Some(Occupant { name, secret: secret.hash() });
    }
    let room = app.lobby.open(&app, &client, log).await?;
    let bots = tokens.iter().map(|(seat, token)| json!({ "seat": seat, "token": token.reveal() }));
    let created = json!({
        "room": room,
        "seat": creator_seat,
        "secret": secret.as_ref().map(Secret::reveal),
        "invite": invitation.as_ref().map(Secret::reveal),
        "bots": bots.collect::<Vec<_>>(),
    });
    Ok((StatusCode::CREATED, Json(created)))
}

/// `GET /api/rooms/{room}`: the state of a room.
pub(super) async fn state(
    State(app): State<AppState>,
    Caller(client): Caller,
    PathParam(room): PathParam,
    headers: HeaderMap,
) -> Result<impl IntoResponse, ApiError> {
    let who = bearer(&headers);
    let ask = |reply| RoomCommand::State { who: who.clone(), reply };
    let (_, state) = app.lobby.ask(&app, &client, &room, ask).await?;
    Ok(([(CONTENT_TYPE, "application/json")], state.text.as_str().to_owned()))
}

/// `POST /api/rooms/{room}/do`: an action.
pub(super) async fn perform_action(
    State(app): State<AppState>,
    caller: Caller,
    PathParam(room): PathParam,
    headers: HeaderMap,
    JsonBody(action): JsonBody<RoomAction>,
) -> Result<impl IntoResponse, ApiError> {
    caller.0.spend(Rate::Actions, 1)?;
    run_action(&app, &caller, &room, (&bearer(&headers), &action)).await.map(Json)
}

/// `GET /readyz`: whether the server can serve games, with a list of checks.
pub(super) async fn readiness(State(app): State<AppState>) -> impl IntoResponse {
    let report = app.health.report(&app).await;
    let status = if report.ready { StatusCode::OK } else { StatusCode::SERVICE_UNAVAILABLE };
    (status, [(CACHE_CONTROL, "no-store")], Json(report))
}

/// `GET /metrics`: figures for Prometheus, for clients on this machine and in private networks.
pub(super) async fn metrics(
    State(app): State<AppState>,
    ClientAddress(address): ClientAddress,
) -> Result<impl IntoResponse, ApiError> {
    if !is_private(address) {
        let message = "The metrics are only for private networks.";
        return Err(ApiError::new(ErrorCode::Forbidden, message));
    }
    Ok(([(CONTENT_TYPE, metrics::CONTENT_TYPE)], metrics::page(&app).await))
}

/// Returns whether the address belongs to this machine or to a private network.
fn is_private(address: IpAddr) -> bool {
    match address.to_canonical() {
        IpAddr::V4(address) => {
            address.is_loopback() || address.is_private() || address.is_link_local()
        }
        IpAddr::V6(address) => {
            address.is_loopback() || address.is_unique_local() || address.is_unicast_link_local()
        }
    }
}
