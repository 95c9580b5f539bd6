//! Tests of analysis: streamed line by line, cached, and stopped when the client disconnects.

use crate::{
    library_server::{LibraryServer, PATIENCE},
    records::{bring, played},
};
use meeple_games::GameKind;
use meeple_web::{HeldLimit, ServerLimits};
use serde_json::{Value, json};
use std::time::Duration;
use tokio::{io::AsyncReadExt as _, time::timeout};

#[tokio::test]
async fn every_ply_is_rated_and_the_analysis_is_cached() {
    let server = LibraryServer::open().await;
    let id = bring(&server, &played(GameKind::Filler, &["map=@..../...../....$"])).await;
    let plies = server.get(&format!("/api/records/{id}")).await.json()["plies"].clone();
    let plies = plies.as_array().expect("a list");
    let path = format!("/api/records/{id}/analysis");
    let first = server.get(&path).await;
    assert_eq!(first.header("content-type"), Some("application/x-ndjson"));
    let lines = first.lines();
    assert_eq!(lines.len(), plies.len() + 2, "every ply, the end, the summary");
    for (index, ply) in plies.iter().enumerate() {
        let line = &lines[index];
        assert_eq!(line["ply"], index + 1);
        if ply["deal"].is_null() {
            assert_eq!(line["move"]["played"]["move"], ply["move"]);
            assert_eq!(line["move"]["seat"], ply["seat"]);
            for key in ["before", "best", "forced", "grade", "lost", "lost_chance"] {
                assert!(!line["move"][key].is_null(), "{key}: {line}");
            }
        } else {
            assert_eq!(line["deal"]["deal"], ply["deal"]);
            assert!(line["deal"]["after"]["chances"].is_array(), "{line}");
        }
    }
    let end = &lines[plies.len()];
    assert_eq!((&end["ply"], end["end"]["values"].is_array()), (&json!(plies.len()), true));
    check_summary(&lines[plies.len() + 1]["summary"]);

    let thoughts = thoughts(&server).await;
    assert!(thoughts > plies.len() as u64, "{thoughts}");
    let second = server.get(&path).await;
    assert_eq!(second.text(), first.text(), "as it was found");
    assert_eq!(self::thoughts(&server).await, thoughts, "nothing is thought about twice");
    check_names(&lines, &server.get(&format!("{path}?names=true")).await.lines());
}

/// Checks that the second analysis is the first one with a name for every rated move.
fn check_names(plain: &[Value], named: &[Value]) {
    let mut count = 0;
    let mut strip = |advised: &mut Value| {
        let fields = advised.as_object_mut().expect("a rated move");
        assert!(fields.remove("name").is_some_and(|name| name.is_string()), "{fields:?}");
        let line = fields.remove("line_names").expect("a list");
        assert_eq!(line.as_array().map(Vec::len), fields["line"].as_array().map(Vec::len));
        count += 1;
    };
    let mut stripped = named.to_vec();
    for judged in stripped.iter_mut().filter_map(|line| line.get_mut("move")) {
        strip(&mut judged["played"]);
        judged["best"].as_array_mut().expect("a list").iter_mut().for_each(&mut strip);
    }
    assert_eq!(stripped, plain);
    assert!(count > 2, "{count}");
}

/// Returns the number of finished thoughts on the server, once none are running.
async fn thoughts(server: &LibraryServer) -> u64 {
    server.until_metric("meeple_thoughts_running", 0).await;
    server.metric("meeple_thoughts_total").await
}

fn check_summary(summary: &Value) {
    let seats = summary["seats"].as_array().expect("a list");
    assert_eq!(seats.len(), 2);
    for seat in seats {
        let grades = seat["grades"].as_object().expect("by their words");
        let words: Vec<&str> = grades.keys().map(String::as_str).collect();
        assert_eq!(words, ["best", "good", "inaccuracy", "mistake", "blunder"]);
        let counted: u64 = grades.values().filter_map(Value::as_u64).sum();
        assert_eq!(seat["moves"], counted);
        for key in ["accuracy", "lost", "luck"] {
            assert!(seat.get(key).is_some(), "{key}");
        }
    }
    assert_eq!(summary["complete"], true);
    assert!(summary["turning_points"].is_array() && summary["unit"].is_string());
}

#[tokio::test]
async fn disconnecting_stops_the_analysis() {
    let server = LibraryServer::with(ServerLimits {
        searches: HeldLimit::total(1),
        ..ServerLimits::default()
    })
    .await;
    let id = bring(&server, &played(GameKind::Azul, &[])).await;
    let path = format!("/api/records/{id}/analysis");
    let mut stream = server.begin("GET", &path, &[], 0).await;
    let mut some = [0; 600];
    let read = timeout(PATIENCE, stream.read_exact(&mut some)).await;
    read.expect("an answer in time").expect("the first lines");
    server.get(&path).await.refused(429, "too-many");
    drop(stream);
    // When the server notices depends on the system; we test only that it does.
    let question = json!({ "game": "chomp", "position": "width=2 height=1 rows=2 turn=0" });
    let answered = async {
        while server.post("/api/advice", question.to_string()).await.status == 429 {
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
    };
    timeout(PATIENCE, answered).await.expect("it thinks for nobody");
}

#[tokio::test]
async fn an_analysis_sends_empty_lines_while_it_computes() {
    let heartbeat = Duration::from_millis(1);
    let server = LibraryServer::with(ServerLimits { heartbeat, ..ServerLimits::default() }).await;
    let id = bring(&server, &played(GameKind::Filler, &[])).await;
    let analysis = server.get(&format!("/api/records/{id}/analysis")).await;
    for (name, value) in [("x-accel-buffering", "no"), ("cache-control", "no-store, no-transform")]
    {
        assert_eq!(analysis.header(name), Some(value));
    }
    assert!(analysis.text().lines().any(str::is_empty), "{}", analysis.text());
    let lines = analysis.lines();
    check_summary(&lines.last().expect("a line")["summary"]);
}

#[tokio::test]
async fn a_ply_that_takes_too_long_ends_the_analysis() {
    let max_thinking_time = Duration::from_millis(1);
    let server =
        LibraryServer::with(ServerLimits { max_thinking_time, ..ServerLimits::default() }).await;
    let id = bring(&server, &played(GameKind::Azul, &["players=4"])).await;
    let lines = server.get(&format!("/api/records/{id}/analysis")).await.lines();
    let error = &lines.last().expect("a line")["error"];
    assert_eq!(error["code"], "unavailable", "{error}");
    let message = error["message"].as_str().expect("a sentence");
    assert!(message.contains("takes too long here"), "{message}");
}
