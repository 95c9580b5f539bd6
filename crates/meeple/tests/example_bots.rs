//! The example bots in `bots/` play whole games through the program, in four languages, with people and with
//! computer players, and play better than at random.

use assert_cmd::{Command, cargo::cargo_bin};
use clap::Parser;
use meeple::cli::Cli;
use meeple_ai::roster::Resources;
use meeple_arena::tournament::{self, Tournament};
use meeple_bots::{PlayerLauncher, Protocol, school::official_options::rewrite_options};
use meeple_core::{Contestant, EndedBy, Event, Game, GameHistory, Limits, Replay, options::parse};
use meeple_games::{azul::Azul, chomp::Chomp, filler::Filler, grass::Grass, open_record};
use std::{
    env, fs,
    io::{Read, Write},
    os::unix::fs::PermissionsExt,
    path::{Path, PathBuf},
    process::{self, Stdio},
    sync::{Arc, OnceLock, mpsc},
    thread,
    time::Duration,
};

const FOLDER: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../bots");
/// Longer than any game here takes; a bot that takes longer hangs.
const LONG: Duration = Duration::from_secs(120);

/// Returns how an example bot is seated: `json:` (because Filler's default protocol is another one) and its
/// path.
fn bot(name: &str) -> String {
    let path = match language(name) {
        "py" => needs("python3", "Python 3").join(name),
        "js" => needs("node", "Node.js").join(name),
        "rs" => compiled(name),
        _ => Path::new(FOLDER).join(name),
    };
    format!("json:{}", path.display())
}

/// Returns the extension of a bot's file name; a bot without one only starts a computer player.
fn language(name: &str) -> &str {
    name.rsplit_once('.').map_or("", |(_, ending)| ending)
}

/// Returns the bots' folder; fails if the program that runs them is missing.
#[track_caller]
fn needs(program: &str, what: &str) -> &'static Path {
    let runs = process::Command::new(program).arg("--version").output();
    assert!(runs.is_ok(), "this test needs {program}: install {what}");
    Path::new(FOLDER)
}

/// Returns a compiled Rust bot, built as its first lines say.
fn compiled(name: &str) -> PathBuf {
    static COMPILED: OnceLock<PathBuf> = OnceLock::new();
    let folder = COMPILED.get_or_init(|| {
        let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("example_bots");
        fs::create_dir_all(&folder).expect("a folder for what is compiled");
        for name in files().iter().filter(|name| language(name) == "rs") {
            let mut rustc =
                process::Command::new(env::var_os("RUSTC").unwrap_or_else(|| "rustc".into()));
            rustc.arg("-O").arg(Path::new(FOLDER).join(name)).arg("--out-dir").arg(&folder);
            let status = rustc.status().expect("this test needs rustc: install Rust");
            assert!(status.success(), "{name} does not compile");
        }
        folder
    });
    folder.join(name.trim_end_matches(".rs"))
}

/// Returns the file names of the example bots.
fn files() -> Vec<String> {
    let entries = fs::read_dir(FOLDER).expect("the bots are there").flatten();
    let names = entries.map(|entry| entry.file_name().to_string_lossy().into_owned());
    names.filter(|name| !language(name).is_empty()).collect()
}

/// Returns the arguments of `meeple play GAME ...` with these seats and a record.
fn arguments(game: &str, seats: &[String], record: &Path) -> Vec<String> {
    let mut words: Vec<String> =
        ["play"].into_iter().chain(game.split(' ')).map(Into::into).collect();
    words.extend(["--plain", "--seed", "5", "--seats"].map(Into::into));
    words.extend([seats.join(","), "--record".into(), record.display().to_string()]);
    words
}

/// Checks that the record is a finished, legal game without faults, and returns it.
#[track_caller]
fn played_well(record: &Path) -> GameHistory {
    let bytes = fs::read(record).expect("a record");
    let game = Replay::read(&bytes, open_record).expect("a good record").game;
    let text = String::from_utf8_lossy(&bytes);
    let fault = |event: &&Arc<Event>| matches!(***event, Event::Fault { .. });
    assert_eq!(game.log().iter().find(fault), None, "{text}");
    assert_eq!(game.end().map(|end| end.by), Some(EndedBy::Rules), "{text}");
    game
}

fn moves_of(game: &GameHistory, seat: usize) -> usize {
    let is_its = |event: &&Arc<Event>| matches!(&***event, Event::Move { seat: by, .. } if by.index() == seat);
    game.log().iter().filter(is_its).count()
}

#[test]
fn every_game_is_played_by_programs_in_four_languages_and_by_every_bot() {
    let folder = tempfile::tempdir().expect("a folder");
    let all = ["random_bot.py", "random_bot.js", "random_bot.sh", "random_bot.rs"];
    let tables: [(&str, &[&str]); 10] = [
        ("chomp width=5 height=4", &all[..2]),
        ("chomp width=5 height=4", &all[2..]),
        ("filler map=map00", &all[..2]),
        ("filler map=map00", &all[2..]),
        ("azul players=4", &all),
        ("grass players=4", &all),
        ("chomp width=4 height=4", &["random_bot.py", "chomp_mirror.sh"]),
        ("filler map=map01", &["filler_chase.rs", "random_bot.js"]),
        ("azul players=2 wall=grey", &["random_bot.sh", "azul_tidy.py"]),
        ("grass players=2 final=adjacent", &["grass_square.js", "random_bot.rs"]),
    ];
    for (number, (game, names)) in tables.into_iter().enumerate() {
        let seats: Vec<String> = names.iter().map(|name| bot(name)).collect();
        let record = folder.path().join(format!("{number}.jsonl"));
        let mut meeple = Command::new(cargo_bin!("meeple"));
        meeple.args(arguments(game, &seats, &record)).timeout(LONG).assert().success();
        played_well(&record);
    }
}

#[test]
fn nine_sit_at_one_table_a_person_ours_and_programs_in_four_languages() {
    let ours = |name: &str| name.to_owned();
    let seats = [
        ours("window"),
        bot("random_bot.py"),
        ours("greedy"),
        bot("random_bot.js"),
        ours("you:name=Ann:colour=red"),
        bot("random_bot.sh"),
        ours("random"),
        bot("random_bot.rs"),
        bot("grass_square.js"),
    ];
    let folder = tempfile::tempdir().expect("a folder");
    let record = folder.path().join("nine.jsonl");
    let typed = take_every_hint(&arguments("grass players=9", &seats, &record));
    let game = played_well(&record);
    // The number depends on the others: a tile that fits nowhere is discarded automatically (G6).
    assert!(typed > 1, "a start tile and some of nine rounds, not {typed} moves");
    assert_eq!(moves_of(&game, 4), typed);
    let who = |seat: usize| &game.header().seats[seat].who;
    assert!(matches!(who(4), Contestant::Person) && matches!(who(8), Contestant::Program { .. }));
    for seat in 0..9 {
        assert!(moves_of(&game, seat) > 1, "seat {seat} did not play");
    }
}

/// Plays as a person who asks for a hint at every turn and follows it; returns the number of turns.
fn take_every_hint(arguments: &[String]) -> usize {
    let mut meeple = process::Command::new(cargo_bin!("meeple"));
    let meeple = meeple.args(arguments).stdin(Stdio::piped()).stdout(Stdio::piped());
    let mut meeple = meeple.spawn().expect("the program starts");
    let mut stdin = meeple.stdin.take().expect("stdin is piped");
    let mut stdout = meeple.stdout.take().expect("stdout is piped");
    let (sender, receiver) = mpsc::channel();
    thread::spawn(move || {
        let mut chunk = [0; 4096];
        while let Ok(count @ 1..) = stdout.read(&mut chunk) {
            sender.send(chunk[..count].to_vec()).ok();
        }
    });
    let (mut said, mut typed) = (Vec::new(), 0);
    loop {
        match receiver.recv_timeout(LONG) {
            Ok(bytes) => said.extend(bytes),
            Err(mpsc::RecvTimeoutError::Disconnected) => break,
            Err(mpsc::RecvTimeoutError::Timeout) => {
                meeple.kill().ok();
                panic!("it hangs after {}", String::from_utf8_lossy(&said));
            }
        }
        let text = String::from_utf8_lossy(&said);
        let is_asked = text.lines().last().is_some_and(|line| line.starts_with("Ann, "));
        if !(is_asked && text.ends_with(": ")) {
            continue;
        }
        let hint = text.rsplit_once("Hint: ").map(|(_, hint)| hint);
        let answer = hint.and_then(|hint| hint.split([';', '\n']).next()).unwrap_or("hint");
        typed += usize::from(answer != "hint");
        writeln!(stdin, "{answer}").expect("it listens");
        said.clear();
    }
    assert!(meeple.wait().expect("it ends").success());
    typed
}

/// Checks that the bot wins more than half of ten games against `random`: five seeds from both seats,
/// counting only wins without a tie. The threshold was set before anything was measured. The choices of
/// `random` follow from the seed, so every run of this test is the same.
#[track_caller]
fn beats_random<G: Game>(name: &str, options: &str) {
    let kind = G::NAME.parse().expect("one of ours");
    let launcher = PlayerLauncher {
        protocol: Protocol::Json,
        ..PlayerLauncher::for_game(kind, Resources::default())
    };
    let contestants =
        launcher.parse_contestants([bot(name).as_str(), "random"]).expect("good contestants");
    let options = parse(options.split_whitespace()).expect("good options");
    let limits = Limits { time: Some(LONG), ..Limits::default() };
    let tournament = Tournament::new_match::<G>(options, launcher, contestants);
    let tournament = Tournament { games: 10, jobs: 2, limits, ..tournament };
    let ledger = tournament::play(&tournament, None, &mut |_| ()).expect("good options");
    let games = &ledger.lines;
    assert!(games.iter().all(|game| game.faults.is_empty()), "{name}: {games:?}");
    let wins = games.iter().filter(|game| game.winner() == Some(0)).count();
    assert!(games.len() == 10 && wins > 5, "{name}: {wins} of {}", games.len());
}

#[test]
fn every_idea_beats_chance() {
    beats_random::<Chomp>("chomp_mirror.sh", "width=6 height=6");
    beats_random::<Filler>("filler_chase.rs", "");
    beats_random::<Azul>("azul_tidy.py", "");
    beats_random::<Grass>("grass_square.js", "");
}

/// Plays a tournament of the random bots in four languages and computer players, with a report.
#[track_caller]
fn tournament(game: &str, ours: &[&str], words: &[&str], seats: u64) {
    let folder = tempfile::tempdir().expect("a folder");
    let out = folder.path().join("out");
    let bots = ["random_bot.py", "random_bot.js", "random_bot.sh", "random_bot.rs"].map(bot);
    let mut meeple = Command::new(cargo_bin!("meeple"));
    meeple.args(["tournament", game]).args(ours).args(&bots).args(words);
    meeple.args(["--games", "1", "--seed", "3", "--json", "--out"]).arg(&out);
    let said = meeple.timeout(LONG).assert().success().get_output().stdout.clone();
    let result = String::from_utf8(said).expect("text").lines().last().map(str::to_owned);
    let result: serde_json::Value =
        serde_json::from_str(&result.expect("a result")).expect("a line of JSON");
    assert_eq!(result["refused"], serde_json::json!([]), "{game}: all are fit to play");
    let standing = &result["standing"];
    let rows = standing["rows"].as_array().expect("rows");
    assert_eq!(rows.len(), ours.len() + bots.len());
    assert!(rows.iter().all(|row| row["faults"] == serde_json::json!({})), "{game}: {rows:?}");
    let points: f64 = rows.iter().filter_map(|row| row["points"].as_f64()).sum();
    let games = standing["games"].as_u64().expect("a number");
    assert!(games > 0 && (points * 2.0 - (games * seats) as f64).abs() < 1e-6, "{game}: {points}");
    let page = fs::read_to_string(out.join("report.html")).expect("a page");
    assert!(page.contains("random_bot.py") && page.contains("</html>"));
}

#[test]
fn tournaments_of_four_languages_at_two_four_and_nine_seats() {
    tournament("chomp", &["perfect"], &["width=4", "--schedule", "gauntlet"], 2);
    tournament("filler", &["terminator"], &["--schedule", "knock-out", "--no-check"], 2);
    tournament("azul", &[], &["players=4"], 4);
    let five = ["greedy", "random", "random", "random", "random"];
    tournament("grass", &five, &["players=9", "--no-check"], 9);
}

#[test]
fn every_bot_is_a_page_that_says_how_it_is_run() {
    let files = files();
    assert!(files.len() >= 9, "{files:?}");
    for name in files {
        let path = Path::new(FOLDER).join(&name);
        let text = fs::read_to_string(&path).expect("text");
        assert!(text.lines().count() <= 60, "{name} is too long");
        if language(&name) != "rs" {
            let mode = path.metadata().expect("it is there").permissions().mode();
            assert_eq!(mode & 0o111, 0o111, "{name} is not executable");
            assert!(text.starts_with("#!/usr/bin/env "), "{name} has no interpreter");
        }
        let quoted = text.split('`').skip(1).step_by(2);
        let commands: Vec<&str> = quoted.filter(|words| words.starts_with("meeple ")).collect();
        assert!(!commands.is_empty(), "{name} does not say how to try it");
        for command in commands {
            let words = rewrite_options(command.split_whitespace().map(Into::into));
            Cli::try_parse_from(words).unwrap_or_else(|error| panic!("{name}: {error}"));
        }
    }
}
