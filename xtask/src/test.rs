//! `cargo xtask test`: what needs only Rust first, then the packages whose tests start bots in
//! Python and JavaScript, then the browser.

use crate::{
    browser,
    command::{cargo, step},
    fuzz, package, tools,
};
use std::thread;

/// The peers it measures take long to compile, and clippy checks that it does compile.
pub(crate) const WITHOUT_TESTS: &str = "meeple-bench";

/// Packages whose tests start bots in Python and JavaScript.
const WITH_BOTS: [&str; 2] = ["meeple-bots", "meeple"];

/// What to do about tests whose tools aren't installed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum IfMissing {
    /// Install the tools; fail at the end if that didn't work.
    Fail,
    /// Install nothing, and succeed if everything else passed.
    Skip,
}

/// Runs everything that must pass before a change lands.
pub(crate) fn run(if_missing: IfMissing) -> Result<(), String> {
    // Downloads, while the Rust tests compute.
    let installing = match if_missing {
        IfMissing::Fail => Some(thread::spawn(tools::install)),
        IfMissing::Skip => None,
    };
    rust_only()?;
    if let Some(installing) = installing {
        installing.join().map_err(|_| "installing the tools panicked")?;
    }
    let mut not_run = Vec::new();
    let mut with_tools = |name: &str, tools: &[tools::Tool], test: fn() -> Result<(), String>| {
        let missing: Vec<&str> =
            tools.iter().filter(|tool| !tool.is_installed()).map(|tool| tool.name()).collect();
        if missing.is_empty() {
            return test();
        }
        not_run.push(format!("{name}: not installed: {}", missing.join(", ")));
        Ok(())
    };
    with_tools("tests with bots", &tools::INTERPRETERS, tests_with_bots)?;
    with_tools("browser tests", &tools::BROWSER, browser::test)?;
    report(&not_run, if_missing)
}

/// Everything a Rust toolchain alone can check.
fn rust_only() -> Result<(), String> {
    step("format", cargo(&["fmt", "--all", "--check"]))?;
    let fuzz_format = ["fmt", "--manifest-path", "fuzz/Cargo.toml", "--check"];
    step("format of the fuzz targets", cargo(&fuzz_format))?;
    let clippy = ["clippy", "--workspace", "--all-targets", "--quiet", "--", "--deny", "warnings"];
    step("clippy", cargo(&clippy))?;
    let mut docs = cargo(&["doc", "--workspace", "--no-deps", "--quiet"]);
    docs.env("RUSTDOCFLAGS", "--deny warnings");
    step("documentation", docs)?;
    package::check()?;
    let mut tests = cargo(&["test", "--quiet", "--workspace", "--exclude", WITHOUT_TESTS]);
    tests.args(WITH_BOTS.iter().flat_map(|name| ["--exclude", name]));
    step("tests and doc examples", tests)?;
    fuzz::run(5)
}

/// The tests of packages that need interpreters for their bots.
fn tests_with_bots() -> Result<(), String> {
    let mut tests = cargo(&["test", "--quiet"]);
    tests.args(WITH_BOTS.iter().flat_map(|name| ["--package", name]));
    step("tests and doc examples with bots", tests)
}

/// Lists what didn't run.
fn report(not_run: &[String], if_missing: IfMissing) -> Result<(), String> {
    if not_run.is_empty() {
        println!("== everything passed");
        return Ok(());
    }
    println!("== everything that could run has passed. Not run:");
    for line in not_run {
        println!("   {line}");
    }
    match if_missing {
        IfMissing::Skip => Ok(()),
        IfMissing::Fail => Err("some tests could not run (--skip-missing accepts that)".into()),
    }
}
