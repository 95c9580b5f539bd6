//! Tests of the probes.

use super::test_server::{PATIENCE, WebTestServer};
use rusqlite::Connection;
use serde_json::{Value, json};
use std::time::Duration;
use tokio::time::timeout;

/// Returns the names of the checks that have failed.
fn failed(report: &Value) -> Vec<&str> {
    let checks = report["checks"].as_array().expect("a list").iter();
    let failed = checks.filter(|check| check["ok"] == false);
    failed.map(|check| check["name"].as_str().expect("a name")).collect()
}

#[tokio::test]
async fn a_healthy_server_is_live_and_ready() {
    let server = WebTestServer::open().await;
    for path in ["/livez", "/healthz"] {
        let (status, _, body) = server.request("GET", path, &[], b"").await;
        assert_eq!((status, body), (200, b"ok\n".to_vec()), "{path}");
    }
    let (status, report) = server.get("/readyz").await;
    assert_eq!((status, &report["ready"]), (200, &json!(true)), "{report}");
    let names: Vec<&Value> =
        report["checks"].as_array().expect("a list").iter().map(|check| &check["name"]).collect();
    assert!(names.contains(&&json!("log")) && names.contains(&&json!("searches")), "{report}");
    assert!(failed(&report).is_empty(), "{report}");
}

#[tokio::test]
async fn a_server_that_cannot_write_its_log_is_live_but_not_ready() {
    let server = WebTestServer::open().await;
    let log = Connection::open(server.folder.path().join("rooms.sqlite")).expect("the log");
    log.execute_batch("BEGIN IMMEDIATE").expect("a lock");
    let (status, report) = server.get("/readyz").await;
    assert_eq!((status, failed(&report)), (503, vec!["log"]), "{report}");
    assert!(report["checks"][0]["problem"].is_string(), "{report}");
    assert_eq!(server.request("GET", "/livez", &[], b"").await.0, 200);
    log.execute_batch("ROLLBACK").expect("it is unlocked");
    let recovering = async {
        while server.get("/readyz").await.0 != 200 {
            tokio::time::sleep(Duration::from_millis(100)).await;
        }
    };
    timeout(PATIENCE, recovering).await.expect("it is ready again");
}
