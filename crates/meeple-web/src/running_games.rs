//! The positions of games that people are still playing against each other, so that nobody gets advice on them.
//!
//! ```text
//! rooms, record cache ──follow──► positions of running games ◄──has── advice, analysis, uploads, new rooms
//! ```
//!
//! Rooms that sleep stay known. If there are thousands of games, those that changed first keep only their last few
//! positions, so that all together take about 15 MB at most. After a restart of the server a game is known again as soon as anyone opens
//! its room or its record, and nobody can look at its position without that.
//!
//! Only exact positions are recognised, from the fourth ply on, and in games without deals only while there
//! are many moves: others occur in too many games. `docs/api.md` says what this prevents and what it doesn't.

use crate::lock::lock;
use meeple_core::{AnyGame, Contestant, Event, GameHistory};
use std::{
    collections::{BTreeMap, BTreeSet, HashMap, VecDeque},
    hash::{BuildHasher as _, RandomState},
    sync::{Arc, Mutex},
    time::{Duration, Instant},
};

/// The number of plies after which a position counts.
const MIN_PLIES: usize = 4;
/// The number of legal moves that a position of a game without deals must have to count.
const MIN_MOVES: usize = 20;
/// The maximum number of positions that are kept for each game: the last ones.
const MAX_POSITIONS: usize = 64;
/// A game in which nothing has happened for so long is forgotten.
const FORGET_AFTER: Duration = Duration::from_secs(24 * 3600);
/// How often such games are looked for.
const FORGET_INTERVAL: Duration = Duration::from_secs(3600);
/// The maximum number of positions of all games together, each of which takes about 40 bytes.
const MAX_ALL_POSITIONS: usize = 200_000;
/// How many positions are kept for a game if there are too many in total: what its players are thinking about.
const FEW_POSITIONS: usize = 8;
/// The maximum number of games; the one that changed first is forgotten.
const MAX_GAMES: usize = 20_000;

/// The running games. Clones are handles to the same games.
#[derive(Clone, Default)]
pub(crate) struct RunningGames {
    known: Arc<Mutex<KnownGames>>,
    /// Has a random key, so that nobody can choose positions with the same hash.
    hasher: RandomState,
}

#[derive(Default)]
struct KnownGames {
    /// Games by the id of their room.
    games: HashMap<Arc<str>, KnownGame>,
    /// The rooms by the number of their last change.
    rooms: BTreeMap<u64, Arc<str>>,
    /// The last changes of games that may have more than [`FEW_POSITIONS`].
    long: BTreeSet<u64>,
    positions: PositionCounts,
    /// The number of changes so far.
    changes: u64,
    /// When abandoned games were last looked for.
    cleaned_up: Option<Instant>,
}

/// The positions of all games.
#[derive(Default)]
struct PositionCounts {
    /// How many of the games have had a position with this hash.
    games: HashMap<u64, u32>,
    /// The sum of these numbers.
    total: usize,
}

#[derive(Default)]
struct KnownGame {
    /// How many events of the log have been seen.
    events: usize,
    /// The ply of the next position to look at.
    next_ply: usize,
    /// The hashes of the last positions.
    positions: VecDeque<u64>,
    /// The number of the last change.
    changed: u64,
    /// When that was.
    changed_at: Option<Instant>,
}

impl RunningGames {
    /// Takes note of a room's game: what is new in it, or that it is over.
    pub(crate) fn follow(&self, room: &str, game: &GameHistory) {
        if !has_several_people(game) {
            return;
        }
        let known = &mut *lock(&self.known);
        if game.end().is_some() {
            return known.forget(room);
        }
        let (log, plies) = (game.log(), game.plies().len());
        let seen = known.games.get(room).map_or(0, |game| game.events);
        if log.len() <= seen {
            return; // a record may have been read before the last move
        }
        if log[seen..].iter().any(|event| matches!(**event, Event::Undo { .. })) {
            known.forget(room);
        }
        known.make_room_for(room);
        let (entry, positions) = known.changed_game(room);
        entry.events = log.len();
        entry.changed_at = Some(Instant::now());
        let first = entry.next_ply.max(plies.saturating_sub(MAX_POSITIONS - 1));
        entry.next_ply = plies + 1;
        for ply in (first..=plies).filter(|&ply| is_distinctive(game, ply)) {
            let Some(position) = game.position_at(ply) else { continue };
            let hash = self.hash(position);
            entry.keep_last(MAX_POSITIONS - 1, positions);
            entry.positions.push_back(hash);
            positions.add(hash);
        }
        known.shorten_first();
    }

    /// Forgets a room, because its log was removed.
    pub(crate) fn forget(&self, room: &str) {
        lock(&self.known).forget(room);
    }

    /// Returns whether people are still playing a game that has this position.
    pub(crate) fn has(&self, position: &dyn AnyGame) -> bool {
        let hash = self.hash(position);
        self.has_any(&[hash])
    }

    /// Returns whether people are still playing a game that has a position of this one.
    pub(crate) fn has_any_of(&self, game: &GameHistory) -> bool {
        let is_any = !lock(&self.known).positions.games.is_empty();
        is_any && self.has_any(&self.hashes(game))
    }

    /// Returns the hashes of all positions of a game, for [`RunningGames::has_any`]. Those of a long game take a while.
    pub(crate) fn hashes(&self, game: &GameHistory) -> Vec<u64> {
        let positions = (0..=game.plies().len()).filter_map(|ply| game.position_at(ply));
        positions.map(|position| self.hash(position)).collect()
    }

    /// Returns whether people are still playing a game that has a position with one of these hashes.
    pub(crate) fn has_any(&self, hashes: &[u64]) -> bool {
        let known = &mut *lock(&self.known);
        known.forget_abandoned(Instant::now());
        hashes.iter().any(|hash| known.positions.games.contains_key(hash))
    }

    fn hash(&self, position: &dyn AnyGame) -> u64 {
        self.hasher.hash_one((position.name(), position.to_string()))
    }
}

impl KnownGames {
    fn forget(&mut self, room: &str) {
        let Some(mut forgotten) = self.games.remove(room) else { return };
        self.rooms.remove(&forgotten.changed);
        self.long.remove(&forgotten.changed);
        forgotten.keep_last(0, &mut self.positions);
    }

    /// Forgets the games in which nothing has happened for long, now and then.
    fn forget_abandoned(&mut self, now: Instant) {
        let is_older = |at: Option<Instant>, age| {
            at.is_some_and(|at| now.saturating_duration_since(at) >= age)
        };
        if self.cleaned_up.is_some() && !is_older(self.cleaned_up, FORGET_INTERVAL) {
            return;
        }
        self.cleaned_up = Some(now);
        let games = self.games.iter();
        let old = games.filter(|(_, game)| is_older(game.changed_at, FORGET_AFTER));
        let old: Vec<Arc<str>> = old.map(|(room, _)| Arc::clone(room)).collect();
        for room in &old {
            self.forget(room);
        }
    }

    /// Forgets the game that changed first if there is no room for another one.
    fn make_room_for(&mut self, room: &str) {
        if self.games.len() < MAX_GAMES || self.games.contains_key(room) {
            return;
        }
        if let Some((_, first)) = self.rooms.pop_first() {
            self.forget(&first);
        }
    }

    /// Returns the game of this room, which counts as the one that changed last.
    fn changed_game(&mut self, room: &str) -> (&mut KnownGame, &mut PositionCounts) {
        self.changes += 1;
        let before = self.games.get(room).map_or(0, |game| game.changed);
        self.long.remove(&before);
        let room = self.rooms.remove(&before).unwrap_or_else(|| room.into());
        self.rooms.insert(self.changes, Arc::clone(&room));
        self.long.insert(self.changes);
        let game = self.games.entry(room).or_default();
        game.changed = self.changes;
        (game, &mut self.positions)
    }

    /// Shortens the games that changed first until there aren't too many positions.
    fn shorten_first(&mut self) {
        while self.positions.total > MAX_ALL_POSITIONS
            && let Some(first) = self.long.pop_first()
        {
            if let Some(game) = self.games.get_mut(&self.rooms[&first]) {
                game.keep_last(FEW_POSITIONS, &mut self.positions);
                game.positions.shrink_to_fit();
            }
        }
    }
}

impl KnownGame {
    /// Forgets all positions but this many.
    fn keep_last(&mut self, count: usize, positions: &mut PositionCounts) {
        let too_many = self.positions.len().saturating_sub(count);
        self.positions.drain(..too_many).for_each(|hash| positions.discount(hash));
    }
}

impl PositionCounts {
    fn add(&mut self, hash: u64) {
        *self.games.entry(hash).or_default() += 1;
        self.total += 1;
    }

    fn discount(&mut self, hash: u64) {
        if let Some(count) = self.games.get_mut(&hash) {
            (*count, self.total) = (*count - 1, self.total - 1);
            if *count == 0 {
                self.games.remove(&hash);
            }
        }
    }
}

/// Returns whether more than one person was seated at the start.
pub(crate) fn has_several_people(game: &GameHistory) -> bool {
    let people = game.header().seats.iter().filter(|info| info.who == Contestant::Person);
    people.count() > 1
}

/// Returns whether few games have the position after this many plies.
fn is_distinctive(game: &GameHistory, ply: usize) -> bool {
    let is_deal = |event: &Event| matches!(event, Event::Deal { .. });
    let has_dealt = || game.plies()[..ply].iter().any(|ply| is_deal(&ply.event));
    let moves = || game.position_at(ply).map_or(0, AnyGame::legal_move_count);
    ply >= MIN_PLIES && (has_dealt() || moves() >= MIN_MOVES)
}

#[cfg(test)]
mod tests {
    use super::*;
    use meeple_core::{Notes, OptionValues, SeatInfo, Table, TableDue, Turn};
    use meeple_games::GameKind;
    use meeple_session::open_table::{open, open_anonymous};

    /// Plays until there are this many plies.
    fn play(table: &mut Table, plies: usize) {
        while table.game().plies().len() < plies {
            match table.due() {
                TableDue::Deal => table.deal().expect("a deal"),
                TableDue::Seat(seat) => {
                    let mv = table.position().legal_move_texts().pop().expect("a move");
                    table.play(seat, &mv, Notes::default()).expect("a legal move")
                }
                TableDue::End | TableDue::Over => panic!("the game is too short"),
            };
        }
    }

    fn table(kind: GameKind, seed: u64) -> Table {
        open_anonymous(kind, &[], seed).expect("a game")
    }

    /// Returns a square bar with sides of this length.
    fn chomp(side: usize) -> Table {
        let options = [format!("width={side}"), format!("height={side}")];
        open_anonymous(GameKind::Chomp, &options, 7).expect("a game")
    }

    #[test]
    fn the_last_positions_of_a_running_game_are_known_until_it_is_over() {
        let games = RunningGames::default();
        let mut azul = table(GameKind::Azul, 7);
        for ply in 0..30 {
            play(&mut azul, ply);
            games.follow("a", azul.game());
            assert_eq!(games.has(azul.position()), ply >= MIN_PLIES, "ply {ply}");
        }
        let kept = || lock(&games.known).games["a"].positions.len();
        assert_eq!(kept(), 30 - MIN_PLIES, "each position once");
        let opening = azul.game().position_at(MIN_PLIES - 1).expect("it was played");
        assert!(!games.has(opening), "many games begin like this");
        let mut other = table(GameKind::Azul, 8);
        play(&mut other, 20);
        assert!(!games.has(other.position()) && !games.has_any_of(other.game()));

        let mut again = table(GameKind::Azul, 7);
        play(&mut again, 10);
        assert!(games.has_any_of(again.game()), "the same game, so far");
        azul.resign(meeple_core::Seat::new(0)).expect("a resignation");
        azul.end().expect("the end");
        games.follow("a", azul.game());
        assert!(!games.has_any_of(again.game()) && lock(&games.known).positions.games.is_empty());
    }

    #[test]
    fn a_game_against_computer_players_is_nobody_elses_business() {
        let games = RunningGames::default();
        let seats = |who: [Contestant; 2]| {
            let name = |seat: usize| format!("player {seat}");
            who.into_iter()
                .enumerate()
                .map(|(seat, who)| SeatInfo { name: name(seat), colour: None, who })
                .collect::<Vec<_>>()
        };
        let computer =
            Contestant::Computer { player: "hard".into(), parameters: OptionValues::new() };
        for (who, is_followed) in [
            ([Contestant::Person, computer.clone()], false),
            ([computer.clone(), computer], false),
            ([Contestant::Person, Contestant::Person], true),
        ] {
            let opened = open(GameKind::Azul, &[], 7, "", &|_| Ok(seats(who.clone())));
            let mut azul = opened.expect("a game");
            play(&mut azul, 10);
            games.follow("a", azul.game());
            assert_eq!(games.has(azul.position()), is_followed, "{who:?}");
        }
    }

    #[test]
    fn positions_that_were_taken_back_are_forgotten() {
        let games = RunningGames::default();
        let mut azul = table(GameKind::Azul, 7);
        play(&mut azul, 10);
        games.follow("a", azul.game());
        let before = azul.position().boxed_clone();
        azul.undo(3).expect("plies");
        games.follow("a", azul.game());
        assert!(!games.has(&*before) && games.has(azul.position()));
        assert_eq!(lock(&games.known).positions.games.len(), 8 - MIN_PLIES);
    }

    #[test]
    fn games_that_were_abandoned_are_forgotten_after_a_day() {
        let games = RunningGames::default();
        let mut azul = table(GameKind::Azul, 7);
        play(&mut azul, 10);
        games.follow("a", azul.game());
        let hours = |hours: u64| Instant::now() + Duration::from_secs(hours * 3600);
        for (time, is_known) in [(hours(2), true), (hours(23), true), (hours(25), false)] {
            lock(&games.known).forget_abandoned(time);
            assert_eq!(games.has(azul.position()), is_known);
        }
        assert!(lock(&games.known).positions.games.is_empty());
        games.follow("a", azul.game());
        assert!(games.has(azul.position()), "somebody has opened it again");
    }

    #[test]
    fn a_position_of_two_games_is_known_until_both_are_over() {
        let games = RunningGames::default();
        let mut azul = table(GameKind::Azul, 7);
        play(&mut azul, 10);
        games.follow("a", azul.game());
        games.follow("b", azul.game());
        lock(&games.known).forget("a");
        assert!(games.has(azul.position()));
        lock(&games.known).forget("b");
        assert!(!games.has(azul.position()));
    }

    #[test]
    fn memory_is_bounded() {
        let games = RunningGames::default();
        let mut chomp = chomp(16);
        for ply in [10, 40, 120] {
            play(&mut chomp, ply);
            games.follow("a", chomp.game());
        }
        let count = || lock(&games.known).positions.games.len();
        assert!(count() == MAX_POSITIONS && games.has(chomp.position()));
        games.follow("b", chomp.game());
        assert_eq!(count(), MAX_POSITIONS, "a game read at once has the same");

        let mut azul = table(GameKind::Azul, 7);
        play(&mut azul, MIN_PLIES);
        for room in 0..MAX_GAMES {
            games.follow(&room.to_string(), azul.game());
        }
        assert_eq!(lock(&games.known).games.len(), MAX_GAMES);
        assert!(!games.has(chomp.position()), "it changed first");
    }

    #[test]
    fn with_many_games_those_that_changed_first_keep_few_positions() {
        let games = RunningGames::default();
        let (mut first, mut chomp) = (table(GameKind::Azul, 7), chomp(16));
        play(&mut first, 30);
        play(&mut chomp, 120);
        games.follow("first", first.game());
        let rooms = MAX_ALL_POSITIONS / MAX_POSITIONS;
        for room in 0..rooms {
            games.follow(&room.to_string(), chomp.game());
        }
        let kept = |room: &str| lock(&games.known).games[room].positions.len();
        assert_eq!(
            [kept("first"), kept("0"), kept("1")],
            [FEW_POSITIONS, FEW_POSITIONS, MAX_POSITIONS]
        );
        assert_eq!(kept(&(rooms - 1).to_string()), MAX_POSITIONS);
        let total = || lock(&games.known).positions.total;
        assert!(total() <= MAX_ALL_POSITIONS);
        let has = |ply| games.has(first.game().position_at(ply).expect("it was played"));
        assert!(has(30) && has(31 - FEW_POSITIONS) && !has(30 - FEW_POSITIONS));
        assert!(games.has_any_of(first.game()), "a copy of it is still recognised");
        play(&mut first, 33);
        games.follow("first", first.game());
        assert_eq!(kept("first"), FEW_POSITIONS + 3, "it may have many again");
        assert!(games.has(first.position()) && total() <= MAX_ALL_POSITIONS);
        let known = &mut *lock(&games.known);
        (0..rooms).for_each(|room| known.forget(&room.to_string()));
        known.forget("first");
        assert_eq!((known.positions.total, known.positions.games.len()), (0, 0));
        assert!(known.rooms.is_empty() && known.long.is_empty());
    }

    #[test]
    fn small_positions_of_chomp_occur_in_too_many_games() {
        let games = RunningGames::default();
        let mut chomp = chomp(9);
        play(&mut chomp, MIN_PLIES);
        games.follow("a", chomp.game());
        assert!(games.has(chomp.position()));
        let Turn::Seat(seat) = chomp.position().turn() else { panic!("somebody moves") };
        chomp.play(seat, "0,2", Notes::default()).expect("a bite");
        games.follow("a", chomp.game());
        assert!(!games.has(chomp.position()));
    }
}
