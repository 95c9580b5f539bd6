//! `meeple serve` as a process: started, looked at, killed.

use crate::{client::Client, tally::Tally};
use std::{
    collections::BTreeMap,
    fs,
    io::{self, BufRead as _, BufReader},
    net::{Ipv4Addr, SocketAddr},
    path::{Path, PathBuf},
    process::{Child, Command, Stdio},
    sync::Arc,
};

/// The unit of processor times in `/proc`.
const TICKS_PER_SECOND: f64 = 100.0;

/// A running server with its default limits. It is killed when this is dropped.
pub struct ServerProcess {
    /// Where it listens.
    pub address: SocketAddr,
    program: PathBuf,
    folder: PathBuf,
    child: Child,
}

/// The memory of a process in bytes.
#[derive(Debug, Clone, Copy, Default)]
pub struct Memory {
    /// Resident now.
    pub now: u64,
    /// The most that was ever resident.
    pub most: u64,
}

impl ServerProcess {
    /// Starts a server on this port (0 for any) with this data folder. What it logs goes to `server.log` beside
    /// the folder.
    pub fn start(program: &Path, folder: &Path, port: u16) -> io::Result<Self> {
        let mut command = Command::new(program);
        command.args(["serve", "--listen", &format!("127.0.0.1:{port}"), "--data"]).arg(folder);
        let log = folder.with_extension("log");
        let log = fs::OpenOptions::new().create(true).append(true).open(log)?;
        command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(log);
        let mut child = command.spawn()?;
        let mut line = String::new();
        if let Some(output) = child.stdout.take() {
            BufReader::new(output).read_line(&mut line)?;
        }
        let address = line.trim().strip_prefix("Meeple is at http://");
        let address = address.and_then(|rest| rest.trim_end_matches('/').parse().ok());
        let Some(address) = address else {
            let _ = child.kill();
            let _ = child.wait();
            return Err(io::Error::other(format!("the server does not start: {line:?}")));
        };
        Ok(ServerProcess { address, program: program.to_owned(), folder: folder.to_owned(), child })
    }

    /// Kills the server without warning and starts it again on the same port and folder.
    pub fn kill_and_restart(&mut self) -> io::Result<()> {
        self.child.kill()?;
        self.child.wait()?;
        *self = ServerProcess::start(&self.program, &self.folder, self.address.port())?;
        Ok(())
    }

    /// Returns whether the process still runs.
    pub fn is_alive(&mut self) -> bool {
        matches!(self.child.try_wait(), Ok(None))
    }

    /// Returns the resident memory.
    pub fn memory(&self) -> Memory {
        let status = fs::read_to_string(format!("/proc/{}/status", self.child.id()));
        let status = status.unwrap_or_default();
        let bytes = |name: &str| {
            let line = status.lines().find_map(|line| line.strip_prefix(name))?;
            line.trim().strip_suffix(" kB")?.parse::<u64>().ok().map(|kib| kib << 10)
        };
        Memory {
            now: bytes("VmRSS:").unwrap_or_default(),
            most: bytes("VmHWM:").unwrap_or_default(),
        }
    }

    /// Returns how many bytes the data folder takes.
    pub fn disk(&self) -> u64 {
        let files = fs::read_dir(&self.folder).into_iter().flatten().flatten();
        files.filter_map(|file| Some(file.metadata().ok()?.len())).sum()
    }

    /// Returns how many seconds of processor time it has used.
    pub fn processor_seconds(&self) -> f64 {
        let stat = fs::read_to_string(format!("/proc/{}/stat", self.child.id()));
        let stat = stat.unwrap_or_default();
        // The name in parentheses may contain spaces; user and system time are the 12th and 13th after it.
        let fields = stat.rsplit_once(')').map_or("", |(_, rest)| rest).split_whitespace();
        let ticks: u64 = fields.skip(11).take(2).filter_map(|word| word.parse::<u64>().ok()).sum();
        ticks as f64 / TICKS_PER_SECOND
    }

    /// Returns a client on this machine that is not counted.
    pub fn observer(&self) -> Client {
        Client { from: Ipv4Addr::LOCALHOST, server: self.address, tally: Arc::<Tally>::default() }
    }
}

impl Drop for ServerProcess {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Returns the refusals that the server has counted, by code and transport.
pub async fn counted_refusals(observer: &Client) -> Option<BTreeMap<String, u64>> {
    let page = observer.connection().get("/metrics").await?;
    let page = String::from_utf8(page.body).ok()?;
    let lines = page.lines().filter_map(|line| line.strip_prefix("meeple_refusals_total{"));
    let refusals = lines.filter_map(|line| {
        let (labels, count) = line.split_once("} ")?;
        let label = |name: &str| {
            let (_, rest) = labels.split_once(&format!("{name}=\""))?;
            rest.split('"').next()
        };
        Some((format!("{} {}", label("code")?, label("via")?), count.trim().parse().ok()?))
    });
    Some(refusals.collect())
}
