//! Who plays: how many, their names and their colours (G4).

use crate::console::Console;
use meeple_core::{Contestant, SeatInfo};
use meeple_games::grass::Colour;
use std::io;

/// The answer to how many play; nothing means two.
pub(super) fn read_players(line: &str) -> Result<usize, String> {
    match line.parse() {
        Ok(players) if (2..=9).contains(&players) => Ok(players),
        _ if line.is_empty() => Ok(2),
        _ => Err(format!("{line:?} is not a number of players: 2 to 9 play (G1)")),
    }
}

/// Asks people for names and colours that were not given; computers take what is left.
pub(super) fn ask(console: &mut Console<'_>, seats: &mut [SeatInfo]) -> io::Result<bool> {
    for index in 0..seats.len() {
        if !matches!(seats[index].who, Contestant::Person) {
            continue;
        }
        let usual = seats[index].name.clone();
        if usual.split(' ').next() == Some("you") {
            let question = format!("Seat {index}, your name? ({usual}) ");
            let read = |line: &str| read_name(seats, index, line);
            let Some(name) = console.ask_until(&question, read)? else { return Ok(false) };
            seats[index].name = name.unwrap_or(usual);
        }
        if !ask_colour(console, seats, index)? {
            return Ok(false);
        }
    }
    for index in 0..seats.len() {
        if seats[index].colour.is_none() {
            seats[index].colour = free_colours(seats).first().map(ToString::to_string);
        }
    }
    Ok(true)
}

/// A colour that was given but cannot be had is asked for again, with the reason.
fn ask_colour(console: &mut Console<'_>, seats: &mut [SeatInfo], index: usize) -> io::Result<bool> {
    if let Some(given) = seats[index].colour.take() {
        match read_colour(seats, &given) {
            Ok(colour) => {
                seats[index].colour = Some(colour.to_string());
                return Ok(true);
            }
            Err(reason) => console.say(&reason)?,
        }
    }
    let free: Vec<&str> = free_colours(seats).into_iter().map(Colour::name).collect();
    let name = &seats[index].name;
    let question = format!("{name}, your colour? ({}) ", free.join(", "));
    let Some(colour) = console.ask_until(&question, |line| read_colour(seats, line))? else {
        return Ok(false);
    };
    seats[index].colour = Some(colour.to_string());
    Ok(true)
}

fn read_name(seats: &[SeatInfo], index: usize, line: &str) -> Result<Option<String>, String> {
    let taken = |(at, seat): (usize, &SeatInfo)| at != index && seat.name == line;
    if line.is_empty() {
        Ok(None)
    } else if line.chars().count() > 20 || line.chars().any(char::is_control) {
        Err("a name has up to 20 letters".into())
    } else if seats.iter().enumerate().any(taken) {
        Err(format!("somebody else is called {line} (G4)"))
    } else {
        Ok(Some(line.into()))
    }
}

/// The colour typed; nothing means the first that is free.
fn read_colour(seats: &[SeatInfo], line: &str) -> Result<Colour, String> {
    let free = free_colours(seats);
    if line.is_empty() {
        return free.first().copied().ok_or("no colour is left (G4)".into());
    }
    let colour: Colour = line
        .to_lowercase()
        .parse()
        .map_err(|error: meeple_games::grass::UnknownColour| error.to_string())?;
    if free.contains(&colour) { Ok(colour) } else { Err(format!("{colour} is taken (G4)")) }
}

fn free_colours(seats: &[SeatInfo]) -> Vec<Colour> {
    let taken =
        |colour: &Colour| seats.iter().any(|seat| seat.colour.as_deref() == Some(colour.name()));
    Colour::ALL.into_iter().filter(|colour| !taken(colour)).collect()
}
