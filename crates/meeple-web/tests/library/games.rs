//! Tests of games, practice positions, rules and QR codes, and of malformed requests.

use crate::library_server::LibraryServer;
use serde_json::json;

#[tokio::test]
async fn every_game_is_listed_with_its_players() {
    let answer = LibraryServer::open().await.get("/api/games").await;
    assert_eq!(answer.header("content-type"), Some("application/json"));
    let games = answer.json();
    let names: Vec<_> =
        games["games"].as_array().expect("a list").iter().map(|game| &game["name"]).collect();
    assert_eq!(names, ["chomp", "filler", "azul", "grass"]);
    let azul = &games["games"][2];
    assert_eq!(azul["seats"], json!({ "least": 2, "most": 4 }));
    assert_eq!(azul["options"][0]["name"], "players");
    assert!(azul["options"][0]["possible"].is_string() && azul["about"].is_string());
    let players = azul["players"].as_array().expect("a list");
    let random = players.iter().find(|player| player["name"] == "random").expect("everywhere");
    assert_eq!(random["rating"], 0);
    assert!(players[0]["rating"].as_i64() > random["rating"].as_i64(), "rated above random");
}

#[tokio::test]
async fn rules_are_html_without_leftover_markdown() {
    let server = LibraryServer::open().await;
    for game in ["chomp", "filler", "azul", "grass"] {
        let rules = server.get(&format!("/api/rules/{game}")).await.json();
        let how_to_play = rules["how_to_play"].as_str().expect("a text");
        assert!(how_to_play.starts_with("<h2>How to play "), "{how_to_play}");
        let html = rules["html"].clone();
        let html = html.as_str().expect("a text");
        assert!(
            html.starts_with("<h2>") && html.contains("<h3>") && !html.contains("<h1"),
            "{html}"
        );
        let outside_code: String =
            html.split("<pre>").map(|part| part.split("</pre>").last().unwrap_or("")).collect();
        for left in ["**", "\n#", "](", "| ---", "```", "style="] {
            assert!(!outside_code.contains(left), "{game} has {left:?}");
        }
    }
    server.get("/api/rules/chmop").await.refused(404, "not-found");
}

#[tokio::test]
async fn practice_has_three_stages_for_every_game() {
    let server = LibraryServer::open().await;
    for game in ["chomp", "filler", "azul", "grass"] {
        let stages = server.get(&format!("/api/practice/{game}")).await.json()["stages"].clone();
        let names: Vec<_> =
            stages.as_array().expect("a list").iter().map(|stage| &stage["name"]).collect();
        assert_eq!(names, ["opening", "middle", "end"]);
    }
    let message = server.get("/api/practice/go").await.refused(404, "not-found");
    assert!(message.contains("chomp, filler, azul, grass"), "{message}");
}

#[tokio::test]
async fn a_qr_code_is_drawn_as_svg() {
    let server = LibraryServer::open().await;
    let link = json!({ "text": "http://localhost:8080/room/k7mq2w9xt4?invite=abcdefghij" });
    let answer = server.post("/api/code", link.to_string()).await;
    assert_eq!(
        (answer.status, answer.header("content-type")),
        (200, Some("image/svg+xml; charset=utf-8"))
    );
    assert!(answer.text().starts_with("<svg ") && !answer.text().contains("style"));
    let long = json!({ "text": "x".repeat(301) }).to_string();
    server.post("/api/code", long).await.refused(400, "bad-request");
    server.post("/api/code", r#"{"text":""}"#).await.refused(400, "bad-request");
}

#[tokio::test]
async fn malformed_requests_are_rejected_with_the_place_of_the_error() {
    let server = LibraryServer::open().await;
    for path in ["/api/positions", "/api/positions/play", "/api/advice", "/api/code"] {
        let answer = server.post(path, r#"{"text":"#).await;
        answer.refused(400, "bad-request");
        assert!(answer.json()["error"]["column"].as_u64().is_some_and(|column| column > 5));
        server.post(path, "").await.refused(400, "bad-request");
        server.post(path, "[]").await.refused(400, "bad-request");
        server.post(path, [0xff, 0xfe]).await.refused(400, "bad-request");
        let nested = "[".repeat(50_000);
        server.post(path, nested).await.refused(400, "bad-request");
        let unknown = server.post(path, r#"{"gaem":"chomp"}"#).await.refused(400, "bad-request");
        assert!(unknown.contains("gaem"), "{unknown}");
        server.post(path, vec![b' '; 1 << 20]).await.refused(413, "too-large");
    }
}

#[tokio::test]
async fn other_methods_are_not_allowed_and_other_paths_not_found() {
    let server = LibraryServer::open().await;
    for (method, path) in [
        ("POST", "/api/games"),
        ("GET", "/api/positions"),
        ("GET", "/api/advice"),
        ("DELETE", "/api/records/k7mq2w9xt4"),
        ("PUT", "/api/records"),
        ("POST", "/"),
        ("POST", "/pages/room.js"),
    ] {
        let answer = server.send(method, path, &[], b"").await;
        assert_eq!(answer.status, 405, "{method} {path}");
    }
    for path in ["/api", "/api/", "/api/nothing", "/api/records", "/api/rules/", "/api/rules/%ff"] {
        let answer = server.get(path).await;
        assert!(matches!(answer.status, 404 | 405), "{path}: {}", answer.status);
    }
}
