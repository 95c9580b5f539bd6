//! The results as text: standings, crosstable, rounds and remarks.
//!
//! ```text
//!  #  player  games   points    share  95 %                Elo  95 %              LOS
//!  1  greedy    200    187.5   93.8 %   91.0 ..  95.9     +236  +201 .. +280      99.9
//!  2  random    200     12.5    6.2 %    4.1 ..   9.0     -236  -280 .. -201
//! ```

use super::TournamentRun;
use crate::commands::elo::{interval, signed, with_interval};
use meeple_arena::{
    rating::{Hypothesis, Sprt, SprtState},
    tournament::{
        CrosstableCell, Encounter, Schedule, ScheduleRound, StandingRow, TournamentStandings,
    },
};
use meeple_core::text::{format_count, printable};
use meeple_terminal::window;
use std::fmt::Write;
use textwrap::core::display_width;

/// Width of all columns of the standings except the name.
const FIGURES: usize = 80;
/// The same without the confidence interval of the share.
const FEWER_FIGURES: usize = 64;
/// Names are never cut shorter than this.
const SHORTEST_NAME: usize = 8;
/// Larger crosstables are only in the page and the files.
const MOST_COLUMNS: usize = 10;

/// Returns all of the text.
pub(super) fn text(played: &TournamentRun) -> String {
    let standing = &played.displayed_standing();
    let table = StandingsTable::new(standing);
    let mut text = table.standing();
    text.push('\n');
    if standing.rows.len() > 2 && standing.rows.len() <= MOST_COLUMNS {
        text.push_str(&table.crosstable());
        text.push('\n');
    }
    for round in &played.ledger.rounds {
        text.push_str(&rounds(played, round));
    }
    text.push_str(&table.times());
    text.push('\n');
    for sentence in sentences(played, standing) {
        let sentence = printable(&sentence);
        let columns = window::stdout_columns().unwrap_or(usize::MAX);
        let _ = writeln!(text, "{}", window::wrap(&sentence, columns));
    }
    text
}

/// The rows of the standings, with the width of the name column.
struct StandingsTable<'a> {
    /// Whether the window is too narrow for the confidence interval of the share.
    is_narrow: bool,
    standing: &'a TournamentStandings,
    names: Vec<String>,
    width: usize,
}

impl<'a> StandingsTable<'a> {
    fn new(standing: &'a TournamentStandings) -> Self {
        let columns = window::stdout_columns().unwrap_or(usize::MAX);
        let longest = standing.rows.iter().map(|row| display_width(&printable(&row.name))).max();
        let is_narrow = columns < FIGURES + longest.unwrap_or(0);
        let figures = if is_narrow { FEWER_FIGURES } else { FIGURES };
        let room = columns.saturating_sub(figures).max(SHORTEST_NAME);
        let short = |row: &StandingRow| window::cut(&printable(&row.name), room, "~").0;
        let names: Vec<String> = standing.rows.iter().map(short).collect();
        let width = names.iter().map(|name| display_width(name)).max().unwrap_or(0);
        StandingsTable { is_narrow, standing, names, width: width.max("player".len()) }
    }

    /// Returns a name padded to the width of the column.
    fn name(&self, row: usize) -> String {
        let name = &self.names[row];
        format!("{name}{}", " ".repeat(self.width - display_width(name)))
    }

    fn standing(&self) -> String {
        let width = self.width;
        let between_shares = if self.is_narrow { "" } else { "95 %            " };
        let mut text = format!(
            " #  {:width$}  games   points    share  {between_shares}    Elo  95 %              LOS\n",
            "player"
        );
        for (index, row) in self.standing.rows.iter().enumerate() {
            let line = format!("{}  {}", self.counted(index, row), strength(row));
            let _ = writeln!(text, "{}", line.trim_end());
        }
        text
    }

    /// Returns place, name, games, points and share.
    fn counted(&self, index: usize, row: &StandingRow) -> String {
        let place = row.place.map_or("-".into(), |place| place.to_string());
        let (name, games) = (self.name(index), row.games);
        if games == 0 {
            let rest = if self.is_narrow { 0 } else { 16 };
            return format!("{place:>2}  {name}  {games:>5}        -        -{:rest$}", "");
        }
        let (points, share) = (row.points, row.share * 100.0);
        let [low, high] = row.share_interval.map(|share| share * 100.0);
        let between =
            if self.is_narrow { String::new() } else { format!("  {low:>5.1} .. {high:>5.1}") };
        format!("{place:>2}  {name}  {games:>5}  {points:>7.1}  {share:>5.1} %{between}")
    }

    /// Returns a table of how often each player finished ahead of each other one in their common games, as a
    /// percentage; ties count half.
    fn crosstable(&self) -> String {
        let mut text = format!("    {:width$}", "%", width = self.width);
        for place in 1..=self.standing.rows.len() {
            let _ = write!(text, "  {place:>5}");
        }
        text.push('\n');
        for (index, row) in self.standing.rows.iter().enumerate() {
            let _ = write!(text, "{:>2}  {}", index + 1, self.name(index));
            for other in &self.standing.rows {
                let cell = self.standing.crosstable[row.entrant][other.entrant];
                let _ = match cell {
                    _ if row.entrant == other.entrant => write!(text, "      ."),
                    Some(cell) => write!(text, "  {:>5.1}", share(cell) * 100.0),
                    None => write!(text, "      -"),
                };
            }
            text.push('\n');
        }
        text
    }

    fn times(&self) -> String {
        let width = self.width;
        let mut text = format!("    {:width$}   ms/move   slowest    total\n", "player");
        for (index, row) in self.standing.rows.iter().enumerate() {
            let _ = writeln!(
                text,
                "    {}  {:>8.2}  {:>5.0} ms  {:>5.1} s",
                self.name(index),
                row.average_ms,
                row.slowest_ms,
                row.total_ms / 1e3,
            );
        }
        text
    }
}

/// Returns Elo, its confidence interval, and the likelihood of superiority over the next player.
fn strength(row: &StandingRow) -> String {
    let superior = row.superior_to_next.map(|los| format!("{:>5.1}", los * 100.0));
    let elo = row.elo.map_or("-".into(), |elo| signed(elo.value));
    let range = row.elo.map_or(String::new(), interval);
    format!("{elo:>7}  {range:<16}  {}", superior.unwrap_or_default())
}

/// Returns how often one player finished ahead of the other, from 0 to 1; ties count half.
fn share(cell: CrosstableCell) -> f64 {
    (cell.ahead as f64 + cell.level as f64 / 2.0) / cell.games.max(1) as f64
}

/// Returns the encounters of a round, if the schedule has rounds.
fn rounds(played: &TournamentRun, round: &ScheduleRound) -> String {
    if round.title.is_empty() {
        return String::new();
    }
    let name =
        |entrant: usize| printable(played.display_name(&played.ledger.entrants[entrant].info.name));
    let encounter = |encounter: &Encounter| {
        let points = encounter.entrants.iter().zip(&encounter.points);
        let sides = points.map(|(&one, points)| format!("{} {points}", name(one)));
        let advanced: Vec<String> = encounter.advance.iter().map(|&one| name(one)).collect();
        let sides = sides.collect::<Vec<_>>().join(" : ");
        match &advanced[..] {
            [] => format!("  {sides}\n"),
            names => format!("  {sides}  -> {}\n", names.join(", ")),
        }
    };
    let mut text = format!("{}\n", round.title);
    text.extend(round.encounters.iter().map(encounter));
    if !round.byes.is_empty() {
        let names: Vec<String> = round.byes.iter().map(|&one| name(one)).collect();
        let _ = writeln!(text, "  bye: {}", names.join(", "));
    }
    text.push('\n');
    text
}

/// Returns the remarks below the tables.
fn sentences(played: &TournamentRun, standing: &TournamentStandings) -> Vec<String> {
    let mut sentences = vec![counted(standing, played.tournament.seats)];
    sentences.extend(difference(played, standing));
    sentences.extend(played.decision());
    for row in &standing.rows {
        for (verdict, games) in &row.faults {
            let games = format_count(*games as usize, "game");
            sentences.push(format!("{}: {verdict} in {games}.", row.name));
        }
        if let Some(why) = &row.withdrawn {
            sentences.push(format!("{} was withdrawn: {why}.", row.name));
        }
    }
    for refused in &played.refused {
        sentences.push(format!("{} did not play: {}", refused.name, refused.why));
    }
    if standing.rows.iter().any(|row| row.superior_to_next.is_some()) {
        sentences.push("LOS: how likely a player is stronger than the next one, in %.".into());
    }
    sentences.push(format!("Seed {}.", played.tournament.seed as i64));
    sentences
}

/// Returns a sentence such as `200 games in 100 blocks; 3 draws, 1 game with a fault.`
fn counted(standing: &TournamentStandings, seats: usize) -> String {
    let shared = if seats == 2 { "draw" } else { "shared win" };
    let ranks = if seats == 2 { 0 } else { standing.shared_ranks };
    let kinds = [
        (standing.shared_wins, shared, ""),
        (ranks, "game", " with shared ranks"),
        (standing.faults, "game", " with a fault"),
        (standing.voids, "game", " not counted because of an error in Meeple"),
        (standing.truncated, "game", " stopped at the limit of plies"),
        (standing.annulled, "game", " annulled"),
        (standing.incomplete, "game", " in incomplete blocks not counted"),
    ];
    let kinds = kinds.iter().filter(|(count, ..)| *count > 0);
    let kinds: Vec<String> = kinds
        .map(|(count, noun, rest)| format!("{}{rest}", format_count(*count as usize, noun)))
        .collect();
    let rest = if kinds.is_empty() { String::new() } else { format!("; {}", kinds.join(", ")) };
    let games = format_count(standing.games as usize, "game");
    let blocks = format_count(standing.blocks as usize, "block");
    format!("{games} in {blocks}{rest}.")
}

/// In a match of two, returns which player is stronger, by how much and how certain that is.
fn difference(played: &TournamentRun, standing: &TournamentStandings) -> Option<String> {
    let [first, second] = &standing.rows[..] else { return None };
    if played.tournament.schedule != Schedule::Match {
        return None;
    }
    let by = played.ledger.ratings().difference(first.entrant, second.entrant)?;
    let (first, second) = (&first.name, &second.name);
    if !by.low.is_finite() && !by.high.is_finite() {
        return Some("One block is too few to tell who is stronger. Play more games.".into());
    }
    if by.low <= 0.0 {
        return Some(format!(
            "No significant difference between {first} and {second}: {}.",
            with_interval(by)
        ));
    }
    Some(format!("{first} is stronger than {second} by {}.", with_interval(by)))
}

/// Returns what a sequential test has decided, and with what risk of error.
pub(super) fn decision(test: &Sprt, state: &SprtState) -> String {
    let Sprt { elo0, elo1, alpha, beta } = test;
    let SprtState { llr, lower, upper, decision } = state;
    let figures = format!("LLR {llr:.2}, bounds {lower:.2} and {upper:.2}");
    let (accepted, rejected, risk) = match decision {
        None => {
            return format!("SPRT of {elo0} against {elo1} normalised Elo: undecided ({figures}).");
        }
        Some(Hypothesis::H0) => (elo0, elo1, beta),
        Some(Hypothesis::H1) => (elo1, elo0, alpha),
    };
    format!(
        "SPRT: {accepted} normalised Elo accepted, {rejected} rejected ({figures}). If {rejected} were true, \
         this would happen in at most {} % of tests.",
        risk * 100.0
    )
}
