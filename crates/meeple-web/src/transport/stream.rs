//! The news of a room as NDJSON: the State, then every Update until the game is over.

use super::bearer;
use crate::{
    api_error::ApiError,
    app_state::AppState,
    guard::{Caller, Permit},
    room::{NewsKind, Room, RoomCommand, RoomNews, RoomPhase, RoomStatus},
};
use axum::{
    body::{Body, Bytes},
    extract::{Path, State},
    http::{HeaderMap, header::CONTENT_TYPE},
    response::IntoResponse,
};
use futures_util::stream;
use std::convert::Infallible;
use tokio::sync::broadcast::{self, error::RecvError};

/// A client that is reading the stream.
struct StreamListener {
    room: Room,
    news: broadcast::Receiver<RoomNews>,
    /// The sequence number of the last message sent.
    sequence: u64,
    /// The phase in the last message sent.
    phase: RoomPhase,
    /// The state to send first.
    first: Option<RoomStatus>,
    seat: Option<usize>,
    _permit: Permit,
}

/// `GET /api/rooms/{room}/events`: opens the stream.
pub(super) async fn open(
    State(app): State<AppState>,
    Caller(address): Caller,
    Path(id): Path<String>,
    headers: HeaderMap,
) -> Result<impl IntoResponse, ApiError> {
    let permit = app.guard.acquire_socket(address)?;
    let who = bearer(&headers);
    let ask = |reply| RoomCommand::Join { who: who.clone(), reply };
    let (room, joined) = app.lobby.ask(&app, &id, ask).await?;
    let listener = StreamListener {
        room,
        news: joined.news,
        sequence: joined.status.sequence,
        phase: joined.status.phase,
        first: Some(joined.status),
        seat: joined.seat,
        _permit: permit,
    };
    let lines = stream::unfold(listener, |mut listener| async {
        let line = listener.next().await?;
        Some((Ok::<_, Infallible>(Bytes::from(line + "\n")), listener))
    });
    Ok(([(CONTENT_TYPE, "application/x-ndjson")], Body::from_stream(lines)))
}

impl StreamListener {
    async fn next(&mut self) -> Option<String> {
        if let Some(first) = self.first.take() {
            return Some(self.state_line(&first));
        }
        while self.phase != RoomPhase::Over {
            match self.news.recv().await {
                Ok(news) if !news.is_new_after(self.sequence) => {}
                Ok(news) => {
                    self.sequence = news.sequence;
                    if let NewsKind::Update(phase) = news.kind {
                        self.phase = phase;
                    }
                    return Some(news.text.as_str().into());
                }
                Err(RecvError::Closed) => return None,
                Err(RecvError::Lagged(_)) => {
                    let told = self.room.ask(|reply| RoomCommand::State { reply }).await?;
                    return Some(self.state_line(&told));
                }
            }
        }
        None
    }

    /// Returns the line of a State, and remembers it as the last message sent.
    fn state_line(&mut self, told: &RoomStatus) -> String {
        (self.sequence, self.phase) = (told.sequence, told.phase);
        told.text.as_str().into()
    }
}

impl Drop for StreamListener {
    fn drop(&mut self) {
        self.room.notify(RoomCommand::Leave { seat: self.seat });
    }
}
