//! Coverage-guided fuzzing on the stable toolchain.
//!
//! The targets in `fuzz/` are libFuzzer programs. Only their instrumentation usually needs a
//! nightly compiler, and LLVM's pass for it can be enabled with stable flags.

use crate::command::{cargo, step};
use std::{
    env, fs,
    path::{Path, PathBuf},
    process::Command,
    thread,
};

/// Flags that insert the counters libFuzzer reads.
const INSTRUMENTATION: &str = "--cfg fuzzing -Cpasses=sancov-module -Ccodegen-units=1 \
    -Cllvm-args=-sanitizer-coverage-level=4 \
    -Cllvm-args=-sanitizer-coverage-inline-8bit-counters \
    -Cllvm-args=-sanitizer-coverage-pc-table \
    -Cllvm-args=-sanitizer-coverage-trace-compares";

/// Builds all targets and runs each for this many seconds, two at a time.
pub(crate) fn run(seconds: u32) -> Result<(), String> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../fuzz");
    let host = host()?;
    let manifest = folder.join("Cargo.toml");
    let mut build = cargo(&["build", "--release", "--quiet", "--bins", "--manifest-path"]);
    // Naming the target keeps the instrumentation out of build scripts, which cannot link it.
    build.arg(&manifest).args(["--target", &host]).env("RUSTFLAGS", INSTRUMENTATION);
    step("building the fuzz targets", build)?;
    let programs = folder.join("target").join(&host).join("release");
    let targets = targets(&folder)?;
    for pair in targets.chunks(2) {
        let both = thread::scope(|scope| {
            let runs = pair.iter().map(|target| {
                let (folder, programs) = (&folder, &programs);
                scope.spawn(move || fuzz(target, folder, programs, seconds))
            });
            let runs: Vec<_> = runs.collect();
            runs.into_iter().map(thread::ScopedJoinHandle::join).collect::<Vec<_>>()
        });
        for run in both {
            run.map_err(|_| "a fuzz run could not be watched")??;
        }
    }
    Ok(())
}

/// Runs one target for this many seconds.
fn fuzz(target: &str, folder: &Path, programs: &Path, seconds: u32) -> Result<(), String> {
    let corpus = folder.join("corpus").join(target);
    let found = folder.join("artifacts").join(target);
    for path in [&corpus, &found] {
        fs::create_dir_all(path).map_err(|error| format!("{}: {error}", path.display()))?;
    }
    // New inputs go to a temporary folder; the seed corpus is not changed.
    let fresh = env::temp_dir().join(format!("meeple-fuzz-{}-{target}", std::process::id()));
    fs::create_dir_all(&fresh).map_err(|error| format!("{}: {error}", fresh.display()))?;
    let mut fuzz = Command::new(programs.join(target));
    fuzz.arg(&fresh).arg(&corpus).args(["-verbosity=0", "-timeout=20", "-rss_limit_mb=4096"]);
    fuzz.arg(format!("-max_total_time={seconds}"));
    fuzz.arg(format!("-artifact_prefix={}/", found.display()));
    println!("== fuzzing {target} for {seconds} s");
    let output = fuzz.output().map_err(|error| format!("{fuzz:?}: {error}"));
    let _ = fs::remove_dir_all(&fresh);
    let output = output?;
    if !output.status.success() {
        // libFuzzer reports what it found and where it saved the input on stderr.
        let report = String::from_utf8_lossy(&output.stderr);
        return Err(format!("fuzzing {target}: {}\n{report}", output.status));
    }
    Ok(())
}

/// Returns the names of the targets, one per file.
fn targets(folder: &Path) -> Result<Vec<String>, String> {
    let folder = folder.join("targets");
    let entries =
        fs::read_dir(&folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    let paths = entries.filter_map(|entry| Some(entry.ok()?.path()));
    let name = |path: PathBuf| Some(path.file_stem()?.to_str()?.to_owned());
    let mut names: Vec<String> = paths.filter_map(name).collect();
    names.sort();
    Ok(names)
}

/// Returns this machine's target triple.
fn host() -> Result<String, String> {
    let rustc = env::var_os("RUSTC").unwrap_or_else(|| "rustc".into());
    let output =
        Command::new(rustc).arg("-vV").output().map_err(|error| format!("rustc: {error}"))?;
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    let line = text.lines().find_map(|line| line.strip_prefix("host: "));
    line.map(str::to_owned).ok_or_else(|| "rustc -vV names no host".into())
}
