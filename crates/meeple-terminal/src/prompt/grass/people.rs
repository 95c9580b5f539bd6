//! Asks how many people play, their names and their colours (G4).
//!
//! Names come first, then colours. What was given on the command line isn't asked for, unless it is already
//! taken.

use crate::console::Console;
use meeple_core::{
    Contestant, SeatInfo,
    text::{excerpt, printable},
};
use meeple_games::grass::Colour;
use std::io;

/// Most characters of a name.
const LONGEST_NAME: usize = 20;

/// Parses the number of players; an empty answer means two.
pub(super) fn read_players(line: &str) -> Result<usize, String> {
    match line.parse() {
        Ok(players) if (2..=9).contains(&players) => Ok(players),
        _ if line.is_empty() => Ok(2),
        _ => Err(format!("\"{}\" is not a number of players: type 2 to 9", excerpt(line))),
    }
}

/// Asks people for names and colours that were not given; computer players take the remaining colours.
pub(super) fn ask(console: &mut Console<'_>, seats: &mut [SeatInfo]) -> io::Result<bool> {
    Ok(ask_names(console, seats)? && ask_colours(console, seats)?)
}

fn ask_names(console: &mut Console<'_>, seats: &mut [SeatInfo]) -> io::Result<bool> {
    for index in 0..seats.len() {
        let usual = seats[index].name.clone();
        if !is_person(&seats[index]) || !is_default_name(&usual) {
            continue;
        }
        let question = format!("Player {}, your name? ({usual}) ", index + 1);
        let read = |line: &str| read_name(seats, index, line);
        let Some(name) = console.ask_until(&question, read)? else { return Ok(false) };
        seats[index].name = name;
    }
    Ok(true)
}

fn ask_colours(console: &mut Console<'_>, seats: &mut [SeatInfo]) -> io::Result<bool> {
    let given: Vec<Option<String>> = seats.iter_mut().map(|seat| seat.colour.take()).collect();
    for (index, given) in given.iter().enumerate() {
        match given.as_deref().map(|given| read_colour(seats, given)) {
            None => {}
            Some(Ok(colour)) => seats[index].colour = Some(colour.to_string()),
            Some(Err(reason)) => {
                console.say(&format!("{}: {reason}", printable(&seats[index].name)))?;
            }
        }
    }
    for index in 0..seats.len() {
        if !is_person(&seats[index]) || seats[index].colour.is_some() {
            continue;
        }
        let (name, free) = (printable(&seats[index].name), names_of(&free_colours(seats)));
        let question = format!("{name}, your colour? ({free}) ");
        let read = |line: &str| read_colour(seats, line);
        let Some(colour) = console.ask_until(&question, read)? else { return Ok(false) };
        seats[index].colour = Some(colour.to_string());
    }
    for index in 0..seats.len() {
        if seats[index].colour.is_none() {
            seats[index].colour = free_colours(seats).first().map(ToString::to_string);
        }
    }
    Ok(true)
}

fn is_person(seat: &SeatInfo) -> bool {
    matches!(seat.who, Contestant::Person)
}

/// Returns whether this is a default name: `you`, or `you 2` if there are several.
fn is_default_name(name: &str) -> bool {
    let number = name.strip_prefix("you").map(str::trim_start);
    number.is_some_and(|number| number.is_empty() || number.parse::<usize>().is_ok())
}

/// Parses a name; an empty answer keeps the seat's name.
fn read_name(seats: &[SeatInfo], index: usize, line: &str) -> Result<String, String> {
    let name = if line.is_empty() { &seats[index].name } else { line };
    let taken = |(at, seat): (usize, &SeatInfo)| at != index && seat.name == name;
    if name.chars().count() > LONGEST_NAME || printable(name) != name {
        Err(format!("a name has up to {LONGEST_NAME} letters"))
    } else if seats.iter().enumerate().any(taken) {
        Err(format!("the name {name} is taken"))
    } else {
        Ok(name.into())
    }
}

/// Parses a colour; an empty answer means the first free one.
fn read_colour(seats: &[SeatInfo], line: &str) -> Result<Colour, String> {
    let free = free_colours(seats);
    if line.is_empty() {
        return free.first().copied().ok_or("no colour is left".into());
    }
    match line.to_lowercase().parse() {
        Ok(colour) if free.contains(&colour) => Ok(colour),
        Ok(colour) => Err(format!("{colour} is taken")),
        Err(_) => {
            let (line, free) = (excerpt(line), names_of(&free));
            Err(format!("there is no colour \"{line}\": choose from {free}"))
        }
    }
}

fn free_colours(seats: &[SeatInfo]) -> Vec<Colour> {
    let taken =
        |colour: &Colour| seats.iter().any(|seat| seat.colour.as_deref() == Some(colour.name()));
    Colour::ALL.into_iter().filter(|colour| !taken(colour)).collect()
}

fn names_of(colours: &[Colour]) -> String {
    let names: Vec<&str> = colours.iter().map(|colour| colour.name()).collect();
    names.join(", ")
}
