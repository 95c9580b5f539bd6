//! The news of a room as NDJSON: the State, then every Update, until the game is over.

use super::bearer;
use crate::{
    app::App,
    guard::{Caller, Permit},
    refusal::Refusal,
    room::{Ask, News, Room},
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
    /// What is to be sent first.
    first: Option<String>,
    is_over: bool,
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
        is_over: is_over(joined.told.text.as_str()),
        first: Some(joined.told.text.as_str().into()),
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
            return Some(first);
        }
        while !self.is_over {
            match self.news.recv().await {
                Ok(news) if news.sequence <= self.sequence && !is_reaction(&news) => {}
                Ok(news) => {
                    self.sequence = news.sequence;
                    self.is_over = is_over(news.text.as_str());
                    return Some(news.text.as_str().into());
                }
                Err(RecvError::Closed) => return None,
                Err(RecvError::Lagged(_)) => {
                    let told = self.room.ask(|reply| Ask::State { reply }).await?;
                    self.sequence = told.sequence;
                    self.is_over = is_over(told.text.as_str());
                    return Some(told.text.as_str().into());
                }
            }
        }
        None
    }
}

impl Drop for Listener {
    fn drop(&mut self) {
        self.room.tell(Ask::Leave { seat: self.seat });
    }
}

/// Reactions are news without a number of their own.
pub(super) fn is_reaction(news: &News) -> bool {
    news.text.as_str().starts_with("{\"reaction\"")
}

/// Whether this is how a game ended: words of people are escaped, so nobody can say it.
fn is_over(text: &str) -> bool {
    text.contains("\"phase\":\"over\"")
}
