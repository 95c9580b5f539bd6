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

#[cfg(test)]
mod tests {
    use super::*;

    fn chosen(typed: &str) -> (Option<(GameKind, Vec<String>)>, String) {
        let (mut input, mut output) = (typed.as_bytes(), Vec::new());
        let mut console = Console::new(&mut input, &mut output, Paint::PLAIN);
        let choice = choose(&mut console).expect("memory does not fail");
        (choice, String::from_utf8(output).expect("UTF-8"))
    }

    #[test]
    fn a_game_is_chosen_by_number_or_name_and_seats_by_name() {
        let usual = Some((GameKind::Chomp, Vec::new()));
        assert_eq!(chosen("1\n\n").0, usual);
        assert_eq!(chosen("chomp\n\n").0, usual);
        let seats = vec!["perfect".into(), "you".into()];
        assert_eq!(chosen("1\nperfect, you\n").0, Some((GameKind::Chomp, seats)));
    }

    #[test]
    fn nonsense_is_asked_again_with_a_reason() {
        let (choice, said) = chosen("0\n99\nchmop\n\n1\nyu,you\nyou,perfect:slip=200\n\n");
        assert!(choice.is_some());
        assert!(said.contains("there are games 1 to"), "{said}");
        assert!(said.contains("did you mean \"chomp\"?"), "{said}");
        assert!(said.contains("no computer player \"yu\" plays chomp"), "{said}");
        assert!(said.contains("bad value \"200\" for slip"), "{said}");
    }

    #[test]
    fn leaving_and_the_end_of_input_choose_nothing() {
        for typed in ["", "q\n", "quit\n", "1\n", "nonsense"] {
            assert_eq!(chosen(typed).0, None, "{typed:?}");
        }
    }
}
