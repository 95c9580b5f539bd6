//! Progress output while a tournament is played.

use crate::commands::progress_reporter::{OutputMode, ProgressReporter, merge_json};
use meeple_arena::{
    rating::SprtState,
    tournament::{GameLine, GameOrigin, Ledger, Tournament, TournamentEvent},
};
use meeple_core::text::printable;
use meeple_terminal::command_error::CommandError;
use serde_json::json;
use std::{
    fmt::Write,
    sync::Arc,
    time::{Duration, Instant},
};

/// How often the standings in the bar are updated.
const EVERY: Duration = Duration::from_millis(500);
/// How many players the bar names.
const NAMED: usize = 4;

/// Receives the events of a tournament and reports them.
pub(super) struct TournamentReporter<'a> {
    tournament: &'a Tournament,
    progress: ProgressReporter,
    /// When the standings were last computed.
    counted: Option<Instant>,
    games: u64,
}

impl<'a> TournamentReporter<'a> {
    pub(super) fn new(tournament: &'a Tournament, mode: OutputMode) -> Self {
        let progress = ProgressReporter::new(mode, Arc::clone(&tournament.limits.stop));
        TournamentReporter { tournament, progress, counted: None, games: 0 }
    }

    pub(super) fn on_event(&mut self, event: &TournamentEvent<'_>) {
        match event {
            TournamentEvent::Round(round, games) => {
                self.progress.bar.add_games(&round.title, *games);
                let line = || json!({"event": "round", "title": round.title, "games": games});
                self.progress.print_json_line(line);
            }
            TournamentEvent::Game(line, origin) => self.report_game(line, *origin),
            TournamentEvent::Damaged(damaged) => self.progress.warn_of_damage(damaged),
            TournamentEvent::Withdrawn(entrant, why) => {
                let name = printable(&self.tournament.entrants[*entrant].name);
                self.progress.warn(format_args!("{name} was withdrawn: {}", printable(why)));
                self.progress
                    .print_json_line(|| json!({"event": "withdrawn", "name": name, "why": why}));
            }
            TournamentEvent::Counted(ledger) => self.show_standing(ledger),
            TournamentEvent::Played(_) => {} // its line says enough
        }
    }

    /// Removes the progress bar; returns the error if something couldn't be printed.
    pub(super) fn finish(self) -> Result<(), CommandError> {
        self.progress.finish()
    }

    fn report_game(&mut self, line: &GameLine, origin: GameOrigin) {
        self.games += 1;
        self.progress.bar.advance(origin);
        self.progress.warn_if_void(line);
        let (number, entrants) = (self.games, &self.tournament.entrants);
        self.progress.print_json_line(|| {
            let names = line.seats.iter().map(|&entrant| entrants[entrant].name.as_str());
            let (names, is_new) = (names.collect::<Vec<_>>(), origin == GameOrigin::Played);
            let object = json!({"event": "game", "number": number, "new": is_new, "names": names});
            merge_json(object, line)
        });
    }

    fn show_standing(&mut self, ledger: &Ledger) {
        let is_due = self.counted.is_none_or(|then| then.elapsed() >= EVERY);
        if self.progress.mode != OutputMode::Progress || !is_due {
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
        self.progress.bar.show(&shown);
    }
}
