//! Many games: a line for each, then what they show.

use super::{
    one::fault,
    setting::{Setting, threads},
};
use crate::{
    cli::FillerArgs,
    commands::{print, print_json},
    failure::Failure,
    record_file::RecordFile,
};
use meeple_arena::filler::{
    Contestant,
    series::{self, Finished, Report, Series, Summary},
};
use serde_json::{Value, json};
use std::{
    fmt::Write,
    path::{Path, PathBuf},
    sync::atomic::Ordering,
};

pub(super) fn run(args: &FillerArgs, setting: Setting) -> Result<(), Failure> {
    let Setting { contestants, setup } = setting;
    let (stop, seed) = (setup.stop.clone(), setup.seed);
    let threads = threads(&args.common);
    let series = Series { contestants, setup, games: args.games, threads };
    let mut games = Vec::new();
    let mut failure = None;
    let mut faults = 0;
    let summary = series::play(&series, |game| {
        let told = tell(args, &series, game);
        if let Err(error) = told {
            failure.get_or_insert(error);
            stop.store(true, Ordering::SeqCst); // nobody wants the rest
        }
        faults += usize::from(is_fatal(game));
        games.push(game_json(game));
    })?;
    if let Some(failure) = failure {
        return Err(failure);
    }
    if args.json {
        print_json(&json!({"seed": seed, "summary": summary, "games": games}))?;
    } else {
        print(&format!("{}seed: {seed}\n", table(&summary)))?;
    }
    if summary.games < args.games {
        return Err(Failure::Interrupted);
    }
    if faults > 0 {
        return Err(Failure::Failed(format!("a bot misbehaved in {faults} games")));
    }
    Ok(())
}

fn is_fatal(game: &Finished) -> bool {
    game.verdicts.iter().flatten().any(|verdict| verdict.name() != "illegal")
}

/// A line for the game, its record, and what went wrong in it.
fn tell(args: &FillerArgs, series: &Series, game: &Finished) -> Result<(), Failure> {
    if let Some(path) = &args.record {
        let mut file = RecordFile::create(&numbered(path, game.number, args.games))?;
        let written = game.record.iter().try_for_each(|event| file.write(event));
        written.map_err(|error| Failure::file(file.path(), &error))?;
    }
    if args.json {
        return Ok(());
    }
    for (index, verdict) in game.verdicts.iter().enumerate() {
        // Getting stuck happens in good games too: the table counts it.
        if let Some(verdict) = verdict.as_ref().filter(|verdict| verdict.name() != "illegal") {
            let fault = fault(&series.contestants, index, verdict, &game.stderr[index]);
            eprintln!("meeple: game {}: {fault}", game.number + 1);
        }
    }
    if args.quiet {
        return Ok(());
    }
    let [first, second] = series.contestants.each_ref().map(Contestant::name);
    let [ours, theirs] = game.scores;
    let winner = game.winner.map_or("a draw", |winner| [first, second][winner]);
    let begins = [first, second][usize::from(game.seats[0].index() == 1)];
    let number = game.number + 1;
    print(&format!("game {number}: {first} {ours}, {second} {theirs}: {winner} ({begins} began)"))
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
    json!({
        "game": game.number + 1,
        "seed": game.seed,
        "players": game.seats.map(|seat| seat.index() + 1),
        "scores": game.scores,
        "winner": game.winner,
        "by": game.by,
        "reason": game.reason,
        "verdicts": game.verdicts.each_ref().map(|verdict| verdict.as_ref().map(|verdict| {
            json!({"name": verdict.name(), "text": verdict.to_string()})
        })),
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
