//! Floods of new rooms, and of requests that wake them and would keep them awake.

use crate::attacker::Attacker;
use futures_util::future::join;
use serde_json::json;
use std::cell::{Cell, RefCell};

/// The number of rooms that each address tries to create: 5,000 from all of them, and then again.
const ROOMS: usize = 5_000 / crate::attacker::ADDRESSES as usize + 1;

pub(super) async fn run(attacker: Attacker) {
    let (made, next) = (RefCell::new(Vec::new()), Cell::new(0_usize));
    let create = attacker.repeat(4, async |connection| {
        let wish = json!({ "game": "chomp", "options": ["width=70", "height=70"], "public": true });
        let room = connection.make(&wish).await?;
        let mut made = made.borrow_mut();
        if made.len() < ROOMS {
            made.push((room.room, room.secret));
        }
        Some(())
    });
    let wake = attacker.repeat(4, async |connection| {
        next.set(next.get() + 1);
        let room = made.borrow().get(next.get() % made.borrow().len().max(1)).cloned();
        let (room, secret) = room?;
        if next.get() % 2 == 0 {
            connection.get(&format!("/api/rooms/{room}")).await?;
        } else {
            let react = json!({ "do": "back", "ply": 0 });
            connection.act(&room, &secret, &react).await?;
        }
        Some(())
    });
    join(create, wake).await;
}
