//! `cargo xtask test`: what needs only Rust and a C compiler first, then the packages whose tests start bots
//! in Python and JavaScript, the front end, the browser, proxies, and short fuzz runs.

use crate::{
    browser,
    command::{cargo, step},
    deny, fuzz, hosting, package, tools,
};
use std::thread;

/// The peers that the benchmark measures take long to compile, and a test of `meeple` attacks. Clippy checks that
/// both compile.
pub(crate) const WITHOUT_TESTS: [&str; 2] = ["meeple-bench", "meeple-attack"];

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
    let compiled = without_tools();
    // Joined even after a failure: apt-get must not be left running.
    if let Some(installing) = installing {
        installing.join().map_err(|_| "installing the tools panicked")?;
    }
    compiled?;

    let mut not_run = Vec::new();
    let mut run_if_ready = |name: &str, ready: Result<(), String>, test: Test| match ready {
        Ok(()) => test(),
        Err(why) => {
            not_run.push(format!("{name}: {why}"));
            Ok(())
        }
    };
    let dependencies = match if_missing {
        IfMissing::Fail => deny::install(),
        IfMissing::Skip => deny::require(),
    };
    run_if_ready("checks of the dependencies", dependencies, deny::check)?;
    run_if_ready("tests with bots", tools::require(&tools::INTERPRETERS), tests_with_bots)?;
    let front = tools::require(&tools::FRONT).and_then(|()| browser::install_packages());
    run_if_ready("front tests", front.clone(), browser::test_front)?;
    let browser = front.and_then(|()| tools::require(&tools::BROWSER));
    run_if_ready("browser tests", browser.clone(), browser::test)?;
    let hosting = browser.and_then(|()| tools::require(&tools::HOSTING));
    run_if_ready("hosting tests", hosting, hosting::test)?;
    run_if_ready("fuzzing", tools::require(&tools::FUZZING), || fuzz::run(5))?;
    report(&not_run, if_missing)
}

type Test = fn() -> Result<(), String>;

/// Everything that needs only a Rust toolchain and a C compiler (for `SQLite` and mimalloc).
fn without_tools() -> Result<(), String> {
    step("format", cargo(&["fmt", "--all", "--check"]))?;
    let fuzz_format = ["fmt", "--manifest-path", "fuzz/Cargo.toml", "--check"];
    step("format of the fuzz targets", cargo(&fuzz_format))?;
    let clippy = ["clippy", "--workspace", "--all-targets", "--quiet", "--", "--deny", "warnings"];
    step("clippy", cargo(&clippy))?;
    let mut docs = cargo(&["doc", "--workspace", "--no-deps", "--quiet"]);
    docs.env("RUSTDOCFLAGS", "--deny warnings");
    step("documentation", docs)?;
    package::check()?;
    let mut tests = cargo(&["test", "--quiet", "--workspace"]);
    tests.args(WITHOUT_TESTS.iter().chain(&WITH_BOTS).flat_map(|name| ["--exclude", name]));
    step("tests and doc examples", tests)
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
