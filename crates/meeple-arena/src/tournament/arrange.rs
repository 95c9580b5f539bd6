//! From what is asked for to a tournament that can be played; what makes no sense is refused.

use super::{
    BadConfig, Config, Open, Schedule, Seatings, Telling, Tournament, seatings::MOST_SEATS_FOR_ALL,
};
use crate::rating::Sprt;
use meeple_bots::{Host, school::Dialect};
use meeple_core::{Contestant, Header, Limits, SeatInfo, StartingPosition, Table};
use meeple_games::GameKind;
use meeple_session::{Referee, TimeControl};
use std::num::NonZeroUsize;

/// How long a move may take if nothing is said.
const USUAL_TIME: &str = "10";

/// What is needed of the program around a tournament.
pub struct House {
    /// Who seats the players.
    pub host: Host,
    /// What ends everything, and how long players may think besides the config's limits.
    pub limits: Limits,
    /// The time for a record.
    pub now: fn() -> String,
    /// How many processors there are.
    pub processors: usize,
}

impl Config {
    /// How long everybody may think: where nothing is said, ten seconds a move, or as long as the
    /// nodes last if only players of ours take part.
    fn control(&self, entrants: &[SeatInfo]) -> TimeControl {
        let are_ours = entrants.iter().all(|info| matches!(info.who, Contestant::Computer { .. }));
        match self.time {
            Some(control) => control,
            None if self.nodes.is_some() && are_ours => TimeControl::None,
            None => USUAL_TIME.parse().expect("a good time"),
        }
    }

    /// The tournament of these entrants, ready to be played.
    pub fn arrange(&self, entrants: Vec<SeatInfo>, house: House) -> Result<Tournament, BadConfig> {
        let kind = self.kind()?;
        match entrants.len() {
            0 => return Err(BadConfig::Alone("none is")),
            1 => return Err(BadConfig::Alone("only one is")),
            _ => {}
        }
        let is_match = self.schedule == Schedule::Match;
        let players = is_match.then_some(entrants.len());
        let start = self.set_up(kind, players)?;
        let (seats, open) = (start.position.seats(), tables(start, house.now));
        self.check_numbers()?;
        let refuse = |advice| BadConfig::Seats {
            game: self.game.clone(),
            seats,
            contestants: entrants.len(),
            advice,
        };
        if entrants.len() < seats {
            return Err(refuse(": it takes at least as many"));
        }
        if is_match && entrants.len() > seats {
            return Err(refuse(": meeple tournament lets more of them play"));
        }
        self.check_schedule(seats)?;
        let sprt = self.sprt(entrants.len())?;
        let orders = self.seatings.orders(seats).len() as u64;
        let control = self.control(&entrants);
        let jobs = self.jobs.unwrap_or(house.processors).max(1);
        // The games that are played at a time share the processors.
        let threads = NonZeroUsize::new(house.processors / jobs).unwrap_or(NonZeroUsize::MIN);
        Ok(Tournament {
            seats,
            schedule: self.schedule,
            rounds: self.rounds,
            seatings: self.seatings,
            games: self.games.div_ceil(orders) * orders,
            seed: self.seed as u64,
            referee: self.referee(house.host.referee),
            host: house.host,
            open,
            limits: Limits { nodes: self.nodes, threads: Some(threads), ..house.limits },
            control,
            longest: self.plies.unwrap_or(super::LONGEST_GAME),
            patience: (self.faults > 0).then_some(self.faults),
            sprt,
            jobs,
            telling: Telling::Lines,
            entrants,
        })
    }

    /// How the games begin; `players` is how many play, where that follows from who is named.
    fn set_up(
        &self,
        kind: GameKind,
        players: Option<usize>,
    ) -> Result<StartingPosition, BadConfig> {
        let mut options = self.options.clone();
        if let Some(players) = players.filter(|_| kind.entry().has_option("players")) {
            options.entry("players").or_insert_with(|| players.into());
        }
        Ok(kind.entry().set_up_from_json(&options)?)
    }

    /// Who decides what follows from a failure: the school whose dialect is asked for, or the
    /// game's own referee.
    fn referee(&self, usual: Referee) -> Referee {
        let dialect: Option<Dialect> = self.dialect.as_deref().and_then(|word| word.parse().ok());
        dialect.map_or(usual, Dialect::referee)
    }

    fn check_numbers(&self) -> Result<(), BadConfig> {
        let check = |is_good: bool, what, range| {
            if is_good { Ok(()) } else { Err(BadConfig::Range { what, range }) }
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

    /// What would mean nothing is refused.
    fn check_schedule(&self, seats: usize) -> Result<(), BadConfig> {
        if self.seatings == Seatings::All && seats > MOST_SEATS_FOR_ALL {
            let range = "balanced for more than six seats: there are too many orders";
            return Err(BadConfig::Range { what: "seatings", range });
        }
        let is_choice = !matches!(self.schedule, Schedule::Match | Schedule::KnockOut);
        if self.rounds.is_some() && !is_choice {
            let range = "left out here: they follow from who plays";
            return Err(BadConfig::Range { what: "rounds", range });
        }
        Ok(())
    }

    fn sprt(&self, entrants: usize) -> Result<Option<Sprt>, BadConfig> {
        let Some(text) = &self.sprt else { return Ok(None) };
        if entrants != 2 || self.schedule != Schedule::Match {
            return Err(BadConfig::Sprt(
                "a sequential test is for a match of two: meeple match, or schedule = \"match\""
                    .into(),
            ));
        }
        text.parse().map(Some).map_err(|error| BadConfig::Sprt(format!("{error}")))
    }
}

/// Opens tables of games that begin so.
fn tables(start: StartingPosition, now: fn() -> String) -> Box<Open> {
    Box::new(move |seed, seats| {
        let header = Header { seed: Some(seed), time: now(), ..start.header(seats) };
        Ok(Table::start(header, start.position.clone())?)
    })
}
