//! Records: games that were played here or uploaded, as narration, pictures and files.

use super::{
    move_names::move_name,
    positions::PositionResponse,
    record_cache::{CachedRecord, OpenRecord},
};
use crate::{api_error::ApiError, app_state::AppState, extract::QueryParams};
use axum::{
    Json,
    extract::State,
    http::header::{CONTENT_DISPOSITION, CONTENT_TYPE},
    response::IntoResponse,
};
use meeple_core::{Event, GameHistory, Header, Notes, Seat, text::printable};
use meeple_games::GameKind;
use meeple_view::view;
use serde::Deserialize;
use serde_json::{Value, json};
use std::sync::Arc;

/// The default number of pictures in a response.
const DEFAULT_PICTURES: usize = 40;
/// The maximum number of pictures in a response.
const MAX_PICTURES: usize = 64;
/// The maximum size of the positions that a response shows, in bytes of text; their pictures are a few times
/// as large.
const MAX_PICTURED_BYTES: usize = 256 << 10;

/// `GET /api/records/{id}`: a whole game in words, with the points before the first ply and after each.
pub(super) async fn narration(
    OpenRecord(record, memory): OpenRecord,
) -> Result<impl IntoResponse, ApiError> {
    let narration = memory.run_blocking(move || {
        let CachedRecord { id, kind, game, .. } = &*record;
        let last = game.plies().len();
        let narration = json!({
            "id": id,
            "game": kind.name(),
            "header": public_header(&record),
            "plies": (1..=last).map(|ply| narrate_ply(*kind, game, ply)).collect::<Vec<_>>(),
            "points": (0..=last).map(|ply| points(game, ply)).collect::<Vec<_>>(),
            "ending": view(*kind).ending(game),
        });
        narration.to_string() // here, because it may be long
    });
    Ok(([(CONTENT_TYPE, "application/json")], narration.await?))
}

fn narrate_ply(kind: GameKind, game: &GameHistory, ply: usize) -> Value {
    let narration = view(kind).narrate(game, ply).unwrap_or_default();
    let (seat, mv, deal, ms) = match &*game.plies()[ply - 1].event {
        Event::Move { seat, mv, ms, .. } => (Some(seat), Some(mv), None, *ms),
        Event::Deal { deal } => (None, None, Some(deal), None),
        _ => (None, None, None, None),
    };
    let before = game.position_at(ply - 1);
    let name = mv.zip(before).map(|(mv, before)| move_name(kind, before, mv));
    // Plies without narration of their own, such as being stuck, have consequences; otherwise show the name.
    let is_narrated = !narration.did.is_empty() || !narration.followed.is_empty();
    let unnarrated = || name.clone().or(deal.map(|text| printable(text))).unwrap_or_default();
    let did = if is_narrated { narration.did } else { unnarrated() };
    json!({
        "seat": seat,
        "move": mv,
        "name": name,
        "deal": deal,
        "did": did,
        "followed": narration.followed,
        "ms": ms,
    })
}

fn points(game: &GameHistory, ply: usize) -> Vec<i32> {
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
    OpenRecord(record, memory): OpenRecord,
    QueryParams(PicturesQuery { from, count }): QueryParams<PicturesQuery>,
) -> Result<Json<Value>, ApiError> {
    let count = count.unwrap_or(DEFAULT_PICTURES).min(MAX_PICTURES);
    let pictures = memory.run_blocking(move || {
        let size = record.game.position().to_string().len();
        let count = count.min(MAX_PICTURED_BYTES / size.max(1)).max(1);
        let plies = from..from.saturating_add(count);
        let pictures = plies.map_while(|ply| view(record.kind).picture_at(&record.game, ply));
        Json(json!({ "from": from, "pictures": pictures.collect::<Vec<_>>() }))
    });
    pictures.await
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
    OpenRecord(record, memory): OpenRecord,
    QueryParams(PlyQuery { ply }): QueryParams<PlyQuery>,
) -> Result<Json<PositionResponse>, ApiError> {
    let answer =
        move || PositionResponse::of(record.kind, &record.game, ply, &app.config.limits).map(Json);
    memory.run_blocking(answer).await?
}

/// `GET /api/records/{id}/file`
pub(super) async fn file(
    OpenRecord(record, memory): OpenRecord,
) -> Result<impl IntoResponse, ApiError> {
    let name = format!("attachment; filename=\"{}-{}.jsonl\"", record.kind, record.id);
    let text = memory.run_blocking(move || to_file_text(&record)).await?;
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

/// Returns whether everything may be shown. During a game on this server, the seed, its salt and the computer
/// players' thoughts are hidden.
fn is_public(record: &CachedRecord) -> bool {
    record.is_uploaded || record.game.end().is_some()
}

/// Returns the header without what nobody may know yet. The commitment to the seed is always there.
fn public_header(record: &CachedRecord) -> Header {
    let header = record.game.header().clone();
    if is_public(record) {
        return header;
    }
    let seed = header.seed.filter(|_| record.has_known_seed);
    Header { seed, salt: None, ..header }
}
