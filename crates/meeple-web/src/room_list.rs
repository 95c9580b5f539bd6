//! The public list of rooms: those in memory, and page by page the games that are over.
//!
//! Everyone who opens the site asks for the first page, so it is made at most once a second.

use crate::{
    api_error::{ApiError, error_sentence},
    app_state::AppState,
    fresh_cache::FreshCache,
    log::{ListCursor, ListQuery, ListedGame},
};
use meeple_games::GameKind;
use serde::{Deserialize, Serialize};
use serde_json::value::{RawValue, to_raw_value};
use std::{sync::Arc, time::Duration};

/// The default number of finished games on a page.
const DEFAULT_GAMES: usize = 20;
/// The maximum number of finished games on a page.
const MAX_GAMES: usize = 100;
/// The maximum number of rooms in memory that are listed.
const MAX_ROOMS: usize = 100;
/// How long the first page is used again.
const LIFETIME: Duration = Duration::from_secs(1);

/// The query of a request for the list.
#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct RoomListQuery {
    game: Option<String>,
    before: Option<String>,
    limit: Option<usize>,
}

/// A page of the list.
#[derive(Debug, Serialize)]
pub(crate) struct RoomListPage {
    rooms: Box<RawValue>,
    recent: Vec<Box<RawValue>>,
    next: Option<String>,
}

/// The first pages. Clones are handles to the same pages.
#[derive(Clone)]
pub(crate) struct RoomList {
    /// The page of all games, then those of each game.
    pages: Arc<[FreshCache<FirstPageResult>]>,
}

type FirstPageResult = Result<Arc<FirstPage>, ApiError>;

/// What every first page is taken from, however long it is to be.
struct FirstPage {
    rooms: Box<RawValue>,
    games: Vec<ListedGame>,
}

impl Default for RoomList {
    fn default() -> Self {
        let page = |_| FreshCache::new(LIFETIME);
        RoomList { pages: (0..=GameKind::ALL.len()).map(page).collect() }
    }
}

impl RoomList {
    /// Returns a page.
    pub(crate) async fn page(
        &self,
        app: &AppState,
        query: RoomListQuery,
    ) -> Result<RoomListPage, ApiError> {
        let RoomListQuery { game, before, limit } = query;
        let game: Option<GameKind> = game
            .map(|name| name.parse())
            .transpose()
            .map_err(|error| ApiError::bad_request(error_sentence(&error)))?;
        let limit = limit.unwrap_or(DEFAULT_GAMES).clamp(1, MAX_GAMES);
        match before {
            None => {
                let page = self.first_page(app, game).await?;
                page_of(page.rooms.clone(), &page.games, limit)
            }
            Some(before) => {
                let before = before.parse().map_err(|error| {
                    ApiError::bad_request(format!("This is no place in the list: {error}."))
                })?;
                let games = finished_games(app, game, Some(before), limit + 1).await?;
                page_of(no_rooms(), &games, limit)
            }
        }
    }

    /// Forgets the first pages, because games were removed.
    pub(crate) async fn clear(&self) {
        for page in &*self.pages {
            page.clear().await;
        }
    }

    async fn first_page(
        &self,
        app: &AppState,
        game: Option<GameKind>,
    ) -> Result<Arc<FirstPage>, ApiError> {
        let of_game = game.and_then(|game| GameKind::ALL.iter().position(|kind| *kind == game));
        let make = async {
            let rooms = app.lobby.public_rooms(game.map(GameKind::name), MAX_ROOMS);
            let rooms = to_raw_value(&rooms).map_err(ApiError::broken)?;
            let games = finished_games(app, game, None, MAX_GAMES + 1).await?;
            Ok(Arc::new(FirstPage { rooms, games }))
        };
        self.pages[of_game.map_or(0, |index| 1 + index)].get(make).await
    }
}

async fn finished_games(
    app: &AppState,
    game: Option<GameKind>,
    before: Option<ListCursor>,
    limit: usize,
) -> Result<Vec<ListedGame>, ApiError> {
    let game = game.map(|game| game.name().to_owned());
    Ok(app.log.finished_games(ListQuery { game, before, limit }).await?)
}

/// Returns a page of at most `limit` games. If there are more, `next` is where they start.
fn page_of(
    rooms: Box<RawValue>,
    games: &[ListedGame],
    limit: usize,
) -> Result<RoomListPage, ApiError> {
    let (shown, rest) = games.split_at(limit.min(games.len()));
    let recent = shown.iter().map(|game| RawValue::from_string(game.json.clone()));
    Ok(RoomListPage {
        rooms,
        recent: recent.collect::<Result<_, _>>().map_err(ApiError::broken)?,
        next: shown.last().filter(|_| !rest.is_empty()).map(|last| last.cursor.to_string()),
    })
}

fn no_rooms() -> Box<RawValue> {
    RawValue::from_string("[]".into()).expect("an empty list is JSON")
}
