//! What is told while games are played: a bar for people, lines for programs.

use crate::{
    cli::ArenaArgs,
    commands::print,
    failure::{Failure, warn},
    progress::StandingBar,
};
use meeple_arena::rating::SprtState;
use meeple_arena::tournament::{GameLine, GameState, Ledger, News, Origin, Tournament};
use meeple_core::text::printable;
use serde_json::{Value, json};
use std::{
    fmt::Write,
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
    time::{Duration, Instant},
};

/// How often the standing is counted anew for the bar.
const EVERY: Duration = Duration::from_millis(500);
/// How many are named on the bar.
const NAMED: usize = 4;

/// How much is said, and to whom.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::commands) enum Voice {
    /// The result only.
    Quiet,
    /// A bar, and what goes wrong.
    People,
    /// Lines of JSON.
    Programs,
}

impl Voice {
    pub(in crate::commands) fn of(args: &ArenaArgs) -> Self {
        match args {
            ArenaArgs { json: true, .. } => Voice::Programs,
            ArenaArgs { quiet: true, .. } => Voice::Quiet,
            _ => Voice::People,
        }
    }

    /// A program was checked; `why` it failed, if it did. Where that cannot be said, the games
    /// will find out.
    pub(super) fn checked(self, name: &str, why: Option<&str>) {
        match (self, why) {
            (Voice::Programs, why) => {
                let checked =
                    json!({"event": "checked", "name": name, "passed": why.is_none(), "why": why});
                let _ = print(&checked.to_string());
            }
            (Voice::People, None) => {
                warn("meeple", format_args!("{} is fit to play", printable(name)));
            }
            (Voice::People, Some(why)) => {
                warn(
                    "meeple",
                    format_args!("{} does not play: {}", printable(name), printable(why)),
                );
            }
            (Voice::Quiet, _) => {}
        }
    }
}

/// Who hears of the games, and tells of them.
pub(super) struct Crier<'a> {
    tournament: &'a Tournament,
    voice: Voice,
    bar: StandingBar,
    counted: Option<Instant>,
    games: u64,
    /// Raised when nobody wants to hear more.
    stop: Arc<AtomicBool>,
    failure: Option<Failure>,
}

impl<'a> Crier<'a> {
    pub(super) fn new(tournament: &'a Tournament, voice: Voice) -> Self {
        let bar = if voice == Voice::People { StandingBar::start() } else { StandingBar::hidden() };
        let stop = Arc::clone(&tournament.limits.stop);
        Crier { tournament, voice, bar, counted: None, games: 0, stop, failure: None }
    }

    pub(super) fn hear(&mut self, news: &News<'_>) {
        match news {
            News::Round(round, games) => {
                self.bar.add_games(&round.title, *games);
                if self.voice == Voice::Programs {
                    let round = json!({"event": "round", "title": round.title, "games": games});
                    self.say(&round);
                }
            }
            News::Game(line, origin) => {
                self.games += 1;
                self.bar.advance();
                self.tell_game(line, *origin);
            }
            News::Damaged(damaged) => {
                self.warn(&format!("{damaged}; its game is played again"));
            }
            News::Withdrawn(entrant, why) => {
                let name = printable(&self.tournament.entrants[*entrant].name);
                self.warn(&format!("{name} is withdrawn: {}", printable(why)));
                if self.voice == Voice::Programs {
                    let withdrawn = json!({"event": "withdrawn", "name": name, "why": why});
                    self.say(&withdrawn);
                }
            }
            News::Counted(ledger) => self.show_standing(ledger),
            News::Played(_) => {} // its line says enough
        }
    }

    /// All was told that there is; why not, if it could not be said.
    pub(super) fn finish(self) -> Result<(), Failure> {
        self.bar.finish();
        self.failure.map_or(Ok(()), Err)
    }

    fn tell_game(&mut self, line: &GameLine, origin: Origin) {
        if line.state == GameState::Void {
            let why = line.faults.last().map_or("", |fault| fault.seen.as_str());
            self.warn(&format!("a game is void, by a fault of ours: {}", printable(why)));
        }
        if self.voice == Voice::Programs {
            let name = |&entrant: &usize| self.tournament.entrants[entrant].name.clone();
            let names: Vec<String> = line.seats.iter().map(name).collect();
            let game = json!({"event": "game", "number": self.games, "new": origin == Origin::Played, "names": names});
            self.say(&merged(game, line));
        }
    }

    fn show_standing(&mut self, ledger: &Ledger) {
        let is_due = self.counted.is_none_or(|then| then.elapsed() >= EVERY);
        if self.voice != Voice::People || !is_due {
            return;
        }
        self.counted = Some(Instant::now());
        let mut shares = ledger.shares();
        shares.sort_by(|a, b| b.1.total_cmp(&a.1));
        let shown = shares.iter().take(NAMED).map(|&(entrant, share)| {
            let name = printable(&self.tournament.entrants[entrant].name);
            format!("{name} {:.1} %", share * 100.0)
        });
        let mut shown = shown.collect::<Vec<_>>().join(", ");
        if shares.len() > NAMED {
            shown.push_str(", ...");
        }
        if let Some(sprt) = &ledger.sprt {
            let SprtState { llr, lower, upper, .. } = sprt;
            let _ = write!(shown, "; LLR {llr:.2} ({lower:.2}, {upper:.2})");
        }
        self.bar.show(&shown);
    }

    fn warn(&self, what: &str) {
        if self.voice != Voice::Quiet {
            self.bar.aside(|| warn("meeple", what));
        }
    }

    /// A line of JSON. If nobody listens, nobody wants more games.
    fn say(&mut self, line: &Value) {
        if let Err(failure) = print(&line.to_string()) {
            self.failure.get_or_insert(failure);
            self.stop.store(true, Ordering::SeqCst);
        }
    }
}

/// What is told of a game, and what its line says.
fn merged(mut told: Value, line: &GameLine) -> Value {
    if let (Value::Object(told), Ok(Value::Object(line))) = (&mut told, serde_json::to_value(line))
    {
        told.extend(line);
    }
    told
}
