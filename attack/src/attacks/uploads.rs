//! Floods of large records: valid ones, garbage, and some that are too long.

use crate::{attacker::Attacker, client::Request, samples};

/// The length of a large upload; the limit is 1 MiB.
const LARGE: usize = 1_000_000;

pub(super) async fn run(attacker: Attacker) {
    attacker
        .repeat(3, async |connection| {
            let record = samples::large_record(LARGE);
            let garbage = vec![b'{'; LARGE];
            let too_long = vec![b' '; 2 * LARGE];
            for body in [record, garbage, too_long] {
                if attacker.is_over() {
                    return None;
                }
                connection
                    .request(Request::send("/api/records", "application/x-ndjson", body))
                    .await?;
            }
            Some(())
        })
        .await;
}
