//! What the tests need besides a Rust toolchain: the languages of the example bots.

use crate::run;
use std::process::{Command, Stdio};

/// A command, and the package of Debian and its relatives that has it.
const TOOLS: [(&str, &str); 2] = [("python3", "python3"), ("node", "nodejs")];

/// Installs what is missing, where that can be done.
pub(crate) fn install() -> Result<(), String> {
    for (tool, package) in TOOLS.into_iter().filter(|(tool, _)| !is_there(tool)) {
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
