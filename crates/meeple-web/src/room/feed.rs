//! A client's subscription to a room: the current state, then everything that happens.

use super::{Identity, Joined, LeaveOnDrop, NewsKind, Room, RoomCommand, RoomNews};
use crate::{
    api_error::ApiError, app_state::AppState, guard::Client, metrics::Metrics, secret::SecretHash,
};
use std::sync::Arc;
use tokio::sync::broadcast::{self, error::RecvError};

/// A client's subscription. Dropping it tells the room that the client has left.
pub(crate) struct NewsFeed {
    /// The room.
    pub(crate) room: Room,
    /// The client's identity, which changes as it sits down.
    pub(crate) who: Identity,
    /// The client's seat, if any.
    seat: Option<usize>,
    leaving: LeaveOnDrop,
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
        let (room, joined) = app.lobby.ask(app, client, id, join).await?;
        let Joined { seat, state, news, leaving } = joined;
        let (sequence, metrics) = (state.sequence, Arc::clone(&app.metrics));
        let feed = NewsFeed { room, who, seat, leaving, news, sequence, is_behind: false, metrics };
        Ok((feed, state))
    }

    /// Returns the client's seat, if any.
    pub(crate) fn seat(&self) -> Option<usize> {
        self.seat
    }

    /// Notes that the client has sat down, and tells the room which seat it is.
    pub(crate) fn sit(&mut self, seat: usize, secret: SecretHash) {
        let was = self.seat.replace(seat);
        self.who = Some(secret);
        self.room.notify(RoomCommand::SeatChanged { was, is: self.seat });
        self.leaving.command = Some(RoomCommand::Leave { seat: self.seat });
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
