//! A cache of the records opened last, so that paging through a record doesn't read it again.

use crate::{
    api_error::ApiError,
    app_state::AppState,
    extract::PathParam,
    guard::{Caller, EXPENSIVE_BYTES, Rate, RequestMemory, run_blocking},
    lock::lock,
    room::room_log::{known_seed, replay_game},
    secret::is_id,
};
use axum::{body::Bytes, extract::FromRequestParts, http::request::Parts};
use meeple_core::{AnyGame, GameHistory};
use meeple_games::GameKind;
use std::{
    collections::VecDeque,
    sync::{
        Arc, Mutex, OnceLock,
        atomic::{AtomicU64, Ordering},
    },
};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

/// The first log line of an uploaded record.
pub(super) const UPLOADED_MARKER: &str = r#"{"brought":"record"}"#;
/// The maximum number of records in the cache.
const MAX_RECORDS: usize = 64;
/// The maximum estimated size of the cache, and of any single record, in bytes.
pub(super) const MAX_CACHE_BYTES: usize = 64 << 20;
/// The maximum number of records read at once, because each may need much memory for a moment.
const READERS: usize = 2;

/// The cache of open records. Clones are handles to the same cache.
#[derive(Clone)]
pub(crate) struct RecordCache {
    /// The most recently used record is last.
    opened: Arc<Mutex<VecDeque<Arc<CachedRecord>>>>,
    readers: Arc<Semaphore>,
    /// How many records have been forgotten because their logs were removed.
    removals: Arc<AtomicU64>,
}

/// A record in the cache.
pub(crate) struct CachedRecord {
    /// The id of its room, or of the upload.
    pub(super) id: String,
    /// The game's name.
    pub(super) kind: GameKind,
    /// The number of lines its log had.
    lines: usize,
    /// Whether it was uploaded.
    pub(super) is_uploaded: bool,
    /// Whether everyone may know the seed during the game.
    pub(super) has_known_seed: bool,
    /// The game so far.
    pub(super) game: Arc<GameHistory>,
    /// The game in words, once somebody has asked for it.
    pub(super) narration: OnceLock<Bytes>,
    /// The hashes of its positions, once somebody has asked for its analysis.
    pub(super) position_hashes: OnceLock<Vec<u64>>,
    bytes: usize,
}

/// The record named in the path of a request, either a room's or an uploaded one, and the memory of the request.
pub(super) struct OpenRecord(pub(super) Arc<CachedRecord>, pub(super) RequestMemory);

impl FromRequestParts<AppState> for OpenRecord {
    type Rejection = ApiError;
    async fn from_request_parts(parts: &mut Parts, app: &AppState) -> Result<Self, ApiError> {
        let PathParam(id) = PathParam::from_request_parts(parts, app).await?;
        let memory = RequestMemory::from_request_parts(parts, app).await?;
        memory.grow(EXPENSIVE_BYTES)?;
        let caller = Caller::from_request_parts(parts, app).await?;
        let record = app.records.open(app, &id, (&caller, &memory)).await?;
        Ok(OpenRecord(record, memory))
    }
}

impl Default for RecordCache {
    fn default() -> Self {
        let readers = Arc::new(Semaphore::new(READERS));
        RecordCache { opened: Arc::default(), readers, removals: Arc::default() }
    }
}

impl RecordCache {
    async fn open(
        &self,
        app: &AppState,
        id: &str,
        (Caller(client), memory): (&Caller, &RequestMemory),
    ) -> Result<Arc<CachedRecord>, ApiError> {
        if !is_id(id) {
            return Err(ApiError::not_found("There is no such room or record."));
        }
        if let Some(found) = self.find(|record| record.id == id && record.is_final()) {
            return Ok(found);
        }
        client.spend(Rate::WakeUps, 1)?;
        let turn = client.slow_turn().await?; // before the reader, for which everybody waits
        let reader = self.acquire_reader().await?;
        let removals = self.removals.load(Ordering::SeqCst);
        let lines = app.read_log(id).await?;
        let same = |record: &CachedRecord| record.id == id && record.lines == lines.len();
        if let Some(found) = self.find(same) {
            return Ok(found);
        }
        let id = id.to_owned();
        let held = (turn, reader, memory.clone());
        let opened = run_blocking(held, move || CachedRecord::read(id, &lines));
        let opened = Arc::new(opened.await??);
        if !opened.is_uploaded {
            app.running_games.follow(&opened.id, &opened.game);
        }
        self.insert(Arc::clone(&opened));
        // Any other order of reading and removing ends with `forget`.
        let was_removed = self.removals.load(Ordering::SeqCst) != removals;
        if was_removed && app.log.last_change(&opened.id).await?.is_none() {
            self.forget(&opened.id);
            app.running_games.forget(&opened.id);
            return Err(ApiError::not_found("There is no such room or record."));
        }
        Ok(opened)
    }

    /// Forgets a record whose log was removed.
    pub(crate) fn forget(&self, id: &str) {
        self.removals.fetch_add(1, Ordering::SeqCst);
        lock(&self.opened).retain(|record| record.id != id);
    }

    /// Waits for permission to read a record.
    pub(super) async fn acquire_reader(&self) -> Result<OwnedSemaphorePermit, ApiError> {
        Arc::clone(&self.readers).acquire_owned().await.map_err(ApiError::broken)
    }

    fn find(&self, is_it: impl Fn(&CachedRecord) -> bool) -> Option<Arc<CachedRecord>> {
        let mut opened = lock(&self.opened);
        let at = opened.iter().position(|record| is_it(record))?;
        let found = opened.remove(at)?;
        opened.push_back(Arc::clone(&found));
        Some(found)
    }

    fn insert(&self, record: Arc<CachedRecord>) {
        let mut opened = lock(&self.opened);
        opened.retain(|other| other.id != record.id);
        opened.push_back(record);
        let bytes = |opened: &VecDeque<Arc<CachedRecord>>| -> usize {
            opened.iter().map(|record| record.bytes).sum()
        };
        while opened.len() > MAX_RECORDS || bytes(&opened) > MAX_CACHE_BYTES && opened.len() > 1 {
            opened.pop_front();
        }
    }
}

/// Estimates the size in bytes of a game with this many plies and of its narration. Each ply keeps the position
/// before it, which is never much larger than its text.
pub(super) fn estimated_bytes(position: &dyn AnyGame, plies: usize) -> usize {
    (position.to_string().len() + 3072).saturating_mul(plies + 1)
}

impl CachedRecord {
    /// Returns whether the game can't change any more, so that its log needn't be read again.
    fn is_final(&self) -> bool {
        self.is_uploaded || self.game.end().is_some()
    }

    fn read(id: String, lines: &[String]) -> Result<Self, ApiError> {
        let game = Arc::new(replay_game(lines)?);
        let bytes = estimated_bytes(game.position(), game.plies().len());
        let kind: Result<GameKind, _> = game.header().game.parse();
        let kind = kind.map_err(ApiError::broken)?;
        let is_uploaded = lines.first().is_some_and(|line| line == UPLOADED_MARKER);
        let has_known_seed = known_seed(lines).is_some();
        Ok(CachedRecord {
            id,
            kind,
            lines: lines.len(),
            is_uploaded,
            has_known_seed,
            game,
            narration: OnceLock::new(),
            position_hashes: OnceLock::new(),
            bytes,
        })
    }
}
