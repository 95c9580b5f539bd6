//! The ledger of a tournament: all games, in the order in which they are counted.

use super::{
    Checkpoint, Entrant, GameLine, GameStatus, ScheduleRound, Tournament, TournamentStandings,
    schedule::RankedEntrant, standings,
};
use crate::rating::{BlockShares, Ratings, Sprt, SprtState};
use meeple_core::SeatInfo;

/// The games and rounds of a tournament so far.
#[derive(Debug, Clone)]
pub struct Ledger {
    /// The contestants.
    pub entrants: Vec<Entrant>,
    /// The games, in block order.
    pub lines: Vec<GameLine>,
    /// The rounds played so far, with their points.
    pub rounds: Vec<ScheduleRound>,
    /// Whether the tournament is finished.
    pub is_complete: bool,
    /// The entrants from best to worst, if the schedule ranks them by something other than points.
    pub order: Option<Vec<RankedEntrant>>,
    /// State of the sequential test, if there is one.
    pub sprt: Option<SprtState>,
    /// Games per complete block.
    pub games_per_block: usize,
    /// For each entrant, its number of consecutive games with a fault.
    fault_streaks: Vec<u32>,
    fault_limit: u32,
    test: Option<Sprt>,
    /// The first entrant's share of the points in each counted block.
    first_shares: BlockShares,
}

/// The withdrawal of an entrant.
pub(super) struct Withdrawal {
    pub(super) entrant: usize,
    pub(super) why: String,
}

impl Ledger {
    pub(super) fn new(tournament: &Tournament) -> Self {
        let entrant = |info: &SeatInfo| Entrant { info: info.clone(), withdrawn: None };
        let entrants = tournament.entrants.iter().map(entrant).collect();
        let games_per_block = tournament.seatings.orders(tournament.seats).len();
        Ledger {
            is_complete: false,
            sprt: tournament.sprt.as_ref().map(|sprt| sprt.test(&[], 1)),
            fault_limit: tournament.fault_limit.unwrap_or(u32::MAX),
            test: tournament.sprt,
            ..Self::from_games(entrants, Vec::new(), games_per_block)
        }
    }

    /// Creates the ledger of a finished tournament from its games.
    pub fn from_games(
        entrants: Vec<Entrant>,
        lines: Vec<GameLine>,
        games_per_block: usize,
    ) -> Self {
        Ledger {
            fault_streaks: vec![0; entrants.len()],
            entrants,
            lines,
            rounds: Vec::new(),
            is_complete: true,
            order: None,
            sprt: None,
            games_per_block,
            fault_limit: u32::MAX,
            test: None,
            first_shares: BlockShares::default(),
        }
    }

    /// Returns whether this entrant was withdrawn.
    pub fn is_withdrawn(&self, entrant: usize) -> bool {
        self.entrants[entrant].withdrawn.is_some()
    }

    /// Returns the share of the points of each entrant that has played, without computing ratings.
    pub fn shares(&self) -> Vec<(usize, f64)> {
        let mut sums = vec![(0.0, 0_u64); self.entrants.len()];
        for game in self.lines.iter().filter(|game| game.is_counted()) {
            for (seat, &entrant) in game.seats.iter().enumerate() {
                sums[entrant].0 += game.share(seat);
                sums[entrant].1 += 1;
            }
        }
        let played = sums.into_iter().enumerate().filter(|(_, (_, games))| *games > 0);
        played.map(|(entrant, (points, games))| (entrant, points / games as f64)).collect()
    }

    /// Computes the ratings from all counted games.
    pub fn ratings(&self) -> Ratings {
        standings::ratings(self)
    }

    /// Computes the ratings at several points of the tournament, in order.
    pub fn rating_history(&self) -> Vec<Checkpoint> {
        standings::rating_history(self)
    }

    /// Computes the standings from all counted games.
    pub fn standings(&self) -> TournamentStandings {
        standings::standings(self)
    }

    /// Adds the games of a block; returns the withdrawals that follow. If one game doesn't count, the others
    /// of its block don't either.
    pub(super) fn add_block(&mut self, mut games: Vec<GameLine>) -> Vec<Withdrawal> {
        if !games.iter().all(GameLine::is_counted) {
            let counted = games.iter_mut().filter(|game| game.is_counted());
            counted.for_each(|game| game.state = GameStatus::BlockIncomplete);
        }
        let withdrawals =
            games.iter().flat_map(|game| self.update_fault_streaks(game)).collect::<Vec<_>>();
        self.update_sprt(&games);
        self.lines.extend(games);
        for Withdrawal { entrant, why } in &withdrawals {
            self.withdraw(*entrant, why);
        }
        withdrawals
    }

    /// Updates the sequential test if this block is complete and counts.
    fn update_sprt(&mut self, games: &[GameLine]) {
        let is_complete =
            games.len() == self.games_per_block && games.iter().all(GameLine::is_counted);
        let Some(test) = self.test.as_ref().filter(|_| is_complete) else { return };
        let points = games.iter().filter_map(|game| {
            let seat = game.seats.iter().position(|&entrant| entrant == 0)?;
            Some(game.share(seat))
        });
        self.first_shares.add(points.sum::<f64>() / games.len() as f64);
        self.sprt = Some(test.state(&self.first_shares, self.games_per_block));
    }

    /// Updates the fault counters; returns the entrants that have reached the limit.
    fn update_fault_streaks(&mut self, game: &GameLine) -> Vec<Withdrawal> {
        if game.state == GameStatus::Void {
            return Vec::new(); // not the fault of a player
        }
        let mut withdrawals = Vec::new();
        for (seat, &entrant) in game.seats.iter().enumerate() {
            let fault = game.faults.iter().rfind(|fault| fault.seat.index() == seat);
            let Some(fault) = fault else {
                self.fault_streaks[entrant] = 0;
                continue;
            };
            self.fault_streaks[entrant] += 1;
            if self.fault_streaks[entrant] == self.fault_limit {
                let (name, seen) = (&fault.verdict, &fault.seen);
                let why = match self.fault_limit {
                    1 => format!("failed with {name}: {seen}"),
                    games => format!("failed in {games} games in a row, last with {name}: {seen}"),
                };
                withdrawals.push(Withdrawal { entrant, why });
            }
        }
        withdrawals
    }

    fn withdraw(&mut self, entrant: usize, why: &str) {
        self.entrants[entrant].withdrawn.get_or_insert_with(|| why.into());
        let games = self.lines.iter_mut().filter(|game| game.seats.contains(&entrant));
        games.for_each(|game| game.state = GameStatus::Annulled);
    }

    /// Sums the points of a round; `encounter_of` returns the index of the encounter a block belongs to, if any.
    pub(super) fn add_points(
        &self,
        round: &mut ScheduleRound,
        encounter_of: impl Fn(usize) -> Option<usize>,
    ) {
        for encounter in &mut round.encounters {
            encounter.points = vec![0.0; encounter.entrants.len()];
        }
        for game in self.lines.iter().filter(|game| game.is_counted()) {
            let Some(number) = encounter_of(game.block) else { continue };
            let encounter = &mut round.encounters[number];
            for (seat, entrant) in game.seats.iter().enumerate() {
                if let Some(place) = encounter.entrants.iter().position(|one| one == entrant) {
                    encounter.points[place] += game.share(seat);
                }
            }
        }
    }
}

#[cfg(test)]
impl Ledger {
    /// Creates a ledger of this many entrants, each withdrawn after `fault_limit` consecutive faults.
    pub(super) fn with_fault_limit(entrants: usize, fault_limit: u32) -> Self {
        use meeple_core::Contestant;
        let entrant = |index: usize| Entrant {
            info: SeatInfo { name: index.to_string(), colour: None, who: Contestant::Person },
            withdrawn: None,
        };
        let entrants = (0..entrants).map(entrant).collect();
        Ledger { fault_limit, is_complete: false, ..Ledger::from_games(entrants, Vec::new(), 2) }
    }

    /// Adds a sequential test of these hypotheses.
    pub(super) fn with_sprt(self, elo0: f64, elo1: f64) -> Self {
        Ledger { test: Some(Sprt::new(elo0, elo1).expect("a good test")), ..self }
    }
}

#[cfg(test)]
mod tests {
    use super::{
        super::{sample_games::sample_game, schedule::Encounter},
        *,
    };
    use meeple_ai::roster::Resources;
    use meeple_bots::PlayerLauncher;
    use meeple_games::{
        GameKind,
        chomp::{self, Chomp},
    };

    #[test]
    fn only_consecutive_faults_lead_to_a_withdrawal() {
        let mut ledger = Ledger::with_fault_limit(2, 2);
        let good = |block| vec![sample_game(block, [0, 1], &[])];
        let failed = |block| vec![sample_game(block, [0, 1], &[1])];
        assert!(ledger.add_block(failed(0)).is_empty());
        assert!(ledger.add_block(good(1)).is_empty());
        assert!(ledger.add_block(failed(2)).is_empty(), "one in between was good");
        let withdrawn: Vec<usize> =
            ledger.add_block(failed(3)).iter().map(|withdrawal| withdrawal.entrant).collect();
        assert_eq!(withdrawn, [1]);
        assert!(ledger.is_withdrawn(1) && !ledger.is_withdrawn(0));
    }

    /// The entrants withdrawn by a block.
    fn withdrawn_by(ledger: &mut Ledger, games: Vec<GameLine>) -> Vec<usize> {
        ledger.add_block(games).iter().map(|withdrawal| withdrawal.entrant).collect()
    }

    #[test]
    fn faults_in_a_row_count_in_any_seat_and_for_the_entrant_that_failed() {
        let mut ledger = Ledger::with_fault_limit(3, 3);
        assert!(withdrawn_by(&mut ledger, vec![sample_game(0, [0, 1], &[1])]).is_empty());
        assert!(withdrawn_by(&mut ledger, vec![sample_game(1, [1, 2], &[0])]).is_empty());
        // Another entrant's game changes nothing.
        assert!(withdrawn_by(&mut ledger, vec![sample_game(2, [0, 2], &[])]).is_empty());
        assert_eq!(withdrawn_by(&mut ledger, vec![sample_game(3, [0, 1], &[1])]), [1]);
    }

    #[test]
    fn a_void_game_neither_adds_to_faults_in_a_row_nor_ends_them() {
        let mut ledger = Ledger::with_fault_limit(2, 2);
        let void = |failed: &[usize]| {
            vec![GameLine { state: GameStatus::Void, ..sample_game(0, [0, 1], failed) }]
        };
        assert!(withdrawn_by(&mut ledger, vec![sample_game(0, [0, 1], &[1])]).is_empty());
        assert!(withdrawn_by(&mut ledger, void(&[1])).is_empty());
        assert!(withdrawn_by(&mut ledger, void(&[])).is_empty());
        assert_eq!(withdrawn_by(&mut ledger, vec![sample_game(1, [0, 1], &[1])]), [1]);
    }

    #[test]
    fn an_entrant_is_withdrawn_once_and_for_its_last_fault() {
        let mut ledger = Ledger::with_fault_limit(2, 2);
        let mut last = sample_game(0, [1, 0], &[0, 0]);
        last.faults[0].verdict = "illegal".into();
        let games = vec![sample_game(0, [0, 1], &[1]), last, sample_game(0, [0, 1], &[1])];
        let withdrawals = ledger.add_block(games);
        let [withdrawal] = &withdrawals[..] else { panic!("{} withdrawals", withdrawals.len()) };
        let why = "failed in 2 games in a row, last with crash: exited with status 1";
        assert_eq!((withdrawal.entrant, withdrawal.why.as_str()), (1, why));
        assert_eq!(ledger.entrants[1].withdrawn.as_deref(), Some(why));
        ledger.withdraw(1, "again");
        assert_eq!(ledger.entrants[1].withdrawn.as_deref(), Some(why), "the first reason stays");
    }

    #[test]
    fn a_withdrawal_annuls_all_games_of_the_entrant_and_no_others() {
        let mut ledger = Ledger::with_fault_limit(3, 2);
        ledger.add_block(vec![sample_game(0, [0, 1], &[]), sample_game(0, [1, 0], &[])]);
        ledger.add_block(vec![sample_game(1, [0, 2], &[]), sample_game(1, [2, 0], &[])]);
        ledger.add_block(vec![sample_game(2, [2, 1], &[1]), sample_game(2, [1, 2], &[0])]);
        let states: Vec<GameStatus> = ledger.lines.iter().map(|game| game.state).collect();
        let (yes, no) = (GameStatus::Counted, GameStatus::Annulled);
        assert_eq!(states, [no, no, yes, yes, no, no]);
    }

    #[test]
    fn one_game_that_does_not_count_makes_its_block_incomplete() {
        let mut ledger = Ledger::with_fault_limit(2, u32::MAX);
        let cut_off = GameLine { state: GameStatus::Truncated, ..sample_game(1, [1, 0], &[]) };
        ledger.add_block(vec![sample_game(0, [0, 1], &[]), sample_game(0, [1, 0], &[])]);
        ledger.add_block(vec![sample_game(1, [0, 1], &[]), cut_off]);
        let states: Vec<GameStatus> = ledger.lines.iter().map(|game| game.state).collect();
        let counted = GameStatus::Counted;
        assert_eq!(states, [counted, counted, GameStatus::BlockIncomplete, GameStatus::Truncated]);
    }

    #[test]
    fn a_new_ledger_follows_the_tournament() {
        let launcher = PlayerLauncher::for_game(GameKind::Chomp, Resources::default());
        let entrants = launcher.parse_contestants(["random", "perfect"]).expect("good contestants");
        let options = chomp::Options { width: Some(3), height: Some(2), ..Default::default() };
        let tournament = Tournament::new_match::<Chomp>(options, launcher, entrants);
        let without = Ledger::new(&tournament);
        assert!(!without.is_complete && without.sprt.is_none());
        assert_eq!((without.games_per_block, without.entrants.len()), (2, 2));
        assert_eq!(without.entrants[1].info.name, "perfect");
        let sprt = Some(Sprt::new(0.0, 400.0).expect("a good test"));
        let tournament = Tournament { sprt, fault_limit: Some(1), ..tournament };
        let mut ledger = Ledger::new(&tournament);
        let state = ledger.sprt.expect("a test");
        assert!(state.llr.abs() < 1e-9 && state.decision.is_none());
        ledger.add_block(vec![sample_game(0, [0, 1], &[]), sample_game(0, [0, 1], &[])]);
        assert!(ledger.sprt.as_ref().is_some_and(|state| state.llr > 0.0));
        assert_eq!(withdrawn_by(&mut ledger, vec![sample_game(1, [0, 1], &[0])]), [0]);
    }

    #[test]
    fn without_a_limit_faults_withdraw_nobody() {
        let launcher = PlayerLauncher::for_game(GameKind::Chomp, Resources::default());
        let entrants = launcher.parse_contestants(["random", "perfect"]).expect("good contestants");
        let tournament =
            Tournament::new_match::<Chomp>(chomp::Options::default(), launcher, entrants);
        let mut ledger = Ledger::new(&tournament);
        for block in 0..50 {
            assert!(withdrawn_by(&mut ledger, vec![sample_game(block, [0, 1], &[0])]).is_empty());
        }
    }

    #[test]
    fn the_sequential_test_follows_the_first_entrant_wherever_it_sits() {
        let mut ledger = Ledger::with_fault_limit(2, u32::MAX).with_sprt(0.0, 400.0);
        // The first entrant always wins in the first seat, and mostly in the second.
        for block in 0..20 {
            let [first, mut second] =
                [sample_game(block, [0, 1], &[]), sample_game(block, [1, 0], &[])];
            if block % 5 > 0 {
                second.ranks.reverse(); // otherwise the second entrant wins that game
            }
            ledger.add_block(vec![first, second]);
        }
        let sprt = ledger.sprt.expect("whole blocks were counted");
        assert!(sprt.llr > 0.0, "it is stronger: {}", sprt.llr);
    }

    /// Four games between two of three entrants, the last of them void.
    fn two_of_three() -> Ledger {
        let mut ledger = Ledger::with_fault_limit(3, u32::MAX);
        ledger.add_block(vec![sample_game(0, [0, 1], &[]), sample_game(0, [1, 0], &[])]);
        ledger.add_block(vec![sample_game(1, [0, 1], &[])]);
        let spoilt = GameLine { state: GameStatus::Void, ..sample_game(2, [1, 0], &[]) };
        ledger.add_block(vec![spoilt]);
        ledger
    }

    #[test]
    fn shares_are_of_the_games_that_count_and_of_those_who_played() {
        let expected = [(0, 2.0 / 3.0), (1, 1.0 / 3.0)];
        let shares = two_of_three().shares();
        assert_eq!(shares.len(), expected.len(), "the third entrant has not played: {shares:?}");
        for (share, expected) in shares.iter().zip(expected) {
            assert_eq!(share.0, expected.0);
            assert!((share.1 - expected.1).abs() < 1e-9, "{shares:?}");
        }
    }

    #[test]
    fn the_rating_history_ends_with_all_games_that_count() {
        let history = two_of_three().rating_history();
        let last = history.last().expect("games were played");
        assert_eq!((last.games, last.elo.len()), (3, 3));
    }

    #[test]
    fn standings_and_ratings_are_those_of_the_counted_games() {
        let ledger = two_of_three();
        let standings = ledger.standings();
        assert_eq!((standings.games, standings.voids, standings.rows.len()), (3, 1, 3));
        let ratings = ledger.ratings();
        assert!(ratings.is_connected(0, 1) && !ratings.is_connected(0, 2));
    }

    #[test]
    fn the_sequential_test_counts_whole_blocks_by_the_first_entrants_share() {
        let test = Sprt::new(0.0, 400.0).expect("a good test");
        let mut ledger = Ledger { test: Some(test), ..Ledger::with_fault_limit(2, u32::MAX) };
        let mut expected = BlockShares::default();
        for block in 0..6 {
            let mut games = vec![sample_game(block, [1, 0], &[]), sample_game(block, [0, 1], &[])];
            let won = if let 0..4 = block {
                1
            } else {
                games[0].ranks.reverse();
                2
            };
            ledger.add_block(games);
            expected.add(f64::from(won) / 2.0);
        }
        // Neither an incomplete block nor one with a void game counts.
        ledger.add_block(vec![sample_game(6, [0, 1], &[])]);
        let spoilt = GameLine { state: GameStatus::Void, ..sample_game(7, [1, 0], &[]) };
        ledger.add_block(vec![sample_game(7, [0, 1], &[]), spoilt]);
        let (counted, expected) = (ledger.sprt.expect("blocks"), test.state(&expected, 2));
        assert!((counted.llr - expected.llr).abs() < 1e-9, "{} {}", counted.llr, expected.llr);
    }

    #[test]
    fn the_points_of_a_round_are_those_of_its_own_blocks() {
        let mut ledger = Ledger::with_fault_limit(3, u32::MAX);
        ledger.add_block(vec![sample_game(0, [0, 1], &[]), sample_game(0, [1, 0], &[])]);
        ledger.add_block(vec![sample_game(1, [2, 1], &[])]);
        ledger.add_block(vec![sample_game(9, [0, 1], &[])]); // in another round
        let void = GameLine { state: GameStatus::Void, ..sample_game(1, [1, 2], &[]) };
        ledger.add_block(vec![void]); // does not count
        let encounter = |entrants: [usize; 2]| Encounter {
            entrants: entrants.into(),
            points: vec![7.0],
            ..Encounter::default()
        };
        let encounters = vec![encounter([1, 0]), encounter([1, 2])];
        let mut round = ScheduleRound { encounters, ..ScheduleRound::default() };
        ledger.add_points(&mut round, |block| (block < 2).then_some(block));
        let points: Vec<Vec<f64>> = round.encounters.into_iter().map(|one| one.points).collect();
        assert_eq!(points, [[1.0, 1.0], [0.0, 1.0]]);
    }
}
