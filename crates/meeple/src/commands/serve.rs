//! `meeple serve`: runs the web server.

use super::print;
use crate::cli::{LogFormat, ServeArgs};
use anstream::{AutoStream, ColorChoice};
use meeple_terminal::{
    command_error::{CommandError, warn},
    interrupt::Interrupt,
    screen::data_folder,
};
use meeple_web::{Server, ServerConfig, ServerLimits};
use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};
use std::{
    env,
    io::{self, Read},
    process::{Command, Stdio},
    thread,
    time::Duration,
};
use tokio::{runtime, sync::oneshot};
use tracing_subscriber::{
    filter::{LevelFilter, Targets},
    fmt,
    layer::{Layer as _, SubscriberExt as _},
    util::SubscriberInitExt as _,
};

/// The least number of threads for what can't be done piece by piece: one slow request must not block all others.
const MIN_BLOCKING_THREADS: usize = 2;
/// The target of the lines of the access log.
const ACCESS_LOG: &str = "access";

/// How long the server may take to stop after a signal; longer than its `close_timeout`.
const SHUTDOWN_TIMEOUT: Duration = Duration::from_secs(9);

pub(super) fn run(args: &ServeArgs, interrupt: &Interrupt) -> Result<(), CommandError> {
    start_logging(args.log, args.access_log);
    allow_many_sockets();
    let data = args.data.clone().or_else(|| data_folder().map(|folder| folder.join("server")));
    let data = data.ok_or_else(|| {
        CommandError::Usage("no data folder: HOME is not set; use --data DIR".into())
    })?;
    let config = ServerConfig {
        base: args.base.clone(),
        hosts: args.hosts.clone(),
        trusted_proxies: args.trusted_proxies.clone(),
        log_addresses: args.log_addresses.into(),
        retention: args.storage.retention().map_err(CommandError::Usage)?,
        min_free_bytes: args.storage.min_free,
        limits: ServerLimits {
            heartbeat: Duration::from_secs(args.heartbeat.into()),
            ..ServerLimits::default()
        },
        ..ServerConfig::new(args.listen, data)
    };
    // Requests are answered, connections and the log closed.
    let _shutdown_guard = interrupt.shut_down_within(SHUTDOWN_TIMEOUT);
    let signal = on_signal(interrupt)?;
    // What is worked out for requests on threads of its own must not take the processors from the games.
    let processors = thread::available_parallelism().map_or(1, usize::from);
    let runtime = runtime::Builder::new_multi_thread()
        .enable_all()
        .max_blocking_threads(processors.max(MIN_BLOCKING_THREADS))
        .build()?;
    runtime.block_on(async {
        let server = Server::start(config).await;
        let mut server = server.map_err(|error| CommandError::Failed(error.to_string()))?;
        let page = format!("http://{}{}/", server.address, args.base);
        print(&format!("Meeple is at {page}"))?;
        if args.open {
            open(&page);
        }
        tokio::select! {
            ended = server.wait() => return ended.map_err(CommandError::from),
            _ = signal => {}
        }
        server.close().await;
        Err(CommandError::Interrupted)
    })
}

/// Raises the limit of open files to the system's maximum: each connection needs one, and shells usually
/// allow about a thousand.
fn allow_many_sockets() {
    let Rlimit { maximum, .. } = getrlimit(Resource::Nofile);
    let _ = setrlimit(Resource::Nofile, Rlimit { current: maximum, maximum });
}

/// Returns a receiver that completes when a signal arrives.
fn on_signal(interrupt: &Interrupt) -> io::Result<oneshot::Receiver<()>> {
    let (mut reader, writer) = io::pipe()?;
    let (sender, receiver) = oneshot::channel();
    interrupt.wake_on_signal(writer);
    thread::Builder::new().name("signal".into()).spawn(move || {
        let _ = reader.read(&mut [0]); // a byte arrives, or the program ends
        let _ = sender.send(());
    })?;
    Ok(receiver)
}

/// Starts logging to standard error.
fn start_logging(format: LogFormat, access_log: bool) {
    let colours = AutoStream::choice(&io::stderr()) != ColorChoice::Never;
    let lines = fmt::layer().with_writer(io::stderr);
    let lines = match format {
        LogFormat::Text => lines.with_ansi(colours).boxed(),
        LogFormat::Json => lines.with_ansi(false).json().boxed(),
    };
    tracing_subscriber::registry().with(lines.with_filter(log_filter(access_log))).init();
}

/// Returns the log levels that `RUST_LOG` asks for; without it, `info` for everything but the access log.
fn log_filter(access_log: bool) -> Targets {
    let default =
        || Targets::new().with_default(LevelFilter::INFO).with_target(ACCESS_LOG, LevelFilter::OFF);
    let wanted = env::var("RUST_LOG").ok().map(|wanted| wanted.parse());
    let filter = wanted.unwrap_or_else(|| Ok(default())).unwrap_or_else(|error| {
        warn("meeple", format_args!("RUST_LOG is ignored: {error}"));
        default()
    });
    if access_log { filter.with_target(ACCESS_LOG, LevelFilter::INFO) } else { filter }
}

/// Opens a page in the browser, with the first tool found.
fn open(page: &str) {
    let tools = ["xdg-open", "open", "wslview"];
    let is_opened = tools.iter().any(|tool| {
        let mut command = Command::new(tool);
        command.arg(page).stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
        command.spawn().is_ok()
    });
    if !is_opened {
        warn("meeple", format_args!("no browser was found; open {page} yourself"));
    }
}
