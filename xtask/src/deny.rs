//! `cargo xtask deny`: licences, sources, duplicate versions and known vulnerabilities of all dependencies, as
//! `deny.toml` allows them.

use crate::command::{cargo, run, step};
use std::{
    env::consts::EXE_SUFFIX,
    path::{Path, PathBuf},
    process::Command,
};

const ROOT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/..");
/// The version of cargo-deny; another one may check more.
const VERSION: &str = "0.20.2";
/// Where it is installed, in the workspace's folder.
const TOOLS: &str = "target/tools";
/// The workspaces, and what is checked in each. The fuzz targets aren't distributed under any licence.
const WORKSPACES: [(&str, &[&str]); 2] =
    [("Cargo.toml", &["licenses", "bans", "sources"]), ("fuzz/Cargo.toml", &["bans", "sources"])];

/// Fails if cargo-deny isn't installed below `target`.
pub(crate) fn require() -> Result<(), String> {
    let version = Command::new(program()).arg("--version").output();
    let is_it = version.is_ok_and(|output| {
        String::from_utf8_lossy(&output.stdout).trim() == format!("cargo-deny {VERSION}")
    });
    if is_it { Ok(()) } else { Err(format!("not installed: cargo-deny {VERSION}")) }
}

/// Installs cargo-deny below `target`, unless it is there already.
pub(crate) fn install() -> Result<(), String> {
    if require().is_ok() {
        return Ok(());
    }
    println!("== installing cargo-deny {VERSION} in {TOOLS}");
    let words =
        ["install", "cargo-deny", "--locked", "--force", "--quiet", "--no-default-features"];
    let mut install = cargo(&words);
    install.args(["--version", VERSION, "--root", TOOLS]);
    // It runs for a second; compiling it without optimisation takes a minute less.
    install.env("CARGO_PROFILE_RELEASE_OPT_LEVEL", "0").env("CARGO_PROFILE_RELEASE_LTO", "off");
    run(install).map_err(|error| format!("cargo-deny could not be installed: {error}"))
}

/// Fails if a dependency isn't as `deny.toml` allows it. Vulnerabilities are checked only if their database
/// can be reached.
pub(crate) fn check() -> Result<(), String> {
    for (manifest, checks) in WORKSPACES {
        let mut check = deny(manifest);
        check.args(["check", "--hide-inclusion-graph"]).args(checks);
        step(&format!("dependencies of {manifest}"), check)?;
    }
    let fetched = deny(WORKSPACES[0].0).args(["fetch", "db"]).output();
    if !fetched.is_ok_and(|output| output.status.success()) {
        println!("== vulnerabilities: not checked, their database can't be reached");
        return Ok(());
    }
    for (manifest, _) in WORKSPACES {
        let mut check = deny(manifest);
        check.args(["check", "--hide-inclusion-graph", "advisories"]);
        step(&format!("vulnerabilities in {manifest}"), check)?;
    }
    Ok(())
}

fn deny(manifest: &str) -> Command {
    let mut deny = Command::new(program());
    deny.current_dir(ROOT).args(["--locked", "--all-features", "--log-level", "warn"]);
    deny.args(["--config", "deny.toml", "--manifest-path", manifest]);
    deny
}

fn program() -> PathBuf {
    Path::new(ROOT).join(TOOLS).join(format!("bin/cargo-deny{EXE_SUFFIX}"))
}
