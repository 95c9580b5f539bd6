//! What may be shown of the record of a game that is being played on this server.
//!
//! ```text
//! start: seed, salt    ──►  left out: whoever has them knows all deals to come
//! move: thoughts       ──►  left out: they are advice on the game; the time stays
//! deals, faults ...    ──►  as they are
//! ```

use meeple_core::{Event, Header, Notes};

/// Returns the header without the seed and its salt. The commitment to the seed stays.
pub(crate) fn public_header(header: &Header) -> Header {
    Header { seed: None, salt: None, ..header.clone() }
}

/// Returns the event without what nobody may know yet.
pub(crate) fn public_event(event: &Event) -> Event {
    match event {
        Event::Start(header) => Event::Start(public_header(header)),
        Event::Move { seat, mv, ms, .. } => {
            Event::new_move(*seat, mv, Notes { ms: *ms, ..Notes::default() })
        }
        event => event.clone(),
    }
}
