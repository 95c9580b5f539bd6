//! What is told of a tournament while it is played.

use crate::commands::announcer::{Announcer, Voice, merged};
use meeple_arena::{
    rating::SprtState,
    tournament::{GameLine, Ledger, News, Origin, Tournament},
};
use meeple_core::text::printable;
use meeple_terminal::failure::Failure;
use serde_json::json;
use std::{
    fmt::Write,
    sync::Arc,
    time::{Duration, Instant},
};

/// How often the standing is counted anew for the bar.
const EVERY: Duration = Duration::from_millis(500);
/// How many are named on the bar.
const NAMED: usize = 4;

/// Who hears of the games, and tells of them.
pub(super) struct Crier<'a> {
    tournament: &'a Tournament,
    announcer: Announcer,
    /// When the standing was counted last.
    counted: Option<Instant>,
    games: u64,
}

impl<'a> Crier<'a> {
    pub(super) fn new(tournament: &'a Tournament, voice: Voice) -> Self {
        let announcer = Announcer::new(voice, Arc::clone(&tournament.limits.stop));
        Crier { tournament, announcer, counted: None, games: 0 }
    }

    pub(super) fn hear(&mut self, news: &News<'_>) {
        match news {
            News::Round(round, games) => {
                self.announcer.bar.add_games(&round.title, *games);
                let told = || json!({"event": "round", "title": round.title, "games": games});
                self.announcer.say(told);
            }
            News::Game(line, origin) => self.tell_game(line, *origin),
            News::Damaged(damaged) => self.announcer.warn_of_damage(damaged),
            News::Withdrawn(entrant, why) => {
                let name = printable(&self.tournament.entrants[*entrant].name);
                self.announcer.warn(format_args!("{name} is withdrawn: {}", printable(why)));
                self.announcer.say(|| json!({"event": "withdrawn", "name": name, "why": why}));
            }
            News::Counted(ledger) => self.show_standing(ledger),
            News::Played(_) => {} // its line says enough
        }
    }

    /// All was told that there is; why not, if it could not be said.
    pub(super) fn finish(self) -> Result<(), Failure> {
        self.announcer.finish()
    }

    fn tell_game(&mut self, line: &GameLine, origin: Origin) {
        self.games += 1;
        self.announcer.bar.advance(origin);
        self.announcer.warn_if_void(line);
        let (number, entrants) = (self.games, &self.tournament.entrants);
        self.announcer.say(|| {
            let names = line.seats.iter().map(|&entrant| entrants[entrant].name.as_str());
            let (names, is_new) = (names.collect::<Vec<_>>(), origin == Origin::Played);
            let told = json!({"event": "game", "number": number, "new": is_new, "names": names});
            merged(told, line)
        });
    }

    fn show_standing(&mut self, ledger: &Ledger) {
        let is_due = self.counted.is_none_or(|then| then.elapsed() >= EVERY);
        if self.announcer.voice != Voice::People || !is_due {
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
        self.announcer.bar.show(&shown);
    }
}
