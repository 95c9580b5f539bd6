//! What some tests need besides Rust and a C compiler: interpreters for the example bots, a browser, and a
//! C++ compiler for fuzzing.

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
    /// An environment variable that may name another program to use instead.
    variable: Option<&'static str>,
}

const PYTHON: Tool = Tool { commands: &["python3"], package: "python3", variable: None };
const NODE: Tool = Tool { commands: &["node"], package: "nodejs", variable: None };
const NPM: Tool = Tool { commands: &["npm"], package: "npm", variable: None };
const CHROMIUM: Tool = Tool {
    commands: &["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"],
    package: "chromium",
    variable: Some("MEEPLE_BROWSER"),
};
const CXX: Tool =
    Tool { commands: &["c++", "g++", "clang++"], package: "g++", variable: Some("CXX") };

/// What the example bots are written in.
pub(crate) const INTERPRETERS: [Tool; 2] = [PYTHON, NODE];
/// What bundles the front end and tests it without a browser.
pub(crate) const FRONT: [Tool; 2] = [NODE, NPM];
/// What the browser tests need besides.
pub(crate) const BROWSER: [Tool; 1] = [CHROMIUM];
/// What libFuzzer is compiled with.
pub(crate) const FUZZING: [Tool; 1] = [CXX];

impl Tool {
    fn name(self) -> &'static str {
        self.commands[0]
    }

    fn is_installed(self) -> bool {
        let is_named = self.variable.is_some_and(|variable| env::var_os(variable).is_some());
        is_named || self.commands.iter().any(|command| can_run(command))
    }
}

/// Fails with the names of the tools that aren't installed, if there are any.
pub(crate) fn require(tools: &[Tool]) -> Result<(), String> {
    let missing = tools.iter().filter(|tool| !tool.is_installed());
    let missing: Vec<&str> = missing.map(|tool| tool.name()).collect();
    if missing.is_empty() { Ok(()) } else { Err(format!("not installed: {}", missing.join(", "))) }
}

/// Installs what is missing where there is `apt-get`, and says so. What can't be installed is
/// reported by the tests that need it.
pub(crate) fn install() {
    let all = [PYTHON, NODE, NPM, CHROMIUM, CXX];
    let missing: Vec<Tool> = all.into_iter().filter(|tool| !tool.is_installed()).collect();
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
