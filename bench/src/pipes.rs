//! Benchmarks of programs behind two pipes: how many turns per second the protocols carry.
//!
//! The bots do as little as possible: this program, started as a bot, answers each request with the first
//! legal move. The peer is a bare ping-pong of single lines, without protocol, position or clock.

use crate::table::{BenchGoal, BenchTable};
use meeple_ai::roster::Resources;
use meeple_bots::{
    PlayerLauncher, Protocol,
    school::{AnswerReading, Dialect},
};
use meeple_core::{
    AnyGame, AnyPlayer, Contestant, Limits, Seat,
    deals::seeded_deal,
    rng::{RngStream, seeded},
};
use meeple_games::{GameKind, chomp, filler};
use std::{
    env,
    io::{self, BufRead, BufReader, Read, Write},
    process::{Child, ChildStdout, Command, Stdio},
    time::Duration,
};

/// The argument that makes this program a bot.
pub(crate) const BOT_ARGUMENT: &str = "--be-a-bot";
/// Requests per measurement.
const TURNS: u64 = 1000;
/// Minimum turns per second.
const MIN_TURNS_PER_SECOND: f64 = 20_000.0;

/// Adds all rows about programs.
pub(crate) fn rows(bench: &mut BenchTable) {
    let bar = chomp::Board::new(4, 3).expect("a good size");
    let json = (GameKind::Chomp, Protocol::Json, "JSON, Chomp 4x3");
    row(bench, json, &chomp::Chomp::from_board(bar));
    let mut position =
        filler::Filler::from_board(filler::standard_map("map00").expect("a standard map"));
    let piece = seeded_deal(&position, 1, 0).expect("a deal is due");
    meeple_core::Game::apply_deal(&mut position, &piece).expect("it was drawn for this board");
    for dialect in Dialect::ALL {
        let protocol = Protocol::Filler { dialect, reading: AnswerReading::Strict };
        let what = format!("the dialect {dialect}, map00");
        row(bench, (GameKind::Filler, protocol, &what), &position);
    }
    row(bench, (GameKind::Filler, Protocol::Json, "JSON, Filler map00"), &position);
}

fn row(
    bench: &mut BenchTable,
    (kind, protocol, what): (GameKind, Protocol, &str),
    position: &dyn AnyGame,
) {
    let what = format!("turns over pipes: {what}");
    let place = match protocol {
        Protocol::Json => String::new(),
        Protocol::Filler { dialect, .. } => {
            let first = position.legal_move_texts().first().and_then(|mv| mv.parse().ok());
            dialect.answer(first.expect("the piece fits")).trim_end().into()
        }
    };
    let (mut bot, mut ping) = (None, None);
    let rate = bench.compare_rates(
        &what,
        "/s",
        || ask(bot.get_or_insert_with(|| start_bot(kind, protocol, &place)), position),
        "bare ping-pong",
        || ping.get_or_insert_with(PingPong::start).play(),
        Some(BenchGoal::RatioAtLeast(0.5)),
    );
    bench.figure(
        &format!("{what}, at least"),
        rate,
        "/s",
        Some(BenchGoal::AtLeast(MIN_TURNS_PER_SECOND)),
    );
}

/// Starts this program as a bot, like any other program; in a dialect it answers with `place`.
fn start_bot(kind: GameKind, protocol: Protocol, place: &str) -> Box<dyn AnyPlayer> {
    let launcher =
        PlayerLauncher { protocol, ..PlayerLauncher::for_game(kind, Resources::default()) };
    let command =
        format!("'{}' {BOT_ARGUMENT} {} '{place}'", program().display(), protocol.prefix());
    let arrival = launcher.start_player(&Contestant::Program { command }, Seat::new(0));
    arrival.ok().flatten().expect("this program can be started")
}

fn ask(bot: &mut Box<dyn AnyPlayer>, position: &dyn AnyGame) -> u64 {
    let mut rng = seeded(0, RngStream::Other(0));
    let limits = Limits { time: Some(Duration::from_secs(10)), ..Limits::default() };
    for _ in 0..TURNS {
        bot.choose_text(position, &limits, &mut rng).expect("it answers");
    }
    TURNS
}

fn program() -> std::path::PathBuf {
    env::current_exe().expect("this program runs")
}

/// A child process that answers each line with a line.
struct PingPong {
    child: Child,
    answers: BufReader<ChildStdout>,
}

impl PingPong {
    fn start() -> Self {
        let mut command = Command::new(program());
        command.args([BOT_ARGUMENT, "ping", ""]).stdin(Stdio::piped()).stdout(Stdio::piped());
        let mut child = command.spawn().expect("this program can be started");
        let answers = BufReader::new(child.stdout.take().expect("it is piped"));
        PingPong { child, answers }
    }

    fn play(&mut self) -> u64 {
        let stdin = self.child.stdin.as_mut().expect("it is piped");
        let mut line = String::new();
        for _ in 0..TURNS {
            stdin.write_all(b"ping\n").expect("it listens");
            line.clear();
            self.answers.read_line(&mut line).expect("it answers");
        }
        TURNS
    }
}

impl Drop for PingPong {
    fn drop(&mut self) {
        drop(self.child.stdin.take());
        self.child.wait().ok();
    }
}

/// Runs as a bot until the pipes are closed.
pub(crate) fn run_as_bot(protocol: &str, place: &str) -> io::Result<()> {
    let (mut input, mut output) = (BufReader::new(io::stdin()), io::stdout());
    let mut line = Vec::new();
    while input.read_until(b'\n', &mut line)? > 0 {
        let answer: &[u8] = match protocol {
            "json" => first_move(&line),
            "ping" => b"pong",
            dialect => {
                // The piece's header tells how many lines follow.
                let head = line.strip_prefix(b"Piece ");
                let head = head.and_then(|head| std::str::from_utf8(head).ok()).unwrap_or("");
                let mut sizes = head.trim_end_matches([':', '\n']).split(' ');
                let height = if dialect == "42" { sizes.next() } else { sizes.nth(1) };
                let rows: usize = height.and_then(|height| height.parse().ok()).unwrap_or(0);
                for _ in 0..rows {
                    input.by_ref().read_until(b'\n', &mut line)?;
                }
                if rows > 0 { place.as_bytes() } else { b"" }
            }
        };
        if !answer.is_empty() {
            output.write_all(&[answer, b"\n"].concat())?;
            output.flush()?;
        }
        line.clear();
    }
    Ok(())
}

/// Returns the first of `"moves":["0,0",...`; empty if there is none.
fn first_move(line: &[u8]) -> &[u8] {
    let key = b"\"moves\":[\"";
    let Some(at) = line.windows(key.len()).position(|window| window == key) else { return b"" };
    line[at + key.len()..].split(|&byte| byte == b'"').next().unwrap_or(b"")
}
