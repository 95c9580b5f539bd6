//! `meeple filler` compared with the schools' own engines: the same bytes, the same verdicts.
//! `schools/README.md` says where the bytes come from.

use assert_cmd::Command;
use predicates::{prelude::PredicateBooleanExt, str::contains};
use std::{
    fs,
    path::{Path, PathBuf},
};

/// Returns the folder with the output of a school's engine.
fn folder(school: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/schools").join(school)
}

/// Returns `meeple filler` with these arguments, in the folder of the scripted bots.
fn filler(school: &str, words: &[&str]) -> Command {
    let mut command = Command::new(assert_cmd::cargo::cargo_bin!("meeple"));
    command.arg("filler").args(words).current_dir(folder(school));
    for mode in ["P1_MODE", "P2_MODE", "MODE_O", "MODE_X"] {
        command.env_remove(mode);
    }
    command
}

const OFFICIAL: [&str; 8] = ["-f", "map00", "-p1", "./first.py", "-p2", "./first.py", "-s", "11"];
const VM42: [&str; 10] =
    ["--dialect", "42", "-f", "map00", "-p1", "./first42.py", "-p2", "./first42.py", "-s", "5"];

/// Plays a case of the official engine; the standard error must start as that engine's did.
#[track_caller]
fn official(case: &str, words: &[&str], mode: Option<(&str, &str)>, code: i32) -> String {
    let mut command = filler("official", &[&OFFICIAL[..], words].concat());
    command.envs(mode);
    let output = command.assert().code(code).get_output().clone();
    let expected = |kind| fs::read(folder("official").join(format!("{case}.{kind}"))).expect(kind);
    let (stdout, stderr) = (expected("stdout"), expected("stderr"));
    let differs = output.stdout.iter().zip(&stdout).position(|(ours, theirs)| ours != theirs);
    assert_eq!(differs, None, "{case}: the first byte that differs");
    assert_eq!(output.stdout.len(), stdout.len(), "{case}");
    let ours = String::from_utf8(output.stderr).expect("text");
    let theirs = String::from_utf8(stderr).expect("text");
    let rest = ours.strip_prefix(&theirs);
    rest.unwrap_or_else(|| panic!("{case}: {ours:?} does not begin as {theirs:?}")).to_owned()
}

#[test]
fn a_game_is_the_official_engines_byte_for_byte() {
    assert_eq!(official("normal", &[], None, 0), "");
    assert_eq!(official("normal", &["--strict"], None, 0), "");
    assert_eq!(official("quiet", &["-q"], None, 0), "");
}

#[test]
fn a_bot_that_fails_is_printed_as_the_official_engine_prints_it() {
    let said = official("p1_bad_answer", &[], Some(("P1_MODE", "3:abc\\n")), 1);
    assert!(said.contains("player 1 (./first.py) loses (F7): bad-answer"), "{said}");
    let said = official("p2_illegal", &[], Some(("P2_MODE", "3:0 0\\n")), 0);
    assert!(said.contains("player 2 (./first.py) is stuck (F5): illegal"), "{said}");
    let said = official("p2_exit", &[], Some(("P2_MODE", "3!exit")), 1);
    assert!(said.contains("crash: exited with status 3"), "{said}");
    let said = official("p1_timeout", &["-t", "20"], Some(("P1_MODE", "3!sleep")), 1);
    assert!(said.contains("time-out: no answer within 20 s"), "{said}");
}

#[test]
fn the_strict_judge_takes_the_official_verdicts() {
    let mode = Some(("P2_MODE", "3:{X} {Y}"));
    let said = official("p2_no_newline", &["--strict"], mode, 1);
    assert!(said.contains("the line feed is missing"), "{said}");
    let mode = Some(("P2_MODE", "3:{X} {Y}\\n\\n"));
    let said = official("p2_extra_newline", &["--strict"], mode, 0);
    assert!(said.contains("is stuck (F5): illegal: chose \"5 0\""), "{said}");
}

#[test]
fn the_lenient_judge_waits_for_the_whole_line_and_warns_of_what_follows_it() {
    // Half an answer, then nothing: the turn is printed as if the official engine had read it.
    let mode = Some(("P2_MODE", "3:{X} {Y}"));
    let said = official("p2_no_newline", &["-t", "20"], mode, 1);
    assert!(said.contains("no answer within 20 s, only \"5 11\" without a line feed"), "{said}");
    let mut command = filler("official", &[&OFFICIAL[..], &["-q"]].concat());
    command.env("P2_MODE", "3:{X} {Y}\\n\\n").assert().success().stderr(contains(
        "player 2 (./first.py), 1 answer: \"\\n\" followed the line feed of its answer in the \
         same write; the official engine would read Y as 0\n",
    ));
}

#[test]
fn the_last_board_comes_with_an_option() {
    let plain = fs::read_to_string(folder("official").join("quiet.stdout")).expect("a file");
    let mut command = filler("official", &[&OFFICIAL[..], &["-q", "--last-board"]].concat());
    let output = command.assert().success().get_output().stdout.clone();
    let text = String::from_utf8(output).expect("text");
    let (execs, end) = plain.split_once("seed:").expect("a result");
    let board = text.strip_prefix(execs).and_then(|rest| rest.strip_suffix(&format!("seed:{end}")));
    let board = board.expect("the same lines around it");
    assert!(board.starts_with("Anfield 20 15:\n    0123"), "{board}");
    let cells = |marks: [char; 2]| {
        board.lines().skip(2).flat_map(str::chars).filter(|m| marks.contains(m)).count()
    };
    assert!(end.contains(&format!("./first.py): {}\n", cells(['@', 'a']))), "{end}{board}");
    assert!(end.contains(&format!("./first.py): {}\n", cells(['$', 's']))), "{end}{board}");
}

#[test]
fn a_seed_may_have_a_sign_and_is_printed_as_it_was_typed() {
    let play = |seed: &[&str]| {
        let words = [&["-p1", "wall_e", "-p2", "wall_e", "-f", "map00"], seed].concat();
        let output = filler("official", &words).assert().success().get_output().stdout.clone();
        String::from_utf8(output).expect("text")
    };
    let negative = play(&["-s", "-7"]);
    assert!(negative.contains("\nseed: -7\n"), "{negative}");
    assert_eq!(play(&["-seed=-7"]), negative);
    assert_eq!(play(&["--seed", "18446744073709551609"]), negative);
    let words = ["-p1", "wall_e", "-p2", "wall_e", "-s", "1e3"];
    filler("official", &words).assert().code(2).stderr(contains("a whole number of up to 64 bits"));
}

/// Plays with the arguments of `filler_vm`; returns what follows the five lines of its banner.
#[track_caller]
fn vm42(words: &[&str], mode: Option<(&str, &str)>, code: i32) -> String {
    let mut command = filler("vm42", &[&VM42[..], words].concat());
    command.envs(mode);
    let output = command.assert().code(code).get_output().stdout.clone();
    let text = String::from_utf8(output).expect("text");
    let banner: Vec<&str> = text.split_inclusive('\n').take(5).collect();
    assert!(banner.iter().all(|line| line.starts_with('#')), "{banner:?}");
    text[banner.concat().len()..].to_owned()
}

#[test]
fn in_the_dialect_of_42_a_game_is_filler_vms_byte_for_byte() {
    let expected = |case| fs::read_to_string(folder("vm42").join(case)).expect("a file");
    assert_eq!(vm42(&["-q"], None, 2), expected("quiet_5.stdout"));
    let (ours, theirs) = (vm42(&[], None, 2), expected("normal_5.stdout"));
    let differs = ours.lines().zip(theirs.lines()).position(|(ours, theirs)| ours != theirs);
    assert_eq!((differs, ours.len()), (None, theirs.len()), "the first line that differs");
}

#[test]
fn in_42s_dialect_a_failed_bot_is_out_and_the_exit_code_names_the_winner() {
    let text = vm42(&[], Some(("MODE_X", "2:abc\\n")), 1);
    assert!(text.contains("Player with X: error on input\nPiece "), "{text}");
    assert!(text.contains("\n== X fin: 1\n"), "{text}");
    let text = vm42(&["-t", "20"], Some(("MODE_X", "1!sleep")), 1);
    assert!(text.contains("Player with X: timedout\nPiece "), "{text}");
    assert!(text.ends_with("\n== X fin: 0\n"), "{text}");
    // Both are out with the same number of pieces: equal.
    let mut command = filler("vm42", &VM42);
    command.env("MODE_O", "2:x\\n").env("MODE_X", "2:x\\n");
    command.assert().code(0).stdout(contains("== O fin: 1\n== X fin: 1\n"));
    // Invalid arguments still exit with 2, and print an error to standard error.
    filler("vm42", &["--dialect", "42", "-p1", "wall_e"]).assert().code(2).stdout("");
}

#[test]
fn in_the_dialect_of_42_a_trace_can_be_left() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("my.trace");
    vm42(&["-q", &format!("--trace={}", path.display())], None, 2);
    let trace = fs::read_to_string(&path).expect("a trace");
    assert_eq!(trace, "seed: 5\nwinner: X\nscore: O 53, X 123\n");
    let mut command = Command::new(assert_cmd::cargo::cargo_bin!("meeple"));
    command.args(["filler", "-p1", "wall_e", "-p2", "wall_e", "-q", "--trace", "-s", "3"]);
    command.current_dir(folder.path()).assert().success();
    let trace = fs::read_to_string(folder.path().join("filler.trace")).expect("a trace");
    assert!(trace.starts_with("seed: 3\nwinner: "), "{trace}");
}

#[test]
fn pieces_are_the_schools_for_one_game_and_fair_for_many() {
    let first_piece = |words: &[&str]| {
        let words = [&["-p1", "wall_e", "-p2", "wall_e", "-s", "1"], words].concat();
        let output = filler("official", &words).assert().get_output().stdout.clone();
        let text = String::from_utf8(output).expect("text");
        let lines: Vec<&str> = text.lines().skip_while(|l| !l.starts_with("Piece")).collect();
        lines[1..].iter().take_while(|l| !l.starts_with(['-', '<'])).copied().collect::<String>()
    };
    assert_eq!(first_piece(&[]), "..O.OO.OO"); // F10
    assert_eq!(first_piece(&["--pieces", "school", "--dialect", "42", "-f", "map00"]), "..*.**.**");
    assert_ne!(first_piece(&["--pieces", "fair"]), first_piece(&[]));
    let folder = tempfile::tempdir().expect("a folder");
    let header = |words: &[&str]| {
        let record = folder.path().join("record");
        let path = record.display().to_string();
        let words = [&["-p1", "wall_e", "-p2", "wall_e", "-q", "--record", &path], words].concat();
        filler("official", &words).output().expect("it runs");
        let name = if words.contains(&"--games") { "record-1" } else { "record" };
        let text = fs::read_to_string(folder.path().join(name)).expect("a record");
        fs::remove_file(folder.path().join(name)).expect("it was there");
        text.lines().next().expect("a header").to_owned()
    };
    assert!(header(&[]).contains("\"pieces\":\"school\""));
    assert!(header(&["--dialect", "42"]).contains("\"pieces\":\"42\""));
    assert!(!header(&["--games", "2"]).contains("\"pieces\":"));
    assert!(!header(&["--json"]).contains("\"pieces\":"));
    assert!(header(&["--games", "2", "--pieces", "42"]).contains("\"pieces\":\"42\""));
    let wrong = ["-p1", "wall_e", "-p2", "wall_e", "--pieces", "scool"];
    filler("official", &wrong).assert().code(2).stderr(contains("pieces: fair, school, 42"));
}

#[test]
fn what_a_bot_says_is_raw_in_a_pipe() {
    let mut command = filler("official", &OFFICIAL);
    let output = command.env("P1_MODE", "1:\u{1b}[2J\\n").assert().code(1);
    output.stdout(contains("-> Answer (@): \u{1b}[2J\n")).stderr(contains('\u{1b}').not());
}
