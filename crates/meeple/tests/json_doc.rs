//! `docs/json.md` is up to date: what the program prints with `--json` has exactly the fields of its tables.

#[path = "json_doc/checker.rs"]
mod checker;
#[path = "json_doc/document.rs"]
mod document;

use checker::Checker;
use clap::CommandFactory;
use document::Document;
use meeple::cli::Cli;
use meeple_core::Replay;
use meeple_games::{GameKind, open_record};
use meeple_view::view;
use serde_json::Value;
use std::{
    env, fs, iter,
    path::Path,
    process::{Command, Output, Stdio},
};
use tempfile::TempDir;

/// Written before the runs: records of games, programs that fail, a certificate, a tournament.
const SETUP: &str = r#"
meeple play chomp width=3 height=2 --seats perfect,random --seed 1 --record chomp.jsonl
meeple play filler map=...../.@.../...../...$./..... --seats random,random --seed 1 --record filler.jsonl
meeple play azul --seats random,random --seed 1 --record azul.jsonl
meeple play azul wall=grey --seats random,random --seed 1 --record grey.jsonl
meeple play grass --seats random,random --seed 1 --record grass.jsonl
meeple prove chomp rows=2,2 -o proof.json
cat > quits.sh <<'END'
read -r start
read -r turn
echo 'I give up' >&2
END
cat > nonsense.sh <<'END'
while read -r line; do
    case $line in Piece*) echo 'which piece?' >&2; echo hello ;; esac
done
END
cat > extra.sh <<'END'
while read -r line; do
    case $line in Piece*) printf '0 0\nand more' ;; esac
done
END
cat > faulty.jsonl <<'END'
{"event":"start","format":2,"game":"chomp","rules":1,"options":{"width":3,"height":2},"seats":[{"name":"Ann","who":"person"},{"name":"./bot","who":"program","command":"./bot"}],"time":"2026-05-01T18:30:00Z"}
{"event":"move","seat":0,"move":"1,2","ms":5120}
{"event":"fault","seat":1,"verdict":"time-out","seen":"no answer within 10 s","then":"ends","stderr":["thinking"]}
{"event":"end","by":"forfeit","results":[{"score":0,"rank":1},{"score":0,"rank":2}],"reason":"./bot failed: time-out: no answer within 10 s"}
END
fair='"seed":1,"commitment":"2147bcbd7a0157d24f0976adbb198914e86ad7a1dd775942fe797fe16294e0d7","salt":"00112233445566778899aabbccddeeff",'
sed "s/\"seed\":1,/$fair/" filler.jsonl > fair.jsonl
sed 's/"seed":1,/"seed":2,/' fair.jsonl > other.jsonl
sed 's/"seed":1,/"seed":2,/' azul.jsonl > dealt.jsonl
cat > tournament.toml <<'END'
game = "filler"
contestants = ["random", { name = "Ann", plays = "meeple bot filler random" }, "sh quits.sh"]
schedule = "swiss"
rounds = 1
games = 2
time = "1m"
nodes = 100
memory = 4096
nice = 1
dialect = "json"
plies = 2
jobs = 1
[options]
map = "...../.@.../...../...$./....."
END
"#;

/// The commands that are run, besides those of the document's examples: the name of the output in the
/// document, and a line for a shell.
const RUNS: &[(&str, &str)] = &[
    ("solve", "meeple solve chomp rows=1 --json"),
    ("prove", "meeple prove chomp rows=2,1"),
    ("check", "meeple check proof.json --json"),
    (
        "verify",
        "meeple verify filler.jsonl fair.jsonl other.jsonl dealt.jsonl faulty.jsonl proof.json --json",
    ),
    ("perft", "meeple perft azul 1 --json"),
    ("games", "meeple games --json"),
    ("players", "meeple players --json"),
    (
        "match",
        "meeple players chomp width=2 height=2 --rate --games 2 --nodes 50 --file f.md --json",
    ),
    ("replay", "meeple replay chomp.jsonl --json"),
    ("replay", "meeple replay filler.jsonl --json"),
    ("replay", "meeple replay faulty.jsonl --json"),
    ("ply", "meeple replay chomp.jsonl --at 1 --json"),
    ("show chomp", "meeple show chomp chomp.jsonl --json"),
    ("show filler", "meeple show filler filler.jsonl --json"),
    ("show azul", "meeple show azul grey.jsonl --json"),
    ("show grass", "meeple show grass grass.jsonl --json"),
    ("moves filler", "meeple moves filler filler.jsonl --at 1 --json"),
    ("moves azul", "meeple moves azul azul.jsonl --at 1 --json"),
    ("moves grass", "meeple moves grass grass.jsonl --at 7 --json"),
    ("analyze", "meeple analyze filler --nodes 100 --json"),
    ("analyze record", "meeple analyze chomp chomp.jsonl --nodes 1000 --json"),
    ("analyze record", "meeple analyze filler filler.jsonl --nodes 50 --json"),
    ("match", "meeple match chomp perfect perfect:slip=5 --sprt 0,20 --games 4 --nodes 50 --json"),
    ("match", "meeple match chomp random 'sh quits.sh' --games 2 --faults 1 --json"),
    ("match", "meeple tournament tournament.toml --json"),
    (
        "tune",
        "meeple tune chomp perfect:slip=40 slip=0..60 width=3 height=2 \
              --games 40 --final 4 --nodes 50 --time 1m --json",
    ),
    ("train", "meeple train azul --games 2 --match 4 --nodes 5 --generations 1 --out train --json"),
    ("filler", "meeple filler -p1 'sh extra.sh' -p2 'sh nonsense.sh' --games 2 --seed 1 --json"),
    ("filler audit", "meeple filler audit 'sh nonsense.sh' --seed 1 --json"),
    ("check-bot", "meeple check-bot chomp 'meeple bot chomp random' --json"),
    ("check-bot", "meeple check-bot chomp 'sh quits.sh' --json"),
];

/// Positions of Laying Grass with moves that are rare in games: a stone to place, a tile to steal, a stolen
/// tile to lay, and a stone that a coupon removes.
const GRASS: &[&str] = &[
    "turn=0 coupons=1,1 spent=no pending=1,0 stolen=- queue=10,47,5,1,2,?13 discarded=- \
     tiles=7:CB:0,8:SR:1,12:BC:0 single=BB:0,TT:1 bonus=- captured=CC:S:0 stones=-",
    "turn=0 coupons=1,1 spent=no pending=0,1 stolen=- queue=10,47,5,1,2,?13 discarded=- \
     tiles=7:CB:0,8:SR:1,12:BC:0 single=BB:0,TT:1 bonus=- captured=CC:R:0 stones=-",
    "turn=0 coupons=1,1 spent=no pending=0,0 stolen=8 queue=10,47,5,1,2,?13 discarded=- \
     tiles=7:CB:0,12:BC:0 single=BB:0,TT:1 bonus=- captured=CC:R:0 stones=-",
    "turn=1 coupons=1,1 spent=no pending=0,0 stolen=- queue=10,47,5,1,2,3,?12 discarded=- \
     tiles=7:CB:0,8:SR:1,12:BC:0 single=BB:0,TT:1 bonus=- captured=CC:S:0 stones=FF",
];

/// Prints one object per line.
const LINES: &[&str] =
    &["solve --batch", "prove", "analyze", "analyze record", "match", "tune", "train"];

/// Returns the table that describes a value of this output.
fn table_of(output: &str, value: &Value) -> String {
    match (output, value["event"].as_str()) {
        ("tune", Some("result")) => "tuning result".into(),
        ("train", Some("result")) => "training result".into(),
        ("match" | "tune" | "train", Some(event)) => format!("line {event}"),
        _ => output.into(),
    }
}

/// Parses the output of a command; the items of a list count one by one.
fn values(output: &str, text: &str) -> Vec<Value> {
    let read = |text| {
        serde_json::from_str(text).unwrap_or_else(|error| panic!("{output}: {error}: {text:?}"))
    };
    if LINES.contains(&output) {
        return text.lines().map(read).collect();
    }
    match read(text) {
        Value::Array(items) => items,
        value => vec![value],
    }
}

/// A folder with the files of [`SETUP`].
struct RunFolder(TempDir);

impl RunFolder {
    fn create() -> Self {
        let folder = RunFolder(tempfile::tempdir().expect("a folder"));
        let output = folder.run(&format!("set -e\n{SETUP}"));
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        folder
    }

    fn path(&self) -> &Path {
        self.0.path()
    }

    /// Runs a line in a shell, in which `meeple` is this program.
    fn run(&self, line: &str) -> Output {
        let program = Path::new(assert_cmd::cargo::cargo_bin!("meeple"));
        let first = program.parent().expect("a program is in a folder").to_owned();
        let others = env::var_os("PATH").unwrap_or_default();
        let path = env::join_paths(iter::once(first).chain(env::split_paths(&others)));
        let mut shell = Command::new("sh");
        shell.args(["-c", line]).current_dir(self.path()).stdin(Stdio::null());
        shell.env("PATH", path.expect("a path of folders")).env("HOME", self.path());
        for variable in ["XDG_DATA_HOME", "XDG_CONFIG_HOME", "XDG_CACHE_HOME", "XDG_STATE_HOME"] {
            shell.env_remove(variable);
        }
        shell.output().expect("there is a shell")
    }

    /// Runs a line and returns the JSON it prints; its exit code doesn't matter.
    fn values(&self, output: &str, line: &str) -> Vec<Value> {
        let Output { stdout, stderr, .. } = self.run(line);
        let said = String::from_utf8_lossy(&stderr);
        assert!(!stdout.is_empty(), "{line} prints nothing: {said}");
        values(output, &String::from_utf8(stdout).expect("JSON is UTF-8"))
    }
}

#[test]
fn every_field_is_documented_and_every_documented_field_occurs() {
    let document = Document::read();
    let mut checker = Checker::new(&document);
    let folder = RunFolder::create();
    let examples = document.examples.iter();
    let examples =
        examples.filter_map(|example| Some((example.output.as_str(), example.command.as_deref()?)));
    for (output, line) in examples.chain(RUNS.iter().copied()) {
        for value in folder.values(output, line) {
            match output {
                "analyze record" => checker.check_elsewhere("analysis.md", &value),
                _ => checker.check_object(&table_of(output, &value), &value),
            }
        }
    }
    check_all_positions(&folder, &mut checker);
    assert!(checker.problems.is_empty(), "{:#?}", checker.problems);
    let documented = document.fields();
    let never: Vec<_> = documented.difference(&checker.seen).collect();
    assert!(never.is_empty(), "documented, but never printed: {never:#?}");
}

/// Checks what `show` and `moves` print for every position of the recorded games, without starting the program
/// for each.
fn check_all_positions(folder: &RunFolder, checker: &mut Checker<'_>) {
    for name in ["chomp", "filler", "azul", "grey", "grass"] {
        let record = fs::read(folder.path().join(name).with_extension("jsonl")).expect("a record");
        let game = Replay::read(&record, open_record).expect("a good record").game;
        let kind: GameKind = game.header().game.parse().expect("a game");
        for ply in 0..=game.plies().len() {
            let position = game.position_at(ply).expect("the ply is in the record");
            let picture = view(kind).picture_at(&game, ply).expect("the view of this game");
            checker.check_object(&format!("show {kind}"), &picture);
            for choice in view(kind).legal_moves(position) {
                checker.check_object(&format!("moves {kind}"), &choice);
            }
        }
    }
    for text in GRASS {
        let text = format!("players=2 shapes=show final=anywhere tie=grass round=2 {text}");
        let position = GameKind::Grass.parse_position(&text).expect("a position");
        let picture = view(GameKind::Grass).picture(&*position, &[]).expect("the view of grass");
        checker.check_object("show grass", &picture);
        for choice in view(GameKind::Grass).legal_moves(&*position) {
            checker.check_object("moves grass", &choice);
        }
    }
}

#[test]
fn every_example_is_true() {
    let document = Document::read();
    let mut checker = Checker::new(&document);
    let folder = RunFolder::create();
    for example in &document.examples {
        let output = example.output.as_str();
        let json: Vec<&str> = example.json.lines().filter(|line| *line != "...").collect();
        let shown = values(output, &json.join("\n"));
        for value in &shown {
            checker.check_object(&table_of(output, value), value);
        }
        let Some(line) = example.command.as_deref().filter(|_| !example.is_shortened) else {
            continue;
        };
        // Lines may be left out, but those shown are printed in this order.
        let mut printed = folder.values(output, line).into_iter();
        for value in shown {
            let table = table_of(output, &value);
            let is_shown = |other: Value| checker.is_same_object(&table, &value, &other);
            assert!(printed.any(is_shown), "{line} does not print {value:#}");
        }
    }
    assert!(checker.problems.is_empty(), "{:#?}", checker.problems);
}

#[test]
fn every_command_with_json_is_in_the_document() {
    fn look(command: &clap::Command, prefix: &str, found: &mut Vec<String>) {
        for command in command.get_subcommands() {
            let name = format!("{prefix}{}", command.get_name());
            if command.get_arguments().any(|argument| argument.get_long() == Some("json")) {
                found.push(name.clone());
            }
            look(command, &format!("{name} "), found);
        }
    }
    let (document, mut found) = (Document::read(), Vec::new());
    look(&Cli::command(), "", &mut found);
    assert!(found.len() > 10, "{found:?}");
    for name in found {
        let is_there = |heading: &String| heading.split(" and ").any(|part| part == name);
        assert!(document.headings.iter().any(is_there), "no section describes {name}");
    }
}
