//! Records that are brought: read, validated, and kept under an id of their own.

use super::{
    aside, said,
    shelf::{BROUGHT, MOST_BYTES, Shelf, weight},
};
use crate::{
    app::App,
    asked::whole,
    guard::Caller,
    lobby::failed,
    log::Append,
    refusal::{Code, Refusal},
    secret::new_id,
};
use axum::{
    Extension, Json,
    extract::{Request, State},
    http::StatusCode,
    response::IntoResponse,
};
use meeple_core::{Event, record::Replay};
use meeple_games::open_record;
use serde_json::json;

/// `POST /api/records`
pub(super) async fn bring(
    State(app): State<App>,
    Caller(address): Caller,
    Extension(shelf): Extension<Shelf>,
    request: Request,
) -> Result<impl IntoResponse, Refusal> {
    let bytes = whole(request.into_body(), app.config.limits.record, &app.config.limits).await?;
    app.guard.made(address)?;
    let turn = shelf.turn().await?;
    let lines = aside(move || lines_of(&bytes)).await??;
    drop(turn);
    let broken = |_| Refusal::new(Code::Broken, "The system has no random numbers.");
    let id = new_id().map_err(broken)?;
    let append = Append { name: id.as_str().into(), expected: 0, lines, summary: None };
    app.log.append(append).await.map_err(|error| failed(&error))?;
    Ok((StatusCode::CREATED, Json(json!({ "id": id }))))
}

/// The lines under which a record is kept; a last line that was cut off is none of them.
fn lines_of(bytes: &[u8]) -> Result<Vec<String>, Refusal> {
    check_weight(bytes)?;
    let replay = Replay::read(bytes, open_record);
    let game = replay.map_err(|error| Refusal::bad_request(said(&error)))?.game;
    let lines = game.log().iter().map(ToString::to_string);
    Ok(std::iter::once(BROUGHT.to_owned()).chain(lines).collect())
}

/// Refuses a record that would need too much memory, before it does.
fn check_weight(bytes: &[u8]) -> Result<(), Refusal> {
    let first = bytes.split(|&byte| byte == b'\n').next().unwrap_or_default();
    let Ok(Event::Start(header)) = serde_json::from_slice(first) else { return Ok(()) };
    let Ok(position) = open_record(&header) else { return Ok(()) };
    let lines = bytes.split(|&byte| byte == b'\n').count();
    if weight(&*position, lines) > MOST_BYTES {
        let message = "So long a game on so large a board is not kept here.";
        return Err(Refusal::new(Code::TooLarge, message));
    }
    Ok(())
}
