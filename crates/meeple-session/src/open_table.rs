//! Opens tables from game options given as `key=value` words.
//!
//! ```
//! use meeple_session::open_table;
//! use meeple_games::GameKind;
//!
//! let options = ["width=5".to_owned(), "height=4".to_owned()];
//! let game = open_table::preview(GameKind::Chomp, &options, 7)?;
//! assert_eq!(game.position().to_string(), "width=5 height=4 rows=5,5,5,5 turn=0");
//! assert!(open_table::preview(GameKind::Chomp, &["width=0".into()], 7).is_err());
//! # Ok::<(), String>(())
//! ```
//!
//! Error messages are full sentences, safe to display.

use meeple_core::{Contestant, GameHistory, Header, SeatInfo, Table, Turn, text::printable};
use meeple_games::GameKind;
use meeple_view::words::to_sentence;

/// Opens a table at a game's starting position; `time` is the start time for the record, and
/// `seats` returns the players for a given number of seats.
pub fn open(
    kind: GameKind,
    options: &[String],
    seed: u64,
    time: &str,
    seats: &dyn Fn(usize) -> Result<Vec<SeatInfo>, String>,
) -> Result<Table, String> {
    let table = || {
        let start = kind.entry().starting_position(options).map_err(|error| error.to_string())?;
        let header = start.header(seats(start.position.seats())?);
        let header = Header { seed: Some(seed), time: time.into(), ..header };
        Table::start(header, start.position).map_err(|error| error.to_string())
    };
    table().map_err(|error: String| to_sentence(&printable(&error)))
}

/// Returns anonymous players for this many seats: `player 1`, `player 2`.
pub fn anonymous_seats(seats: usize) -> Vec<SeatInfo> {
    let seat = |index| SeatInfo {
        name: format!("player {}", index + 1),
        colour: None,
        who: Contestant::Person,
    };
    (0..seats).map(seat).collect()
}

/// Opens a table with anonymous players and no start time.
pub fn open_anonymous(kind: GameKind, options: &[String], seed: u64) -> Result<Table, String> {
    open(kind, options, seed, "", &|seats| Ok(anonymous_seats(seats)))
}

/// Sets up a game with these options and draws the deals that come before the first move.
pub fn preview(kind: GameKind, options: &[String], seed: u64) -> Result<GameHistory, String> {
    let mut table = open_anonymous(kind, options, seed)?;
    while table.position().turn() == Turn::Chance {
        table.deal().map_err(|error| to_sentence(&error.to_string()))?;
    }
    Ok(table.game().clone())
}

/// Returns the number of seats with these options; `None` if the options are invalid.
pub fn seat_count(kind: GameKind, options: &[String]) -> Option<usize> {
    open_anonymous(kind, options, 0).ok().map(|table| table.position().seats())
}

/// Returns whether this game has an option for the number of players.
pub fn has_players_option(kind: GameKind) -> bool {
    kind.entry().has_option("players")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(options: &[&str]) -> Vec<String> {
        options.iter().map(|&word| word.into()).collect()
    }

    #[test]
    fn every_game_begins_with_a_move() {
        for &kind in GameKind::ALL {
            let game = preview(kind, &[], 1).expect("the usual options");
            assert!(matches!(game.position().turn(), Turn::Seat(_)), "{kind}");
            assert_eq!(seat_count(kind, &[]), Some(game.position().seats()));
        }
    }

    #[test]
    fn players_are_counted_and_options_refused_in_a_sentence() {
        assert_eq!(seat_count(GameKind::Azul, &words(&["players=4"])), Some(4));
        assert!(has_players_option(GameKind::Azul) && !has_players_option(GameKind::Chomp));
        let error =
            preview(GameKind::Azul, &words(&["players=\u{1b}9"]), 1).expect_err("no number");
        assert!(error.starts_with(char::is_uppercase) && error.ends_with('.'), "{error}");
        assert!(!error.contains('\u{1b}'), "{error}");
        assert_eq!(seat_count(GameKind::Azul, &words(&["players=99"])), None);
    }

    #[test]
    fn who_sits_and_when_it_begins_are_arguments() {
        let seats = |seats| Ok(anonymous_seats(seats));
        let table = open(GameKind::Chomp, &[], 5, "2026-11-18T10:00:00Z", &seats).expect("a game");
        let header = table.game().header();
        assert_eq!((header.seed, header.time.as_str()), (Some(5), "2026-11-18T10:00:00Z"));
        assert_eq!(header.seats[1].name, "player 2");
        let refused = |_| Err("nobody came".into());
        let error = open(GameKind::Chomp, &[], 5, "", &refused).expect_err("nobody");
        assert_eq!(error, "Nobody came.");
    }
}
