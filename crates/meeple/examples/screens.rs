//! Prints a screen of a game with its colours, for the README's picture: `cargo xtask picture`.

use meeple::{
    prompt::Setting,
    screen::{Look, Rehearsal},
};
use meeple_games::GameKind;
use std::{env, time::Duration};

fn main() -> Result<(), String> {
    let name = env::args().nth(1).ok_or("name a game")?;
    let kind: GameKind = name.parse().map_err(|error| format!("{error}"))?;
    let words = |text: &str| text.split(' ').map(Into::into).collect();
    let (options, seats, keys) = match kind {
        GameKind::Chomp => (
            "width=9 height=7",
            "you:name=Ann perfect",
            "<Down><Down><Down><Down><Right><Right><Right><Right><Right><Right><Enter>a",
        ),
        GameKind::Filler => ("map=map00", "champion terminator", ""),
        GameKind::Azul => ("players=2", "greedy greedy", ""),
        GameKind::Grass => ("players=2", "window window", ""),
    };
    let setting = Setting {
        options: words(options),
        seats: words(seats),
        seed: Some(5),
        ..Setting::default()
    };
    let mut screen = Rehearsal::play(Look::Dark, (80, 24), kind, setting)?;
    let time = match kind {
        GameKind::Chomp => 0,
        GameKind::Filler => 9_000,
        GameKind::Azul => 5_000,
        GameKind::Grass => 7_000,
    };
    screen.wait(Duration::from_millis(time));
    screen.press(keys);
    print!("{}", screen.coloured());
    Ok(())
}
