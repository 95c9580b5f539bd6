//! A client's subscription to a room: the current state, then everything that happens.

use super::{Identity, Joined, NewsKind, Room, RoomCommand, RoomNews};
use crate::{api_error::ApiError, app_state::AppState, guard::Client, metrics::Metrics};
use std::sync::Arc;
use tokio::sync::broadcast::{self, error::RecvError};

/// A client's subscription. Dropping it tells the room that the client has left.
pub(crate) struct NewsFeed {
    /// The room.
    pub(crate) room: Room,
    /// The client's identity, which may change as it sits down.
    pub(crate) who: Identity,
    /// The client's seat, if any.
    pub(crate) seat: Option<usize>,
    news: broadcast::Receiver<RoomNews>,
    /// The sequence number of the last message returned.
    sequence: u64,
    /// Whether messages were missed, so that the whole state is needed next.
    is_behind: bool,
    metrics: Arc<Metrics>,
}

impl NewsFeed {
    /// Joins a room, waking it if necessary; also returns its current state.
    pub(crate) async fn join(
        app: &AppState,
        client: &Client,
        id: &str,
        who: Identity,
    ) -> Result<(Self, RoomNews), ApiError> {
        let join = |reply| RoomCommand::Join { who: who.clone(), client: client.clone(), reply };
        let (room, Joined { seat, state, news }) = app.lobby.ask(app, client, id, join).await?;
        let (sequence, metrics) = (state.sequence, Arc::clone(&app.metrics));
        Ok((NewsFeed { room, who, seat, news, sequence, is_behind: false, metrics }, state))
    }

    /// Waits for the next message; `None` if the room has left memory. A client that has fallen behind gets
    /// the whole state. Nothing is lost if the future is dropped.
    pub(crate) async fn next(&mut self) -> Option<RoomNews> {
        loop {
            let news = if self.is_behind {
                self.room.ask(|reply| RoomCommand::State { who: self.who.clone(), reply }).await?
            } else {
                match self.news.recv().await {
                    Ok(news) if news.kind != NewsKind::Skipped => news,
                    Err(RecvError::Closed) => return None,
                    Ok(_) | Err(RecvError::Lagged(_)) => {
                        self.metrics.lagged.inc();
                        self.is_behind = true;
                        continue;
                    }
                }
            };
            // A reaction has no number of its own.
            if self.is_behind || news.kind == NewsKind::Reaction || news.sequence > self.sequence {
                (self.sequence, self.is_behind) = (news.sequence, false);
                return Some(news);
            }
        }
    }
}

impl Drop for NewsFeed {
    fn drop(&mut self) {
        self.room.notify(RoomCommand::Leave { seat: self.seat });
    }
}
