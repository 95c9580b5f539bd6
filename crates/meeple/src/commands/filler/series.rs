//! A series of games: one line per game, then a table of results.

use super::{
    setup::{series_tournament, threads},
    summary::{ContestantSummary, SeriesSummary},
    warnings::print_remarks,
};
use crate::{
    cli::FillerArgs,
    commands::{print, print_json},
};
use meeple_arena::tournament::{self, PlayedGame, Tournament, TournamentEvent};
use meeple_bots::{
    Remarks,
    school::{EngineSetup, misbehaviour},
};
use meeple_core::{Seat, text::format_count, verdict::is_illegal_move};
use meeple_terminal::{
    command_error::{CommandError, warn},
    record_file::{OverwriteAdvice, Recorder},
};
use serde_json::{Value, json};
use std::{
    fmt::Write,
    path::{Path, PathBuf},
    sync::atomic::Ordering,
};

pub(super) fn run(args: &FillerArgs, setup: EngineSetup) -> Result<(), CommandError> {
    let stop = setup.limits.stop.clone();
    let tournament = series_tournament(setup, args.games, threads(&args.common));
    let mut games = Vec::new();
    let (mut failure, mut unwritten) = (None, None);
    let mut faults = 0;
    let mut remarks = vec![Remarks::default(); tournament.entrants.len()];
    let ledger = tournament::play(&tournament, None, &mut |event| {
        let TournamentEvent::Played(game) = event else { return };
        let number = games.len() as u64 + 1;
        if let Err(error) = write_record(args, number, game) {
            unwritten.get_or_insert(error); // the games continue without it
        }
        if let Err(error) = print_game(args, &tournament, number, game) {
            failure.get_or_insert(error);
            stop.store(true, Ordering::SeqCst); // output is no longer possible, so the rest is pointless
        }
        for (&contestant, of_this_game) in game.line.seats.iter().zip(&game.remarks) {
            remarks[contestant].add(of_this_game);
        }
        faults += usize::from(
            game.verdicts.iter().flatten().any(|verdict| !is_illegal_move(verdict.name())),
        );
        games.push(game_json(number, game));
    });
    let ledger = ledger.map_err(|error| CommandError::Failed(error.to_string()))?;
    if let Some(failure) = failure {
        return Err(failure);
    }
    let (summary, seed) = (SeriesSummary::from_ledger(&ledger), tournament.seed as i64);
    if args.json {
        print_json(&json!({"seed": seed, "summary": summary, "games": games}))?;
    } else {
        print(&format!("{}seed: {seed}\n", table(&summary)))?;
    }
    for (info, remarks) in tournament.entrants.iter().zip(&remarks) {
        print_remarks(&info.name, remarks);
    }
    if !ledger.is_complete {
        return Err(CommandError::Interrupted);
    }
    if faults > 0 {
        return Err(CommandError::Failed(format!(
            "a bot failed in {}",
            format_count(faults, "game")
        )));
    }
    unwritten.map_or(Ok(()), Err)
}

/// Writes the record of a finished game.
fn write_record(args: &FillerArgs, number: u64, game: &PlayedGame) -> Result<(), CommandError> {
    let Some(path) = &args.record else { return Ok(()) };
    let path = numbered(path, number, args.games);
    let mut recorder = Recorder::create(Some(&path), OverwriteAdvice::OtherName)?;
    if let Some(warning) = recorder.write(&game.record) {
        warn("meeple", warning);
    }
    recorder.finish()
}

/// Prints a line for the game, and warnings for what went wrong in it.
fn print_game(
    args: &FillerArgs,
    tournament: &Tournament,
    number: u64,
    game: &PlayedGame,
) -> Result<(), CommandError> {
    if args.json {
        return Ok(());
    }
    let line = &game.line;
    let name = |contestant: usize| tournament.entrants[contestant].name.as_str();
    for contestant in 0..tournament.entrants.len() {
        let Some(seat) = line.seat_of(contestant) else { continue };
        let found = misbehaviour(Seat::new(seat), name(contestant), &game.record);
        if let Some(found) = found.filter(|found| found.is_fatal) {
            warn("meeple", format_args!("game {number}: {}", found.text));
        }
    }
    if args.quiet {
        return Ok(());
    }
    let score = |contestant: usize| {
        let seat = line.seat_of(contestant)?;
        Some(format!("{} {}", name(contestant), line.scores[seat]))
    };
    let scores: Vec<String> = (0..tournament.entrants.len()).filter_map(score).collect();
    let result = line.winner().map_or("draw".into(), |winner| format!("{} won", name(winner)));
    let first = name(line.seats[0]);
    print(&format!("game {number}: {}: {result} ({first} moved first)", scores.join(", ")))
}

/// Turns `game.jsonl` into `game-3.jsonl`; a single game keeps its name.
fn numbered(path: &Path, number: u64, games: u64) -> PathBuf {
    if games == 1 {
        return path.into();
    }
    let stem = path.file_stem().unwrap_or_default().to_string_lossy();
    let extension = path.extension().map(|e| format!(".{}", e.to_string_lossy()));
    path.with_file_name(format!("{stem}-{number}{}", extension.unwrap_or_default()))
}

/// Returns the table printed at the end of a series.
fn table(summary: &SeriesSummary) -> String {
    let width = summary.contestants.iter().map(|report| report.name.chars().count()).max();
    let width = width.unwrap_or(0).max(3);
    let mut text = format!(
        "\n{:width$}  wins  as p1    share  95 % interval    score  ms/move   slowest\n",
        "bot"
    );
    for report in &summary.contestants {
        row(&mut text, report, width);
    }
    let games = format_count(summary.games as usize, "game");
    let _ = writeln!(text, "{games}, {}", format_count(summary.draws as usize, "draw"));
    for report in &summary.contestants {
        for (verdict, count) in &report.failures {
            let games = format_count(*count as usize, "game");
            let _ = writeln!(text, "{}: {verdict} in {games}", report.name);
        }
    }
    text
}

fn row(text: &mut String, report: &ContestantSummary, width: usize) {
    let ContestantSummary { name, wins, wins_as_player_1, .. } = report;
    let [low, high] = report.interval.map(|share| share * 100.0);
    let _ = writeln!(
        text,
        "{name:width$}  {wins:>4}  {wins_as_player_1:>5}  {:>5.1} %  {low:>5.1} .. {high:>5.1}  \
         {:>7.1}  {:>7.2}  {:>5.0} ms",
        report.share * 100.0,
        report.average_score,
        report.average_ms,
        report.slowest_ms,
    );
}

/// Returns the game as JSON. Lists with one item per contestant are in the order of the command line.
fn game_json(number: u64, game: &PlayedGame) -> Value {
    let line = &game.line;
    let seats: Vec<usize> = (0..line.seats.len()).filter_map(|one| line.seat_of(one)).collect();
    let verdict = |&seat: &usize| {
        let verdict = game.verdicts[seat].as_ref();
        verdict.map(|verdict| json!({"name": verdict.name(), "text": verdict.to_string()}))
    };
    let warnings = |&seat: &usize| {
        let remarks = &game.remarks[seat];
        (remarks.answers > 0).then(|| json!(remarks))
    };
    json!({
        "game": number,
        "seed": line.seed as i64,
        "players": seats.iter().map(|seat| seat + 1).collect::<Vec<_>>(),
        "scores": seats.iter().map(|&seat| line.scores[seat]).collect::<Vec<_>>(),
        "winner": line.winner(),
        "by": line.by,
        "reason": line.reason,
        "warnings": seats.iter().map(warnings).collect::<Vec<_>>(),
        "verdicts": seats.iter().map(verdict).collect::<Vec<_>>(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn records_of_many_games_are_numbered() {
        let name = |games| numbered(Path::new("a/game.jsonl"), 3, games);
        assert_eq!(name(1), Path::new("a/game.jsonl"));
        assert_eq!(name(5), Path::new("a/game-3.jsonl"));
        assert_eq!(numbered(Path::new("game"), 1, 2), Path::new("game-1"));
    }
}
