//! `cargo xtask package`: packages the libraries as for publication, and checks that the packages
//! compile on their own.
//!
//! The packages are unpacked into a workspace of their own, in which they use each other. So a file
//! that is missing in a package is noticed, as is anything that only the workspace provides.

use crate::command::{cargo, run, step};
use std::{fmt::Write, fs, path::Path, process::Command};

/// The crates that are published, in the order of their dependencies.
const LIBRARIES: [&str; 5] =
    ["meeple-core", "meeple-games", "meeple-ai", "meeple-view", "meeple-session"];
const ROOT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/..");
/// Where the packages are compiled, in the workspace's folder.
const FOLDER: &str = "target/package/check";

/// Fails if a package lacks a file that it needs, or does not compile on its own.
pub(crate) fn check() -> Result<(), String> {
    let mut package = cargo(&["package", "--no-verify", "--allow-dirty", "--quiet"]);
    for name in LIBRARIES {
        package.args(["--package", name]);
    }
    step("packages of the libraries", package)?;
    let folder = Path::new(ROOT).join(FOLDER);
    write_workspace(&folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    for name in LIBRARIES {
        // With `m` the files are new: packages have fixed times, by which cargo sees no change.
        let mut unpack = Command::new("tar");
        unpack.current_dir(&folder).arg("-xzmf").arg(format!("../{}.crate", versioned(name)));
        run(unpack)?;
    }
    let mut check = cargo(&["check", "--workspace", "--all-features", "--quiet"]);
    check.current_dir(&folder);
    step("the packages compile on their own", check)
}

/// Writes an empty workspace for the packages, with the versions of other crates used here.
fn write_workspace(folder: &Path) -> std::io::Result<()> {
    fs::create_dir_all(folder)?;
    let mut manifest = "[workspace]\nresolver = \"3\"\nmembers = [\"meeple-*\"]\n\n".to_owned();
    manifest.push_str("[patch.crates-io]\n");
    for name in LIBRARIES {
        let _ = writeln!(manifest, "{name} = {{ path = \"{}\" }}", versioned(name));
        let unpacked = folder.join(versioned(name));
        if unpacked.exists() {
            fs::remove_dir_all(unpacked)?; // files of an earlier package must not help
        }
    }
    fs::write(folder.join("Cargo.toml"), manifest)?;
    fs::copy(Path::new(ROOT).join("Cargo.lock"), folder.join("Cargo.lock"))?;
    Ok(())
}

/// All libraries have the version of the workspace, which is xtask's own.
fn versioned(name: &str) -> String {
    format!("{name}-{}", env!("CARGO_PKG_VERSION"))
}
