//! Many games: a line for each, then what they show.

use super::{
    Arrangement,
    arrangement::threads,
    blame::{fault, is_fatal_verdict},
    warnings::warn_of,
};
use crate::{
    cli::FillerArgs,
    commands::{print, print_json},
    failure::{Failure, warn},
    record_file::{Advice, Recorder},
};
use meeple_arena::{
    Remarks,
    series::{self, Finished, Report, Series, Summary},
};
use serde_json::{Value, json};
use std::{
    fmt::Write,
    path::{Path, PathBuf},
    sync::atomic::Ordering,
};

pub(super) fn run(args: &FillerArgs, arrangement: Arrangement) -> Result<(), Failure> {
    let (stop, seed) = (arrangement.limits.stop.clone(), arrangement.seed);
    let series = arrangement.series(args.games, threads(&args.common));
    let mut games = Vec::new();
    let (mut failure, mut unwritten) = (None, None);
    let mut faults = 0;
    let mut remarks = vec![Remarks::default(); series.contestants.len()];
    let summary = series::play(&series, |game| {
        if let Err(error) = write(args, game) {
            unwritten.get_or_insert(error); // the games go on without it
        }
        if let Err(error) = tell(args, &series, game) {
            failure.get_or_insert(error);
            stop.store(true, Ordering::SeqCst); // nobody wants the rest
        }
        for (all, of_this_game) in remarks.iter_mut().zip(&game.remarks) {
            all.add(of_this_game);
        }
        faults += usize::from(game.verdicts.iter().flatten().any(is_fatal_verdict));
        games.push(game_json(game));
    });
    let summary = summary.map_err(|error| Failure::Failed(error.to_string()))?;
    if let Some(failure) = failure {
        return Err(failure);
    }
    if args.json {
        print_json(&json!({"seed": seed as i64, "summary": summary, "games": games}))?;
    } else {
        print(&format!("{}seed: {}\n", table(&summary), seed as i64))?;
    }
    for (info, remarks) in series.contestants.iter().zip(&remarks) {
        warn_of(&info.name, remarks);
    }
    if summary.games < args.games {
        return Err(Failure::Interrupted);
    }
    if faults > 0 {
        return Err(Failure::Failed(format!("a bot misbehaved in {faults} games")));
    }
    unwritten.map_or(Ok(()), Err)
}

/// Writes the record of a finished game.
fn write(args: &FillerArgs, game: &Finished) -> Result<(), Failure> {
    let Some(path) = &args.record else { return Ok(()) };
    let path = numbered(path, game.number, args.games);
    let mut recorder = Recorder::create(Some(&path), Advice::OtherName)?;
    if let Some(warning) = recorder.write(&game.record) {
        warn("meeple", warning);
    }
    recorder.settle()
}

/// A line for the game, and what went wrong in it.
fn tell(args: &FillerArgs, series: &Series, game: &Finished) -> Result<(), Failure> {
    if args.json {
        return Ok(());
    }
    let names: Vec<&str> = series.contestants.iter().map(|info| info.name.as_str()).collect();
    for (index, verdict) in game.verdicts.iter().enumerate() {
        if let Some(verdict) = verdict.as_ref().filter(|verdict| is_fatal_verdict(verdict)) {
            let (seat, stderr) = (game.seats[index], &game.stderr[index]);
            let fault = fault(seat, names[index], verdict, &game.record, stderr);
            warn("meeple", format_args!("game {}: {fault}", game.number + 1));
        }
    }
    if args.quiet {
        return Ok(());
    }
    let scores: Vec<String> =
        names.iter().zip(&game.scores).map(|(name, score)| format!("{name} {score}")).collect();
    let winner = game.winner().map_or("a draw", |winner| names[winner]);
    let begins = game.seats.iter().position(|seat| seat.index() == 0).map_or("", |at| names[at]);
    let number = game.number + 1;
    print(&format!("game {number}: {}: {winner} ({begins} began)", scores.join(", ")))
}

/// `game.jsonl` becomes `game-3.jsonl`; one game keeps its name.
fn numbered(path: &Path, number: u64, games: u64) -> PathBuf {
    if games == 1 {
        return path.into();
    }
    let stem = path.file_stem().unwrap_or_default().to_string_lossy();
    let extension = path.extension().map(|e| format!(".{}", e.to_string_lossy()));
    path.with_file_name(format!("{stem}-{}{}", number + 1, extension.unwrap_or_default()))
}

/// The table at the end of a series.
fn table(summary: &Summary) -> String {
    let width = summary.contestants.iter().map(|report| report.name.chars().count()).max();
    let width = width.unwrap_or(0).max(3);
    let mut text = format!(
        "\n{:width$}  wins  as p1    share  95 % interval    score  ms/move   slowest\n",
        "bot"
    );
    for report in &summary.contestants {
        row(&mut text, report, width);
    }
    let _ = writeln!(text, "{} games, {} draws", summary.games, summary.draws);
    for report in &summary.contestants {
        for (verdict, count) in &report.failures {
            let _ = writeln!(text, "{}: {verdict} in {count} games", report.name);
        }
    }
    text
}

fn row(text: &mut String, report: &Report, width: usize) {
    let Report { name, wins, wins_as_player_1, .. } = report;
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

fn game_json(game: &Finished) -> Value {
    let verdict = |verdict: &Option<meeple_core::Verdict>| {
        let verdict = verdict.as_ref();
        verdict.map(|verdict| json!({"name": verdict.name(), "text": verdict.to_string()}))
    };
    let warnings = |remarks: &Remarks| (remarks.answers > 0).then(|| json!(remarks));
    json!({
        "game": game.number + 1,
        "seed": game.seed as i64,
        "players": game.seats.iter().map(|seat| seat.index() + 1).collect::<Vec<_>>(),
        "scores": game.scores,
        "winner": game.winner(),
        "by": game.end.by,
        "reason": game.end.reason,
        "warnings": game.remarks.iter().map(warnings).collect::<Vec<_>>(),
        "verdicts": game.verdicts.iter().map(verdict).collect::<Vec<_>>(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn records_of_many_games_are_numbered() {
        let name = |games| numbered(Path::new("a/game.jsonl"), 2, games);
        assert_eq!(name(1), Path::new("a/game.jsonl"));
        assert_eq!(name(5), Path::new("a/game-3.jsonl"));
        assert_eq!(numbered(Path::new("game"), 0, 2), Path::new("game-1"));
    }
}
