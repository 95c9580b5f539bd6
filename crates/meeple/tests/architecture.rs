//! Which crate may depend on which, and what the pure crates must not use.

use serde_json::Value;
use std::{
    collections::BTreeMap,
    fs,
    path::{Path, PathBuf},
    process::Command,
};

/// Every crate with those it may depend on. Adding an edge changes the design.
const MAY_USE: [(&str, &[&str]); 10] = [
    ("meeple-core", &[]),
    ("meeple-games", &["meeple-core"]),
    ("meeple-ai", &["meeple-core", "meeple-games"]),
    ("meeple-view", &["meeple-core", "meeple-games"]),
    ("meeple-session", &UP_TO_VIEW),
    ("meeple-bots", &UP_TO_SESSION),
    ("meeple-arena", &UP_TO_BOTS),
    ("meeple-terminal", &UP_TO_BOTS),
    ("meeple-web", &UP_TO_SESSION),
    ("meeple", &ALL),
];

const UP_TO_VIEW: [&str; 4] = ["meeple-core", "meeple-games", "meeple-ai", "meeple-view"];
const UP_TO_SESSION: [&str; 5] =
    ["meeple-core", "meeple-games", "meeple-ai", "meeple-view", "meeple-session"];
const UP_TO_BOTS: [&str; 6] =
    ["meeple-core", "meeple-games", "meeple-ai", "meeple-view", "meeple-session", "meeple-bots"];
const ALL: [&str; 10] = [
    "meeple-core",
    "meeple-games",
    "meeple-ai",
    "meeple-view",
    "meeple-session",
    "meeple-bots",
    "meeple-arena",
    "meeple-terminal",
    "meeple-web",
    "meeple-attack", // in a test only
];

/// The crates without processes, sockets, files, clocks and output: they compile for any target.
const PURE: [&str; 5] = UP_TO_SESSION;

/// Dependencies that would tie them to an operating system.
const BOUND_TO_A_MACHINE: [&str; 13] = [
    "async-std",
    "axum",
    "futures-executor",
    "hyper",
    "libc",
    "mio",
    "nix",
    "rusqlite",
    "rustix",
    "signal-hook",
    "smol",
    "tokio",
    "tungstenite",
];

/// Modules of the standard library that would do so.
const MODULES: [&str; 4] = ["fs", "net", "process", "thread"];
/// Ways to read a clock, and to print (`eprintln!(` ends like `println!(`).
const CALLS: [&str; 6] =
    ["Instant::now", "SystemTime", ".elapsed()", "print!(", "println!(", "dbg!("];

/// Intended exceptions: the file, what it uses, and why.
const EXCEPTIONS: [(&str, &str, &str); 4] = [
    ("meeple-ai/src/search/budget.rs", "Instant::now", "the one clock: limits of time"),
    ("meeple-ai/src/search/pvs/threads.rs", "std::thread", "searches on several processors"),
    ("meeple-ai/src/search/mcts/forest.rs", "std::thread", "searches on several processors"),
    (
        "meeple-ai/src/chomp/shared.rs",
        "std::thread",
        "waits for a table that another thread builds",
    ),
];

#[test]
fn every_crate_uses_only_those_below_it() {
    let allowed: BTreeMap<&str, &[&str]> = MAY_USE.into();
    let mut found = Vec::new();
    for (name, dependencies) in packages() {
        let Some(allowed) = allowed.get(name.as_str()) else {
            panic!("{name} is not in the table of who may use whom");
        };
        found.push(name.clone());
        for used in dependencies.iter().filter(|used| used.starts_with("meeple") && **used != name)
        {
            assert!(allowed.contains(&used.as_str()), "{name} must not use {used}");
        }
    }
    found.sort();
    let listed: Vec<&str> = allowed.into_keys().collect();
    assert_eq!(found, listed, "the table has crates that are not there");
}

#[test]
fn what_only_thinks_depends_on_no_machine() {
    for (name, dependencies) in packages() {
        if PURE.contains(&name.as_str()) {
            let bound =
                dependencies.iter().find(|used| BOUND_TO_A_MACHINE.contains(&used.as_str()));
            assert_eq!(bound, None, "{name} must compile anywhere");
        }
    }
}

#[test]
fn what_only_thinks_reads_no_clock_touches_no_file_and_prints_nothing() {
    let mut used = Vec::new();
    for name in PURE {
        for file in sources(&crates().join(name).join("src")) {
            let text = fs::read_to_string(&file).expect("a source can be read");
            let file = file.strip_prefix(crates()).expect("it lies there").display().to_string();
            used.extend(touched(&text).into_iter().map(|what| (file.clone(), what)));
        }
    }
    let is_meant = |(file, what): &(String, String)| {
        EXCEPTIONS.iter().any(|(path, meant, _)| path == file && meant == what)
    };
    let strays: Vec<_> = used.iter().filter(|used| !is_meant(used)).collect();
    assert!(
        strays.is_empty(),
        "time, files, threads, processes and output are for others: {strays:?}"
    );
    for (path, meant, why) in EXCEPTIONS {
        let is_used = used.iter().any(|(file, what)| path == file && meant == what);
        assert!(is_used, "{path} no longer uses {meant} ({why}): take it from the list");
    }
}

#[test]
fn what_a_file_touches_is_seen_however_it_is_imported() {
    let none: [&str; 0] = [];
    assert_eq!(touched("use std::fmt;\n// std::fs\nlet process = 1;"), none);
    assert_eq!(touched("std::fs::read(path)"), ["std::fs"]);
    assert_eq!(touched("use std::{\n    fmt,\n    thread,\n};"), ["std::thread"]);
    assert_eq!(touched("use std::{io::{self, net}, process::id};"), ["std::process"]);
    assert_eq!(touched("let now = Instant::now();"), ["Instant::now"]);
    assert_eq!(touched("let spent = start.elapsed();"), [".elapsed()"]);
    assert_eq!(touched("eprintln!(\"{mv}\");"), ["println!("]);
    assert_eq!(touched("/// println!(\"{mv}\");\nprint_unit(f, mv);"), none);
    assert_eq!(touched("fn a() {}\n\n#[cfg(test)]\nmod tests {\n    use std::fs;\n}\n"), none);
    assert_eq!(touched("#[cfg(test)]\nmod tests;\n\nuse std::fs;\n"), ["std::fs"]);
}

/// A game of one's own needs the rules, the searches and nothing else.
#[test]
fn a_custom_game_compiles_neither_the_server_nor_the_screen() {
    const HEAVY: [&str; 8] =
        ["axum", "hyper", "ratatui", "rusqlite", "rustix", "rustyline", "tokio", "tungstenite"];
    let output = Command::new(env!("CARGO"))
        .args([
            "tree",
            "--package",
            "nim",
            "--edges",
            "normal,build,dev",
            "--prefix",
            "none",
            "--offline",
        ])
        .args(["--format", "{p}"])
        .current_dir(crates())
        .output()
        .expect("cargo can be started");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let told = String::from_utf8(output.stdout).expect("text");
    let used: Vec<&str> = told.lines().filter_map(|line| line.split(' ').next()).collect();
    assert!(used.contains(&"meeple-core") && used.contains(&"meeple-ai"), "{used:?}");
    for heavy in HEAVY {
        assert!(!used.contains(&heavy), "examples/nim uses {heavy}");
    }
}

/// Returns the packages in `crates/` with all their dependencies, including those for tests.
fn packages() -> Vec<(String, Vec<String>)> {
    let output = Command::new(env!("CARGO"))
        .args(["metadata", "--format-version", "1", "--no-deps", "--offline"])
        .current_dir(crates())
        .output()
        .expect("cargo can be started");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let told: Value = serde_json::from_slice(&output.stdout).expect("JSON");
    let text = |value: &Value| value.as_str().expect("a text").to_owned();
    let listed = |value: &Value| value.as_array().expect("a list").clone();
    let in_crates =
        |package: &Value| Path::new(&text(&package["manifest_path"])).starts_with(crates());
    let packages = listed(&told["packages"]).into_iter().filter(in_crates);
    let names = |list: &Value| listed(list).iter().map(|used| text(&used["name"])).collect();
    packages.map(|package| (text(&package["name"]), names(&package["dependencies"]))).collect()
}

/// Returns the folder `crates/`.
fn crates() -> PathBuf {
    let this = Path::new(env!("CARGO_MANIFEST_DIR"));
    this.parent().expect("it lies in a folder").to_owned()
}

/// Returns all source files in a folder except tests.
fn sources(folder: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).expect("a folder").flatten() {
        let path = entry.path();
        let name = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        let is_test = name == "tests" || name.ends_with("_tests");
        if path.is_dir() && !is_test {
            found.extend(sources(&path));
        } else if path.extension().is_some_and(|ending| ending == "rs") && !is_test {
            found.push(path);
        }
    }
    found
}

/// Returns what this source uses of the operating system, ignoring comments and the tests at its end.
fn touched(source: &str) -> Vec<String> {
    let source = source.split("#[cfg(test)]\nmod tests {").next().unwrap_or_default();
    let lines = source.lines().map(|line| line.split("//").next().unwrap_or_default());
    let code = lines.collect::<Vec<_>>().join("\n");
    let imported = imported_of_std(&code);
    let modules = MODULES
        .iter()
        .filter(|&&module| code.contains(&format!("std::{module}")) || imported.contains(&module));
    let calls = CALLS.iter().filter(|&&call| code.contains(call));
    modules.map(|module| format!("std::{module}")).chain(calls.map(ToString::to_string)).collect()
}

/// Returns the modules in `use std::{...}`, without nested ones.
fn imported_of_std(code: &str) -> Vec<&str> {
    let mut found = Vec::new();
    for list in code.split("use std::{").skip(1) {
        let (mut depth, mut start) = (0, 0);
        for (at, letter) in list.char_indices() {
            match letter {
                '{' => depth += 1,
                '}' if depth > 0 => depth -= 1,
                ',' | '}' if depth == 0 => {
                    let item = list[start..at].trim();
                    found.push(item.split("::").next().unwrap_or(item));
                    start = at + 1;
                }
                _ => {}
            }
            if letter == '}' && depth == 0 && start == at + 1 {
                break;
            }
        }
    }
    found
}
