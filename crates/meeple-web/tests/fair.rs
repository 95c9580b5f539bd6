//! Fair games: the server commits to a seed that nobody knows before the end, and keeps to it.

mod test_server;

use meeple_core::{Header, Replay};
use meeple_games::open_record;
use meeple_session::fair_seed::{self, Verified, verify};
use serde_json::{Value, json};
use test_server::{TestClient, WebTestServer};

/// Downloads the record of a room.
async fn file(server: &WebTestServer, room: &str) -> String {
    let (status, _, body) =
        server.request("GET", &format!("/api/records/{room}/file"), &[], b"").await;
    assert_eq!(status, 200);
    String::from_utf8(body).expect("text")
}

fn replay(file: &str) -> Replay {
    Replay::read(file.as_bytes(), open_record).expect("a good record")
}

fn header(file: &str) -> Header {
    replay(file).game.header().clone()
}

/// Plays a legal move for whoever is to move, until `is_enough`.
async fn play_until(players: &mut [TestClient; 2], is_enough: impl Fn(&Value) -> bool) {
    while !is_enough(&players[0].state) {
        let ply = players[0].state["ply"].clone();
        if let Some(seat) = players[0].state["to_move"].as_u64() {
            let player = &mut players[seat as usize];
            player.until(|state| state["ply"].as_u64() >= ply.as_u64()).await;
            let (ply, moves) = (player.state["ply"].clone(), player.state["moves"].clone());
            let moves = moves.as_array().expect("moves");
            let mv = &moves[ply.as_u64().expect("a number") as usize % moves.len()]["move"];
            let played = player.ask(json!({ "do": "play", "ply": ply, "move": mv })).await;
            assert!(played["ok"].is_object(), "{played}");
        }
        players[0].until(|state| state["ply"] != ply || state["phase"] == "over").await;
    }
}

#[tokio::test]
async fn nobody_learns_the_seed_before_the_end_and_then_the_record_verifies() {
    let server = WebTestServer::open().await;
    for game in ["azul", "grass", "filler"] {
        let (ann, bo) = server.pair(json!({ "game": game, "public": true })).await;
        let room = ann.room.clone();
        let mut watcher = server.visit(&room, None).await;
        let commitment = watcher.state["commitment"].clone();
        assert_eq!(commitment.as_str().map(str::len), Some(64), "{commitment}");
        let watching = tokio::spawn(async move {
            let mut heard = vec![watcher.state.to_string()];
            while watcher.state["phase"] != "over" {
                heard.push(watcher.receive().await.to_string());
            }
            (watcher, heard)
        });
        let mut players = [ann, bo];
        let mut shown = Vec::new();
        for plies in [0, 3, 6] {
            let is_enough =
                |state: &Value| state["ply"].as_u64() > Some(plies) || state["phase"] == "over";
            play_until(&mut players, is_enough).await;
            if players[0].state["phase"] == "over" {
                break;
            }
            shown.push(file(&server, &room).await);
            for path in ["/room/", "/watch/", "/replay/", "/api/rooms/", "/api/records/"] {
                let (status, _, body) =
                    server.request("GET", &format!("{path}{room}"), &[], b"").await;
                assert_eq!(status, 200, "{path}");
                shown.push(String::from_utf8(body).expect("text"));
            }
            shown.push(server.get("/api/rooms").await.1.to_string());
            let running = header(&shown[shown.len() - 7]);
            assert_eq!((running.seed, &running.salt), (None, &None));
            assert_eq!(running.commitment.as_deref(), commitment.as_str());
        }
        play_until(&mut players, |state| state["phase"] == "over").await;
        let (watcher, mut heard) = watching.await.expect("it watches");
        heard.pop(); // the message that says that the game is over

        let record = file(&server, &room).await;
        let over = header(&record);
        let (seed, salt) = (over.seed.expect("a seed"), over.salt.expect("a salt"));
        assert_eq!(over.commitment.as_deref(), commitment.as_str());
        assert_eq!(fair_seed::commitment(seed, &salt), commitment);
        assert_eq!(
            [&watcher.state["seed"], &watcher.state["salt"]],
            [&json!(seed), &json!(salt)],
            "everyone in the room is told"
        );
        let game = replay(&record).game;
        let deals = record.lines().filter(|line| line.starts_with("{\"event\":\"deal\"")).count();
        assert!(deals > 0, "{game:?}");
        assert_eq!(verify(&game), Ok(Verified { has_commitment: true, deals }));
        for text in heard.iter().chain(&shown) {
            assert!(!text.contains(&salt), "{game:?}: {text}");
            assert!(!text.contains(&seed.to_string()), "{text}");
        }
        assert!(heard.len() > 3 && shown.len() >= 7);
    }
}

#[tokio::test]
async fn a_seed_that_the_creator_chose_is_shown_before_anyone_else_sits_down() {
    let mut server = WebTestServer::open().await;
    let made = server.make(json!({
        "game": "azul", "seats": ["me", "open"], "seed": 7, "public": true, "name": "Ann"
    }));
    let made = made.await;
    let room = made["room"].as_str().expect("a room").to_owned();
    let (_, rooms) = server.get("/api/rooms").await;
    assert_eq!(rooms["rooms"][0]["seed"], 7, "{rooms}");
    let bo = server.visit(&room, None).await;
    let known = [&bo.state["seed"], &bo.state["commitment"], &bo.state["salt"]];
    assert_eq!(known, [&json!(7), &Value::Null, &Value::Null]);
    let sit = json!({ "do": "sit", "seat": 1, "name": "Bo", "invite": made["invite"] });
    let (status, sat) = server.post(&format!("/api/rooms/{room}/do"), None, &sit).await;
    assert_eq!(status, 200, "{sat}");
    let running = header(&file(&server, &room).await);
    assert_eq!((running.seed, running.commitment, running.salt), (Some(7), None, None));

    server.restart().await;
    let act = format!("/api/rooms/{room}/do");
    let [ann, bo] = [&made["secret"], &sat["secret"]].map(|secret| secret.as_str().expect("one"));
    let (_, state) = server.get(&format!("/api/rooms/{room}")).await;
    assert_eq!(state["state"]["seed"], 7, "also after a restart");
    let (status, _) = server.post(&act, Some(ann), &json!({ "do": "resign" })).await;
    assert_eq!(status, 200);
    for secret in [ann, bo] {
        let (status, _) = server.post(&act, Some(secret), &json!({ "do": "rematch" })).await;
        assert_eq!(status, 200);
    }
    let (_, state) = server.get(&format!("/api/rooms/{room}")).await;
    let next = state["state"]["next"].as_str().expect("a rematch");
    let (_, state) = server.get(&format!("/api/rooms/{next}")).await;
    assert!(state["state"]["seed"].is_null(), "a rematch has a seed of its own: {state}");
    assert!(state["state"]["commitment"].is_string(), "{state}");
}

#[tokio::test]
async fn a_seed_chosen_by_somebody_who_plays_alone_is_theirs() {
    let server = WebTestServer::open().await;
    let made = server.make(json!({ "game": "azul", "seats": ["me", "easy"], "seed": 7 })).await;
    let room = made["room"].as_str().expect("a room");
    let (_, state) = server.get(&format!("/api/rooms/{room}")).await;
    assert_eq!([&state["state"]["seed"], &state["state"]["commitment"]], [&Value::Null; 2]);
    // With a bot, whoever runs it may be somebody else.
    let made = server.make(json!({ "game": "azul", "seats": ["me", "bot"], "seed": 7 })).await;
    let room = made["room"].as_str().expect("a room");
    let (_, state) = server.get(&format!("/api/rooms/{room}")).await;
    assert_eq!(state["state"]["seed"], 7);
}
