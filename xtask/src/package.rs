//! `cargo xtask package`: packages the libraries as for publication, and compiles the packages.

use crate::command::{cargo, step};

/// The crates that are published, in the order of their dependencies.
const LIBRARIES: [&str; 5] =
    ["meeple-core", "meeple-games", "meeple-ai", "meeple-view", "meeple-session"];

/// Fails if a package lacks a file that it needs, or does not compile on its own.
pub(crate) fn check() -> Result<(), String> {
    let mut command = cargo(&["package", "--allow-dirty", "--quiet"]);
    for name in LIBRARIES {
        command.args(["--package", name]);
    }
    step("packages of the libraries", command)
}
