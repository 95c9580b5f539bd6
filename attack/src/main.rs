//! `cargo xtask attack`: whether the server holds under attack, as a table.
//!
//! ```text
//! meeple-attack [SECONDS] [--json] [--seed N]      all attacks at once (default 120 s, and as long without)
//! meeple-attack SECONDS --only WORD                only attacks whose names contain this word
//! meeple-attack --kill N [--json] [--seed N]       kills the server N times under attack
//! meeple-attack --attackers ADDRESS SECONDS WORD   only the attackers; started by the others
//! ```

use meeple_attack::{
    attacker::attack_with,
    kills,
    table::{self, Table},
    tally::Counts,
    withstand,
};
use rustix::process::{Resource, Rlimit, getrlimit, setpriority_process, setrlimit};
use std::{collections::BTreeMap, io, path::PathBuf, process::ExitCode, time::Duration};
use tokio::{runtime::Builder, task::LocalSet};

const USAGE: &str =
    "usage: cargo xtask attack [SECONDS] [--only WORD] [--kill N] [--seed N] [--json]";
/// The default time in seconds.
const SECONDS: u64 = 120;
/// The longest time in seconds, and the most kills: nothing here runs for hours.
const MAX_SECONDS: u64 = 3600;
const MAX_KILLS: usize = 1000;

/// What to do.
struct Args {
    seconds: u64,
    kills: Option<usize>,
    seed: u64,
    only: String,
    json: bool,
}

fn main() -> ExitCode {
    allow_many_sockets();
    let words: Vec<String> = std::env::args().skip(1).collect();
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    if let ["--attackers", address, seconds, word] = words[..] {
        let (Ok(address), Ok(seconds)) = (address.parse(), seconds.parse()) else {
            eprintln!("{USAGE}");
            return ExitCode::from(2);
        };
        let _ = setpriority_process(None, 19); // it may be that low already
        let seen = attack_with(address, Duration::from_secs(seconds), word);
        let seen: BTreeMap<&str, Counts> = seen.into_iter().collect();
        println!("{}", serde_json::to_string(&seen).expect("plain data"));
        return ExitCode::SUCCESS;
    }
    let Some(args) = parse(&words) else {
        eprintln!("{USAGE}");
        return ExitCode::from(2);
    };
    match measure(&args) {
        Ok(table) => {
            if args.json {
                table.print_json();
            } else {
                table.print();
            }
            if table.is_reached() { ExitCode::SUCCESS } else { ExitCode::FAILURE }
        }
        Err(error) => {
            eprintln!("attack: {error}");
            ExitCode::FAILURE
        }
    }
}

fn parse(words: &[&str]) -> Option<Args> {
    let seed = getrandom::u64().ok()?;
    let mut args = Args { seconds: SECONDS, kills: None, seed, only: String::new(), json: false };
    let mut words = words.iter();
    while let Some(word) = words.next() {
        match *word {
            "--json" => args.json = true,
            "--kill" => args.kills = Some(words.next()?.parse().ok()?),
            "--only" => (*words.next()?).clone_into(&mut args.only),
            "--seed" => args.seed = words.next()?.parse().ok()?,
            seconds => args.seconds = seconds.parse().ok()?,
        }
    }
    let kills = args.kills.unwrap_or(1);
    ((1..=MAX_SECONDS).contains(&args.seconds) && (1..=MAX_KILLS).contains(&kills)).then_some(args)
}

fn measure(args: &Args) -> io::Result<Table> {
    let program = program()?;
    let runtime = Builder::new_current_thread().enable_all().build()?;
    LocalSet::new().block_on(&runtime, async {
        eprintln!("attack: seed {}", args.seed);
        if let Some(kills) = args.kills {
            return Ok(table::of_kills(&kills::kill(&program, kills, args.seed).await?));
        }
        let time = Duration::from_secs(args.seconds);
        let measured = withstand::measure(&program, time, args.seed, &args.only).await?;
        Ok(table::of_attack(&measured))
    })
}

/// Returns the path of `meeple`, which was built beside this program.
fn program() -> io::Result<PathBuf> {
    let program = std::env::current_exe()?.with_file_name("meeple");
    if program.exists() {
        return Ok(program);
    }
    Err(io::Error::other(format!("{} is not there: use cargo xtask attack", program.display())))
}

/// Raises the limit of open files to the system's maximum.
fn allow_many_sockets() {
    let Rlimit { maximum, .. } = getrlimit(Resource::Nofile);
    let _ = setrlimit(Resource::Nofile, Rlimit { current: maximum, maximum });
}
