//! A running game of Filler, full screen: board, piece, scores, and who reaches what.
//!
//! ```text
//! keys ──► Model ◄── steps ── a thread that owns the table and its bots
//!            │                      ▲
//!            ▼                      │ one permit for each step: pause and pace
//!          view                     └───────────────────────────────────────────
//! ```
//!
//! However the view is left (a key, Ctrl-C, a signal, a panic, a terminal that
//! goes away), the terminal is restored and the bots are gone. Ctrl-Z stops it
//! until the shell wakes it.

mod model;
mod view;

use crate::{
    commands::{
        filler::{Arrangement, blame},
        print,
    },
    failure::Failure,
    paint::Paint,
    record_file::{Advice, Recorder},
};
use meeple_arena::{Seating, Stopped};
use meeple_core::{Due, Limits, Match, Seat, Table};
use meeple_games::filler::{Filler, Move, Piece};
use model::{Leave, Model};
use ratatui::crossterm::event;
use rustix::{
    event::{PollFd, PollFlags, Timespec, poll},
    io::Errno,
    process::{Signal, kill_current_process_group},
};
use signal_hook::consts::SIGCONT;
use std::{
    io::{self, IsTerminal},
    mem::ManuallyDrop,
    path::Path,
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
        mpsc::{self, Receiver, Sender, TryRecvError},
    },
    thread,
    time::Duration,
};

/// How often the keyboard, the bots and the clock are looked at.
const TICK: Duration = Duration::from_millis(10);

/// Plays and shows a game.
pub(crate) fn run(arrangement: &Arrangement, record: Option<&Path>) -> Result<(), Failure> {
    if !io::stdin().is_terminal() || !io::stdout().is_terminal() {
        let why = "--watch needs a terminal; without it the game is printed";
        return Err(Failure::Usage(why.into()));
    }
    let recorder = Recorder::create(record, Advice::OtherName)?;
    let limits = &arrangement.limits;
    let stop = Arc::clone(&limits.stop);
    let mut game = Game::open(arrangement, recorder)?;
    let mut model = Model::new(game.table.game(), game.position(), Paint::of_stdout());
    let (permits, allowed) = mpsc::channel();
    let (sender, steps) = mpsc::channel();
    let left = thread::scope(|scope| {
        let game = &mut game;
        scope.spawn(move || play(game, limits, &allowed, &sender));
        let left = show(&mut model, &permits, &steps, &|| stop.load(Ordering::SeqCst));
        let left = match left {
            Err(_) if !io::stdin().is_terminal() => Ok(Leave::Vanished),
            left => left,
        };
        stop.store(true, Ordering::SeqCst); // a bot that still thinks is not waited for
        drop(permits);
        left
    });
    game.seating.end(&game.table);
    match left? {
        Leave::Interrupted => Err(Failure::Interrupted),
        Leave::Vanished => Err(Failure::Vanished),
        Leave::Early => Err(Failure::Failed("the game was left before its end".into())),
        Leave::AtTheEnd => {
            print(&model.last_words())?;
            blame(game.table.game(), &game.seating)?;
            game.recorder.settle()
        }
    }
}

/// The game with its bots and its record.
struct Game {
    table: Table,
    seating: Seating,
    recorder: Recorder,
}

/// What a step did.
enum Step {
    /// A seat was asked.
    Moved {
        /// The position afterwards.
        position: Filler,
        /// The seat.
        seat: Seat,
        /// The piece it had.
        piece: Piece,
        /// Whether it was laid.
        laid: bool,
        /// What there is to say about that.
        remark: Option<String>,
    },
    /// The game is over.
    Over(Match),
}

impl Game {
    fn open(arrangement: &Arrangement, recorder: Recorder) -> Result<Self, Failure> {
        let mut table = arrangement.open()?;
        let arrivals = arrangement.host.sit_all(&arrangement.contestants);
        let seating = Seating::open(&mut table, arrivals, arrangement.referee);
        Ok(Game { table, seating, recorder })
    }

    fn position(&self) -> &Filler {
        self.table.position_as().expect("the table was opened with a game of Filler")
    }

    /// Goes on until a seat has been asked, or to the end.
    fn step(&mut self, limits: &Limits) -> Result<Step, Stopped> {
        loop {
            self.recorder.follow(self.table.game()); // settled at the end
            match self.table.due() {
                Due::Deal => drop(self.table.deal().expect("a seed always has a deal")),
                Due::Seat(seat) => return self.ask(seat, limits),
                Due::End => drop(self.table.end().expect("the end is due")),
                Due::Over => return Ok(Step::Over(self.table.game().clone())),
            }
        }
    }

    fn ask(&mut self, seat: Seat, limits: &Limits) -> Result<Step, Stopped> {
        let piece = self.position().piece().expect("a seat to move has a piece").clone();
        let asked = self.seating.ask(&mut self.table, seat, limits)?;
        self.recorder.follow(self.table.game());
        let verdict = asked.verdict.map(|verdict| format!("{}: {verdict}", verdict.name()));
        let mv: Option<Move> = asked.choice.as_ref().and_then(|choice| choice.mv.parse().ok());
        let laid = verdict.is_none() && mv.is_some_and(|mv| mv != Move::Stop);
        let remark = verdict.or_else(|| asked.choice.and_then(|choice| choice.remark));
        Ok(Step::Moved { position: self.position().clone(), seat, piece, laid, remark })
    }
}

/// The game's thread: a step for each permit.
fn play(
    game: &mut Game,
    limits: &Limits,
    allowed: &Receiver<()>,
    steps: &Sender<Result<Step, Stopped>>,
) {
    for () in allowed {
        let step = game.step(limits);
        let is_last = !matches!(step, Ok(Step::Moved { .. }));
        if steps.send(step).is_err() || is_last {
            return;
        }
    }
}

/// The screen's loop: keys and steps change the model, the view only reads it.
fn show(
    model: &mut Model,
    permits: &Sender<()>,
    steps: &Receiver<Result<Step, Stopped>>,
    is_stopped: &dyn Fn() -> bool,
) -> Result<Leave, Failure> {
    let woken = Arc::new(AtomicBool::new(false));
    let listening = signal_hook::flag::register(SIGCONT, Arc::clone(&woken))?;
    let _listening = Listening(listening);
    let mut screen = Screen(ManuallyDrop::new(ratatui::try_init()?));
    loop {
        if model.take_change() {
            screen.0.draw(|frame| view::draw(model, frame))?;
        }
        if model.wants_step() {
            // A thread that is gone has sent its last step before.
            permits.send(()).ok();
        }
        if is_gone_within(TICK)? {
            return Ok(Leave::Vanished); // nobody can press a key any more
        }
        if event::poll(Duration::ZERO)? {
            model.press(&event::read()?);
        }
        if model.take_suspend() {
            ratatui::try_restore()?;
            // Stopped here until the shell wakes the job.
            kill_current_process_group(Signal::TSTP).map_err(io::Error::from)?;
            woken.store(true, Ordering::SeqCst);
        }
        if woken.swap(false, Ordering::SeqCst) {
            screen.reopen()?; // whoever had the terminal has changed it
            model.touch();
        }
        match steps.try_recv() {
            Ok(Ok(step)) => model.step(step),
            Ok(Err(Stopped)) => return Ok(Leave::Interrupted),
            Err(TryRecvError::Empty | TryRecvError::Disconnected) => {}
        }
        if is_stopped() {
            return Ok(Leave::Interrupted);
        }
        if let Some(leave) = model.leave() {
            return Ok(leave);
        }
    }
}

/// Waits for a key, no longer than this; whether there is no terminal any more that one could
/// come from. Crossterm, asked for keys of a terminal that has gone away, would ask it for ever.
fn is_gone_within(patience: Duration) -> io::Result<bool> {
    let stdin = io::stdin();
    let mut keys = [PollFd::new(&stdin, PollFlags::IN)];
    let patience = Timespec { tv_sec: 0, tv_nsec: i64::from(patience.subsec_nanos()) };
    match poll(&mut keys, Some(&patience)) {
        Ok(_) => {}
        Err(Errno::INTR) => return Ok(false), // a signal: the loop looks at its flag
        Err(error) => return Err(error.into()),
    }
    let gone = PollFlags::HUP | PollFlags::ERR | PollFlags::NVAL;
    Ok(keys[0].revents().intersects(gone) || !stdin.is_terminal())
}

/// The terminal in its full-screen mode, restored whatever happens. Ratatui would panic where
/// nobody hears that a terminal which is gone cannot be restored, so it is not dropped by itself.
struct Screen(ManuallyDrop<ratatui::DefaultTerminal>);

impl Screen {
    /// The full-screen mode once more, all of it to be drawn.
    fn reopen(&mut self) -> io::Result<()> {
        self.0 = ManuallyDrop::new(ratatui::try_init()?);
        self.0.clear()
    }
}

impl Drop for Screen {
    fn drop(&mut self) {
        let _ = self.0.show_cursor();
        let _ = ratatui::try_restore();
    }
}

/// Waking is listened to as long as this lives.
struct Listening(signal_hook::SigId);

impl Drop for Listening {
    fn drop(&mut self) {
        signal_hook::low_level::unregister(self.0);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use meeple_ai::roster::Resources;
    use meeple_arena::{Host, Referee};
    use meeple_core::Header;
    use meeple_games::{GameKind, filler::FillerOptions};

    /// terminator against `wall_e` on this map.
    pub(super) fn game_on(map: &str) -> Game {
        let host = Host::of(GameKind::Filler, Resources::default());
        let seats = host.read_all(["terminator", "wall_e"]).expect("in the roster");
        let arrivals = host.sit_all(&seats);
        let options = FillerOptions { map: Some(map.into()), ..FillerOptions::default() };
        let header = Header { seed: Some(1), ..Header::new::<Filler>(&options, seats) };
        let mut table = Table::open::<Filler>(&options, header).expect("good options");
        let seating = Seating::open(&mut table, arrivals, Referee::default());
        Game { table, seating, recorder: Recorder::default() }
    }

    #[test]
    fn the_games_thread_makes_a_step_for_each_permit_and_ends_with_the_game() {
        let (permits, allowed) = mpsc::channel();
        let (sender, steps) = mpsc::channel();
        let player = thread::spawn(move || {
            let mut game = game_on("map00");
            play(&mut game, &Limits::default(), &allowed, &sender);
        });
        let mut moved = 0;
        loop {
            permits.send(()).expect("the thread waits for permits");
            match steps.recv().expect("a step for a permit").expect("nobody stops it") {
                Step::Moved { .. } => moved += 1,
                Step::Over(game) => {
                    assert!(game.end().is_some());
                    break;
                }
            }
        }
        assert!(moved > 10, "only {moved} steps");
        player.join().expect("it did not panic");
    }

    #[test]
    fn a_stopped_game_says_so() {
        let limits = Limits::default();
        limits.stop.store(true, Ordering::SeqCst);
        assert!(game_on("map00").step(&limits).is_err());
    }
}
