//! Every game: its options, how many play it, and who of ours does, with what was measured of them.

use super::{aside, examples::Example};
use crate::refusal::Refusal;
use axum::{http::header::CONTENT_TYPE, response::IntoResponse};
use meeple_ai::{roster::roster, strength};
use meeple_core::KeyInfo;
use meeple_games::GameKind;
use meeple_session::opening::{has_players_option, seats_of};
use serde::Serialize;
use std::sync::LazyLock;

/// No game has more seats.
const MOST_SEATS: usize = 16;

/// All games as they are told, written when somebody first asks: nothing in it changes.
static TOLD: LazyLock<String> = LazyLock::new(tell);

#[derive(Serialize)]
struct Games {
    games: Vec<GameInfo>,
}

#[derive(Serialize)]
struct GameInfo {
    name: &'static str,
    about: &'static str,
    seats: Seats,
    options: Vec<Choice>,
    players: Vec<Player>,
    /// How it looks.
    example: Option<Example>,
}

#[derive(Serialize)]
struct Seats {
    least: usize,
    most: usize,
}

#[derive(Serialize)]
struct Choice {
    name: &'static str,
    about: &'static str,
    possible: String,
    default: &'static str,
}

#[derive(Serialize)]
struct Player {
    name: &'static str,
    about: &'static str,
    /// Elo above the player that moves at random; where only a bound is known, that.
    rating: Option<i32>,
}

/// `GET /api/games`
pub(super) async fn list() -> Result<impl IntoResponse, Refusal> {
    Ok(([(CONTENT_TYPE, "application/json")], told().await?))
}

/// All games, as JSON.
pub(crate) async fn told() -> Result<String, Refusal> {
    aside(|| TOLD.clone()).await
}

fn tell() -> String {
    let games = Games { games: GameKind::ALL.iter().map(|&kind| describe(kind)).collect() };
    serde_json::to_string(&games).expect("games are plain data with text keys")
}

fn describe(kind: GameKind) -> GameInfo {
    let option =
        |KeyInfo { name, about, possible, default, .. }| Choice { name, about, possible, default };
    GameInfo {
        name: kind.name(),
        about: kind.about(),
        seats: seats(kind),
        options: kind.entry().options().into_iter().map(option).collect(),
        players: players(kind),
        example: Example::of(kind).ok(),
    }
}

fn seats(kind: GameKind) -> Seats {
    let with = |players: usize| seats_of(kind, &[format!("players={players}")]);
    let usual = seats_of(kind, &[]).into_iter();
    let more = (1..=MOST_SEATS).filter(|_| has_players_option(kind)).filter_map(with);
    let all: Vec<usize> = usual.chain(more).collect();
    let (least, most) = (all.iter().min(), all.iter().max());
    Seats { least: least.copied().unwrap_or(0), most: most.copied().unwrap_or(0) }
}

fn players(kind: GameKind) -> Vec<Player> {
    let measured = strength::of(kind.name());
    let rating = |name: &str| {
        let row = measured.iter().find(|row| row.player == name)?;
        row.elo.trim_start_matches(['>', ' ', '+']).parse().ok()
    };
    let players = roster(kind).players.iter();
    players
        .map(|player| Player {
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
            let Seats { least, most } = seats(kind);
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
