//! Results as CSV (RFC 4180), for spreadsheets and scripts.
//!
//! ```text
//! place,name,games,points,...
//! 1,"greedy, deep",40,31.5,...
//! 2,'=HYPERLINK(1),40,8.5,...      the apostrophe keeps a spreadsheet from running an untrusted name
//! ```

use super::format::printable;
use crate::tournament::{Entrant, GameLine, GameStatus, StandingRow, TournamentStandings};
use meeple_core::EndedBy;
use std::{fmt::Display, io};

/// Writes the standings: one line per entrant, best first. Unbounded ends of intervals are empty.
pub fn write_standing_csv(
    standing: &TournamentStandings,
    out: &mut dyn io::Write,
) -> io::Result<()> {
    let titles = "place,name,games,points,share,share_low,share_high,elo,elo_low,elo_high,\
        superior_to_next,wins,shared_wins,average_rank,average_score,average_ms,slowest_ms,\
        total_ms,faults,withdrawn";
    write!(out, "{titles}\r\n")?;
    standing.rows.iter().try_for_each(|row| write_line(&standing_line(row), out))
}

/// Writes the crosstable: one line for each entrant and each opponent it met.
pub fn write_crosstable_csv(
    standing: &TournamentStandings,
    out: &mut dyn io::Write,
) -> io::Result<()> {
    write!(out, "name,other,games,ahead,level,share\r\n")?;
    for own in &standing.rows {
        for other in standing.rows.iter().filter(|other| other.entrant != own.entrant) {
            let line = standing.crosstable.get(own.entrant);
            let Some(Some(cell)) = line.and_then(|line| line.get(other.entrant)) else { continue };
            let share = (cell.ahead as f64 + cell.level as f64 / 2.0) / cell.games.max(1) as f64;
            let cells = [
                quoted(&own.name),
                quoted(&other.name),
                unquoted(cell.games),
                unquoted(cell.ahead),
                unquoted(cell.level),
                number(share),
            ];
            write_line(&cells, out)?;
        }
    }
    Ok(())
}

/// Writes the games: one line each, with five cells per seat.
pub fn write_games_csv(
    entrants: &[Entrant],
    games: &[GameLine],
    out: &mut dyn io::Write,
) -> io::Result<()> {
    let seats = games.iter().map(|game| game.seats.len()).max().unwrap_or(0);
    write!(out, "game,block,seed,state,by,reason,plies,faults,record")?;
    for seat in 1..=seats {
        write!(out, ",name_{seat},score_{seat},rank_{seat},asked_{seat},ms_{seat}")?;
    }
    write!(out, "\r\n")?;
    for (index, game) in games.iter().enumerate() {
        write_line(&game_line(index + 1, game, entrants, seats), out)?;
    }
    Ok(())
}

fn standing_line(row: &StandingRow) -> Vec<String> {
    let elo = row.elo.map_or([String::new(), String::new(), String::new()], |estimate| {
        [estimate.value, estimate.low, estimate.high].map(number)
    });
    let faults: Vec<String> =
        row.faults.iter().map(|(verdict, count)| format!("{verdict} {count}")).collect();
    let mut line = vec![row.place.map_or(String::new(), unquoted), quoted(&row.name)];
    line.push(unquoted(row.games));
    line.extend([row.points, row.share, row.share_interval[0], row.share_interval[1]].map(number));
    line.extend(elo);
    line.push(row.superior_to_next.map_or(String::new(), number));
    line.extend([row.wins, row.shared_wins].map(unquoted));
    let averages = [row.average_rank, row.average_score, row.average_ms, row.slowest_ms];
    line.extend(averages.map(number));
    line.push(number(row.total_ms));
    line.push(quoted(&faults.join("; ")));
    line.push(row.withdrawn.as_deref().map_or(String::new(), quoted));
    line
}

fn game_line(index: usize, game: &GameLine, entrants: &[Entrant], seats: usize) -> Vec<String> {
    let name = |seat: usize| {
        let entrant = game.seats.get(seat).and_then(|&number| entrants.get(number));
        entrant.map_or(String::new(), |entrant| entrant.info.name.clone())
    };
    let faults: Vec<String> = game
        .faults
        .iter()
        .map(|fault| format!("{}: {}", name(fault.seat.index()), fault.verdict))
        .collect();
    let mut line = vec![unquoted(index), unquoted(game.block), unquoted(game.seed)];
    line.extend([state(game.state).into(), by(game.by).into(), quoted(&game.reason)]);
    line.extend([unquoted(game.plies), quoted(&faults.join("; ")), quoted(&game.record)]);
    for seat in 0..seats {
        line.push(quoted(&name(seat)));
        line.push(game.scores.get(seat).map_or(String::new(), unquoted));
        line.push(game.ranks.get(seat).map_or(String::new(), unquoted));
        line.push(game.asked.get(seat).map_or(String::new(), unquoted));
        line.push(game.total_ms.get(seat).map_or(String::new(), |ms| number(*ms)));
    }
    line
}

fn state(state: GameStatus) -> &'static str {
    match state {
        GameStatus::Counted => "counted",
        GameStatus::Void => "void",
        GameStatus::Truncated => "truncated",
        GameStatus::Annulled => "annulled",
        GameStatus::BlockIncomplete => "incomplete",
    }
}

fn by(by: Option<EndedBy>) -> &'static str {
    match by {
        Some(EndedBy::Rules) => "rules",
        Some(EndedBy::Forfeit) => "forfeit",
        Some(EndedBy::Resignation) => "resignation",
        None => "",
    }
}

fn write_line(cells: &[String], out: &mut dyn io::Write) -> io::Result<()> {
    write!(out, "{}\r\n", cells.join(","))
}

/// Formats a trusted value that needs no quotes.
fn unquoted(value: impl Display) -> String {
    value.to_string()
}

/// Formats a number; empty if it isn't finite.
fn number(value: f64) -> String {
    if value.is_finite() { value.to_string() } else { String::new() }
}

/// Formats untrusted text so that it cannot end its cell, control a terminal or become a formula.
fn quoted(text: &str) -> String {
    let text = printable(text);
    let is_formula = text.starts_with(['=', '+', '-', '@']);
    let text = if is_formula { format!("'{text}") } else { text };
    if text.contains([',', '"', ' ', ';']) {
        format!("\"{}\"", text.replace('"', "\"\""))
    } else {
        text
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(text: &str, expected: &str) {
        assert_eq!(quoted(text), expected);
    }

    #[test]
    fn a_foreign_text_stays_in_its_cell_and_is_no_formula() {
        check("greedy", "greedy");
        check("a, \"b\"", r#""a, ""b""""#);
        check("=1+1", "'=1+1");
        check("@SUM(A1,B2)", "\"'@SUM(A1,B2)\"");
        check("-1", "'-1");
        check("two\nlines\r", "two\\nlines\\r");
    }
}
