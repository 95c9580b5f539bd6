//! The news of a room as NDJSON: the State, then every Update, until the game is over.

use super::bearer;
use crate::{
    app::App,
    guard::{Caller, Permit},
    refusal::Refusal,
    room::{Ask, News, NewsKind, Phase, Room, Told},
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

/// Somebody who listens.
struct Listener {
    room: Room,
    news: broadcast::Receiver<News>,
    /// The last that was sent.
    sequence: u64,
    /// The phase that was shown last.
    phase: Phase,
    /// What is to be sent first.
    first: Option<Told>,
    seat: Option<usize>,
    _permit: Permit,
}

/// Opens the stream.
pub(super) async fn open(
    State(app): State<App>,
    Caller(address): Caller,
    Path(id): Path<String>,
    headers: HeaderMap,
) -> Result<impl IntoResponse, Refusal> {
    let permit = app.guard.socket(address)?;
    let who = bearer(&headers);
    let ask = |reply| Ask::Join { who: who.clone(), reply };
    let (room, joined) = app.lobby.ask(&app, &id, ask).await?;
    let listener = Listener {
        room,
        news: joined.news,
        sequence: joined.told.sequence,
        phase: joined.told.phase,
        first: Some(joined.told),
        seat: joined.seat,
        _permit: permit,
    };
    let lines = stream::unfold(listener, |mut listener| async {
        let line = listener.next().await?;
        Some((Ok::<_, Infallible>(Bytes::from(line + "\n")), listener))
    });
    Ok(([(CONTENT_TYPE, "application/x-ndjson")], Body::from_stream(lines)))
}

impl Listener {
    async fn next(&mut self) -> Option<String> {
        if let Some(first) = self.first.take() {
            return Some(self.tell(&first));
        }
        while self.phase != Phase::Over {
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
                    let told = self.room.ask(|reply| Ask::State { reply }).await?;
                    return Some(self.tell(&told));
                }
            }
        }
        None
    }

    /// The line of a State, which is the last that was sent from now on.
    fn tell(&mut self, told: &Told) -> String {
        (self.sequence, self.phase) = (told.sequence, told.phase);
        told.text.as_str().into()
    }
}

impl Drop for Listener {
    fn drop(&mut self) {
        self.room.tell(Ask::Leave { seat: self.seat });
    }
}
