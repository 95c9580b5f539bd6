//! `meeple tune`: finds better parameters and reports them, survives being killed, and rejects invalid
//! arguments.

use serde_json::Value;
use std::{
    fs,
    io::{BufRead, BufReader, Write},
    path::Path,
    process::{Command, Output, Stdio},
};
use tempfile::TempDir;

/// A player that bites at random in 40 of 100 moves, on a bar that needs only a few bites.
const SLIP: &str = "tune chomp perfect:slip=40 slip=0..60 width=3 height=2 --nodes 10k";

fn command(words: &str, out: Option<&Path>) -> Command {
    let mut command = Command::new(assert_cmd::cargo::cargo_bin!("meeple"));
    command.args(words.split(' ')).env("LC_ALL", "C");
    if let Some(out) = out {
        command.arg("--out").arg(out);
    }
    command
}

fn run(words: &str, out: Option<&Path>) -> Output {
    command(words, out).output().expect("it runs")
}

fn said(output: &Output) -> String {
    String::from_utf8_lossy(&output.stdout).into_owned()
}

fn warned(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

/// Returns the last line of the JSON output.
fn result(output: &Output) -> Value {
    assert!(output.status.success(), "{}", warned(output));
    let said = said(output);
    serde_json::from_str(said.lines().last().expect("a line")).expect("JSON")
}

#[track_caller]
fn refused(words: &str, why: &str) {
    let output = run(words, None);
    let warned = warned(&output);
    assert_eq!(output.status.code(), Some(2), "{words}: {warned}");
    assert!(warned.contains(why), "{words}: {warned}");
    assert_eq!(said(&output), "", "{words}");
}

#[test]
fn a_player_that_slips_learns_not_to_and_the_final_match_shows_it() {
    let result = result(&run(&format!("{SLIP} --games 2000 --final 400 --seed 1 --json"), None));
    let slip = &result["parameters"][0];
    assert_eq!((&slip["start"], &slip["name"]), (&40.into(), &"slip".into()));
    assert!(slip["found"].as_u64().expect("a number") < 20, "{slip}");
    assert!(result["final"]["elo"]["low"].as_f64().expect("a number") > 0.0, "{result}");
    let verdict = result["verdict"].as_str().expect("text");
    assert!(verdict.contains(" is better than perfect:slip=40: 400 games"), "{verdict}");
    // 100 steps of ten blocks have used the seeds 1 to 1000.
    assert_eq!(result["final"]["seeds"], serde_json::json!([1001, 1200]));
}

#[test]
fn what_games_cannot_tell_apart_stays_and_is_not_called_better() {
    // The first player takes everything but the poison: the share is always a half.
    let words = "tune chomp perfect slip=0..60 width=2 height=1 --games 40 --final 10 --json";
    let found = result(&run(words, None));
    assert_eq!(found["parameters"][0]["found"], 0);
    assert_eq!(found["final"], Value::Null);
    // 0 isn't in this range: the search starts in its middle, and stays there.
    let words = "tune chomp perfect slip=20..60 width=2 height=1 --games 40 --final 10 --json";
    let found = result(&run(words, None));
    assert_eq!(found["parameters"][0]["found"], 40);
    let verdict = found["verdict"].as_str().expect("text");
    assert!(
        verdict.starts_with("No significant difference between perfect:slip=40 and "),
        "{verdict}"
    );
}

#[test]
fn people_see_the_course_the_verdict_and_what_to_write_down() {
    let words = format!("{SLIP} --games 200 --final 20 --seed 3");
    let plain = said(&run(&words, None));
    let (course, _) = plain.split_once("\n\n").expect("a course, then sentences");
    assert!(course.starts_with("slip  40 -> ") && course.is_ascii(), "{course}");
    assert!(plain.contains("Result of 10 steps of 20 games: perfect:slip="), "{plain}");
    let command = "meeple tune chomp perfect:slip=40 slip=0..60 width=3 height=2 --games 200 \
                   --batch 20 --final 20 --seed 3 --nodes 10000 (20";
    assert!(plain.contains(command), "{plain}");
    let signs = said(&self::command(&words, None).env("LC_ALL", "C.UTF-8").output().expect("runs"));
    assert!(signs.contains(['▃', '▄', '▅', '▆']), "{signs}");
}

/// Returns all files of a tuning, without the date.
fn files(out: &Path) -> Vec<String> {
    let read = |name: &str| fs::read_to_string(out.join(name)).expect("it is there");
    let mut result: Value = serde_json::from_str(&read("result.json")).expect("JSON");
    result["note"].take();
    let names = ["tune.toml", "steps.jsonl", "curve.csv", "curve.svg", "final/tournament.toml"];
    let mut files: Vec<String> = names.map(read).into();
    files.push(result.to_string());
    files
}

#[test]
fn a_killed_tuning_continues_with_the_same_result() {
    let folder = TempDir::new().expect("a folder");
    let [whole, killed] = ["whole", "killed"].map(|name| folder.path().join(name));
    let words = format!("{SLIP} --games 400 --batch 10 --final 60 --seed 5 --json");
    assert!(run(&format!("{words} --jobs 1"), Some(&whole)).status.success());
    for steps in [1, 9, 30, 40] {
        // The last run is killed during the final match, or just after it.
        let mut command = command(&format!("{words} --jobs 2"), Some(&killed));
        let mut child = command.stdout(Stdio::piped()).spawn().expect("it runs");
        let lines = BufReader::new(child.stdout.take().expect("it is piped")).lines();
        assert_eq!(lines.take(steps).map_while(Result::ok).count(), steps);
        child.kill().expect("it can be killed");
        child.wait().expect("it ends");
        let steps = fs::OpenOptions::new().append(true).open(killed.join("steps.jsonl"));
        steps.and_then(|mut file| file.write_all(b"{\"step\":")).expect("it can be written");
    }
    let output = run(&format!("{words} --jobs 2"), Some(&killed));
    assert!(output.status.success() && warned(&output).is_empty(), "{}", warned(&output));
    assert!(said(&output).contains("\"new\":false"), "nothing was found");
    assert_eq!(files(&whole), files(&killed));
    // Once more, when there is nothing left to do.
    assert!(!said(&run(&words, Some(&killed))).contains("\"new\":true"));
    assert_eq!(files(&whole), files(&killed));
}

#[test]
fn a_damaged_line_is_named_and_the_steps_from_there_are_done_again() {
    let folder = TempDir::new().expect("a folder");
    let out = folder.path().join("tuning");
    let words = format!("{SLIP} --games 100 --batch 10 --final 20 --seed 9");
    assert!(run(&words, Some(&out)).status.success());
    let before = files(&out);
    let lines: Vec<&str> = before[1].lines().collect();
    let other_share = lines[2].replace("\"share\":0.", "\"share\":0.1");
    let twice = format!("{}\n{}", lines[2], lines[2]);
    for (damage, number) in [(other_share.as_str(), 3), ("{}", 3), ("\u{1b}[31m", 3), (&twice, 4)] {
        let mut damaged = lines.clone();
        damaged[2] = damage;
        fs::write(out.join("steps.jsonl"), damaged.join("\n") + "\n").expect("it can be written");
        let output = run(&words, Some(&out));
        let warned = warned(&output);
        assert!(warned.contains(&format!("steps.jsonl: line {number}: ")), "{damage}: {warned}");
        assert!(!warned.contains('\u{1b}'), "{warned}");
        assert_eq!(files(&out), before, "{damage}");
    }
}

#[test]
fn another_tuning_or_other_files_are_not_written_over() {
    let folder = TempDir::new().expect("a folder");
    let out = folder.path().join("tuning");
    let words = |rest: &str| format!("{SLIP} --batch 10 --final 20 {rest}");
    assert!(run(&words("--games 20"), Some(&out)).status.success());
    for (rest, differs) in [
        ("--games 40", "games was 20, now 40"),
        ("--games 20 --seed 1", "seed was 0, now 1"),
        ("--games 20 --time 1", "time was not set, now \"1s\""),
    ] {
        let output = run(&words(rest), Some(&out));
        assert_eq!(output.status.code(), Some(2));
        assert!(warned(&output).contains(differs), "{}", warned(&output));
    }
    // A longer final match continues with the existing games.
    let longer = words("--games 20").replace("--final 20", "--final 30");
    assert!(said(&run(&longer, Some(&out))).contains("30 games on new deals (seeds "));
    let output = run(&words("--games 20"), Some(folder.path()));
    assert_eq!(output.status.code(), Some(2));
    assert!(warned(&output).contains("is not empty"), "{}", warned(&output));
}

#[test]
fn a_folder_is_used_by_one_at_a_time() {
    let folder = TempDir::new().expect("a folder");
    let words = format!("{SLIP} --games 10000000 --json");
    let mut command = command(&words, Some(folder.path()));
    let mut first = command.stdout(Stdio::piped()).spawn().expect("it runs");
    let mut lines = BufReader::new(first.stdout.take().expect("it is piped")).lines();
    lines.next().expect("a step").expect("text");
    let second = run(&words, Some(folder.path()));
    assert_eq!(second.status.code(), Some(1));
    assert!(warned(&second).contains("is running in this folder"), "{}", warned(&second));
    // The output is closed: the command ends by itself.
    drop(lines);
    assert_eq!(first.wait().expect("it ends").code(), Some(0));
}

#[test]
fn more_than_two_sit_in_turns() {
    let words =
        "tune grass window turn=10..60 players=3 --games 12 --batch 6 --final 6 --nodes 100";
    let result = result(&run(&format!("{words} --json"), None));
    assert_eq!(result["games"], 12);
    assert!(result["final"].is_null() || result["final"]["games"] == 6, "{result}");
}

#[test]
fn the_curve_is_drawn() {
    let folder = TempDir::new().expect("a folder");
    let words = format!("{SLIP} --games 100 --batch 10 --final 10");
    assert!(run(&words, Some(folder.path())).status.success());
    let [_, _, csv, svg, ..] = &files(folder.path())[..] else { panic!("files are missing") };
    let lines: Vec<&str> = csv.lines().collect();
    assert_eq!(lines[..2], ["step,games,slip", "0,0,40.0000"]);
    assert!(lines.len() == 12 && lines[11].starts_with("10,100,"), "{csv}");
    let points = svg.split_once("<polyline points=\"").expect("a line").1;
    let points = points.split_once('"').expect("its end").0;
    assert_eq!(points.split(' ').count(), 11, "{svg}");
    assert!(svg.starts_with("<svg ") && svg.ends_with("</svg>\n"));
}

#[test]
fn nonsense_is_refused_with_what_is_possible() {
    refused("tune chess perfect slip=0..60", "invalid value 'chess'");
    refused("tune chomp pefect slip=0..60", "did you mean \"perfect\"?");
    refused("tune chomp you slip=0..60", "a person cannot be tuned; name a computer player");
    refused("tune chomp ./bot.py slip=0..60", "\"./bot.py\": a program cannot be tuned");
    refused(
        "tune chomp perfect slap=0..60",
        "did you mean \"slip\"? (parameters: stall, slip, time",
    );
    refused("tune chomp perfect stall=0..1", "stall of perfect is not a number");
    refused("tune chomp perfect slip=30..30", "slip=30..30 is empty");
    refused("tune chomp perfect slip=60..0", "the first number must be smaller");
    refused("tune chomp perfect slip=0..101", "invalid value \"101\" for slip (possible: 0-100)");
    refused("tune chomp perfect slip=0..", "is not a range; write key=low..high");
    refused("tune chomp perfect slip=a..b", "is not a range; write key=low..high");
    refused("tune chomp perfect slip=0..9 slip=0..9", "slip is given twice");
    refused(
        "tune chomp perfect slip=5",
        "slip is a parameter of perfect: use slip=LOW..HIGH to tune it",
    );
    refused("tune chomp perfect", "nothing to tune: name a parameter of perfect");
    refused("tune chomp random width=3", "name a parameter of random as key=low..high (none)");
    refused("tune chomp perfect slip=0..9 widht=3", "did you mean \"width\"?");
    refused("tune chomp perfect:slip=x slip=0..9", "invalid value \"x\" for slip");
    refused("tune chomp perfect slip=0..9 --games 0", "invalid value '0'");
    refused(
        "tune chomp perfect slip=0..9 --games 100000000 --batch 2",
        "50000000 steps are more than the limit of 1000000",
    );
    refused("tune chomp perfect slip=0..9 --nodes many", "invalid value 'many'");
}
