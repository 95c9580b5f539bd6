//! The shelf: records that were opened last, so that paging through one does not read it anew.

use super::aside;
use crate::{
    app::App,
    lobby::failed,
    refusal::{Code, Refusal},
    room::story::game_of,
    secret::is_id,
};
use meeple_core::{AnyGame, Match};
use std::{
    collections::VecDeque,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};
use tokio::sync::{Semaphore, SemaphorePermit};

/// The first line of a record that was brought.
pub(super) const BROUGHT: &str = r#"{"brought":"record"}"#;
/// No more records are kept open...
const MOST: usize = 64;
/// ...nor so many bytes of them, as far as that can be guessed; and no single one has more.
pub(super) const MOST_BYTES: usize = 256 << 20;
/// So many are read at once: each may need much memory for a moment.
const READERS: usize = 4;

/// Records that were opened; a clone is another handle on the same.
#[derive(Clone)]
pub(super) struct Shelf {
    /// The last one last.
    opened: Arc<Mutex<VecDeque<Arc<Opened>>>>,
    readers: Arc<Semaphore>,
}

/// A record that was opened.
pub(super) struct Opened {
    id: String,
    /// How many lines its log had.
    lines: usize,
    /// Whether it was brought, so that it never changes.
    pub(super) is_brought: bool,
    /// The game as far as it was played.
    pub(super) game: Arc<Match>,
    bytes: usize,
}

impl Default for Shelf {
    fn default() -> Self {
        Shelf { opened: Arc::default(), readers: Arc::new(Semaphore::new(READERS)) }
    }
}

impl Shelf {
    /// The record of this id: of a room, or one that was brought.
    pub(super) async fn open(&self, app: &App, id: &str) -> Result<Arc<Opened>, Refusal> {
        if !is_id(id) {
            return Err(Refusal::not_found("There is no such room or record."));
        }
        if let Some(found) = self.find(|record| record.id == id && record.is_brought) {
            return Ok(found);
        }
        let _turn = self.turn().await?;
        let lines = app.log.read(id).await.map_err(|error| failed(&error))?;
        let same = |record: &Opened| record.id == id && record.lines == lines.len();
        if let Some(found) = self.find(same) {
            return Ok(found);
        }
        let id = id.to_owned();
        let opened = Arc::new(aside(move || Opened::read(id, &lines)).await??);
        self.put(Arc::clone(&opened));
        Ok(opened)
    }

    /// Waits until a record may be read.
    pub(super) async fn turn(&self) -> Result<SemaphorePermit<'_>, Refusal> {
        let closed = |_| Refusal::new(Code::NotNow, "No records are read any more.");
        self.readers.acquire().await.map_err(closed)
    }

    fn find(&self, is_it: impl Fn(&Opened) -> bool) -> Option<Arc<Opened>> {
        let mut opened = self.lock();
        let at = opened.iter().position(|record| is_it(record))?;
        let found = opened.remove(at)?;
        opened.push_back(Arc::clone(&found));
        Some(found)
    }

    fn put(&self, record: Arc<Opened>) {
        let mut opened = self.lock();
        opened.retain(|other| other.id != record.id);
        opened.push_back(record);
        let bytes = |opened: &VecDeque<Arc<Opened>>| -> usize {
            opened.iter().map(|record| record.bytes).sum()
        };
        while opened.len() > MOST || bytes(&opened) > MOST_BYTES && opened.len() > 1 {
            opened.pop_front();
        }
    }

    fn lock(&self) -> MutexGuard<'_, VecDeque<Arc<Opened>>> {
        self.opened.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// How many bytes a game may take that has so many plies: each keeps the position before it, which
/// is never larger than its text and a little more.
pub(super) fn weight(position: &dyn AnyGame, plies: usize) -> usize {
    (position.to_string().len() + 3072).saturating_mul(plies + 1)
}

impl Opened {
    fn read(id: String, lines: &[String]) -> Result<Self, Refusal> {
        let game = Arc::new(game_of(lines)?);
        let bytes = weight(game.position(), game.line().len());
        let is_brought = lines.first().is_some_and(|line| line == BROUGHT);
        Ok(Opened { id, lines: lines.len(), is_brought, game, bytes })
    }
}
