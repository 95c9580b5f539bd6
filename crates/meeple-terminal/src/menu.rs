//! `meeple` without a command at the prompt: choose a game, the players, and a record file.
//!
//! A wrong answer is explained and asked again; `q` leaves at every question.

use crate::{
    command_error::CommandError,
    console::Console,
    interrupt::Interrupt,
    paint::Paint,
    prompt::{self, Env, GameSetup},
};
use meeple_ai::roster::roster;
use meeple_bots::player_launcher::split_list;
use meeple_core::text::{excerpt, format_count};
use meeple_games::{GameKind, UnknownGame};
use meeple_session::open_table::seat_count;
use std::{
    fmt::Write,
    io,
    path::{Path, PathBuf},
};

/// Asks what to play, and plays it.
pub fn run(interrupt: &Interrupt) -> Result<(), CommandError> {
    let mut console = Console::standard(Paint::of_stdout())?;
    let Some((kind, setting)) = choose(&mut console)? else { return Ok(()) };
    let env = Env { interrupt: interrupt.clone(), ..Env::default() };
    prompt::play(kind, setting, env, console)
}

/// Asks for a game and its setup; returns `None` if the user leaves.
fn choose(console: &mut Console<'_>) -> io::Result<Option<(GameKind, GameSetup)>> {
    let Some(kind) = choose_game(console)? else { return Ok(None) };
    let Some(seats) = choose_seats(console, kind)? else { return Ok(None) };
    console.complete([""; 0]);
    let question = "Save a record? (file name, Enter for none): ";
    let Some(record) = console.ask_until(question, parse_record_path)? else { return Ok(None) };
    Ok(Some((kind, GameSetup { seats, record, ..GameSetup::default() })))
}

fn choose_game(console: &mut Console<'_>) -> io::Result<Option<GameKind>> {
    let mut menu = String::from("What do you want to play?\n");
    for (number, kind) in (1..).zip(GameKind::ALL) {
        let _ = writeln!(menu, "  {number}  {:<8} {}", kind.name(), kind.about());
    }
    console.say(&menu)?;
    console.complete(GameKind::ALL.iter().map(|kind| kind.name()));
    console.ask_until("Game (number or name, q to leave): ", parse_game)
}

fn choose_seats(console: &mut Console<'_>, kind: GameKind) -> io::Result<Option<Vec<String>>> {
    let players: Vec<&str> = roster(kind).players.iter().map(|player| player.name).collect();
    console.say(&format!(
        "Who plays? Seats in the order of play, separated by commas: you, {}.\n\
         you,you is two people; {},you lets the computer begin.",
        players.join(", "),
        players[0],
    ))?;
    console.complete(std::iter::once("you").chain(players));
    let usual = prompt::default_seats(kind).join(",");
    let question = format!("Seats (Enter for {usual}): ");
    console.ask_until(&question, |answer| parse_seats(kind, answer))
}

/// Parses a game's number or name.
fn parse_game(answer: &str) -> Result<GameKind, String> {
    let most = GameKind::ALL.len();
    if answer.is_empty() {
        return Err(format!("type a number from 1 to {most}, or a name"));
    }
    if let Ok(number) = answer.parse::<usize>() {
        let kind = number.checked_sub(1).and_then(|index| GameKind::ALL.get(index));
        return kind.copied().ok_or_else(|| format!("choose a number from 1 to {most}"));
    }
    excerpt(&answer.to_lowercase()).parse().map_err(|error: UnknownGame| error.to_string())
}

/// Parses the seats; an empty answer means the default ones.
fn parse_seats(kind: GameKind, answer: &str) -> Result<Vec<String>, String> {
    if answer.is_empty() {
        return Ok(Vec::new());
    }
    let seats = split_list(answer);
    check_number(kind, seats.len())?;
    prompt::check_seats(kind, &seats).map_err(|error| error.to_string())?;
    Ok(seats)
}

/// Checks that the game can have this many seats.
fn check_number(kind: GameKind, given: usize) -> Result<(), String> {
    let game = kind.entry();
    // If the number of players is an option, the seats decide it.
    if let Some(option) = game.options().into_iter().find(|option| option.name == "players") {
        let wrong = |_| format!("{}, but {kind} has players={}", named(given), option.possible);
        return game.starting_position(&[format!("players={given}")]).map(drop).map_err(wrong);
    }
    let needed = seat_count(kind, &[]).unwrap_or(2);
    if given == needed {
        return Ok(());
    }
    Err(format!("{kind} has {}, but {}", format_count(needed, "seat"), named(given)))
}

/// Returns `1 seat is named` or `3 seats are named`.
fn named(given: usize) -> String {
    let verb = if given == 1 { "is" } else { "are" };
    format!("{} {verb} named", format_count(given, "seat"))
}

/// Checks that the file can be created; an empty answer means no record.
fn parse_record_path(answer: &str) -> Result<Option<PathBuf>, String> {
    let path = Path::new(answer);
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
    if answer.is_empty() {
        Ok(None)
    } else if path.exists() {
        Err(format!("{} already exists: choose another name", excerpt(answer)))
    } else if folder.is_some_and(|folder| !folder.is_dir()) {
        Err(format!("{}: no such folder", excerpt(answer)))
    } else {
        Ok(Some(path.into()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn chosen(typed: &str) -> (Option<(GameKind, GameSetup)>, String) {
        let mut output = Vec::new();
        let mut console = Console::new(typed.as_bytes(), &mut output, Paint::PLAIN);
        let choice = choose(&mut console).expect("memory does not fail");
        drop(console);
        (choice, String::from_utf8(output).expect("UTF-8"))
    }

    #[track_caller]
    fn chooses(typed: &str, kind: GameKind, seats: &[&str], record: Option<&str>) {
        let (chosen, said) = chosen(typed);
        let (chosen_kind, setting) = chosen.unwrap_or_else(|| panic!("nothing was chosen: {said}"));
        assert_eq!((chosen_kind, setting.seats), (kind, seats.iter().map(|&s| s.into()).collect()));
        assert_eq!(setting.record, record.map(PathBuf::from));
    }

    #[test]
    fn a_game_is_chosen_by_number_or_name_and_seats_by_name() {
        chooses("1\n\n\n", GameKind::Chomp, &[], None);
        chooses("Chomp\n\n\n", GameKind::Chomp, &[], None);
        chooses("1\nperfect, you\n\n", GameKind::Chomp, &["perfect", "you"], None);
        chooses("azul\nyou,greedy,you\n\n", GameKind::Azul, &["you", "greedy", "you"], None);
        chooses("1\n\nno-such-file.jsonl\n", GameKind::Chomp, &[], Some("no-such-file.jsonl"));
    }

    #[test]
    fn nonsense_is_asked_again_with_a_reason() {
        let typed = "0\n99\nchmop\n\n1\nyu,you\nyou,perfect:slip=200\nyou\n\n/\n/no/such/x\n\n";
        let (choice, said) = chosen(typed);
        assert!(choice.is_some(), "{said}");
        for reason in [
            "choose a number from 1 to",
            "did you mean \"chomp\"?",
            "type a number from 1 to",
            "\"yu\" is not a file, a command or a chomp player: did you mean \"you\"?",
            "invalid value \"200\" for slip",
            "chomp has 2 seats, but 1 seat is named",
            "/ already exists",
            "/no/such/x: no such folder",
        ] {
            assert!(said.contains(reason), "{reason} is missing in {said}");
        }
    }

    #[test]
    fn as_many_seats_as_a_game_can_have_are_taken_and_no_more() {
        for (typed, reason) in [
            ("filler\nyou,wall_e,bender\n", "filler has 2 seats, but 3 seats are named"),
            ("azul\nyou,you,you,you,you\n", "5 seats are named, but azul has players=2-4"),
            ("grass\nyou\n", "1 seat is named, but grass has players=2-9"),
        ] {
            let said = chosen(typed).1;
            assert!(said.contains(reason), "{reason} is missing in {said}");
        }
    }

    #[test]
    fn leaving_and_the_end_of_input_choose_nothing() {
        for typed in ["", "q\n", "quit\n", "1\n", "1\nq\n", "1\n\nq\n", "nonsense"] {
            assert!(chosen(typed).0.is_none(), "{typed:?}");
        }
    }
}
