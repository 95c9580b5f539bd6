//! The catalogue of games: options, numbers of players, and computer players with their measured ratings.

use super::{examples::Example, run_blocking};
use crate::api_error::ApiError;
use axum::{http::header::CONTENT_TYPE, response::IntoResponse};
use meeple_ai::{roster::roster, strength};
use meeple_core::OptionInfo;
use meeple_games::GameKind;
use meeple_session::open_table::{has_players_option, seat_count};
use serde::Serialize;
use std::sync::LazyLock;

/// No game has more seats than this.
const MAX_SEATS: usize = 16;

/// The catalogue as JSON, built on first use; it never changes.
static CATALOGUE_JSON: LazyLock<String> = LazyLock::new(build_catalogue);

#[derive(Serialize)]
struct GameCatalogue {
    games: Vec<GameInfo>,
}

#[derive(Serialize)]
struct GameInfo {
    name: &'static str,
    about: &'static str,
    seats: SeatRange,
    options: Vec<OptionValue>,
    players: Vec<CataloguePlayer>,
    /// An example position.
    example: Option<Example>,
}

#[derive(Serialize)]
struct SeatRange {
    least: usize,
    most: usize,
}

#[derive(Serialize)]
struct OptionValue {
    name: &'static str,
    about: &'static str,
    possible: String,
    default: &'static str,
}

#[derive(Serialize)]
struct CataloguePlayer {
    name: &'static str,
    about: &'static str,
    /// Elo points above the random player, or the bound if only a bound is known.
    rating: Option<i32>,
}

/// `GET /api/games`
pub(super) async fn list() -> Result<impl IntoResponse, ApiError> {
    Ok(([(CONTENT_TYPE, "application/json")], catalogue_json().await?))
}

/// Returns the catalogue as JSON.
pub(crate) async fn catalogue_json() -> Result<String, ApiError> {
    run_blocking(|| CATALOGUE_JSON.clone()).await
}

fn build_catalogue() -> String {
    let games = GameCatalogue { games: GameKind::ALL.iter().map(|&kind| describe(kind)).collect() };
    serde_json::to_string(&games).expect("games are plain data with text keys")
}

fn describe(kind: GameKind) -> GameInfo {
    let option = |OptionInfo { name, about, possible, default, .. }| OptionValue {
        name,
        about,
        possible,
        default,
    };
    GameInfo {
        name: kind.name(),
        about: kind.about(),
        seats: seats(kind),
        options: kind.entry().options().into_iter().map(option).collect(),
        players: players(kind),
        example: Example::of(kind).ok(),
    }
}

fn seats(kind: GameKind) -> SeatRange {
    let with = |players: usize| seat_count(kind, &[format!("players={players}")]);
    let usual = seat_count(kind, &[]).into_iter();
    let more = (1..=MAX_SEATS).filter(|_| has_players_option(kind)).filter_map(with);
    let all: Vec<usize> = usual.chain(more).collect();
    let (least, most) = (all.iter().min(), all.iter().max());
    SeatRange { least: least.copied().unwrap_or(0), most: most.copied().unwrap_or(0) }
}

fn players(kind: GameKind) -> Vec<CataloguePlayer> {
    let measured = strength::of(kind.name());
    let rating = |name: &str| {
        let row = measured.iter().find(|row| row.player == name)?;
        row.elo.trim_start_matches(['>', ' ', '+']).parse().ok()
    };
    let players = roster(kind).players.iter();
    players
        .map(|player| CataloguePlayer {
            name: player.name,
            about: player.about,
            rating: rating(player.name),
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn seats_and_ratings_are_those_of_the_rules_and_of_what_was_measured() {
        let counted = |kind| {
            let SeatRange { least, most } = seats(kind);
            (least, most)
        };
        assert_eq!(counted(GameKind::Chomp), (2, 2));
        assert_eq!(counted(GameKind::Azul), (2, 4));
        assert_eq!(counted(GameKind::Grass), (2, 9));
        for &kind in GameKind::ALL {
            let random = players(kind).into_iter().find(|player| player.name == "random");
            assert_eq!(random.and_then(|random| random.rating), Some(0), "{kind}");
        }
        let max = players(GameKind::Azul).into_iter().find(|player| player.name == "max");
        assert!(max.and_then(|max| max.rating).is_some_and(|rating| rating > 0), "a bound");
    }
}
