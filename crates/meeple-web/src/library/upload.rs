//! Uploaded records: parsed, validated, and stored under a new id.

use super::record_cache::{MAX_CACHE_BYTES, UPLOADED_MARKER, estimated_bytes};
use crate::{
    api_error::{ApiError, ErrorCode, error_sentence},
    app_state::AppState,
    config::ServerLimits,
    extract::{QueryParams, check_content_type, read_body},
    guard::{Caller, Rate, RequestMemory, run_blocking},
    log::{LogAppend, StoredKind, StoredSummary},
    room::check_board,
    running_games::RunningGames,
    secret::new_id,
};
use axum::{
    Json,
    extract::{Request, State},
    http::StatusCode,
    response::IntoResponse,
};
use meeple_core::{Event, GameHistory, record::Replay};
use meeple_games::open_record;
use serde::Deserialize;
use serde_json::json;
use std::sync::Arc;

/// The content types under which records are accepted.
const CONTENT_TYPES: [&str; 3] =
    ["application/x-ndjson", "application/json", "application/octet-stream"];

/// The query of an upload.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct UploadQuery {
    /// Whether the record is stored forever.
    #[serde(default)]
    keep: bool,
}

/// `POST /api/records`
pub(super) async fn upload(
    State(app): State<AppState>,
    Caller(client): Caller,
    memory: RequestMemory,
    QueryParams(UploadQuery { keep }): QueryParams<UploadQuery>,
    request: Request,
) -> Result<impl IntoResponse, ApiError> {
    check_content_type(request.headers(), &CONTENT_TYPES)?;
    let bytes = read_body(request, app.config.limits.max_record_bytes, &app).await?;
    app.check_disk_space().await?;
    client.spend(Rate::BytesStored, 0)?; // not while it has filled its share of the disk
    client.spend(Rate::Creations, 1)?;
    if keep {
        client.spend(Rate::Keeps, 1)?;
    }
    let turn = client.slow_turn().await?; // before the reader, for which everybody waits
    let held = (turn, app.records.acquire_reader().await?, memory);
    let (games, server) = (app.running_games.clone(), Arc::clone(&app.config));
    let stored = run_blocking(held, move || stored_lines(&bytes, &games, &server.limits));
    let (lines, summary) = stored.await??;
    let summary = StoredSummary { is_kept: keep, ..summary };
    let id = new_id()?;
    let summary = Some(summary);
    let size: usize = lines.iter().map(String::len).sum();
    let append = LogAppend { name: id.as_str().into(), expected: 0, lines, summary };
    // Before the sync: a client that disconnects meanwhile has stored it all the same.
    client.charge(Rate::BytesStored, size as u64);
    app.append(append).await?;
    Ok((StatusCode::CREATED, Json(json!({ "id": id }))))
}

/// Returns the lines under which a record is stored, without a truncated last line, and its summary.
fn stored_lines(
    bytes: &[u8],
    games: &RunningGames,
    limits: &ServerLimits,
) -> Result<(Vec<String>, StoredSummary), ApiError> {
    check_size(bytes, limits)?;
    let replay = Replay::read(bytes, open_record);
    let game = replay.map_err(|error| ApiError::bad_request(error_sentence(&error)))?.game;
    if games.has_any_of(&game) {
        let message = "People are still playing this game here. Upload it when it is over.";
        return Err(ApiError::not_now(message));
    }
    let lines = game.log().iter().map(ToString::to_string);
    Ok((std::iter::once(UPLOADED_MARKER.to_owned()).chain(lines).collect(), summary(&game)))
}

fn summary(game: &GameHistory) -> StoredSummary {
    let header = game.header();
    let json = json!({ "game": header.game, "ply": game.plies().len() });
    StoredSummary {
        kind: StoredKind::Uploaded,
        is_public: false,
        is_kept: false,
        game: header.game.clone(),
        json: json.to_string(),
    }
}

/// Rejects a record whose board is too large, or that would need too much memory, before it is read.
fn check_size(bytes: &[u8], limits: &ServerLimits) -> Result<(), ApiError> {
    let first = bytes.split(|&byte| byte == b'\n').next().unwrap_or_default();
    let Ok(Event::Start(header)) = serde_json::from_slice(first) else { return Ok(()) };
    let Ok(position) = open_record(&header) else { return Ok(()) };
    check_board(&*position, limits)?;
    let lines = bytes.split(|&byte| byte == b'\n').count();
    if estimated_bytes(&*position, lines) > MAX_CACHE_BYTES {
        let message = "The game is too long for so large a board.";
        return Err(ApiError::new(ErrorCode::TooLarge, message));
    }
    Ok(())
}
