//! Programs at the end of two pipes: how many turns a second the protocols carry.
//!
//! The bots do as little as a bot can: this program itself, started once more,
//! answers each question with the first legal move. The peer is a bare ping-pong: a line there, a line back, without
//! protocol, position or clock.

use crate::table::{Bench, Goal};
use meeple_ai::roster::Resources;
use meeple_bots::{
    Host, Protocol,
    school::{Dialect, Reading},
};
use meeple_core::{
    AnyGame, AnyPlayer, Contestant, Limits, Seat,
    deals::seeded_deal,
    rng::{Stream, seeded},
};
use meeple_games::{GameKind, chomp, filler};
use std::{
    env,
    io::{self, BufRead, BufReader, Read, Write},
    process::{Child, ChildStdout, Command, Stdio},
    time::Duration,
};

/// The word behind which this program is a bot.
pub(crate) const BOT: &str = "--be-a-bot";
/// How many questions are asked at a time.
const TURNS: u64 = 1000;
/// The least turns a second.
const LEAST: f64 = 20_000.0;

/// All rows about programs.
pub(crate) fn rows(bench: &mut Bench) {
    let bar = chomp::Board::new(4, 3).expect("a good size");
    let json = (GameKind::Chomp, Protocol::Json, "JSON, Chomp 4x3");
    row(bench, json, &chomp::Chomp::on(bar));
    let mut position = filler::Filler::on(filler::standard_map("map00").expect("a standard map"));
    let piece = seeded_deal(&position, 1, 0).expect("a deal is due");
    meeple_core::Game::apply_deal(&mut position, &piece).expect("it was drawn for this board");
    for dialect in Dialect::ALL {
        let protocol = Protocol::Filler { dialect, reading: Reading::Strict };
        let what = format!("the dialect {dialect}, map00");
        row(bench, (GameKind::Filler, protocol, &what), &position);
    }
    row(bench, (GameKind::Filler, Protocol::Json, "JSON, Filler map00"), &position);
}

fn row(
    bench: &mut Bench,
    (kind, protocol, what): (GameKind, Protocol, &str),
    position: &dyn AnyGame,
) {
    let what = format!("turns over pipes: {what}");
    let place = match protocol {
        Protocol::Json => String::new(),
        Protocol::Filler { dialect, .. } => {
            let first = position.legal_texts().first().and_then(|mv| mv.parse().ok());
            dialect.answer(first.expect("the piece fits")).trim_end().into()
        }
    };
    let (mut bot, mut ping) = (None, None);
    let rate = bench.compare_rates(
        &what,
        "/s",
        || ask(bot.get_or_insert_with(|| seated(kind, protocol, &place)), position),
        "bare ping-pong",
        || ping.get_or_insert_with(PingPong::start).play(),
        Some(Goal::RatioAtLeast(0.5)),
    );
    bench.figure(&format!("{what}, at least"), rate, "/s", Some(Goal::AtLeast(LEAST)));
}

/// This program as a bot, seated as any program is; in a dialect it answers with `place`.
fn seated(kind: GameKind, protocol: Protocol, place: &str) -> Box<dyn AnyPlayer> {
    let host = Host { protocol, ..Host::of(kind, Resources::default()) };
    let command = format!("'{}' {BOT} {} '{place}'", program().display(), protocol.word());
    let arrival = host.sit(&Contestant::Program { command }, Seat::new(0));
    arrival.ok().flatten().expect("this program can be started")
}

fn ask(bot: &mut Box<dyn AnyPlayer>, position: &dyn AnyGame) -> u64 {
    let mut rng = seeded(0, Stream::Other(0));
    let limits = Limits { time: Some(Duration::from_secs(10)), ..Limits::default() };
    for _ in 0..TURNS {
        bot.choose_text(position, &limits, &mut rng).expect("it answers");
    }
    TURNS
}

fn program() -> std::path::PathBuf {
    env::current_exe().expect("this program runs")
}

/// A line there, a line back.
struct PingPong {
    child: Child,
    answers: BufReader<ChildStdout>,
}

impl PingPong {
    fn start() -> Self {
        let mut command = Command::new(program());
        command.args([BOT, "ping", ""]).stdin(Stdio::piped()).stdout(Stdio::piped());
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

/// The other end of the pipes, until they are closed.
pub(crate) fn be_a_bot(protocol: &str, place: &str) -> io::Result<()> {
    let (mut input, mut output) = (BufReader::new(io::stdin()), io::stdout());
    let mut line = Vec::new();
    while input.read_until(b'\n', &mut line)? > 0 {
        let answer: &[u8] = match protocol {
            "json" => first_move(&line),
            "ping" => b"pong",
            dialect => {
                // A piece's head, and so many lines behind it.
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

/// The first of `"moves":["0,0",...`; nothing if there is none.
fn first_move(line: &[u8]) -> &[u8] {
    let key = b"\"moves\":[\"";
    let Some(at) = line.windows(key.len()).position(|window| window == key) else { return b"" };
    line[at + key.len()..].split(|&byte| byte == b'"').next().unwrap_or(b"")
}
