//! Uploads records and has them analysed.

use crate::{attacker::Attacker, client::Request, samples};
use std::time::Duration;

/// How long an attacker waits for an analysis before it asks for another.
const WAIT: Duration = Duration::from_secs(15);

pub(super) async fn run(attacker: Attacker) {
    attacker
        .repeat(4, async |connection| {
            let record = samples::record(connection).await?;
            let upload = Request::send("/api/records", "application/x-ndjson", record);
            let uploaded = connection.request(upload).await?.json();
            let path = format!("/api/records/{}/analysis?names=true", uploaded["id"].as_str()?);
            tokio::select! {
                _ = connection.get(&path) => {}
                () = attacker.pause(WAIT) => *connection = attacker.client.connection(),
            }
            Some(())
        })
        .await;
}
