//! The news of a room as NDJSON: the State, then every Update until the game is over.

use super::{bearer, ndjson};
use crate::{
    api_error::ApiError,
    app_state::AppState,
    extract::PathParam,
    guard::{Caller, Held},
    room::{NewsFeed, NewsKind, RoomPhase},
};
use axum::{extract::State, http::HeaderMap, response::IntoResponse};
use futures_util::stream;

/// `GET /api/rooms/{room}/events`: opens the stream.
pub(super) async fn open(
    State(app): State<AppState>,
    Caller(client): Caller,
    PathParam(id): PathParam,
    headers: HeaderMap,
) -> Result<impl IntoResponse, ApiError> {
    let permit = client.acquire(Held::Sockets, 1)?;
    let (feed, state) = NewsFeed::join(&app, &id, bearer(&headers)).await?;
    let start = (Some(state), Some((feed, permit)));
    Ok(ndjson(stream::unfold(start, |(state, listener)| async {
        let (mut feed, permit) = listener?;
        let news = match state {
            Some(state) => state,
            None => feed.next().await?,
        };
        let is_over = news.kind == NewsKind::Update(RoomPhase::Over);
        Some((format!("{}\n", news.text), (None, (!is_over).then_some((feed, permit)))))
    })))
}
