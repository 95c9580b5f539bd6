//! The catalogue of games: options, numbers of players, and computer players with their measured ratings.

use super::examples::Example;
use crate::{api_error::ApiError, guard::run_blocking};
use axum::{http::header::CONTENT_TYPE, response::IntoResponse};
use meeple_ai::{
    roster::{PlayerKind, roster},
    strength,
};
use meeple_core::OptionInfo;
use meeple_games::GameKind;
use meeple_session::open_table::{has_players_option, seat_count};
use serde_json::{Value, json};
use std::sync::LazyLock;

/// No game has more seats than this.
const MAX_SEATS: usize = 16;

/// The catalogue as JSON, built on first use; it never changes.
static CATALOGUE_JSON: LazyLock<String> = LazyLock::new(build_catalogue);

/// `GET /api/games`
pub(super) async fn list() -> Result<impl IntoResponse, ApiError> {
    Ok(([(CONTENT_TYPE, "application/json")], catalogue_json().await?))
}

/// Returns the catalogue as JSON.
pub(crate) async fn catalogue_json() -> Result<String, ApiError> {
    run_blocking((), || CATALOGUE_JSON.clone()).await
}

fn build_catalogue() -> String {
    let games = GameKind::ALL.iter().map(|&kind| {
        let (least, most) = seat_range(kind);
        json!({
            "name": kind.name(),
            "about": kind.about(),
            "seats": { "least": least, "most": most },
            "options": options(kind),
            "players": players(kind),
            "example": Example::of(kind).ok(),
        })
    });
    json!({ "games": games.collect::<Vec<_>>() }).to_string()
}

/// Returns the smallest and the largest number of players.
fn seat_range(kind: GameKind) -> (usize, usize) {
    let with = |players: usize| seat_count(kind, &[format!("players={players}")]);
    let default = seat_count(kind, &[]).into_iter();
    let others = (1..=MAX_SEATS).filter(|_| has_players_option(kind)).filter_map(with);
    let all: Vec<usize> = default.chain(others).collect();
    (all.iter().copied().min().unwrap_or(0), all.iter().copied().max().unwrap_or(0))
}

fn options(kind: GameKind) -> Vec<Value> {
    let options = kind.entry().options().into_iter();
    let json = |OptionInfo { name, about, possible, default, .. }| json!({ "name": name, "about": about, "possible": possible, "default": default });
    options.map(json).collect()
}

/// Returns the computer players with their ratings: Elo points above the random player, or the bound if only
/// a bound is known.
fn players(kind: GameKind) -> Vec<Value> {
    let measured = strength::of(kind.name());
    let rating = |name: &str| -> Option<i32> {
        let row = measured.iter().find(|row| row.player == name)?;
        row.elo.trim_start_matches(['>', ' ', '+']).parse().ok()
    };
    let json = |player: &PlayerKind| json!({ "name": player.name, "about": player.about, "rating": rating(player.name) });
    roster(kind).players.iter().map(json).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn seats_follow_the_rules_and_ratings_the_measurements() {
        assert_eq!(seat_range(GameKind::Chomp), (2, 2));
        assert_eq!(seat_range(GameKind::Azul), (2, 4));
        assert_eq!(seat_range(GameKind::Grass), (2, 9));
        let rating = |kind, name| {
            let player = players(kind).into_iter().find(|player| player["name"] == name);
            player.and_then(|player| player["rating"].as_i64())
        };
        for &kind in GameKind::ALL {
            assert_eq!(rating(kind, "random"), Some(0), "{kind}");
        }
        assert!(rating(GameKind::Azul, "max").is_some_and(|rating| rating > 0), "a bound");
    }
}
