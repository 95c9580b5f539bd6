//! Tests of wrong secrets, tokens and invitations.

use super::{UndisturbedGame, WebTestServer};
use base64::{Engine as _, engine::general_purpose::URL_SAFE_NO_PAD};
use meeple_web::{RateLimit, ServerLimits};
use serde_json::{Value, json};
use sha2::{Digest as _, Sha256};

/// Returns texts that are almost the secret, or its hash.
fn forged(secret: &str) -> Vec<String> {
    let swapped = |at: usize| {
        let mut letters: Vec<char> = secret.chars().collect();
        letters[at] = if letters[at] == 'A' { 'B' } else { 'A' };
        letters.into_iter().collect::<String>()
    };
    let hash = URL_SAFE_NO_PAD.encode(Sha256::digest(secret.as_bytes()));
    let other_case = |letter: char| match letter {
        'a'..='z' => letter.to_ascii_uppercase(),
        letter => letter.to_ascii_lowercase(),
    };
    vec![
        String::new(),
        swapped(0),
        swapped(secret.len() - 1),
        secret[1..].into(),
        secret[..secret.len() - 1].into(),
        format!("{secret}="),
        format!("{secret}{secret}"),
        secret.chars().map(other_case).collect(),
        secret.chars().rev().collect(),
        hash,
        "%".into(),
        "' OR 1=1 --".into(),
        "null".into(),
    ]
}

/// Checks that this secret gives no access, over a socket or HTTP.
async fn check_is_nobody(server: &WebTestServer, room: &str, secret: &str) {
    let mut visitor = server.visit(room, Some(secret)).await;
    assert_eq!(visitor.seat, None, "{secret:?}");
    for action in [
        json!({ "do": "resign" }),
        json!({ "do": "play", "ply": visitor.state["ply"], "move": "12,12" }),
        json!({ "do": "back", "ply": visitor.state["ply"] }),
        json!({ "do": "rematch" }),
        json!({ "do": "stand" }),
        json!({ "do": "react", "reaction": "oops" }),
    ] {
        let refused = visitor.ask(action.clone()).await;
        assert_eq!(refused["refused"]["code"], "forbidden", "{secret:?} {action}: {refused}");
        let act = format!("/api/rooms/{room}/do");
        let (status, _) = server.post(&act, Some(secret), &action).await;
        assert_eq!(status, 403, "{secret:?} {action}");
    }
}

fn generous() -> ServerLimits {
    ServerLimits {
        actions: RateLimit { per_second: 100_000.0, burst: 4.0 * 100_000.0 },
        ..ServerLimits::default()
    }
}

#[tokio::test]
async fn near_misses_of_a_secret_are_rejected() {
    let server = WebTestServer::with(generous()).await;
    let mut game = UndisturbedGame::begin(&server).await;
    let room = game.ann.room.clone();
    let secret = game.ann.secret.clone().expect("a secret");
    for forged in forged(&secret) {
        check_is_nobody(&server, &room, &forged).await;
    }
    game.play_one_move().await;
}

#[tokio::test]
async fn a_secret_is_valid_for_one_seat_of_one_room() {
    let server = WebTestServer::with(generous()).await;
    let (mut game, other) =
        (UndisturbedGame::begin(&server).await, UndisturbedGame::begin(&server).await);
    let room = game.ann.room.clone();
    for secret in [&other.ann.secret, &other.bo.secret] {
        check_is_nobody(&server, &room, secret.as_deref().expect("a secret")).await;
    }
    // Bo's secret is valid, but not for Ann's moves.
    let mut bo = server.visit(&room, game.bo.secret.as_deref()).await;
    let refused = bo.ask(json!({ "do": "play", "ply": 0, "move": "12,12" })).await;
    assert_eq!(refused["refused"]["code"], "not-now");
    game.play_one_move().await;
}

#[tokio::test]
async fn tokens_invitations_and_secrets_are_not_interchangeable() {
    let server = WebTestServer::with(generous()).await;
    let mut game = UndisturbedGame::begin(&server).await;
    let seats = ["me", "bot", "open"];
    let made =
        server.make(json!({ "game": "azul", "options": ["players=3"], "seats": seats })).await;
    let word = |value: &Value| value.as_str().expect("a word").to_owned();
    let (room, secret, invite) =
        (word(&made["room"]), word(&made["secret"]), word(&made["invite"]));
    let token = word(&made["bots"][0]["token"]);
    check_is_nobody(&server, &room, &token).await;
    check_is_nobody(&server, &room, &invite).await;
    for wrong in [&secret, &invite, &room].into_iter().chain(&forged(&token)) {
        assert!(server.bot(&room, wrong).await.is_err(), "{wrong:?} is no token");
        let mut visitor = server.visit(&room, None).await;
        let sit = json!({ "do": "sit", "seat": 2, "name": "Eve", "invite": wrong });
        let sat = visitor.ask(sit).await;
        assert_eq!(sat["ok"].is_object(), *wrong == invite, "{wrong:?}: {sat}");
    }
    // A token opens only its own seat.
    assert!(server.bot(&game.ann.room, &token).await.is_err(), "it is of another room");
    let mut first = server.bot(&room, &token).await.expect("it is the token");
    let second = server.bot(&room, &token).await;
    assert!(second.is_ok(), "a program that comes again is let in");
    assert!(first.is_closed().await, "and there is only one of it");
    game.play_one_move().await;
}

#[tokio::test]
async fn a_token_expires_when_the_game_is_over() {
    let server = WebTestServer::open().await;
    let mut game = UndisturbedGame::begin(&server).await;
    let made = server.make(json!({ "game": "chomp", "seats": ["me", "bot"] })).await;
    let (room, token) = (made["room"].as_str().expect("a room"), made["bots"][0]["token"].as_str());
    let act = format!("/api/rooms/{room}/do");
    server.post(&act, made["secret"].as_str(), &json!({ "do": "resign" })).await;
    assert!(server.bot(room, token.expect("a token")).await.is_err(), "it was used up");
    game.play_one_move().await;
}
