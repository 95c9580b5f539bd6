//! Validates a [`TournamentConfig`] and turns it into a playable [`Tournament`].

use super::{
    GameDetail, Schedule, Seatings, TableOpener, Tournament, TournamentConfig,
    TournamentConfigError, seatings::MAX_SEATS_FOR_ALL,
};
use crate::rating::Sprt;
use meeple_bots::{PlayerLauncher, school::Dialect};
use meeple_core::{Contestant, Header, Limits, SeatInfo, StartingPosition, Table};
use meeple_games::GameKind;
use meeple_session::{Referee, TimeControl};
use std::num::NonZeroUsize;

/// Default time per move, in seconds.
const DEFAULT_TIME: &str = "10";

/// What a tournament needs from the program that runs it.
pub struct TournamentEnv {
    /// Creates the players.
    pub launcher: PlayerLauncher,
    /// The signal that stops the tournament, and limits in addition to the configured ones.
    pub limits: Limits,
    /// Returns the current time as written to records.
    pub now: fn() -> String,
    /// Number of processors.
    pub processors: usize,
}

impl TournamentConfig {
    /// Returns the time control. The default is ten seconds per move, or no limit if the nodes are limited
    /// and only computer players take part.
    fn time_control(&self, entrants: &[SeatInfo]) -> TimeControl {
        let are_ours = entrants.iter().all(|info| matches!(info.who, Contestant::Computer { .. }));
        match self.time {
            Some(control) => control,
            None if self.nodes.is_some() && are_ours => TimeControl::None,
            None => DEFAULT_TIME.parse().expect("a good time"),
        }
    }

    /// Creates the tournament of these entrants, or says what is invalid.
    pub fn into_tournament(
        &self,
        entrants: Vec<SeatInfo>,
        env: TournamentEnv,
    ) -> Result<Tournament, TournamentConfigError> {
        let kind = self.kind()?;
        match entrants.len() {
            0 => return Err(TournamentConfigError::Alone("none is")),
            1 => return Err(TournamentConfigError::Alone("only one is")),
            _ => {}
        }
        let is_match = self.schedule == Schedule::Match;
        let players = is_match.then_some(entrants.len());
        let start = self.set_up(kind, players)?;
        let (seats, open) = (start.position.seats(), table_opener(start, env.now));
        self.check_numbers()?;
        let refuse = |advice| TournamentConfigError::Seats {
            game: self.game.clone(),
            seats,
            contestants: entrants.len(),
            advice,
        };
        if entrants.len() < seats {
            return Err(refuse("; add contestants"));
        }
        if is_match && entrants.len() > seats {
            return Err(refuse("; use meeple tournament"));
        }
        self.check_schedule(seats)?;
        let sprt = self.sprt(entrants.len())?;
        let orders = self.seatings.orders(seats).len() as u64;
        let control = self.time_control(&entrants);
        let jobs = self.jobs.unwrap_or(env.processors).max(1);
        // Games played in parallel share the processors.
        let threads = NonZeroUsize::new(env.processors / jobs).unwrap_or(NonZeroUsize::MIN);
        Ok(Tournament {
            seats,
            schedule: self.schedule,
            rounds: self.rounds,
            seatings: self.seatings,
            games: self.games.div_ceil(orders) * orders,
            seed: self.seed as u64,
            referee: self.referee(env.launcher.referee),
            launcher: env.launcher,
            open_table: open,
            limits: Limits { nodes: self.nodes, threads: Some(threads), ..env.limits },
            control,
            max_plies: self.plies.unwrap_or(super::DEFAULT_MAX_PLIES),
            fault_limit: (self.faults > 0).then_some(self.faults),
            sprt,
            jobs,
            detail: GameDetail::Lines,
            entrants,
        })
    }

    /// Returns the starting position. `players` is the default of the game's option of that name.
    fn set_up(
        &self,
        kind: GameKind,
        players: Option<usize>,
    ) -> Result<StartingPosition, TournamentConfigError> {
        let mut options = self.options.clone();
        let is_missing = kind.entry().has_option("players") && !options.contains("players");
        if let Some(players) = players.filter(|_| is_missing) {
            options.set_number("players", players as u64);
        }
        Ok(kind.entry().starting_position_from_values(&options)?)
    }

    /// Returns the referee of the configured dialect, or else `default`.
    fn referee(&self, default: Referee) -> Referee {
        let dialect: Option<Dialect> = self.dialect.as_deref().and_then(|word| word.parse().ok());
        dialect.map_or(default, Dialect::referee)
    }

    fn check_numbers(&self) -> Result<(), TournamentConfigError> {
        let check = |is_good: bool, what, range| {
            if is_good { Ok(()) } else { Err(TournamentConfigError::Range { what, range }) }
        };
        check((1..=100_000_000).contains(&self.games), "games", "1 to 100000000")?;
        check(self.nice.is_none_or(|nice| nice <= 19), "nice", "0 to 19")?;
        let memory = self.memory.is_none_or(|mib| (1..=1 << 20).contains(&mib));
        check(memory, "memory", "1 to 1048576 MiB")?;
        check(self.jobs.is_none_or(|jobs| (1..=256).contains(&jobs)), "jobs", "1 to 256")?;
        let rounds = self.rounds.is_none_or(|rounds| (1..=10_000).contains(&rounds));
        check(rounds, "rounds", "1 to 10000")?;
        check(self.nodes != Some(0), "nodes", "1 or more")?;
        check(self.plies != Some(0), "plies", "1 or more")
    }

    /// Refuses options that have no effect with this schedule.
    fn check_schedule(&self, seats: usize) -> Result<(), TournamentConfigError> {
        if self.seatings == Seatings::All && seats > MAX_SEATS_FOR_ALL {
            let range = "balanced for more than six seats, because there are too many orders";
            return Err(TournamentConfigError::Range { what: "seatings", range });
        }
        let is_choice = !matches!(self.schedule, Schedule::Match | Schedule::KnockOut);
        if self.rounds.is_some() && !is_choice {
            let range =
                "omitted for this schedule, because they follow from the number of contestants";
            return Err(TournamentConfigError::Range { what: "rounds", range });
        }
        Ok(())
    }

    fn sprt(&self, entrants: usize) -> Result<Option<Sprt>, TournamentConfigError> {
        let Some(text) = &self.sprt else { return Ok(None) };
        if entrants != 2 || self.schedule != Schedule::Match {
            return Err(TournamentConfigError::Sprt(
                "a sequential test needs a match of two: meeple match, or schedule = \"match\""
                    .into(),
            ));
        }
        text.parse().map(Some).map_err(|error| TournamentConfigError::Sprt(format!("{error}")))
    }
}

/// Returns a function that opens tables with this starting position.
fn table_opener(start: StartingPosition, now: fn() -> String) -> Box<TableOpener> {
    Box::new(move |seed, seats| {
        let header = Header { seed: Some(seed), time: now(), ..start.header(seats) };
        Ok(Table::start(header, start.position.clone())?)
    })
}
