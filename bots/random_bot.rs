//! Plays random legal moves in any game and any seat. It contains no rules.
//! Build it with `rustc -O bots/random_bot.rs`, then run `meeple play chomp --seats you,./random_bot`.

use std::{
    collections::hash_map::RandomState,
    hash::{BuildHasher, Hasher},
    io,
};

fn main() -> io::Result<()> {
    for line in io::stdin().lines() {
        if let Some(mut moves) = parse_moves(&line?) {
            // In Filler, `stop` ends your game: choose it only if it is the only move.
            moves.retain(|mv| mv != "stop");
            let random = RandomState::new().build_hasher().finish() as usize;
            let mv = moves.get(random % moves.len().max(1));
            println!("{}", mv.map_or("stop", String::as_str));
        }
    }
    Ok(())
}

/// Returns the strings of the `moves` array, or `None` if the message isn't a turn.
fn parse_moves(line: &str) -> Option<Vec<String>> {
    let (_, list) = line.split_once(r#""moves":["#)?;
    let (list, _) = list.split_once(']')?;
    Some(list.split('"').skip(1).step_by(2).map(Into::into).collect())
}
