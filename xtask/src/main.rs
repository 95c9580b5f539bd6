//! Development tasks for this workspace.
//!
//! ```text
//! cargo xtask test [--skip-missing]   everything CI runs
//! cargo xtask browser                 only the tests of the front end
//! cargo xtask hosting                 the server behind real proxies, with the files of deploy/
//! cargo xtask front [--watch]         bundles the front end
//! cargo xtask bench [--json] [WORD]   the benchmark table
//! cargo xtask attack [SECONDS]        attacks a server while ordinary games are played; see CONTRIBUTING.md
//! cargo xtask fuzz [SECONDS]          every fuzz target, this long each (default 60)
//! cargo xtask deny                    checks licences, sources and vulnerabilities of dependencies
//! cargo xtask package                 packages the libraries, and checks that the packages compile
//! cargo xtask picture                 redraws the README's picture
//! ```

mod browser;
mod command;
mod deny;
mod fuzz;
mod hosting;
mod package;
mod picture;
mod test;
mod tools;

use command::{cargo, run};
use std::{env, process::ExitCode};
use test::IfMissing;

const USAGE: &str = "usage: cargo xtask test [--skip-missing] | browser | hosting | \
                     front [--watch] | bench [--json] [WORD] | \
                     attack [SECONDS] [--only WORD] [--kill N] [--seed N] [--json] | \
                     fuzz [SECONDS] | deny | package | picture";

fn main() -> ExitCode {
    if let Err(error) = command::handle_signals() {
        eprintln!("xtask: cannot handle signals: {error}");
        return ExitCode::FAILURE;
    }
    let words: Vec<String> = env::args().skip(1).collect();
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    let result = match words[..] {
        ["test"] => test::run(IfMissing::Fail),
        ["test", "--skip-missing"] => test::run(IfMissing::Skip),
        ["browser"] => {
            tools::install();
            browser::install_packages()
                .and_then(|()| browser::test_front())
                .and_then(|()| browser::test())
        }
        ["hosting"] => {
            tools::install();
            tools::require(&tools::HOSTING)
                .and_then(|()| browser::install_packages())
                .and_then(|()| hosting::test())
        }
        ["front"] => browser::bundle(None),
        ["front", "--watch"] => browser::bundle(Some("--watch")),
        ["bench", ref rest @ ..] => bench(rest),
        ["attack", ref rest @ ..] => attack(rest),
        ["fuzz"] => fuzz::run(60),
        ["fuzz", seconds] => seconds.parse().map_err(|_| USAGE.into()).and_then(fuzz::run),
        ["deny"] => deny::install().and_then(|()| deny::check()),
        ["package"] => package::check(),
        ["picture"] => picture::draw(),
        _ => Err(USAGE.into()),
    };
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("xtask: {error}");
            ExitCode::FAILURE
        }
    }
}

fn bench(words: &[&str]) -> Result<(), String> {
    if words.iter().any(|word| word.starts_with('-') && *word != "--json") {
        return Err(USAGE.into());
    }
    let mut command = cargo(&["run", "--release", "--quiet", "--package", "meeple-bench", "--"]);
    command.args(words);
    run(command)
}

/// Builds `meeple` and the attackers, which expect it beside them.
fn attack(words: &[&str]) -> Result<(), String> {
    let names = ["--package", "meeple", "--package", "meeple-attack"];
    run(cargo(&[&["build", "--release", "--quiet"], &names[..]].concat()))?;
    let mut command = cargo(&["run", "--release", "--quiet", "--package", "meeple-attack", "--"]);
    command.args(words);
    run(command)
}
