//! The attacks. To add one, write a module with an [`Attack`] and add it to [`ATTACKS`].
//!
//! Every attack runs from each address until it is over, as fast as the server allows. It reads the answers to
//! its requests, unless not reading is the point, since the refusals it sees are compared with those the
//! server has counted.

mod analyses;
mod bots;
mod clocks;
mod dropped_connections;
mod endless_thinking;
mod files;
mod forged_requests;
mod frames;
mod garbage;
mod half_bodies;
mod hints;
mod huge_boards;
mod huge_pieces;
mod lists;
mod pings;
mod races;
mod reactions;
mod rooms;
mod slow_headers;
mod spectators;
mod unread_news;
mod uploads;

use crate::attacker::Attacker;
use futures_util::future::{FutureExt as _, LocalBoxFuture};

/// An attack.
pub(crate) struct Attack {
    /// Its name in the table.
    pub(crate) name: &'static str,
    /// What it does, in a few words.
    pub(crate) about: &'static str,
    /// Carries it out from one address.
    pub(crate) run: fn(Attacker) -> LocalBoxFuture<'static, ()>,
}

/// Returns the attack of a module.
macro_rules! attack {
    ($name:literal, $about:literal, $module:ident) => {
        Attack { name: $name, about: $about, run: |attacker| $module::run(attacker).boxed_local() }
    };
}

/// All attacks.
pub(crate) const ATTACKS: &[Attack] = &[
    attack!("endless thinking", "rooms whose computer players think for 1000 h", endless_thinking),
    attack!("hints", "floods of requests for advice", hints),
    attack!("analyses", "analyses of uploaded records", analyses),
    attack!("huge boards", "the largest boards, whose answers nobody reads", huge_boards),
    attack!("huge pieces", "positions whose few moves cover millions of cells", huge_pieces),
    attack!("spectators", "200 spectators per address who never read", spectators),
    attack!("unread news", "many rooms with large news that nobody reads", unread_news),
    attack!("half bodies", "300 half-sent bodies", half_bodies),
    attack!("slow headers", "250 requests whose headers arrive byte by byte", slow_headers),
    attack!("bots", "bots that send endless lines", bots),
    attack!("rooms", "floods of new rooms, and of reading them", rooms),
    attack!("lists", "floods of the list of rooms, with and without cursors", lists),
    attack!("reactions", "floods of reactions from 300 sockets on one seat", reactions),
    attack!("clocks", "readers that try to keep a clock from running out", clocks),
    attack!(
        "frames",
        "oversized, invalid and fragmented frames, to people's and bots' sockets",
        frames
    ),
    attack!("garbage", "broken JSON, also before hello and from bots", garbage),
    attack!("forged requests", "other sites, wrong hosts, forged addresses", forged_requests),
    attack!("uploads", "floods of large records", uploads),
    attack!("races", "seats and rematches that many ask for at once", races),
    attack!("dropped connections", "connections opened and dropped", dropped_connections),
    attack!("files", "floods of static files, reports and metrics", files),
    attack!("pings", "floods of pings, also before hello and from bots", pings),
];
