//! `meeple replay`: shows a recorded game, position by position.

use super::{is_at_terminal, paint, play::env, print, print_json, read_record, show::past_the_end};
use crate::cli::ReplayArgs;
use meeple_core::{Event, GameHistory, Replay};
use meeple_terminal::{command_error::CommandError, interrupt::Interrupt, prompt, screen};
use serde_json::{Value, json};

pub(super) fn run(args: &ReplayArgs, interrupt: &Interrupt) -> Result<(), CommandError> {
    let replay = read_record(&args.file)?;
    let game = &replay.game;
    let last = game.plies().len();
    if let Some(ply) = args.at.filter(|&ply| ply > last) {
        return Err(past_the_end(ply, last));
    }
    if args.json {
        return print_json(&describe(&replay, args.at));
    }
    if is_at_terminal() && !args.plain {
        return screen::replay(&args.file, args.at, env(interrupt), (&args.save).into());
    }
    let paint = paint(args.plain);
    match args.at {
        Some(ply) => print(&prompt::draw_at(game, ply, paint)),
        None => print(&prompt::narrate(game, paint)),
    }
}

fn describe(replay: &Replay, at: Option<usize>) -> Value {
    let game = &replay.game;
    if let Some(ply) = at {
        return position(game, ply);
    }
    let plies: Vec<Value> = (1..=game.plies().len()).map(|ply| position(game, ply)).collect();
    let log = game.log().iter().map(|event| &**event);
    let faults: Vec<&Event> = log.filter(|event| matches!(event, Event::Fault { .. })).collect();
    json!({
        "start": game.header(),
        "first": position(game, 0),
        "plies": plies,
        "outcome": game.end(),
        "faults": faults,
        "finished": game.end().is_some(),
        "cut_line": replay.cut_line,
    })
}

/// Returns the position after `ply` deals and moves, with the event that led to it.
fn position(game: &GameHistory, ply: usize) -> Value {
    let event = ply.checked_sub(1).and_then(|index| game.plies().get(index));
    let position = game.position_at(ply).map(ToString::to_string);
    json!({"ply": ply, "event": event.map(|ply| &*ply.event), "position": position})
}
