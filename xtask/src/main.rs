//! The project's own chores.
//!
//! ```text
//! cargo xtask test             everything CI runs
//! cargo xtask browser          only the tests in a browser
//! cargo xtask front [--watch]  bundles the browser's front
//! cargo xtask bench [--json]   the table of benchmarks
//! cargo xtask fuzz [SECONDS]   every fuzz target, for so long each (default 60)
//! cargo xtask picture          draws the README's picture anew
//! ```

mod browser;
mod fuzz;
mod picture;
mod tools;

use std::{
    env,
    process::{Command, ExitCode},
    thread,
    time::Instant,
};

const USAGE: &str = "usage: cargo xtask test | browser | front [--watch] | bench [--json] [WORD] | fuzz [SECONDS] | picture";

/// The peers that it measures take long to compile, and clippy sees whether it does.
const WITHOUT_TESTS: &str = "meeple-bench";

fn main() -> ExitCode {
    let words: Vec<String> = env::args().skip(1).collect();
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    let done = match words[..] {
        ["test"] => test(),
        ["browser"] => tools::install().and_then(|()| browser::test()),
        ["front"] => browser::bundle(None),
        ["front", "--watch"] => browser::bundle(Some("--watch")),
        ["bench", ref rest @ ..] => bench(rest),
        ["fuzz"] => fuzz::run(60),
        ["fuzz", seconds] => seconds.parse().map_err(|_| USAGE.into()).and_then(fuzz::run),
        ["picture"] => picture::draw(),
        _ => Err(USAGE.into()),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("xtask: {error}");
            ExitCode::FAILURE
        }
    }
}

/// Everything that must hold before a change lands.
fn test() -> Result<(), String> {
    let tools = thread::spawn(tools::install); // a download, while others compute
    step("format", cargo(&["fmt", "--all", "--check"]))?;
    step(
        "format of the fuzz targets",
        cargo(&["fmt", "--manifest-path", "fuzz/Cargo.toml", "--check"]),
    )?;
    let clippy = ["clippy", "--workspace", "--all-targets", "--quiet", "--", "--deny", "warnings"];
    step("clippy", cargo(&clippy))?;
    tools.join().map_err(|_| "the tools could not be installed")??;
    let tests = ["test", "--workspace", "--exclude", WITHOUT_TESTS, "--quiet"];
    step("tests and doc examples", cargo(&tests))?;
    browser::test()?;
    let mut docs = cargo(&["doc", "--workspace", "--no-deps", "--quiet"]);
    docs.env("RUSTDOCFLAGS", "--deny warnings");
    step("documentation", docs)?;
    fuzz::run(5)?;
    println!("== everything passed");
    Ok(())
}

fn bench(words: &[&str]) -> Result<(), String> {
    if words.iter().any(|word| word.starts_with('-') && *word != "--json") {
        return Err(USAGE.into());
    }
    let mut command = cargo(&["run", "--release", "--quiet", "--package", "meeple-bench", "--"]);
    command.args(words);
    run(command)
}

/// The cargo that runs us, in the workspace's folder.
fn cargo(words: &[&str]) -> Command {
    let mut command = Command::new(env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    command.current_dir(concat!(env!("CARGO_MANIFEST_DIR"), "/..")).args(words);
    command
}

/// Runs a command under a heading, and says how long it took.
fn step(name: &str, command: Command) -> Result<(), String> {
    println!("== {name}");
    let since = Instant::now();
    run(command)?;
    println!("== {name}: passed in {} s", since.elapsed().as_secs());
    Ok(())
}

fn run(mut command: Command) -> Result<(), String> {
    let status = command.status().map_err(|error| format!("{command:?}: {error}"))?;
    if status.success() { Ok(()) } else { Err(format!("{command:?}: {status}")) }
}
