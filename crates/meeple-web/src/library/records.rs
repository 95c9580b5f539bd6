//! Records: games that were played here or uploaded, as narration, pictures and files.

use super::{
    move_names::move_name,
    positions::PositionResponse,
    record_cache::{CachedRecord, OpenRecord},
};
use crate::{api_error::ApiError, app_state::AppState, extract::QueryParams, running_record};
use axum::{
    Json,
    body::Bytes,
    extract::State,
    http::header::{CONTENT_DISPOSITION, CONTENT_TYPE},
    response::IntoResponse,
};
use meeple_core::{Event, GameHistory, Header, Seat, text::printable};
use meeple_games::GameKind;
use meeple_view::view;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json, value::RawValue};
use std::sync::Arc;

/// The default number of pictures in a response.
const DEFAULT_PICTURES: usize = 40;
/// The maximum number of pictures in a response.
const MAX_PICTURES: usize = 64;
/// A response has no more pictures once it is this long, in bytes: those of a long game are long.
const MAX_PICTURES_BYTES: usize = 1 << 20;

/// `GET /api/records/{id}`: a whole game in words, with the points before the first ply and after each.
pub(super) async fn narration(
    OpenRecord(record, memory): OpenRecord,
) -> Result<impl IntoResponse, ApiError> {
    let narration = if let Some(narration) = record.narration.get() {
        narration.clone()
    } else {
        let narrate = move || record.narration.get_or_init(|| narrate(&record)).clone();
        memory.run_blocking(narrate).await?
    };
    Ok(([(CONTENT_TYPE, "application/json")], narration))
}

/// Narrates a game ply by ply, as JSON.
fn narrate(record: &CachedRecord) -> Bytes {
    let CachedRecord { id, kind, game, .. } = record;
    let last = game.plies().len();
    let (name, header) = (kind.name(), public_header(record));
    let mut out =
        format!("{{\"id\":{},\"game\":{},\"header\":", json!(id), json!(name)).into_bytes();
    write(&mut out, &header);
    out.extend(b",\"plies\":[");
    for ply in 1..=last {
        out.extend(if ply > 1 { &b","[..] } else { b"" });
        write(&mut out, &narrate_ply(*kind, game, ply));
    }
    out.extend(b"],\"points\":[");
    for ply in 0..=last {
        out.extend(if ply > 0 { &b","[..] } else { b"" });
        write(&mut out, &points(game, ply));
    }
    out.extend(b"],\"ending\":");
    write(&mut out, &view(*kind).ending(game));
    out.push(b'}');
    out.shrink_to_fit(); // it stays in memory
    out.into()
}

fn write(out: &mut Vec<u8>, value: &impl Serialize) {
    serde_json::to_writer(out, value).expect("a narration is plain data with text keys");
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

/// Some pictures of a game, from this ply on.
#[derive(Serialize)]
pub(super) struct PicturesResponse {
    from: usize,
    pictures: Vec<Box<RawValue>>,
}

/// `GET /api/records/{id}/pictures`
pub(super) async fn pictures(
    OpenRecord(record, memory): OpenRecord,
    QueryParams(PicturesQuery { from, count }): QueryParams<PicturesQuery>,
) -> Result<Json<PicturesResponse>, ApiError> {
    let count = count.unwrap_or(DEFAULT_PICTURES).min(MAX_PICTURES);
    let pictures = memory.run_blocking(move || {
        let end = from.saturating_add(count).min(record.game.plies().len().saturating_add(1));
        let (mut pictures, mut bytes) = (Vec::new(), 0);
        for ply in from..end {
            if bytes > MAX_PICTURES_BYTES {
                break;
            }
            let picture = view(record.kind).raw_picture(&record.game, ply);
            bytes += picture.get().len();
            pictures.push(picture);
        }
        Json(PicturesResponse { from, pictures })
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
        event if is_public(record) => event.to_string(),
        event => running_record::public_event(event).to_string(),
    };
    record.game.log().iter().map(|event| line(event) + "\n").collect()
}

/// Returns whether everything may be shown. During a game on this server, the seed, its salt and the computer
/// players' thoughts are hidden.
fn is_public(record: &CachedRecord) -> bool {
    record.is_uploaded || record.game.end().is_some()
}

/// Returns the header without what nobody may know yet. A seed that somebody has chosen is known to everyone.
fn public_header(record: &CachedRecord) -> Header {
    let header = record.game.header();
    if is_public(record) {
        return header.clone();
    }
    let seed = header.seed.filter(|_| record.has_known_seed);
    Header { seed, ..running_record::public_header(header) }
}
