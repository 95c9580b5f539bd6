//! `meeple serve`: people and programs play over a network.

use super::print;
use crate::cli::{LogForm, ServeArgs};
use anstream::{AutoStream, ColorChoice};
use meeple_terminal::{
    failure::{Failure, warn},
    interrupt::Interrupt,
    screen::data_folder,
};
use meeple_web::{Config, Limits, Server};
use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};
use std::{
    io::{self, Read},
    process::{Command, Stdio},
    thread,
};
use tokio::{runtime, sync::oneshot};
use tracing_subscriber::EnvFilter;

pub(super) fn run(args: &ServeArgs, interrupt: &Interrupt) -> Result<(), Failure> {
    tell(args.log);
    allow_many_sockets();
    let data = args.data.clone().or_else(|| data_folder().map(|folder| folder.join("server")));
    let data = data.ok_or_else(|| Failure::Usage("say where to keep things: --data DIR".into()))?;
    let limits = Limits::default();
    let config = Config { listen: args.listen, data, hosts: args.hosts.clone(), limits };
    let _care = interrupt.takes_care();
    let signal = signal(interrupt)?;
    let runtime = runtime::Builder::new_multi_thread().enable_all().build()?;
    runtime.block_on(async {
        let server = Server::start(config).await;
        let mut server = server.map_err(|error| Failure::Failed(error.to_string()))?;
        let page = format!("http://{}/", server.address);
        print(&format!("Meeple is at {page}"))?;
        if args.open {
            open(&page);
        }
        tokio::select! {
            ended = server.wait() => return ended.map_err(Failure::from),
            _ = signal => {}
        }
        server.close().await;
        Err(Failure::Interrupted)
    })
}

/// As many as the system allows: each is a file, and shells begin with about a thousand.
fn allow_many_sockets() {
    let Rlimit { maximum, .. } = getrlimit(Resource::Nofile);
    let _ = setrlimit(Resource::Nofile, Rlimit { current: maximum, maximum });
}

/// Comes when a signal does.
fn signal(interrupt: &Interrupt) -> io::Result<oneshot::Receiver<()>> {
    let (mut listener, bell) = io::pipe()?;
    let (sender, receiver) = oneshot::channel();
    interrupt.ring(bell);
    thread::Builder::new().name("bell".into()).spawn(move || {
        let _ = listener.read(&mut [0]); // a byte, or the program ends
        let _ = sender.send(());
    })?;
    Ok(receiver)
}

/// What happens is told on standard error.
fn tell(form: LogForm) {
    let filter = EnvFilter::try_from_default_env().unwrap_or_else(|_| EnvFilter::new("info"));
    let colours = AutoStream::choice(&io::stderr()) != ColorChoice::Never;
    let told = tracing_subscriber::fmt().with_env_filter(filter).with_writer(io::stderr);
    match form {
        LogForm::Text => told.with_ansi(colours).init(),
        LogForm::Json => told.with_ansi(false).json().init(),
    }
}

/// Shows a page, with whatever this system shows pages with.
fn open(page: &str) {
    let tools = ["xdg-open", "open", "wslview"];
    let shown = tools.iter().any(|tool| {
        let mut command = Command::new(tool);
        command.arg(page).stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
        command.spawn().is_ok()
    });
    if !shown {
        warn("meeple", format_args!("no browser was found: open {page} yourself"));
    }
}
