//! Fair games: the server commits to a seed that nobody knows before the end, and keeps to it; and nobody is
//! drawn into a rematch, or gets advice on a game that people are playing.

mod test_server;

use meeple_core::{Header, Replay};
use meeple_games::open_record;
use meeple_session::fair_seed::{self, Verified, VerifyError, verify};
use serde_json::{Value, json};
use test_server::{TestBot, TestClient, WebTestServer};

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

/// Performs an action over HTTP; returns the response.
async fn act(server: &WebTestServer, room: &str, secret: &Value, action: Value) -> Value {
    let path = format!("/api/rooms/{room}/do");
    let (status, answer) = server.post(&path, secret.as_str(), &action).await;
    assert_eq!(status, 200, "{action}: {answer}");
    answer
}

/// Returns the State of a room.
async fn state(server: &WebTestServer, room: &str) -> Value {
    server.get(&format!("/api/rooms/{room}")).await.1["state"].take()
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
            let answer = player.ask(json!({ "do": "play", "ply": ply, "move": mv })).await;
            assert!(answer["ok"].is_object(), "{answer}");
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

/// Lets a bot answer its turns with the last legal move; returns all it has heard until then.
async fn play_bot(mut bot: TestBot) -> Vec<String> {
    let mut heard = Vec::new();
    loop {
        let message = bot.line().await;
        heard.push(message.to_string());
        match message["type"].as_str() {
            Some("end") => return heard,
            Some("turn") => {
                let moves = message["moves"].as_array().expect("moves");
                bot.say(moves.last().and_then(Value::as_str).expect("a move")).await;
            }
            _ => {}
        }
    }
}

#[tokio::test]
async fn bots_learn_nothing_either_and_deals_that_were_undone_are_verified() {
    let server = WebTestServer::open().await;
    for game in ["azul", "grass"] {
        let made = server.make(json!({ "game": game, "seats": ["me", "bot"] })).await;
        let room = made["room"].as_str().expect("a room");
        let mut ann = server.visit(room, made["secret"].as_str()).await;
        let token = made["bots"][0]["token"].as_str().expect("a token");
        let playing = tokio::spawn(play_bot(server.bot(room, token).await.expect("a seat")));
        let (mut undos, mut own) = (0, 0);
        while ann.state["ply"].as_u64() < Some(24) && ann.state["phase"] != "over" {
            ann.until(|state| state["to_move"] == 0 || state["phase"] == "over").await;
            if ann.state["phase"] == "over" {
                break;
            }
            let ply = ann.state["ply"].clone();
            if undos < 2 && own == 1 {
                (undos, own) = (undos + 1, own - 1);
                let undone = ann.ask(json!({ "do": "back", "ply": ply })).await;
                assert!(undone["ok"].is_object(), "{game}: {undone}");
                ann.until(|state| state["ply"].as_u64() < ply.as_u64()).await;
                continue;
            }
            ann.play_first().await;
            own += 1;
            ann.until(|state| state["ply"].as_u64() > ply.as_u64()).await;
        }
        if ann.state["phase"] != "over" {
            ann.ask(json!({ "do": "resign" })).await;
            ann.until(|state| state["phase"] == "over").await;
        }
        assert_eq!(undos, 2, "{game}");
        let record = file(&server, room).await;
        let Header { seed, salt, .. } = header(&record);
        let (seed, salt) = (seed.expect("a seed"), salt.expect("a salt"));
        let heard = playing.await.expect("it plays");
        assert!(heard.len() > 4, "{heard:?}");
        for line in heard {
            assert!(!line.contains(&seed.to_string()) && !line.contains(&salt), "{game}: {line}");
        }
        let deals = record.lines().filter(|line| line.starts_with("{\"event\":\"deal\"")).count();
        let verified = Verified { has_commitment: true, deals };
        assert_eq!(verify(&replay(&record).game), Ok(verified), "{game}: {record}");
        assert!(record.contains("{\"event\":\"undo\""), "{game}");
        for (ours, forged) in [
            (format!("\"seed\":{seed}"), format!("\"seed\":{}", seed ^ 1)),
            (salt.clone(), salt.chars().rev().collect()),
        ] {
            let forged = record.replace(&ours, &forged);
            let refused = verify(&replay(&forged).game);
            assert!(matches!(refused, Err(VerifyError::Commitment { .. })), "{refused:?}");
        }
    }
}

#[tokio::test]
async fn whoever_asked_for_a_rematch_before_a_restart_has_to_ask_again() {
    let mut server = WebTestServer::open().await;
    let (mut ann, bo) = server.pair(json!({ "game": "chomp" })).await;
    let room = ann.room.clone();
    let secrets = [json!(ann.secret), json!(bo.secret)];
    ann.ask(json!({ "do": "resign" })).await;
    act(&server, &room, &secrets[0], json!({ "do": "rematch" })).await;
    assert_eq!(state(&server, &room).await["rematch"], json!([0]));
    drop((ann, bo));
    server.restart().await;
    assert_eq!(state(&server, &room).await["rematch"], json!([]));
    // Bo asks over a socket, Ann over HTTP.
    let mut bo = server.visit(&room, secrets[1].as_str()).await;
    bo.ask(json!({ "do": "rematch" })).await;
    let alone = state(&server, &room).await;
    assert_eq!((&alone["rematch"], &alone["next"]), (&json!([1]), &Value::Null));
    act(&server, &room, &secrets[0], json!({ "do": "rematch" })).await;
    bo.until(|state| state["next"].is_string()).await;
    let next = bo.state["next"].as_str().expect("a room").to_owned();
    let ann = server.visit(&next, secrets[0].as_str()).await;
    assert_eq!((ann.seat, &ann.state["phase"]), (Some(1), &json!("playing")));
}

#[tokio::test]
async fn a_player_whose_seat_a_stand_in_took_decides_about_the_rematch_too() {
    let server = WebTestServer::open().await;
    let seats = ["me", "open", "easy"];
    let wish = json!({ "game": "grass", "options": ["players=3"], "seats": seats, "name": "Ann" });
    let made = server.make(wish).await;
    let room = made["room"].as_str().expect("a room");
    let sit = json!({ "do": "sit", "seat": 1, "name": "Bo", "invite": made["invite"] });
    let bo = act(&server, room, &Value::Null, sit).await["secret"].clone();
    // Bo resigns at once and leaves; a stand-in plays on for him. Then Ann resigns.
    act(&server, room, &bo, json!({ "do": "resign" })).await;
    act(&server, room, &made["secret"], json!({ "do": "resign" })).await;
    let mut ann = server.visit(room, made["secret"].as_str()).await;
    ann.until(|state| state["phase"] == "over").await;
    ann.ask(json!({ "do": "rematch" })).await;
    let asked = state(&server, room).await;
    assert_eq!((&asked["rematch"], &asked["next"]), (&json!([0]), &Value::Null));
    act(&server, room, &bo, json!({ "do": "rematch" })).await;
    ann.until(|state| state["next"].is_string()).await;
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
    let sat = act(&server, &room, &Value::Null, sit).await;
    let running = header(&file(&server, &room).await);
    assert_eq!((running.seed, running.commitment, running.salt), (Some(7), None, None));

    server.restart().await;
    assert_eq!(state(&server, &room).await["seed"], 7, "also after a restart");
    act(&server, &room, &made["secret"], json!({ "do": "resign" })).await;
    for secret in [&made["secret"], &sat["secret"]] {
        act(&server, &room, secret, json!({ "do": "rematch" })).await;
    }
    let over = state(&server, &room).await;
    let next = state(&server, over["next"].as_str().expect("a rematch")).await;
    assert!(next["seed"].is_null(), "a rematch has a seed of its own: {next}");
    assert!(next["commitment"].is_string(), "{next}");
}

#[tokio::test]
async fn a_seed_chosen_by_somebody_who_plays_alone_is_theirs() {
    let server = WebTestServer::open().await;
    let made = server.make(json!({ "game": "azul", "seats": ["me", "easy"], "seed": 7 })).await;
    let room = made["room"].as_str().expect("a room");
    let alone = state(&server, room).await;
    assert_eq!([&alone["seed"], &alone["commitment"]], [&Value::Null; 2]);
    // With a bot, whoever runs it may be somebody else.
    let made = server.make(json!({ "game": "azul", "seats": ["me", "bot"], "seed": 7 })).await;
    let room = made["room"].as_str().expect("a room");
    assert_eq!(state(&server, room).await["seed"], 7);
}

#[tokio::test]
async fn over_http_a_rematch_needs_everyone_also_those_who_resigned() {
    let server = WebTestServer::open().await;
    let wish = json!({ "game": "azul", "seats": ["me", "open", "open"], "name": "Ann" });
    let made = server.make(wish).await;
    let room = made["room"].as_str().expect("a room");
    let mut secrets = vec![made["secret"].clone()];
    for (seat, name) in [(1, "Bo"), (2, "Cy")] {
        let sit = json!({ "do": "sit", "seat": seat, "name": name, "invite": made["invite"] });
        secrets.push(act(&server, room, &Value::Null, sit).await["secret"].clone());
    }
    for secret in &secrets[..2] {
        act(&server, room, secret, json!({ "do": "resign" })).await;
    }
    assert_eq!(state(&server, room).await["phase"], "over", "only Cy is left");
    let rematch = json!({ "do": "rematch" });
    for (asked, secret) in [2, 2, 0].map(|seat| (seat, &secrets[seat])) {
        act(&server, room, secret, rematch.clone()).await;
        let state = state(&server, room).await;
        assert!(state["next"].is_null(), "seat {asked} has asked, Bo has not: {state}");
    }
    act(&server, room, &secrets[1], rematch).await;
    let over = state(&server, room).await;
    assert_eq!(over["rematch"], json!([2, 0, 1]));
    let next = state(&server, over["next"].as_str().expect("a rematch")).await;
    let names = [0, 1, 2].map(|seat| next["seats"][seat]["name"].clone());
    assert_eq!(names, ["Bo", "Cy", "Ann"], "everyone has moved by one seat");
}

#[tokio::test]
async fn a_rematch_waits_for_people_who_are_not_connected() {
    let server = WebTestServer::open().await;
    let wish = json!({ "game": "chomp", "options": ["width=2", "height=2"], "away": 1 });
    let (mut ann, bo) = server.pair(wish).await;
    let (room, absent) = (ann.room.clone(), json!(bo.secret));
    drop(bo); // a stand-in moves for Bo
    while ann.state["phase"] != "over" {
        let ply = ann.state["ply"].clone();
        ann.play_first().await;
        let is_next = |state: &Value| state["to_move"] == 0 || state["phase"] == "over";
        ann.until(|state| state["ply"] != ply && is_next(state)).await;
    }
    assert_eq!(ann.state["seats"][1]["here"], false);
    for _ in 0..2 {
        let asked = ann.ask(json!({ "do": "rematch" })).await;
        assert!(asked["ok"].is_object(), "{asked}");
        let state = state(&server, &room).await;
        assert_eq!((&state["rematch"], &state["next"]), (&json!([0]), &Value::Null));
    }
    act(&server, &room, &absent, json!({ "do": "rematch" })).await;
    ann.until(|state| state["next"].is_string()).await;
}

/// Uploads a record; returns the status and the response.
async fn upload(server: &WebTestServer, record: &str) -> (u16, Value) {
    let (status, _, body) = server.request("POST", "/api/records", &[], record.as_bytes()).await;
    (status, serde_json::from_slice(&body).expect("JSON"))
}

/// Returns the status of a request for an analysis.
async fn analyse(server: &WebTestServer, id: &Value) -> u16 {
    let path = format!("/api/records/{}/analysis", id.as_str().expect("an id"));
    server.request("GET", &path, &[], b"").await.0
}

/// Asks for advice on a position; returns the status.
async fn advise(server: &WebTestServer, game: &str, position: &Value) -> u16 {
    let asked = json!({ "game": game, "position": position, "time_ms": 1 });
    server.post("/api/advice", None, &asked).await.0
}

/// Returns the position after so many plies.
async fn position_at(server: &WebTestServer, room: &str, ply: usize) -> Value {
    let (status, shown) = server.get(&format!("/api/records/{room}/moves?ply={ply}")).await;
    assert_eq!(status, 200, "{shown}");
    shown["position"].clone()
}

/// Returns the first lines of a record.
fn lines(record: &str, count: usize) -> String {
    record.lines().take(count).map(|line| line.to_owned() + "\n").collect()
}

#[tokio::test]
async fn a_copy_of_a_game_that_people_are_playing_is_neither_taken_nor_analysed() {
    let server = WebTestServer::open().await;
    // The deals of this seed are known, so that somebody can play the same game elsewhere.
    let mut records = Vec::new();
    for seed in [7, 8] {
        let (ann, bo) = server.pair(json!({ "game": "azul", "seed": seed })).await;
        let (room, mut players) = (ann.room.clone(), [ann, bo]);
        play_until(&mut players, |state| state["ply"] == 12).await;
        records.push((file(&server, &room).await, room, players));
    }
    let (record, room, players) = &mut records[0];
    let position = position_at(&server, room, 12).await;
    for (copy, what) in [
        (record.clone(), "the same game"),
        (lines(record, 9), "its beginning"),
        (record.clone() + "{\"event\":\"resign\",\"seat\":0}\n", "a continuation"),
        (record.replace("\"name\":\"Ann\"", "\"name\":\"Zoe\""), "other names"),
    ] {
        let (status, refused) = upload(&server, &copy).await;
        assert_eq!(status, 409, "{what}: {refused}");
    }
    assert_eq!(analyse(&server, &json!(room)).await, 409, "the game itself");
    let (status, short) = upload(&server, &lines(record, 3)).await;
    assert_eq!(status, 201, "many games begin like this");
    assert_eq!(analyse(&server, &short["id"]).await, 200);
    assert_eq!(advise(&server, "azul", &position).await, 409);
    assert_eq!(advise(&server, "azul", &position_at(&server, room, 2).await).await, 200);

    // From this position nobody can play against a computer player either.
    let wish = json!({ "game": "azul", "seats": ["hard", "me"], "position": position });
    assert_eq!(server.post("/api/rooms", None, &wish).await.0, 409);

    // When the game is over, everything is allowed ...
    let resigned = players[0].ask(json!({ "do": "resign" })).await;
    assert!(resigned["ok"].is_object(), "{resigned}");
    assert_eq!(advise(&server, "azul", &position).await, 200);
    let (status, copy) = upload(&server, record).await;
    assert_eq!(status, 201, "{copy}");
    assert_eq!(analyse(&server, &copy["id"]).await, 200);
    assert_eq!(upload(&server, &records[1].0).await.0, 409, "... but not for the other game");

    // ... until somebody plays it again: the copy was uploaded before.
    let (ann, bo) = server.pair(json!({ "game": "azul", "seed": 7 })).await;
    let mut players = [ann, bo];
    play_until(&mut players, |state| state["ply"] == 6).await;
    assert_eq!(analyse(&server, &copy["id"]).await, 409);
}

#[tokio::test]
async fn a_sleeping_game_is_known_again_as_soon_as_its_record_is_read() {
    let mut server = WebTestServer::open().await;
    let (ann, bo) = server.pair(json!({ "game": "grass" })).await;
    let (room, mut players) = (ann.room.clone(), [ann, bo]);
    play_until(&mut players, |state| state["ply"].as_u64() >= Some(6)).await;
    assert_eq!(players[0].state["phase"], "playing");
    drop(players);
    server.restart().await;
    let record = file(&server, &room).await;
    assert_eq!(upload(&server, &record).await.0, 409);
    let last = replay(&record).game.position().to_string();
    assert_eq!(advise(&server, "grass", &json!(last)).await, 409);
}
