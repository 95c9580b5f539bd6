//! Tests of the front end: some need only Node, the others open the pages that Meeple writes and serves in a
//! real Chromium.
//!
//! `front-tests/` drives the browser with playwright-core. The reports come from an example that
//! plays small tournaments of every game (`MEEPLE_PAGES`); the site is served by the program itself
//! (`MEEPLE_PROGRAM`), started by the tests in `front-tests/site/`. The script that bundles the
//! front end is in the same folder.

use crate::{
    command::{cargo, run, step},
    test::WITHOUT_TESTS,
};
use std::{
    env, fs,
    path::{Path, PathBuf},
    process::Command,
};

/// The tests that need no browser.
const WITHOUT_BROWSER: [&str; 7] = [
    "cells.test.js",
    "games.test.js",
    "pictures.test.js",
    "room-state.test.js",
    "study.test.js",
    "site/samples.test.js",
    "site/types.test.js",
];

/// Checks that the bundle is up to date, writes the pages and runs the tests that need no browser.
pub(crate) fn test_front() -> Result<(), String> {
    step("bundled front", build(Some("--check")))?;
    let pages = pages();
    // Build the whole workspace as the tests do: a single package would be compiled again.
    let mut build = cargo(&["build", "--quiet", "--bins", "--examples", "--workspace"]);
    build.args(WITHOUT_TESTS.iter().flat_map(|name| ["--exclude", name]));
    run(build)?;
    let mut write = Command::new(target().join("debug/examples/reports"));
    write.arg(&pages);
    step("pages of reports", write)?;
    step("front tests", node_tests(&WITHOUT_BROWSER.map(str::to_owned))?)
}

/// Runs the tests that need a browser; [`test_front`] has written the pages and built the program.
pub(crate) fn test() -> Result<(), String> {
    let mut tests = [tests_in("")?, tests_in("site/")?].concat();
    tests.retain(|test| !WITHOUT_BROWSER.contains(&test.as_str()));
    step("browser tests", node_tests(&tests)?)
}

/// Returns the test files in a folder below `front-tests`.
fn tests_in(prefix: &str) -> Result<Vec<String>, String> {
    let folder = folder().join(prefix);
    let entries =
        fs::read_dir(&folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    let names = entries.flatten().map(|entry| entry.file_name().to_string_lossy().into_owned());
    let mut tests: Vec<String> = names.filter(|name| name.ends_with(".test.js")).collect();
    tests.sort();
    Ok(tests.iter().map(|name| format!("{prefix}{name}")).collect())
}

/// Returns the command that runs these test files of `front-tests/`.
pub(crate) fn node_tests(files: &[String]) -> Result<Command, String> {
    let mut node = Command::new("node");
    node.arg("--test").args(files).current_dir(folder());
    node.env("MEEPLE_PAGES", pages()).env("MEEPLE_PROGRAM", program()?);
    Ok(node)
}

/// Bundles the front end into `crates/meeple-web/dist`; with `--watch`, again after every change.
pub(crate) fn bundle(option: Option<&str>) -> Result<(), String> {
    install_packages()?;
    run(build(option))
}

/// Returns the command that bundles the front end.
fn build(option: Option<&str>) -> Command {
    let mut node = Command::new("node");
    node.arg("build.js").args(option).current_dir(folder());
    node
}

/// The folder with the scripts and browser tests.
fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../front-tests")
}

/// The folder the pages are written to.
fn pages() -> PathBuf {
    target().join("pages")
}

/// The path of the program that serves the site, made absolute because the tests run elsewhere.
fn program() -> Result<PathBuf, String> {
    let built = target().join("debug").join(format!("meeple{}", env::consts::EXE_SUFFIX));
    built.canonicalize().map_err(|error| format!("{}: {error}", built.display()))
}

/// Cargo's target folder.
fn target() -> PathBuf {
    let usual = || Path::new(env!("CARGO_MANIFEST_DIR")).join("../target");
    env::var_os("CARGO_TARGET_DIR").map_or_else(usual, PathBuf::from)
}

/// Installs the npm packages in the lock file, unless they are installed already.
pub(crate) fn install_packages() -> Result<(), String> {
    let folder = folder();
    let read = |path: PathBuf| fs::read_to_string(path).unwrap_or_default();
    let (lock, copy) = (folder.join("package-lock.json"), folder.join("node_modules/lock"));
    if read(lock.clone()) == read(copy.clone()) {
        return Ok(());
    }
    println!("== npm packages of the front tests");
    let mut npm = Command::new("npm");
    npm.args(["ci", "--silent", "--no-audit", "--no-fund"]).current_dir(&folder);
    run(npm).map_err(|error| format!("the npm packages could not be installed: {error}"))?;
    // Remember which lock file was installed.
    fs::copy(lock, &copy).map_err(|error| format!("{}: {error}", copy.display()))?;
    Ok(())
}
