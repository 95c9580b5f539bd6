//! Tests of advice on positions.

use crate::library_server::LibraryServer;
use meeple_web::{HeldLimit, ServerLimits};
use serde_json::{Value, json};
use std::time::Duration;
use tokio::io::AsyncWriteExt as _;

const BAR: &str = "width=5 height=4 rows=5,5,5,5 turn=0";

fn on(position: &str) -> Value {
    json!({ "game": "chomp", "position": position, "time_ms": 200 })
}

#[tokio::test]
async fn the_best_move_comes_first_and_every_move_has_a_grade() {
    let server = LibraryServer::open().await;
    let mut question = on(BAR);
    question["also"] = json!(["0,1"]);
    let advice = server.ask("/api/advice", &question).await;
    let moves = advice["moves"].as_array().expect("a list");
    assert_eq!((&moves[0]["move"], &moves[0]["grade"]), (&json!("2,2"), &json!("best")));
    let also = moves.iter().find(|mv| mv["move"] == "0,1").expect("it was asked about");
    assert_eq!(also["grade"], "blunder");
    assert_eq!((&moves[0]["name"], &also["name"]), (&json!("C3"), &json!("B1")));
    let [line, names] = ["line", "line_names"].map(|key| moves[0][key].as_array().expect("a list"));
    assert_eq!((&names[0], names.len()), (&json!("C3"), line.len()));
    assert!(advice["unit"].is_string() && advice["nodes"].is_u64());
    assert_eq!(advice["chances"], json!([1.0, 0.0]));
    for key in ["value", "chance", "visits", "line", "reasons"] {
        assert!(moves[0].get(key).is_some(), "{key}");
    }
    assert!(advice.get("depth").is_some() && advice.get("proof").is_some());
}

#[tokio::test]
async fn every_game_has_advice() {
    let server = LibraryServer::open().await;
    for game in ["chomp", "filler", "azul", "grass"] {
        let begun = server.ask("/api/positions", &json!({ "game": game, "seed": 3 })).await;
        let question =
            json!({ "game": game, "position": begun["position"], "top": 2, "time_ms": 300 });
        let advice = server.ask("/api/advice", &question).await;
        let count = advice["moves"].as_array().map_or(0, Vec::len);
        assert!((1..=2).contains(&count), "{game}: {count}");
    }
}

#[tokio::test]
async fn the_thinking_time_is_limited_by_the_server() {
    let limits =
        ServerLimits { max_thinking_time: Duration::from_millis(100), ..ServerLimits::default() };
    let server = LibraryServer::with(limits).await;
    let begun = server.ask("/api/positions", &json!({ "game": "azul", "seed": 3 })).await;
    let question = json!({
        "game": "azul", "position": begun["position"], "time_ms": 3_600_000, "top": 1_000_000
    });
    let advice = server.ask("/api/advice", &question).await; // an hour would be too long for the client
    assert!(advice["moves"].as_array().is_some_and(|moves| moves.len() <= 20));
}

#[tokio::test]
async fn invalid_moves_are_rejected() {
    let server = LibraryServer::open().await;
    let mut question = on(BAR);
    question["also"] = json!(["9,9"]);
    server.post("/api/advice", question.to_string()).await.refused(422, "illegal");
    question["also"] = json!(["nonsense"]);
    server.post("/api/advice", question.to_string()).await.refused(400, "bad-request");
    question["also"] = json!(vec!["0,1"; 21]);
    server.post("/api/advice", question.to_string()).await.refused(400, "bad-request");
}

#[tokio::test]
async fn a_finished_game_is_valued_without_moves() {
    let server = LibraryServer::open().await;
    let last =
        json!({ "game": "chomp", "position": "width=2 height=1 rows=2 turn=0", "move": "0,1" });
    let last = server.ask("/api/positions/play", &last).await;
    let eaten = json!({ "game": "chomp", "position": last["position"], "move": "0,0" });
    let over = server.post("/api/positions/play", eaten.to_string()).await;
    let over = if over.status == 200 { over.json() } else { last };
    assert_eq!((&over["over"], &over["to_move"]), (&json!(true), &Value::Null));
    let advice = server.ask("/api/advice", &on(over["position"].as_str().expect("a text"))).await;
    assert_eq!(advice["moves"], json!([]));
    let chances: f64 =
        advice["chances"].as_array().expect("a list").iter().filter_map(Value::as_f64).sum();
    assert!((chances - 1.0).abs() < 1e-9, "{advice}");
}

#[tokio::test]
async fn the_number_of_searches_per_address_is_limited() {
    let limits = ServerLimits {
        searches: HeldLimit::total(1),
        max_thinking_time: Duration::from_secs(3600),
        ..ServerLimits::default()
    };
    let server = LibraryServer::with(limits).await;
    let begun = server.ask("/api/positions", &json!({ "game": "azul", "seed": 3 })).await;
    let long = json!({ "game": "azul", "position": begun["position"], "time_ms": 3_600_000 });
    let mut first = server.begin("POST", "/api/advice", &[], long.to_string().len()).await;
    first.write_all(long.to_string().as_bytes()).await.expect("it is sent");
    server.until_metric("meeple_thoughts_running", 1).await;
    server.post("/api/advice", on(BAR).to_string()).await.refused(429, "too-many");
    drop(first);
    server.until_metric("meeple_thoughts_running", 0).await;
    assert_eq!(server.post("/api/advice", on(BAR).to_string()).await.status, 200);
}
