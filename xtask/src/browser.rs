//! Browser tests: opens the pages that Meeple writes and serves in a real Chromium.
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

/// Checks the bundle, writes the pages and runs the browser tests.
pub(crate) fn test() -> Result<(), String> {
    step("bundled front", build(Some("--check"))?)?;
    let pages = pages();
    // Build the whole workspace as the tests do: a single package would be compiled again.
    let workspace = ["--workspace", "--exclude", WITHOUT_TESTS];
    run(cargo(&[&["build", "--quiet", "--bins", "--examples"], &workspace[..]].concat()))?;
    let mut write = Command::new(target().join("debug/examples/reports"));
    write.arg(&pages);
    step("pages for the browser", write)?;
    let mut node = Command::new("node");
    node.arg("--test")
        .current_dir(folder())
        .env("MEEPLE_PAGES", &pages)
        .env("MEEPLE_PROGRAM", program()?);
    step("browser tests", node)
}

/// Bundles the front end into `crates/meeple-web/dist`; with `--watch`, again after every change.
pub(crate) fn bundle(option: Option<&str>) -> Result<(), String> {
    run(build(option)?)
}

/// Returns the command that bundles the front end, after installing its packages.
fn build(option: Option<&str>) -> Result<Command, String> {
    let folder = folder();
    install(&folder)?;
    let mut node = Command::new("node");
    node.arg("build.js").args(option).current_dir(folder);
    Ok(node)
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

/// Installs the packages in the lock file, unless they are installed already.
fn install(folder: &Path) -> Result<(), String> {
    let read = |path: PathBuf| fs::read_to_string(path).unwrap_or_default();
    let (lock, copy) = (folder.join("package-lock.json"), folder.join("node_modules/lock"));
    if read(lock.clone()) == read(copy.clone()) {
        return Ok(());
    }
    println!("== packages of the browser tests");
    let mut npm = Command::new("npm");
    npm.args(["ci", "--silent", "--no-audit", "--no-fund"]).current_dir(folder);
    run(npm)?;
    // Remember which lock file was installed.
    fs::copy(lock, &copy).map_err(|error| format!("{}: {error}", copy.display()))?;
    Ok(())
}
