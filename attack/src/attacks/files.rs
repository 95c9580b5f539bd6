//! Floods of static files, reports, rules, health checks and metrics.

use crate::{attacker::Attacker, client::Request};

const PATHS: [&str; 14] = [
    "/",
    "/new",
    "/style.css",
    "/pages/room.js",
    "/boards/azul.js",
    "/tournaments/none/report.html",
    "/tournaments/..%2f..%2fetc/report.html",
    "/api/tournaments",
    "/api/games",
    "/api/rules/azul",
    "/api/practice/grass",
    "/api/records/aaaaaaaaaa",
    "/readyz",
    "/metrics",
];

pub(super) async fn run(attacker: Attacker) {
    attacker
        .repeat(6, async |connection| {
            for path in PATHS {
                connection.request(Request::get(path).with("accept-encoding", "gzip")).await?;
                let known = Request::get(path).with("if-none-match", "\"x\", W/\"y\"");
                connection.request(known).await?;
            }
            Some(())
        })
        .await;
}
