//! The news of a room as NDJSON: the State, then every Update until the game is over.

use super::{bearer, ndjson};
use crate::{
    api_error::ApiError,
    app_state::AppState,
    extract::PathParam,
    guard::{Caller, Held, Permit},
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
    let (feed, state) = NewsFeed::join(&app, &client, &id, bearer(&headers)).await?;
    let start = (Some(state), None, Some((feed, permit, client)));
    let news = stream::unfold(start, |(state, read, listener)| async {
        let (mut feed, permit, client) = listener?;
        drop::<Option<Permit>>(read); // whoever asks for more has read the message before
        let news = match state {
            Some(state) => state,
            None => feed.next().await?,
        };
        // Who doesn't read fills its share of the buffers, and is disconnected.
        let buffer = client.acquire(Held::Buffers, news.text.len() as u64).ok()?;
        let is_over = news.kind == NewsKind::Update(RoomPhase::Over);
        let listener = (!is_over).then_some((feed, permit, client));
        Some((format!("{}\n", news.text), (None, Some(buffer), listener)))
    });
    Ok(ndjson(&app, news))
}
