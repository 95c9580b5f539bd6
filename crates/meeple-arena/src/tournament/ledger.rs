//! The ledger: what was played, in the order in which it counts.

use super::{
    Checkpoint, Entrant, GameLine, GameState, Round, Standing, Tournament, schedule::Ordered,
    standing,
};
use crate::rating::{BlockShares, Ratings, Sprt, SprtState};
use meeple_core::SeatInfo;

/// What was played.
#[derive(Debug, Clone)]
pub struct Ledger {
    /// Who plays.
    pub entrants: Vec<Entrant>,
    /// The games, in the order of their blocks.
    pub lines: Vec<GameLine>,
    /// The rounds, each with its points once it is over.
    pub rounds: Vec<Round>,
    /// Whether all was played that was to be played.
    pub is_complete: bool,
    /// The order of the entrants, the best first, where it does not follow from the points.
    pub order: Option<Vec<Ordered>>,
    /// How the sequential test stands, if there is one.
    pub sprt: Option<SprtState>,
    /// How many games a whole block has.
    pub games_a_block: usize,
    /// For each entrant, in how many games running it has failed.
    failing: Vec<u32>,
    patience: u32,
    test: Option<Sprt>,
    /// For each block that counts, what part of the points the first entrant had.
    first_shares: BlockShares,
}

/// Somebody was withdrawn.
pub(super) struct Withdrawal {
    pub(super) entrant: usize,
    pub(super) why: String,
}

impl Ledger {
    pub(super) fn new(tournament: &Tournament) -> Self {
        let entrant = |info: &SeatInfo| Entrant { info: info.clone(), withdrawn: None };
        let entrants = tournament.entrants.iter().map(entrant).collect();
        let games_a_block = tournament.seatings.orders(tournament.seats).len();
        Ledger {
            is_complete: false,
            sprt: tournament.sprt.as_ref().map(|sprt| sprt.test(&[], 1)),
            patience: tournament.patience.unwrap_or(u32::MAX),
            test: tournament.sprt,
            ..Self::of(entrants, Vec::new(), games_a_block)
        }
    }

    /// The ledger of games that were played, and are all that was to be played.
    pub fn of(entrants: Vec<Entrant>, lines: Vec<GameLine>, games_a_block: usize) -> Self {
        Ledger {
            failing: vec![0; entrants.len()],
            entrants,
            lines,
            rounds: Vec::new(),
            is_complete: true,
            order: None,
            sprt: None,
            games_a_block,
            patience: u32::MAX,
            test: None,
            first_shares: BlockShares::default(),
        }
    }

    /// Whether this entrant was withdrawn.
    pub fn is_out(&self, entrant: usize) -> bool {
        self.entrants[entrant].withdrawn.is_some()
    }

    /// Each entrant's share of the points so far, for whoever wants it quickly.
    pub fn shares(&self) -> Vec<(usize, f64)> {
        let mut sums = vec![(0.0, 0_u64); self.entrants.len()];
        for game in self.lines.iter().filter(|game| game.counts()) {
            for (seat, &entrant) in game.seats.iter().enumerate() {
                sums[entrant].0 += game.points(seat);
                sums[entrant].1 += 1;
            }
        }
        let played = sums.into_iter().enumerate().filter(|(_, (_, games))| *games > 0);
        played.map(|(entrant, (points, games))| (entrant, points / games as f64)).collect()
    }

    /// How strong everybody is by all that was counted.
    pub fn ratings(&self) -> Ratings {
        standing::ratings(self)
    }

    /// The ratings as they were while it was played.
    pub fn course(&self) -> Vec<Checkpoint> {
        standing::course(self)
    }

    /// The standing after all that was counted.
    pub fn standing(&self) -> Standing {
        standing::of(self)
    }

    /// Counts the games of a block. One that is spoilt spoils the others.
    pub(super) fn count(&mut self, mut games: Vec<GameLine>) -> Vec<Withdrawal> {
        if !games.iter().all(GameLine::counts) {
            let whole = games.iter_mut().filter(|game| game.counts());
            whole.for_each(|game| game.state = GameState::Incomplete);
        }
        let withdrawals = games.iter().flat_map(|game| self.note_faults(game)).collect::<Vec<_>>();
        self.test_first(&games);
        self.lines.extend(games);
        for Withdrawal { entrant, why } in &withdrawals {
            self.withdraw(*entrant, why);
        }
        withdrawals
    }

    /// Goes on with the test of the first entrant, if this block is a whole one that counts.
    fn test_first(&mut self, games: &[GameLine]) {
        let is_whole = games.len() == self.games_a_block && games.iter().all(GameLine::counts);
        let Some(test) = self.test.as_ref().filter(|_| is_whole) else { return };
        let points = games.iter().filter_map(|game| {
            let seat = game.seats.iter().position(|&entrant| entrant == 0)?;
            Some(game.points(seat))
        });
        self.first_shares.add(points.sum::<f64>() / games.len() as f64);
        self.sprt = Some(test.state(&self.first_shares, self.games_a_block));
    }

    /// Who has failed in too many games running.
    fn note_faults(&mut self, game: &GameLine) -> Vec<Withdrawal> {
        if game.state == GameState::Void {
            return Vec::new(); // it counts against nobody
        }
        let mut withdrawals = Vec::new();
        for (seat, &entrant) in game.seats.iter().enumerate() {
            let fault = game.faults.iter().rfind(|fault| fault.seat.index() == seat);
            let Some(fault) = fault else {
                self.failing[entrant] = 0;
                continue;
            };
            self.failing[entrant] += 1;
            if self.failing[entrant] == self.patience {
                let (games, name, seen) = (self.patience, &fault.verdict, &fault.seen);
                let why =
                    format!("it failed in {games} games running, at last with {name}: {seen}");
                withdrawals.push(Withdrawal { entrant, why });
            }
        }
        withdrawals
    }

    fn withdraw(&mut self, entrant: usize, why: &str) {
        self.entrants[entrant].withdrawn.get_or_insert_with(|| why.into());
        let theirs = self.lines.iter_mut().filter(|game| game.seats.contains(&entrant));
        theirs.for_each(|game| game.state = GameState::Annulled);
    }

    /// Adds up what was won in the blocks of a round; `encounter` says to which of its encounters
    /// a block belongs.
    pub(super) fn add_points(&self, round: &mut Round, encounter: impl Fn(usize) -> Option<usize>) {
        for meeting in &mut round.encounters {
            meeting.points = vec![0.0; meeting.entrants.len()];
        }
        for game in self.lines.iter().filter(|game| game.counts()) {
            let Some(number) = encounter(game.block) else { continue };
            let meeting = &mut round.encounters[number];
            for (seat, entrant) in game.seats.iter().enumerate() {
                if let Some(place) = meeting.entrants.iter().position(|one| one == entrant) {
                    meeting.points[place] += game.points(seat);
                }
            }
        }
    }
}

#[cfg(test)]
impl Ledger {
    /// A ledger of so many entrants, who are withdrawn after so many failures running.
    pub(super) fn with_patience(entrants: usize, patience: u32) -> Self {
        use meeple_core::Contestant;
        let entrant = |index: usize| Entrant {
            info: SeatInfo { name: index.to_string(), colour: None, who: Contestant::Person },
            withdrawn: None,
        };
        let entrants = (0..entrants).map(entrant).collect();
        Ledger { patience, is_complete: false, ..Ledger::of(entrants, Vec::new(), 2) }
    }
}

#[cfg(test)]
mod tests {
    use super::{super::test_lines::line, *};

    #[test]
    fn only_failures_running_lead_to_a_withdrawal() {
        let mut ledger = Ledger::with_patience(2, 2);
        let good = |block| vec![line(block, [0, 1], &[])];
        let failed = |block| vec![line(block, [0, 1], &[1])];
        assert!(ledger.count(failed(0)).is_empty());
        assert!(ledger.count(good(1)).is_empty());
        assert!(ledger.count(failed(2)).is_empty(), "one in between was good");
        let withdrawn: Vec<usize> =
            ledger.count(failed(3)).iter().map(|withdrawal| withdrawal.entrant).collect();
        assert_eq!(withdrawn, [1]);
        assert!(ledger.is_out(1) && !ledger.is_out(0));
    }

    #[test]
    fn the_sequential_test_follows_the_first_entrant_wherever_it_sits() {
        let test = Sprt::new(0.0, 400.0).expect("a good test");
        let mut ledger = Ledger { test: Some(test), ..Ledger::with_patience(2, u32::MAX) };
        // The first entrant wins from the first seat, and mostly from the second one.
        for block in 0..20 {
            let [first, mut second] = [line(block, [0, 1], &[]), line(block, [1, 0], &[])];
            if block % 5 > 0 {
                second.ranks.reverse(); // else the second entrant wins that one
            }
            ledger.count(vec![first, second]);
        }
        let sprt = ledger.sprt.expect("whole blocks were counted");
        assert!(sprt.llr > 0.0, "it is stronger: {}", sprt.llr);
    }
}
