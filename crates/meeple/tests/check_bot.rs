//! `meeple check-bot` as the author of a bot runs it: Meeple's players pass, and every mistake fails at its
//! step with its advice.

use assert_cmd::Command;
use meeple_ai::roster::roster;
use meeple_games::GameKind;
use rustix::process::{Pid, Signal, kill_process};
use serde_json::Value;
use std::{
    fs,
    io::{BufRead, BufReader, Read},
    os::unix::fs::PermissionsExt,
    path::PathBuf,
    process::{self, Stdio},
};
use tempfile::TempDir;

fn program() -> PathBuf {
    assert_cmd::cargo::cargo_bin!("meeple").into()
}

/// Returns a computer player as a command line, with a small search limit, because its strength doesn't
/// matter here.
fn computer_player(game: GameKind, name: &str) -> String {
    let thinks = roster(game).find(name).is_some_and(|kind| kind.pace.is_some());
    let pace = if thinks { ":nodes=200" } else { "" };
    format!("'{}' bot {game} {name}{pace}", program().display())
}

fn check_bot(words: &[&str]) -> Command {
    let mut command = Command::new(program());
    // With this variable Python would flush automatically: a bot being checked doesn't get it.
    command.arg("check-bot").args(words).env("PYTHONUNBUFFERED", "1");
    command
}

/// Returns the exit code and the JSON report.
fn report(words: &[&str]) -> (Option<i32>, Value) {
    let output = check_bot(words).arg("--json").output().expect("it runs");
    let report = serde_json::from_slice(&output.stdout).unwrap_or_else(|error| {
        panic!("{words:?}: {error}: {}", String::from_utf8_lossy(&output.stderr))
    });
    (output.status.code(), report)
}

#[track_caller]
fn passes(words: &[&str]) -> Value {
    let (code, report) = report(words);
    assert_eq!((code, &report["passed"]), (Some(0), &Value::Bool(true)), "{words:?}: {report:#}");
    assert_eq!(report["steps"].as_array().map(Vec::len), Some(9));
    report
}

/// A script in a temporary folder.
struct BotScript {
    _folder: TempDir,
    path: String,
}

impl BotScript {
    fn new(text: &str) -> Self {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("bot");
        fs::write(&path, text).expect("it can be written");
        fs::set_permissions(&path, fs::Permissions::from_mode(0o755)).expect("it is ours");
        BotScript { path: path.display().to_string(), _folder: folder }
    }

    /// Creates a bot that answers lines of the protocol: `$line` is one, `case` handles it.
    fn shell(case: &str) -> Self {
        let text = format!(
            "#!/bin/sh\nwhile read -r line; do case $line in\n{case}\n\
             *'\"type\":\"turn\"'*) echo 0,0 ;;\nesac; done\n"
        );
        BotScript::new(&text)
    }

    /// Creates a correct Filler bot whose answers pass through this filter.
    fn filtered(filter: &str) -> Self {
        let bot = computer_player(GameKind::Filler, "random");
        BotScript::new(&format!("#!/bin/sh\n{bot} | while read -r x y; do {filter}; done\n"))
    }
}

/// The expected report of a failed check.
struct ExpectedReport<'a> {
    step: u64,
    verdict: &'a str,
    said: &'a str,
    advice: &'a str,
}

#[track_caller]
fn fails(words: &[&str], expected: &ExpectedReport<'_>) {
    let (code, report) = report(words);
    assert_eq!((code, &report["passed"]), (Some(1), &Value::Bool(false)), "{words:?}: {report:#}");
    let last = report["steps"].as_array().and_then(|steps| steps.last()).expect("a step");
    assert_eq!(last["step"], expected.step, "{report:#}");
    assert_eq!(last["verdict"], expected.verdict, "{report:#}");
    assert_eq!(last["said"], expected.said, "{report:#}");
    let advice = last["advice"].as_str().unwrap_or_default();
    assert!(advice.contains(expected.advice), "{advice}");
    assert!(last["command"].as_str().is_some_and(|command| command.starts_with("meeple ")));
}

#[test]
fn computer_players_pass_in_every_game() {
    for game in [GameKind::Chomp, GameKind::Azul, GameKind::Grass] {
        for player in roster(game).players {
            let report = passes(&[game.name(), &computer_player(game, player.name)]);
            assert_eq!(report["dialect"], "json");
            assert_eq!(report["warnings"], Value::Array(Vec::new()), "{}", player.name);
        }
    }
}

#[test]
fn computer_players_pass_in_fillers_dialects() {
    for player in roster(GameKind::Filler).players {
        let bot = computer_player(GameKind::Filler, player.name);
        let report = passes(&["filler", &bot]);
        assert_eq!(report["dialect"], "edu");
    }
    for (name, dialect) in [("champion", "42"), ("wall_e", "42"), ("random", "json")] {
        let report =
            passes(&["filler", &computer_player(GameKind::Filler, name), "--dialect", dialect]);
        assert_eq!(report["dialect"], dialect);
    }
}

#[test]
fn a_bot_that_never_looks_beyond_the_edges_is_warned_once() {
    let report = passes(&["filler", &computer_player(GameKind::Filler, "wall_e")]);
    let warnings = report["warnings"].as_array().expect("a list");
    assert_eq!(warnings.len(), 1, "{warnings:?}");
    let warning = warnings[0].as_str().unwrap_or_default();
    let expected = "The bot answered \"0 0\" although \"-1 0\" was legal";
    assert!(warning.starts_with(expected), "{warning}");
}

#[test]
fn the_five_line_bot_passes_in_every_game() {
    let bot = BotScript::new(
        "#!/usr/bin/env python3\n\
         import json, random, sys\n\
         for line in sys.stdin:\n    \
             message = json.loads(line)\n    \
             if message[\"type\"] == \"turn\":\n        \
                 print(random.choice(message[\"moves\"]), flush=True)\n",
    );
    for game in GameKind::ALL {
        passes(&[game.name(), &format!("json:{}", bot.path)]);
    }
}

#[test]
fn a_bot_with_another_protocol_gets_advice_on_the_option() {
    let bot = BotScript::shell("'$$$'*) exit 3 ;;");
    let (step, verdict, said) = (2, "crash", "");
    let advice = "If the bot uses the Meeple protocol, add --dialect json.";
    fails(&["filler", &bot.path], &ExpectedReport { step, verdict, said, advice });
    let bot = BotScript::shell("'{'*) exit 3 ;;");
    let advice = "If the bot uses a school's dialect, add --dialect edu or --dialect 42.";
    let words = ["filler", &bot.path, "--dialect", "json"];
    fails(&words, &ExpectedReport { step, verdict, said, advice });
}

#[test]
fn protocol_mistakes_get_their_step_and_advice() {
    let turn = "*'\"type\":\"turn\"'*)";
    for (case, expected) in [
        (
            format!("{turn} printf 'thinking\\n0,1\\n' ;;"),
            ExpectedReport {
                step: 2,
                verdict: "bad-answer",
                said: "thinking\\n0,1\\n",
                advice: "start such lines with `info `. 0,1, which came after it",
            },
        ),
        (
            format!("{turn} echo \"{{'move': '0,0'}}\" ;;"),
            ExpectedReport {
                step: 2,
                verdict: "bad-answer",
                said: "{'move': '0,0'}\\n",
                advice: "{\"move\":\"0,0\"}",
            },
        ),
        (
            format!("{turn} echo 7 ;;"),
            ExpectedReport {
                step: 2,
                verdict: "bad-answer",
                said: "7\\n",
                advice: "move 7, counting from 0, is 1,2.",
            },
        ),
        (
            format!("{turn} echo 1 2 ;;"),
            ExpectedReport {
                step: 2,
                verdict: "bad-answer",
                said: "1 2\\n",
                advice: "exactly as in `moves`: 1,2",
            },
        ),
        (
            format!("{turn} echo 4,3 ;;"),
            ExpectedReport {
                step: 2,
                verdict: "illegal",
                said: "4,3\\n",
                advice: "Row and column are swapped: 3,4 would have been legal.",
            },
        ),
        (
            format!("{turn} exit 0 ;;"),
            ExpectedReport {
                step: 2,
                verdict: "crash",
                said: "",
                advice: "Read and answer in a loop",
            },
        ),
        (
            "*'\"seat\":1,\"moves\"'*) exit 3 ;;".into(),
            ExpectedReport {
                step: 3,
                verdict: "crash",
                said: "",
                advice: "The bot has seat 1 here; see the key `seat`.",
            },
        ),
        (
            "*'\"type\":\"weather\"'*) exit 3 ;;".into(),
            ExpectedReport {
                step: 5,
                verdict: "crash",
                said: "",
                advice: "ignore unknown messages and keys",
            },
        ),
        (
            "*'\"results\":[]'*) exit 3 ;;".into(),
            ExpectedReport {
                step: 7,
                verdict: "crash",
                said: "",
                advice: "`results` is empty if the game was abandoned",
            },
        ),
        (
            "*'\"type\":\"end\"'*) echo goodbye ;;".into(),
            ExpectedReport {
                step: 7,
                verdict: "bad-answer",
                said: "goodbye\\n",
                advice: "nothing for `start` and `end`",
            },
        ),
    ] {
        fails(&["chomp", &BotScript::shell(&case).path], &expected);
    }
}

#[test]
fn a_bot_that_takes_messages_apart_too_strictly_fails_at_unusual_positions() {
    let bot = BotScript::new(
        "#!/usr/bin/env python3\n\
         import json, sys\n\
         def move(type, ply, seat, moves, position, picture, choices, events, time_ms):\n    \
             return moves[0]\n\
         for line in sys.stdin:\n    \
             message = json.loads(line)\n    \
             if message[\"type\"] == \"turn\":\n        \
                 print(move(**message), flush=True)\n",
    );
    let advice = "ignore unknown messages and keys";
    fails(&["chomp", &bot.path], &ExpectedReport { step: 5, verdict: "crash", said: "", advice });
}

#[test]
fn an_unflushed_answer_is_distinguished_from_silence() {
    let unflushed = BotScript::new(
        "#!/usr/bin/env python3\n\
         import json, sys\n\
         for line in sys.stdin:\n    \
             message = json.loads(line)\n    \
             if message[\"type\"] == \"turn\":\n        \
                 print(message[\"moves\"][0])\n",
    );
    let advice = "Most likely it was still in a buffer. Flush after every line";
    let expected = ExpectedReport { step: 2, verdict: "time-out", said: "", advice };
    fails(&["chomp", &unflushed.path, "--time", "5"], &expected);

    let slow = BotScript::shell("*'\"type\":\"turn\"'*) exec sleep 60 ;;");
    let advice = "The bot wrote nothing";
    let expected = ExpectedReport { step: 2, verdict: "time-out", said: "", advice };
    fails(&["chomp", &slow.path, "--time", "3"], &expected);
}

#[test]
fn mistakes_in_fillers_dialect_get_their_step_and_advice() {
    for (filter, expected) in [
        (
            "echo $y $x",
            ExpectedReport {
                step: 2,
                verdict: "illegal",
                said: "1 9\\n",
                advice: "Row and column are swapped: 9 1 would have been legal. In an answer, X",
            },
        ),
        (
            // The second write comes when the bot's input has ended.
            "printf '%s ' $x; cat > /dev/null; printf '%s\\n' $y",
            ExpectedReport {
                step: 2,
                verdict: "bad-answer",
                said: "9 ",
                advice: "The answer came in several writes",
            },
        ),
        (
            "printf '%s %s\\r\\n' $x $y",
            ExpectedReport { step: 2, verdict: "bad-answer", said: "9 1\\r\\n", advice: "CR LF" },
        ),
        (
            "printf '%s %s' $x $y",
            ExpectedReport {
                step: 2,
                verdict: "bad-answer",
                said: "9 1",
                advice: "The line feed (\\n) is missing",
            },
        ),
        (
            "printf '%s %s\\n\\n' $x $y",
            ExpectedReport {
                step: 2,
                verdict: "bad-answer",
                said: "9 1\\n\\n",
                advice: "it reads Y as 0",
            },
        ),
        (
            "printf 'my move:\\n%s %s\\n' $x $y",
            ExpectedReport {
                step: 2,
                verdict: "bad-answer",
                said: "my move:\\n9 1\\n",
                advice: "Write debug output to stderr",
            },
        ),
        (
            "echo $x,$y",
            ExpectedReport {
                step: 2,
                verdict: "bad-answer",
                said: "9,1\\n",
                advice: "X (the column), one space, Y (the row) and a line feed",
            },
        ),
        (
            "echo 0 0",
            ExpectedReport {
                step: 2,
                verdict: "illegal",
                said: "0 0\\n",
                advice: "exactly one of them on a cell of your own (`@` or `a`)",
            },
        ),
    ] {
        fails(&["filler", &BotScript::filtered(filter).path], &expected);
    }
}

/// Finds a place for the piece in 01-edu's protocol, and exits if there is none.
const LEAVES_WHEN_STUCK: &str = r#"#!/usr/bin/env python3
import sys

def lines(count):
    return [sys.stdin.readline().rstrip("\n") for _ in range(count)]

def size(head):
    return [int(word) for word in head.rstrip(":\n").split()[1:]]

def fits(board, piece, x, y):
    cells = [(x + c, y + r) for r, row in enumerate(piece) for c, mark in enumerate(row) if mark != "."]
    if not all(0 <= y < len(board) and 0 <= x < len(board[0]) for x, y in cells):
        return False
    marks = [board[y][x] for x, y in cells]
    return sum(mark in me for mark in marks) == 1 and all(mark in me + "." for mark in marks)

me = "@a" if " p1 :" in sys.stdin.readline() else "$s"
for head in sys.stdin:
    width, height = size(head)
    board = [line[4:] for line in lines(height + 1)[1:]]
    piece_width, piece_height = size(sys.stdin.readline())
    piece = lines(piece_height)
    columns, rows = range(1 - piece_width, width), range(1 - piece_height, height)
    places = [(x, y) for y in rows for x in columns if fits(board, piece, x, y)]
    if not places:
        sys.exit(0)
    print(*places[0], flush=True)
"#;

#[test]
fn a_bot_that_leaves_when_it_is_stuck_fails_there() {
    let advice = "Answer `0 0` instead and keep reading until the input ends.";
    let expected = ExpectedReport { step: 6, verdict: "crash", said: "", advice };
    fails(&["filler", &BotScript::new(LEAVES_WHEN_STUCK).path], &expected);
}

#[test]
fn a_bot_that_ignores_the_end_of_its_input_is_warned() {
    let bot = BotScript::new(
        "#!/bin/sh\nwhile :; do if read -r line; then case $line in\n\
         *'\"type\":\"turn\"'*) echo 0,0 ;;\nesac; else sleep 0.1; fi; done\n",
    );
    let report = passes(&["chomp", &bot.path]);
    let warning = report["warnings"][0].as_str().unwrap_or_default();
    assert!(warning.starts_with("The bot keeps running when its input ends"), "{warning}");
}

#[test]
fn the_text_report_shows_each_step_and_the_bytes_of_the_failure() {
    let bot = BotScript::shell("*'\"type\":\"turn\"'*) printf '\\033[2J?\\n' ;;");
    let output = check_bot(&["chomp", &bot.path]).assert().code(1).get_output().clone();
    let text = String::from_utf8(output.stdout).expect("text");
    let lines: Vec<&str> = text.lines().collect();
    assert_eq!(lines[0], " 1 starts             ok     using the Meeple protocol");
    assert_eq!(lines[1], " 2 answers            FAILED the first question: bad-answer");
    assert!(
        text.contains("\n  {\"type\":\"turn\",\"ply\":0,\"seat\":0,\"moves\":[\"0,0\""),
        "{text}"
    );
    assert!(text.contains("\nWritten by the bot (6 bytes):\n  \"\\u{1b}[2J?\\n\"\n"), "{text}");
    assert!(text.contains("\nVerdict: bad-answer: "), "{text}");
    assert!(text.contains("\nHow to fix it: "), "{text}");
    assert!(!text.contains('\u{1b}'));
    let error = String::from_utf8(output.stderr).expect("text");
    assert!(error.ends_with("failed at step 2; fix it and run the check again\n"), "{error}");
}

#[test]
fn a_bot_that_cannot_start_fails_at_the_first_step_and_bad_arguments_are_refused() {
    let bot = BotScript::shell("");
    fs::set_permissions(&bot.path, fs::Permissions::from_mode(0o644)).expect("it is ours");
    let (code, report) = report(&["azul", &bot.path]);
    let step = &report["steps"][0];
    assert_eq!((code, step["verdict"].as_str()), (Some(1), Some("cannot-start")));
    assert!(step["reason"].as_str().is_some_and(|reason| reason.contains("chmod +x")), "{step}");
    for (words, expected) in [
        (&["chomp", "perfect"][..], "'meeple bot chomp perfect'"),
        (&["chomp", "you"], "a person cannot be checked"),
        (&["azul", "./bot", "--dialect", "42"], "--dialect 42 is for filler"),
        (&["azul", "edu:./bot"], "azul bots use the protocol \"json\", not \"edu\""),
        (&["azul", "./bot", "--dialect", "klingon"], "possible values: json, edu, 42"),
    ] {
        let assert = check_bot(words).assert().code(2);
        let error = String::from_utf8_lossy(&assert.get_output().stderr).into_owned();
        assert!(error.contains(expected), "{error}");
    }
}

#[test]
fn an_interrupted_check_leaves_no_bot() {
    let marker = format!("check-bot-{}", process::id());
    let bot = format!("sh -c 'while :; do sleep 0.1; done' {marker}");
    let mut check = process::Command::new(program())
        .args(["check-bot", "chomp", &bot])
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .expect("it starts");
    let mut output = BufReader::new(check.stdout.take().expect("it is piped"));
    let mut line = String::new();
    output.read_line(&mut line).expect("it can be read");
    assert!(line.starts_with(" 1 starts"), "{line}");
    kill_process(Pid::from_child(&check), Signal::INT).expect("it is there");
    let mut rest = String::new();
    output.read_to_string(&mut rest).expect("text");
    assert_eq!(check.wait().expect("it ends").code(), Some(130), "{rest}");
    let left = fs::read_dir("/proc").expect("Linux").flatten().filter(|entry| {
        let words = fs::read(entry.path().join("cmdline")).unwrap_or_default();
        String::from_utf8_lossy(&words).split('\0').any(|word| word == marker)
    });
    assert_eq!(left.count(), 0);
}
