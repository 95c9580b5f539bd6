//! What the tests need besides a Rust toolchain: the languages of the example bots, a browser.

use crate::run;
use std::{
    env,
    process::{Command, Stdio},
};

/// A command, by all its names, and the package of Debian and its relatives that has it.
const TOOLS: [(&[&str], &str); 4] = [
    (&["python3"], "python3"),
    (&["node"], "nodejs"),
    (&["npm"], "npm"),
    (&["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"], "chromium"),
];

/// Installs what is missing, where that can be done.
pub(crate) fn install() -> Result<(), String> {
    let is_missing = |(names, _): &(&[&str], &str)| !names.iter().any(|name| is_there(name));
    // The browser may also be named, wherever it is.
    let is_named = |package: &str| package == "chromium" && env::var_os("MEEPLE_BROWSER").is_some();
    let wanted = TOOLS.into_iter().filter(is_missing).filter(|(_, package)| !is_named(package));
    for (tools, package) in wanted {
        let tool = tools[0];
        println!("== {tool} is missing: installing {package}");
        if !is_there("apt-get") {
            return Err(format!("the tests need {tool}: please install it"));
        }
        let apt = |words: &[&str]| {
            let mut command = Command::new("apt-get");
            command.args(words).env("DEBIAN_FRONTEND", "noninteractive");
            run(command)
        };
        apt(&["update", "--quiet"])?;
        apt(&["install", "--yes", "--quiet", "--no-install-recommends", package])?;
    }
    Ok(())
}

fn is_there(tool: &str) -> bool {
    let mut command = Command::new(tool);
    command.arg("--version").stdout(Stdio::null()).stderr(Stdio::null());
    command.status().is_ok_and(|status| status.success())
}
