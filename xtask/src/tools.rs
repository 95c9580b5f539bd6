//! What the tests need besides a Rust toolchain: interpreters for the example bots, a browser.

use std::{
    env,
    process::{Command, Stdio},
};

/// A program the tests use.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Tool {
    /// The names it may be installed under.
    commands: &'static [&'static str],
    /// The Debian package that has it.
    package: &'static str,
}

const PYTHON: Tool = Tool { commands: &["python3"], package: "python3" };
const NODE: Tool = Tool { commands: &["node"], package: "nodejs" };
const NPM: Tool = Tool { commands: &["npm"], package: "npm" };
const CHROMIUM: Tool = Tool {
    commands: &["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"],
    package: "chromium",
};

/// What the example bots are written in.
pub(crate) const INTERPRETERS: [Tool; 2] = [PYTHON, NODE];
/// What the browser tests need.
pub(crate) const BROWSER: [Tool; 3] = [NODE, NPM, CHROMIUM];

impl Tool {
    pub(crate) fn name(self) -> &'static str {
        self.commands[0]
    }

    /// Whether it can be run; a browser may also be named by `MEEPLE_BROWSER`.
    pub(crate) fn is_installed(self) -> bool {
        let is_named = self.package == CHROMIUM.package && env::var_os("MEEPLE_BROWSER").is_some();
        is_named || self.commands.iter().any(|command| can_run(command))
    }
}

/// Installs what is missing where there is `apt-get`, and says so. What can't be installed is
/// reported by the tests that need it.
pub(crate) fn install() {
    let missing: Vec<Tool> =
        [PYTHON, NODE, NPM, CHROMIUM].into_iter().filter(|tool| !tool.is_installed()).collect();
    if missing.is_empty() {
        return;
    }
    let packages: Vec<&str> = missing.iter().map(|tool| tool.package).collect();
    let packages_text = packages.join(" ");
    if !can_run("apt-get") {
        println!("== tests need {packages_text}: please install them (there is no apt-get here)");
        return;
    }
    println!("== installing with apt-get what some tests need: {packages_text}");
    let apt = |words: &[&str]| {
        let mut command = Command::new("apt-get");
        command.args(words).env("DEBIAN_FRONTEND", "noninteractive").stdin(Stdio::null());
        match command.status() {
            Ok(status) if status.success() => Ok(()),
            Ok(status) => Err(status.to_string()),
            Err(error) => Err(error.to_string()),
        }
    };
    let install = ["install", "--yes", "--quiet", "--no-install-recommends"];
    let installed =
        apt(&["update", "--quiet"]).and_then(|()| apt(&[&install[..], &packages].concat()));
    if let Err(error) = installed {
        println!("== {packages_text} could not be installed: {error}");
    }
}

fn can_run(command: &str) -> bool {
    let mut command = Command::new(command);
    command.arg("--version").stdout(Stdio::null()).stderr(Stdio::null());
    command.status().is_ok_and(|status| status.success())
}
