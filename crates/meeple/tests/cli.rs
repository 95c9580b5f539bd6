//! The program as a user runs it: every command, its errors and its exit codes.

use assert_cmd::Command;
use predicates::{prelude::PredicateBooleanExt, str::contains};
use serde_json::Value;

fn meeple(words: &str) -> Command {
    let mut command = Command::new(assert_cmd::cargo::cargo_bin!("meeple"));
    command.args(words.split_whitespace()).env_remove("NO_COLOR");
    command
}

fn json(words: &str) -> Value {
    let output = meeple(words).assert().success().get_output().stdout.clone();
    serde_json::from_slice(&output).expect("the output is JSON")
}

#[track_caller]
fn wrong_usage(words: &str, reason: &str) {
    meeple(words).assert().code(2).stderr(contains(reason)).stdout("");
}

#[test]
fn without_a_terminal_and_a_command_it_prints_help() {
    meeple("").assert().success().stdout(contains("Usage: meeple").and(contains("Examples:")));
}

#[test]
fn wrong_arguments_are_refused_with_what_is_possible() {
    wrong_usage("play chmop", "[possible values: chomp");
    wrong_usage("play chomp widht=5", "unknown option \"widht\": did you mean \"width\"?");
    wrong_usage("play chomp width=0", "invalid value \"0\" for width (possible: 1-255)");
    wrong_usage("play chomp width=5 width=5", "option width is given twice");
    wrong_usage("play chomp 5", "options are written key=value");
    wrong_usage("play chomp width=1 height=1", "a bar of one square is only poison");
    wrong_usage("play chomp width=3 --seats you,perfct", "did you mean \"perfect\"?");
    wrong_usage("play chomp width=3 --seats you,perfect:stall=x", "(possible: resist or nibble)");
    wrong_usage("play chomp width=3 --seats you:nmae=A,you", "did you mean \"name\"?");
    wrong_usage("play chomp width=3 --seats you", "chomp has 2 seats here, but --seats names 1");
    wrong_usage("play", "<GAME>");
    wrong_usage("perft chomp", "<KEY=VALUE|DEPTH>");
    wrong_usage("perft chomp width=3", "give one number of moves");
    wrong_usage("perft chomp 3x", "\"3x\" is not a number of moves");
    wrong_usage("solve chomp rows=1,2", "row 1 has 2 squares, more than the 1 above it");
    wrong_usage("solve chomp width=5 height=4 rows=6 turn=0", "bad position at character 23");
    wrong_usage("solve azul", "azul cannot be solved, only chomp");
    wrong_usage("prove filler", "filler cannot be solved, only chomp");
    wrong_usage("solve chmop", "[possible values: chomp]");
    wrong_usage("solve chomp --memory 4.5G", "\"4.5G\" is not an amount of memory");
    wrong_usage("prove chomp --memory 1M", "1M is too little: at least 64M");
    wrong_usage("man ply", "there is no command \"ply\"");
    wrong_usage("man filler adit", "there is no command \"adit\" (commands: audit");
    wrong_usage("nonsense", "unrecognized subcommand");
}

/// Options that would be ignored are errors, so that nobody relies on them.
#[test]
fn options_without_effect_are_refused() {
    for words in [
        "games --no-save",
        "match azul greedy random --no-save",
        "filler -p1 heat -p2 bender --no-save",
    ] {
        wrong_usage(words, "unexpected argument '--no-save'");
    }
    wrong_usage("practice azul --make 1 --no-save", "cannot be used with");
    wrong_usage("--no-save games", "--no-save belongs after the command");
    wrong_usage("--plain play chomp", "--plain belongs after the command");
    wrong_usage("play azul --cache", "--cache is only for chomp");
    wrong_usage("play grass --memory 1G", "--memory is only for chomp");
    wrong_usage("analyze filler --memory 1G", "--memory is only for chomp");
    wrong_usage("filler --player1 heat --player2 bender --threads 2", "--threads needs --games");
    for option in ["--memory 100", "--strict"] {
        let name = option.split(' ').next().unwrap_or_default();
        let reason = format!("{name} is only for programs");
        wrong_usage(&format!("filler --player1 heat --player2 bender {option}"), &reason);
    }
    wrong_usage("players -q", "--quiet needs --rate");
    wrong_usage("players azul --quiet --json", "--quiet needs --rate");
    wrong_usage("replay game.jsonl --json --plain", "cannot be used with");
    wrong_usage("show chomp --json --plain", "cannot be used with");
    wrong_usage(
        "filler --player1 heat --player2 bender --refresh --games 2",
        "cannot be used with",
    );
    for option in ["--nice 5", "--memory 100", "--ponder", "--dialect json"] {
        let name = option.split(' ').next().unwrap_or_default();
        let reason = format!("{name} is only for programs");
        wrong_usage(&format!("match azul greedy random --games 2 {option}"), &reason);
        wrong_usage(&format!("tournament azul greedy random --games 2 {option}"), &reason);
    }
    wrong_usage("tournament azul greedy random --no-check", "--no-check is only for programs");
    wrong_usage("tournament azul greedy random --sprt 0,10", "unexpected argument '--sprt'");
    wrong_usage("train chomp --out x", "chomp cannot be trained, only azul");
}

#[test]
fn help_shows_defaults_and_only_the_options_of_the_command() {
    let help = |words: &str| {
        let output = meeple(&format!("{words} --help")).assert().success().get_output().clone();
        let text = String::from_utf8(output.stdout).expect("UTF-8");
        text.split_whitespace().collect::<Vec<_>>().join(" ")
    };
    assert!(help("match").contains("[default: 100; with --sprt at most 100000]"));
    assert!(
        help("tournament")
            .contains("Games per encounter, rounded up to whole blocks [default: 10]")
    );
    assert!(help("players").contains("[default: 200]"));
    assert!(!help("tournament").contains("--sprt"));
    assert!(help("train").contains("[possible values: azul]"));
    for command in ["play", "replay", "practice", "watch"] {
        assert!(help(command).contains("--no-save"), "{command}");
    }
    for command in ["games", "solve", "show", "match", "serve", "rules"] {
        assert!(!help(command).contains("--no-save"), "{command}");
    }
}

#[test]
fn a_match_shows_players_with_their_parameters() {
    let words = "match chomp perfect:slip=40 random width=3 height=2 --games 2";
    let shown = contains(" perfect:slip=40 ").and(contains("2 games in 1 block."));
    meeple(words).assert().success().stdout(shown);
}

#[test]
fn a_time_limit_has_a_unit_or_is_in_seconds() {
    for time in ["10ms", "0.01", "2s", "1m"] {
        meeple(&format!("play chomp width=2 height=1 --seats random,random --time {time}"))
            .assert()
            .success();
    }
    wrong_usage("play chomp --time soon", "such as 10, 0.5, 500ms or 2m");
    wrong_usage("play chomp --time 0.0001", "must be between 0.001 and 86400 seconds");
}

#[test]
fn what_cannot_be_done_fails_with_code_1() {
    let failed = |words, reason: &str| meeple(words).assert().code(1).stderr(contains(reason));
    failed("replay /no/such/file", "/no/such/file: No such file");
    failed("check /no/such/file", "/no/such/file: No such file");
    failed("check /", "/: is a directory");
    failed("check /dev/zero", "/dev/zero: too large: a certificate has at most 67108864 bytes");
    failed("solve chomp width=100 height=100", "too large to solve");
    failed("prove chomp width=100 height=100", "too large to solve");
    failed("solve chomp width=16 height=16 --memory 64M", "the memory for them is 64M");
    failed("prove chomp width=16 height=16 --memory 64M", "the memory for them is 64M");
    failed("play --resume /no/such/file", "/no/such/file: No such file");
    failed("solve chomp width=3 --cache=/proc/no", "/proc/no");
}

#[test]
fn games_are_listed_for_people_and_for_programs() {
    meeple("games").assert().success().stdout(contains("width=1-255").and(contains("(default 5)")));
    let games = json("games --json");
    let chomp = &games[0];
    assert_eq!(chomp["name"], "chomp");
    assert_eq!(chomp["options"][0]["possible"], "1-255");
    assert_eq!(chomp["players"][0]["parameters"][0]["name"], "stall");
}

#[test]
fn rules_completions_and_manual_pages_are_printed() {
    meeple("rules chomp").assert().success().stdout(contains("How to play Chomp"));
    meeple("rules chomp --raw").assert().success().stdout(contains("# How to play Chomp\n"));
    let full = meeple("rules chomp --full").assert().success();
    full.stdout(contains("- C1 The bar has `width` columns"));
    meeple("rules chomp --full --raw").assert().success().stdout(contains("- **C1** The bar has"));
    meeple("rules chomp --full --color always")
        .assert()
        .success()
        .stdout(contains("\u{1b}[1mC1\u{1b}[0m"));
    for shell in ["bash", "zsh", "fish", "elvish", "powershell"] {
        let script = meeple(&format!("completions {shell}")).assert().success();
        let is_told_values = ["bash", "zsh", "fish"].contains(&shell); // other shells get no values
        let has_seats = contains("window").and(contains("terminator"));
        let script = script.stdout(contains("meeple"));
        if is_told_values {
            script.stdout(has_seats);
        }
    }
    meeple("man").assert().success().stdout(contains(".TH meeple"));
    meeple("man play").assert().success().stdout(contains("\\-\\-seats"));
    let audit = meeple("man filler audit").assert().success();
    audit.stdout(contains(".TH meeple-filler-audit").and(contains("Grade a bot")));
}

#[test]
fn perft_counts_and_divides() {
    meeple("perft chomp width=3 height=2 2").assert().success().stdout("18\n");
    meeple("perft chomp width=2 height=2 2 --divide")
        .assert()
        .success()
        .stdout("0,0: 0\n0,1: 2\n1,0: 2\n1,1: 3\n7\n");
    let counted = json("perft chomp width=2 height=2 2 --divide --json");
    assert_eq!((&counted["count"], &counted["moves"]["1,1"]), (&7.into(), &3.into()));
}

#[test]
fn solve_says_who_wins_and_how() {
    let solved = json("solve chomp width=10 height=8 --json");
    assert_eq!(solved["wins"], true);
    assert_eq!(solved["winning"], serde_json::json!(["3,8", "4,5"]));
    assert_eq!(solved["position"], "width=10 height=8 rows=10,10,10,10,10,10,10,10 turn=0");
    assert_eq!(solved["positions"], 43758);
    assert!(solved["ms"].is_number() && solved["table_bytes"].is_number());
    let lost = json("solve chomp rows=5,5,2,2 --json");
    assert_eq!((&lost["wins"], &lost["plies"]), (&false.into(), &10.into()));
    assert_eq!(json("solve chomp rows=1 --json")["best"], Value::Null);
    meeple("solve chomp width=5 height=4")
        .assert()
        .stdout(contains("Winning moves: C3\nBest move: C3 (11 plies to the end)"));
    meeple("solve chomp rows=2,1").assert().stdout(contains("the player to move loses"));
    let position = json("solve chomp width=5 height=4 rows=5,3,3,1 turn=1 --json");
    assert_eq!(position["position"], "width=5 height=4 rows=5,3,3,1 turn=1");
    meeple("solve chomp width=12 height=11").assert().stdout(contains("(87 plies to the end)"));
    meeple("solve chomp width=1 height=1")
        .assert()
        .stdout(contains("Table of 1x1: 2 positions, 1 of them lost"));
    meeple("solve chomp width=2 height=1").assert().stdout(contains("(1 ply to the end)"));
}

/// Returns the answers to these lines, one per line.
fn batch(lines: &[u8]) -> Vec<Value> {
    let output = meeple("solve chomp --batch").write_stdin(lines).output().expect("it runs");
    let output = String::from_utf8(output.stdout).expect("UTF-8");
    output.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect()
}

#[test]
fn an_answer_of_a_batch_is_about_its_line_alone() {
    let position = "width=5 height=4 rows=5,3,3,1 turn=0";
    let vast = "width=80 height=5"; // plies are not counted in such a large box
    let without_line = |mut answer: Value| {
        answer.as_object_mut().expect("an object").remove("line");
        answer
    };
    let alone = batch(position.as_bytes());
    assert_eq!(alone[0]["line"], 1);
    assert_eq!(alone[0]["position"], position);
    assert_eq!(alone[0]["winning"], serde_json::json!(["0,2"]));
    assert_eq!(alone[0]["best"], "0,2");
    assert!(alone[0]["plies"].is_number());
    let after = batch(format!("{vast}\nrows=9,9\n{position}\n").as_bytes());
    assert_eq!((&after[0]["line"], &after[2]["line"]), (&1.into(), &3.into()));
    assert_eq!(without_line(after[2].clone()), without_line(alone[0].clone()));
}

#[test]
fn a_line_that_is_too_long_is_an_error_of_that_line() {
    let mut lines = b"rows=2,1\nrows=".to_vec();
    lines.extend(b"1,".repeat(5_000_000));
    lines.extend(b"\nrows=2,2\n");
    let answers = batch(&lines);
    assert_eq!(answers.len(), 3);
    assert_eq!(
        answers[1],
        serde_json::json!({"line": 2, "error": "the line is longer than 4096 bytes"})
    );
    assert_eq!((&answers[2]["line"], &answers[2]["wins"]), (&3.into(), &true.into()));
    meeple("solve chomp --batch")
        .write_stdin("x\n")
        .assert()
        .code(1)
        .stderr(contains("1 line could not be solved"));
}

#[test]
fn batch_answers_every_line_and_names_the_bad_ones() {
    let output = meeple("solve chomp --batch")
        .write_stdin("rows=2,1\n\nrows=x\nrows=2,2\nwidth=3 height=2\n\u{ff}\nrows=3")
        .assert()
        .code(1)
        .stderr(contains("3 lines could not be solved"))
        .get_output()
        .stdout
        .clone();
    let lines: Vec<Value> = String::from_utf8(output)
        .expect("UTF-8")
        .lines()
        .map(|line| serde_json::from_str(line).expect("JSON"))
        .collect();
    let wins: Vec<&Value> = lines.iter().map(|line| &line["wins"]).collect();
    assert_eq!(
        wins,
        [
            &false.into(),
            &Value::Null,
            &Value::Null,
            &true.into(),
            &true.into(),
            &Value::Null,
            &true.into()
        ]
    );
    assert_eq!(lines[2]["line"], 3);
    assert!(lines[2]["error"].as_str().is_some_and(|error| error.contains("numbers and commas")));
}

#[test]
fn a_proof_is_written_checked_and_refused_when_tampered_with() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("proof.json");
    let path = path.to_str().expect("UTF-8");
    meeple(&format!("prove chomp width=5 height=4 -o {path}")).assert().success().stdout(format!(
        "width=5 height=4 rows=5,5,5,5 turn=0: the player to move wins, starting with C3\n\
             Certificate with 14 lost positions: {path}\n"
    ));
    meeple(&format!("check {path}")).assert().success().stdout(
        "Proven: width=5 height=4 rows=5,5,5,5 turn=0: the player to move wins, \
         starting with C3 (14 positions checked)\n",
    );
    let checked = json(&format!("check {path} --json"));
    assert_eq!(checked["position"], "width=5 height=4 rows=5,5,5,5 turn=0");
    assert_eq!((&checked["winner"], &checked["opening"]), (&0.into(), &"2,2".into()));
    let proof = std::fs::read_to_string(path).expect("it was written");
    let tampered = proof.replace("[2,1],", "");
    assert_ne!(proof, tampered);
    meeple("check -")
        .write_stdin(tampered)
        .assert()
        .code(1)
        .stderr(contains("no reply to the bite"));
    meeple("check -").write_stdin(proof).assert().success();
    let lost = meeple("prove chomp rows=1").output().expect("it runs").stdout;
    meeple("check -").write_stdin(lost).assert().success().stdout(
        "Proven: width=1 height=1 rows=1 turn=0: the player to move loses, \
         whatever they play (1 position checked)\n",
    );
    meeple("check -").write_stdin("{}").assert().code(1).stderr(contains("not a certificate"));
}

#[test]
fn a_table_is_stored_checked_and_rebuilt_when_damaged() {
    let folder = tempfile::tempdir().expect("a folder");
    let cache = folder.path().to_str().expect("UTF-8");
    let solve = || meeple(&format!("solve chomp width=7 height=6 --cache={cache}"));
    solve().assert().success().stderr("");
    let file = folder.path().join("chomp-7x6.table");
    let good = std::fs::read(&file).expect("the table was kept");
    solve().assert().success().stderr("");
    let mut bad = good.clone();
    bad[40] ^= 1;
    std::fs::write(&file, bad).expect("it can be written");
    solve()
        .assert()
        .success()
        .stderr(contains("could not be read (the checksum of block 1 of 1 is"));
    assert_eq!(std::fs::read(&file).expect("still there"), good);
    solve().assert().success().stderr("");
    // Far more bytes than that table can have: not read at all.
    let huge = std::fs::File::create(&file).expect("it can be written");
    huge.set_len(1 << 40).expect("a file with a hole");
    solve().assert().success().stderr(contains("1099511627776 bytes, expected 252"));
    assert_eq!(std::fs::read(&file).expect("still there"), good);
    // A proof reads the same table.
    std::fs::write(&file, "rubbish").expect("it can be written");
    meeple(&format!("prove chomp width=7 height=6 --cache={cache}"))
        .assert()
        .success()
        .stderr(contains("and was rebuilt"));
    assert_eq!(std::fs::read(&file).expect("still there"), good);
}

#[test]
fn a_table_that_cannot_be_saved_does_not_cost_the_answer() {
    // Writing the table to this folder fails: a folder has taken its name.
    let folder = tempfile::tempdir().expect("a folder");
    std::fs::create_dir(folder.path().join("chomp-7x6.table")).expect("a folder");
    meeple(&format!("solve chomp width=7 height=6 --cache={}", folder.path().display()))
        .assert()
        .success()
        .stdout(contains("the player to move wins"))
        .stderr(contains("was rebuilt").and(contains("the table was not saved")));
    let left: Vec<_> = folder.path().read_dir().expect("a folder").flatten().collect();
    assert_eq!(left.len(), 1, "no partial file is left: {left:?}");
}

#[test]
#[cfg(unix)]
fn a_pipe_in_place_of_a_table_does_not_block() {
    let folder = tempfile::tempdir().expect("a folder");
    let pipe = folder.path().join("chomp-7x6.table");
    assert!(std::process::Command::new("mkfifo").arg(&pipe).status().expect("mkfifo").success());
    meeple(&format!("solve chomp width=7 height=6 --cache={}", folder.path().display()))
        .timeout(std::time::Duration::from_secs(60))
        .assert()
        .success()
        .stderr(contains("was rebuilt").and(contains("not a regular file")));
    assert!(pipe.is_file(), "the table has taken its place");
}

#[test]
fn every_help_fits_in_eighty_columns() {
    use clap::CommandFactory;
    fn check(command: &clap::Command) {
        for help in [
            command.clone().term_width(80).render_help(),
            command.clone().term_width(80).render_long_help(),
        ] {
            for line in help.to_string().lines() {
                let width = line.chars().count();
                assert!(width <= 80, "{}: {width} columns: {line}", command.get_name());
            }
        }
        command.get_subcommands().for_each(check);
    }
    let mut program = meeple::cli::Cli::command();
    program.build();
    check(&program);
}

#[test]
#[cfg(unix)]
fn a_closed_pipe_ends_quietly_and_a_full_disk_does_not() {
    use std::process::{Command, Stdio};
    let program = assert_cmd::cargo::cargo_bin!("meeple");
    let mut child = Command::new(program)
        .args(["solve", "chomp", "--batch"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("it starts");
    drop(child.stdout.take()); // the output is closed
    let mut input = child.stdin.take().expect("an input");
    std::io::Write::write_all(&mut input, b"rows=2,1\n").expect("it reads");
    drop(input);
    let output = child.wait_with_output().expect("it ends");
    assert_eq!((output.status.code(), output.stderr.as_slice()), (Some(0), b"".as_slice()));

    let full = std::fs::File::options().write(true).open("/dev/full").expect("/dev/full");
    let output = Command::new(program).arg("games").stdout(full).output().expect("it runs");
    assert_eq!(output.status.code(), Some(1));
    assert!(String::from_utf8_lossy(&output.stderr).contains("No space left"));
}
