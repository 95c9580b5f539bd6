//! The news of a room as NDJSON: the State, then every Update until the game is over.

use super::{bearer, ndjson};
use crate::{
    api_error::ApiError,
    app_state::AppState,
    extract::PathParam,
    guard::{Caller, Permit, Resource},
    room::{NewsFeed, NewsKind, RoomNews, RoomPhase},
};
use axum::{extract::State, http::HeaderMap, response::IntoResponse};
use futures_util::stream;

/// A client that is reading the stream.
struct StreamListener {
    feed: NewsFeed,
    /// The state to send first.
    first: Option<RoomNews>,
    is_over: bool,
    _permit: Permit,
}

/// `GET /api/rooms/{room}/events`: opens the stream.
pub(super) async fn open(
    State(app): State<AppState>,
    Caller(address): Caller,
    PathParam(id): PathParam,
    headers: HeaderMap,
) -> Result<impl IntoResponse, ApiError> {
    let permit = app.guard.acquire(address, Resource::Socket)?;
    let (feed, state) = NewsFeed::join(&app, &id, &bearer(&headers)).await?;
    let listener = StreamListener { feed, first: Some(state), is_over: false, _permit: permit };
    Ok(ndjson(stream::unfold(listener, |mut listener| async {
        let news = listener.next().await?;
        Some((format!("{}\n", news.text), listener))
    })))
}

impl StreamListener {
    async fn next(&mut self) -> Option<RoomNews> {
        if self.is_over {
            return None;
        }
        let news = match self.first.take() {
            Some(first) => first,
            None => self.feed.next().await?,
        };
        self.is_over = news.kind == NewsKind::Update(RoomPhase::Over);
        Some(news)
    }
}
