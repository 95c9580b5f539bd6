//! Records: games that were played here or uploaded (`bringing`), as narration, pictures and files.

use super::{
    error_sentence,
    positions::PositionResponse,
    record_cache::{CachedRecord, RecordCache},
    run_blocking,
};
use crate::{
    api_error::{ApiError, ErrorCode},
    app_state::AppState,
    extract::{PathParam, QueryParams},
};
use axum::{
    Extension, Json,
    extract::State,
    http::header::{CONTENT_DISPOSITION, CONTENT_TYPE},
    response::IntoResponse,
};
use meeple_core::{Event, Header, Match, Millis, Notes, Seat, text::printable};
use meeple_games::GameKind;
use meeple_view::{GameResult, view};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use std::sync::Arc;

/// The default number of pictures in a response.
const DEFAULT_PICTURES: usize = 40;
/// The maximum number of pictures in a response.
const MAX_PICTURES: usize = 64;

/// A whole game in words.
#[derive(Serialize)]
struct NarrationResponse {
    id: String,
    game: &'static str,
    header: Header,
    plies: Vec<PlyResponse>,
    /// The points of all seats, before the first ply and after each.
    points: Vec<Vec<i32>>,
    ending: Option<GameResult>,
}

#[derive(Serialize)]
struct PlyResponse {
    seat: Option<Seat>,
    #[serde(rename = "move")]
    mv: Option<String>,
    deal: Option<String>,
    did: String,
    followed: Vec<String>,
    ms: Option<Millis>,
}

/// `GET /api/records/{id}`
pub(super) async fn narration(
    State(app): State<AppState>,
    Extension(shelf): Extension<RecordCache>,
    PathParam(id): PathParam,
) -> Result<impl IntoResponse, ApiError> {
    let record = shelf.open(&app, &id).await?;
    let told = run_blocking(move || {
        let game = &record.game;
        let kind = kind_of(game)?;
        let told = NarrationResponse {
            id,
            game: kind.name(),
            header: public_header(&record),
            plies: (1..=game.plies().len()).map(|ply| narrate_ply(kind, game, ply)).collect(),
            points: (0..=game.plies().len()).map(|ply| points(game, ply)).collect(),
            ending: view(kind).ending(game),
        };
        serde_json::to_string(&told)
            .map_err(|error| ApiError::new(ErrorCode::Broken, error_sentence(&error)))
    })
    .await??;
    Ok(([(CONTENT_TYPE, "application/json")], told))
}

fn narrate_ply(kind: GameKind, game: &Match, ply: usize) -> PlyResponse {
    let told = view(kind).narrate(game, ply).unwrap_or_default();
    let (seat, mv, deal, ms) = match &*game.plies()[ply - 1].event {
        Event::Move { seat, mv, ms, .. } => (Some(*seat), Some(mv.clone()), None, *ms),
        Event::Deal { deal } => (None, None, Some(deal.clone()), None),
        _ => (None, None, None, None),
    };
    // Plies without narration of their own, such as being stuck, have consequences; otherwise show the
    // notation.
    let is_told = !told.did.is_empty() || !told.followed.is_empty();
    let spelled = || mv.as_ref().or(deal.as_ref()).map(|text| printable(text)).unwrap_or_default();
    let did = if is_told { told.did } else { spelled() };
    PlyResponse { seat, mv, deal, did, followed: told.followed, ms }
}

fn points(game: &Match, ply: usize) -> Vec<i32> {
    let position = game.position_at(ply);
    let seats = (0..game.header().seats.len()).map(Seat::new);
    seats.map(|seat| position.map_or(0, |position| position.points(seat))).collect()
}

/// The query of a request for pictures.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct PicturesQuery {
    #[serde(default)]
    from: usize,
    count: Option<usize>,
}

/// `GET /api/records/{id}/pictures`
pub(super) async fn pictures(
    State(app): State<AppState>,
    Extension(shelf): Extension<RecordCache>,
    PathParam(id): PathParam,
    QueryParams(PicturesQuery { from, count }): QueryParams<PicturesQuery>,
) -> Result<Json<Value>, ApiError> {
    let record = shelf.open(&app, &id).await?;
    let count = count.unwrap_or(DEFAULT_PICTURES).min(MAX_PICTURES);
    run_blocking(move || {
        let kind = kind_of(&record.game)?;
        let plies = from..from.saturating_add(count);
        let pictures = plies.map_while(|ply| view(kind).picture_at(&record.game, ply));
        Ok(Json(json!({ "from": from, "pictures": pictures.collect::<Vec<_>>() })))
    })
    .await?
}

/// The query of a request for one ply.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct PlyQuery {
    ply: usize,
}

/// `GET /api/records/{id}/moves`
pub(super) async fn moves(
    State(app): State<AppState>,
    Extension(shelf): Extension<RecordCache>,
    PathParam(id): PathParam,
    QueryParams(PlyQuery { ply }): QueryParams<PlyQuery>,
) -> Result<Json<PositionResponse>, ApiError> {
    let record = shelf.open(&app, &id).await?;
    run_blocking(move || PositionResponse::of(kind_of(&record.game)?, &record.game, ply))
        .await?
        .map(Json)
}

/// `GET /api/records/{id}/file`
pub(super) async fn file(
    State(app): State<AppState>,
    Extension(shelf): Extension<RecordCache>,
    PathParam(id): PathParam,
) -> Result<impl IntoResponse, ApiError> {
    let record = shelf.open(&app, &id).await?;
    let name = format!("attachment; filename=\"{}-{id}.jsonl\"", kind_of(&record.game)?);
    let text = run_blocking(move || to_file_text(&record)).await?;
    Ok(([(CONTENT_TYPE, "application/x-ndjson".into()), (CONTENT_DISPOSITION, name)], text))
}

/// Returns the record as a file, without what nobody may know yet.
fn to_file_text(record: &Arc<CachedRecord>) -> String {
    let line = |event: &Arc<Event>| match &**event {
        Event::Start(_) => Event::Start(public_header(record)).to_string(),
        Event::Move { seat, mv, ms, .. } if !is_public(record) => {
            Event::new_move(*seat, mv, Notes { ms: *ms, ..Notes::default() }).to_string()
        }
        event => event.to_string(),
    };
    record.game.log().iter().map(|event| line(event) + "\n").collect()
}

/// Returns whether everything may be shown. During a game on this server, the seed and the computer players'
/// thoughts are hidden.
fn is_public(record: &CachedRecord) -> bool {
    record.is_uploaded || record.game.end().is_some()
}

fn public_header(record: &CachedRecord) -> Header {
    let header = record.game.header().clone();
    let seed = header.seed.filter(|_| is_public(record));
    Header { seed, ..header }
}

/// Parses the game's name from the header.
pub(super) fn kind_of(game: &Match) -> Result<GameKind, ApiError> {
    game.header()
        .game
        .parse()
        .map_err(|error| ApiError::new(ErrorCode::Broken, error_sentence(&error)))
}
