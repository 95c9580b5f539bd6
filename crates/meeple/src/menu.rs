//! `meeple` alone on a terminal: choose a game and who plays.

use crate::{
    console::Console,
    failure::Failure,
    paint::Paint,
    plain::{self, Setting},
};
use meeple_ai::roster::{Resources, roster};
use meeple_games::GameKind;
use std::{fmt::Write, io};

/// Asks what to play, and plays it.
pub fn run() -> Result<(), Failure> {
    let (mut input, mut output) = (io::stdin().lock(), io::stdout().lock());
    let mut console = Console::new(&mut input, &mut output, Paint::of_stdout());
    let Some((kind, seats)) = choose(&mut console)? else { return Ok(()) };
    let setting = Setting { seats, ..Setting::default() };
    plain::play(kind, setting, Resources::default(), console)
}

/// The game and the seats, or `None` if the user leaves.
fn choose(console: &mut Console<'_>) -> io::Result<Option<(GameKind, Vec<String>)>> {
    let mut menu = String::from("What do you want to play?\n");
    for (number, kind) in (1..).zip(GameKind::ALL) {
        let _ = writeln!(menu, "  {number}  {:<8} {}", kind.name(), kind.about());
    }
    console.say(&menu)?;
    let Some(kind) = console.ask_until("Game (number or name, q to leave): ", read_game)? else {
        return Ok(None);
    };
    let Some(kind) = kind else { return Ok(None) };

    let players: Vec<&str> = roster(kind).iter().map(|player| player.name).collect();
    console.say(&format!(
        "Who plays? Seats in the order of play, separated by commas: you, {}.\n\
         you,you is two people; {},you lets the computer begin.",
        players.join(", "),
        players[0],
    ))?;
    let usual = plain::default_seats(kind).join(",");
    let question = format!("Seats (Enter for {usual}): ");
    let Some(seats) = console.ask_until(&question, |answer| read_seats(kind, answer))? else {
        return Ok(None);
    };
    Ok(Some((kind, seats)))
}

/// A game by number or name; `Ok(None)` to leave.
fn read_game(answer: &str) -> Result<Option<GameKind>, String> {
    if ["q", "quit"].contains(&answer) {
        return Ok(None);
    }
    if let Ok(number) = answer.parse::<usize>() {
        let kind = number.checked_sub(1).and_then(|index| GameKind::ALL.get(index));
        let most = GameKind::ALL.len();
        return kind.copied().map(Some).ok_or_else(|| format!("there are games 1 to {most}"));
    }
    answer.parse().map(Some).map_err(|error: meeple_games::UnknownGame| error.to_string())
}

fn read_seats(kind: GameKind, answer: &str) -> Result<Vec<String>, String> {
    if answer.is_empty() {
        return Ok(Vec::new());
    }
    let seats: Vec<String> = answer.split(',').map(|seat| seat.trim().to_owned()).collect();
    plain::check_seats(kind, &seats).map_err(|error| error.to_string())?;
    Ok(seats)
}
