//! Plays random legal moves in any game and any seat. It contains no rules.
//! Try it with `rustc -O bots/random_bot.rs`, `meeple play chomp --seats you,./random_bot`.

use std::{
    collections::hash_map::RandomState,
    hash::{BuildHasher, Hasher},
    io,
};

fn main() -> io::Result<()> {
    for line in io::stdin().lines() {
        if let Some(mut moves) = moves(&line?) {
            // `stop` gives up the rest of a game of Filler: only where there is nothing else.
            moves.retain(|mv| mv != "stop");
            let random = RandomState::new().build_hasher().finish() as usize;
            let mv = moves.get(random % moves.len().max(1));
            println!("{}", mv.map_or("stop", String::as_str));
        }
    }
    Ok(())
}

/// What stands in `"moves":["0,0","0,1","1,0"]`; nothing where no turn is.
fn moves(line: &str) -> Option<Vec<String>> {
    let (_, list) = line.split_once(r#""moves":["#)?;
    let (list, _) = list.split_once(']')?;
    Some(list.split('"').skip(1).step_by(2).map(Into::into).collect())
}
