//! What some tests need besides Rust and a C compiler: interpreters for the example bots, a browser, proxies, and
//! a C++ compiler for fuzzing.

use std::{
    env, fs,
    os::unix::fs::PermissionsExt as _,
    path::Path,
    process::{self, Command, Stdio},
};

/// What Debian's packages ask before they start a service.
const POLICY: &str = "/usr/sbin/policy-rc.d";

/// A program the tests use.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Tool {
    /// The names it may be installed under.
    commands: &'static [&'static str],
    /// The Debian package that has it.
    package: &'static str,
    /// An environment variable that may name another program to use instead.
    variable: Option<&'static str>,
    /// The argument with which it prints its version.
    version: &'static str,
    /// Whether the package starts it as a service, which nobody here wants.
    is_service: bool,
}

const PYTHON: Tool = Tool::new(&["python3"], "python3");
const NODE: Tool = Tool::new(&["node"], "nodejs");
const NPM: Tool = Tool::new(&["npm"], "npm");
const CHROMIUM: Tool = Tool {
    variable: Some("MEEPLE_BROWSER"),
    ..Tool::new(
        &["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"],
        "chromium",
    )
};
const CXX: Tool = Tool { variable: Some("CXX"), ..Tool::new(&["c++", "g++", "clang++"], "g++") };
/// The folder of programs for administrators isn't in everybody's path.
pub(crate) const NGINX: Tool =
    Tool { version: "-v", is_service: true, ..Tool::new(&["nginx", "/usr/sbin/nginx"], "nginx") };
pub(crate) const CADDY: Tool =
    Tool { version: "version", is_service: true, ..Tool::new(&["caddy"], "caddy") };
const OPENSSL: Tool = Tool { version: "version", ..Tool::new(&["openssl"], "openssl") };

/// What the example bots are written in.
pub(crate) const INTERPRETERS: [Tool; 2] = [PYTHON, NODE];
/// What bundles the front end and tests it without a browser.
pub(crate) const FRONT: [Tool; 2] = [NODE, NPM];
/// What the browser tests need besides.
pub(crate) const BROWSER: [Tool; 1] = [CHROMIUM];
/// What the hosting tests need besides: the proxies, and certificates for them.
pub(crate) const HOSTING: [Tool; 5] = [NODE, CHROMIUM, NGINX, CADDY, OPENSSL];
/// What libFuzzer is compiled with.
pub(crate) const FUZZING: [Tool; 1] = [CXX];

impl Tool {
    const fn new(commands: &'static [&'static str], package: &'static str) -> Self {
        Tool { commands, package, variable: None, version: "--version", is_service: false }
    }

    fn name(self) -> &'static str {
        self.commands[0]
    }

    fn is_installed(self) -> bool {
        let is_named = self.variable.is_some_and(|variable| env::var_os(variable).is_some());
        is_named || self.command().is_some()
    }

    /// Returns the first of its names that can be run.
    pub(crate) fn command(self) -> Option<&'static str> {
        self.commands.iter().copied().find(|command| can_run(command, self.version))
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
    let all = [PYTHON, NODE, NPM, CHROMIUM, CXX, NGINX, CADDY, OPENSSL];
    let missing: Vec<Tool> = all.into_iter().filter(|tool| !tool.is_installed()).collect();
    if missing.is_empty() {
        return;
    }
    let packages: Vec<&str> = missing.iter().map(|tool| tool.package).collect();
    let packages_text = packages.join(" ");
    if !can_run("apt-get", "--version") {
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
    let services: Vec<&str> =
        missing.iter().filter(|tool| tool.is_service).map(|tool| tool.package).collect();
    let no_services = (!services.is_empty()).then(NoServices::begin);
    let installed =
        apt(&["update", "--quiet"]).and_then(|()| apt(&[&install[..], &packages].concat()));
    drop(no_services);
    if let Err(error) = installed {
        println!("== {packages_text} could not be installed: {error}");
    }
    if !services.is_empty() && can_run("systemctl", "--version") {
        println!("== not started, now or at boot: {}", services.join(" "));
        let mut disable = Command::new("systemctl");
        disable.args(["disable", "--quiet"]).args(services).stdin(Stdio::null());
        let _ = disable.status(); // without systemd nothing is enabled
    }
}

/// Keeps packages that are being installed from starting their services, unless somebody has a policy already.
struct NoServices {
    is_ours: bool,
}

impl NoServices {
    fn begin() -> Self {
        // If this process is killed, the policy that is left has no effect.
        let script = format!(
            "#!/bin/sh\n# Written by `cargo xtask` while it installs packages.\n\
             kill -0 {} 2>/dev/null && exit 101\nexit 0\n",
            process::id()
        );
        let is_free = !Path::new(POLICY).exists();
        let is_ours = is_free && fs::write(POLICY, script).is_ok();
        if is_ours {
            let _ = fs::set_permissions(POLICY, fs::Permissions::from_mode(0o755));
        }
        NoServices { is_ours }
    }
}

impl Drop for NoServices {
    fn drop(&mut self) {
        if self.is_ours {
            let _ = fs::remove_file(POLICY);
        }
    }
}

fn can_run(command: &str, version: &str) -> bool {
    let mut command = Command::new(command);
    command.arg(version).stdout(Stdio::null()).stderr(Stdio::null());
    command.status().is_ok_and(|status| status.success())
}
