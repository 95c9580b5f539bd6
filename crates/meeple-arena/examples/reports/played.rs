//! Small, reproducible games, listed as a tournament lists them.

use meeple_ai::roster::Resources;
use meeple_arena::tournament::{Entrant, GameLine};
use meeple_bots::{GameRunner, PlayerLauncher};
use meeple_core::{GameHistory, Header, Limits, SeatInfo, Table};
use meeple_games::GameKind;
use std::time::Duration;

/// A bot that writes to stderr and exits during its first turn.
pub(crate) const CRASHES: &str =
    "json:sh -c 'read -r a; read -r b; echo \"<b>no memory</b> for the board\" >&2; exit 3'";

/// A tournament to play.
pub(crate) struct ReportPlan<'a> {
    pub(crate) kind: GameKind,
    pub(crate) options: &'a [&'a str],
    /// The specification and display name of each contestant.
    pub(crate) who: &'a [(&'a str, &'a str)],
    pub(crate) seats: usize,
    pub(crate) blocks: usize,
    /// Games played per block; a long game is played once.
    pub(crate) seatings: usize,
    /// Maximum number of plies; longer games are cut off.
    pub(crate) longest: usize,
}

/// A finished tournament.
pub(crate) struct FinishedTournament {
    pub(crate) entrants: Vec<Entrant>,
    pub(crate) games: Vec<GameLine>,
    pub(crate) matches: Vec<GameHistory>,
}

impl ReportPlan<'_> {
    /// Plays every block: a group of entrants that rotate through the seats.
    pub(crate) fn play(&self) -> FinishedTournament {
        let launcher = PlayerLauncher::for_game(self.kind, Resources::default());
        let infos = self.who.iter().map(|(who, name)| {
            let info = launcher.parse_contestant(who).expect("a good contestant");
            SeatInfo { name: (*name).into(), ..info }
        });
        let entrants: Vec<Entrant> = infos.map(|info| Entrant { info, withdrawn: None }).collect();
        let mut played = FinishedTournament { entrants, games: Vec::new(), matches: Vec::new() };
        let count = self.who.len();
        for block in 0..self.blocks {
            // The groups change from block to block, so that every entrant meets every other.
            let stride = 1 + block / count % (count / 2).max(1);
            let group: Vec<usize> =
                (0..self.seats).map(|index| (block + index * stride) % count).collect();
            for turn in 0..self.seatings.min(self.seats) {
                let seats: Vec<usize> =
                    (0..self.seats).map(|seat| group[(seat + turn) % self.seats]).collect();
                self.play_one(&launcher, block, seats, &mut played);
            }
        }
        played
    }

    fn play_one(
        &self,
        launcher: &PlayerLauncher,
        block: usize,
        seats: Vec<usize>,
        played: &mut FinishedTournament,
    ) {
        let infos: Vec<SeatInfo> =
            seats.iter().map(|&who| played.entrants[who].info.clone()).collect();
        let arrivals = launcher.start_players(&infos);
        let seed = 7 + block as u64;
        let mut table = open(self.kind, self.options, infos, seed);
        let mut runner = GameRunner::open(&mut table, arrivals, launcher.referee);
        let limits = Limits { time: Some(Duration::from_secs(20)), ..Limits::default() };
        let ended = runner.play_until(&mut table, &limits, self.longest, |_, _| ());
        ended.expect("nobody stops it");
        played.games.push(GameLine::from_history(table.game(), block, seats));
        played.matches.push(table.game().clone());
    }
}

fn open(kind: GameKind, options: &[&str], seats: Vec<SeatInfo>, seed: u64) -> Table {
    let start = kind.entry().starting_position(options).expect("good options");
    let header = Header { seed: Some(seed), ..start.header(seats) };
    Table::start(header, start.position).expect("somebody on each seat")
}
