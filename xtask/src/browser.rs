//! Browser tests: the pages that Meeple writes and serves, opened and used in a real Chromium.
//!
//! `front-tests/` drives the browser with playwright-core. Reports come from an example that
//! plays small tournaments of every game (`MEEPLE_PAGES`); the site is served by the program
//! itself (`MEEPLE_PROGRAM`), which the tests in `front-tests/site/` start. The same folder has the
//! script that bundles the front.

use super::{WITHOUT_TESTS, cargo, run, step};
use std::{
    env, fs,
    path::{Path, PathBuf},
    process::Command,
};

/// Writes the pages and uses them.
pub(crate) fn test() -> Result<(), String> {
    step("bundled front", build(Some("--check"))?)?;
    let pages = pages();
    // The whole workspace, as the tests build it: a package alone would be compiled anew.
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

/// Bundles the front into `crates/meeple-web/dist`, again after every change with `--watch`.
pub(crate) fn bundle(option: Option<&str>) -> Result<(), String> {
    run(build(option)?)
}

/// The script that bundles the front, with the packages that it needs.
fn build(option: Option<&str>) -> Result<Command, String> {
    let folder = folder();
    install(&folder)?;
    let mut node = Command::new("node");
    node.arg("build.js").args(option).current_dir(folder);
    Ok(node)
}

/// The folder of scripts.
fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../front-tests")
}

/// Where the pages are written.
fn pages() -> PathBuf {
    target().join("pages")
}

/// The program that serves the site; tests have a folder of their own.
fn program() -> Result<PathBuf, String> {
    let built = target().join("debug").join(format!("meeple{}", env::consts::EXE_SUFFIX));
    built.canonicalize().map_err(|error| format!("{}: {error}", built.display()))
}

/// Where cargo builds.
fn target() -> PathBuf {
    let usual = || Path::new(env!("CARGO_MANIFEST_DIR")).join("../target");
    env::var_os("CARGO_TARGET_DIR").map_or_else(usual, PathBuf::from)
}

/// Fetches what the lock file names, unless that is there already.
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
    // What was installed last is kept beside it.
    fs::copy(lock, &copy).map_err(|error| format!("{}: {error}", copy.display()))?;
    Ok(())
}
