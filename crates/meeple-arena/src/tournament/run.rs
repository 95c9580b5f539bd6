//! Plays a tournament: threads play blocks, which are counted in schedule order.

use super::{
    DamagedRecord, GameDetail, GameLine, Ledger, PlayedGame, ScheduleRound, Tournament,
    TournamentFolder,
    block::BlockJob,
    block_counter::{BlockCounter, FinishedBlock, StoredGame},
    game,
    live_game::LiveGameFile,
    schedule::ScheduleInput,
};
use crate::job_folder::FolderError;
use meeple_core::OpenTableError;
use std::{
    collections::BTreeMap,
    sync::{
        Mutex, PoisonError,
        atomic::{AtomicBool, AtomicUsize, Ordering},
    },
    thread,
};

/// Maximum number of blocks played in parallel.
const MAX_JOBS: usize = 256;

/// An event of a running tournament. Events arrive in the same order for any number of jobs.
#[derive(Debug)]
pub enum TournamentEvent<'a> {
    /// A round begins; the number is how many games it has.
    Round(&'a ScheduleRound, u64),
    /// A game is over: either it was just played or its record was in the folder.
    Game(&'a GameLine, GameOrigin),
    /// The whole game, sent before its line; only for games just played, and only with [`GameDetail::Games`].
    Played(&'a PlayedGame),
    /// A record in the folder is unusable: its game is played again.
    Damaged(&'a DamagedRecord),
    /// An entrant (by index) was withdrawn, for this reason.
    Withdrawn(usize, &'a str),
    /// A block was counted.
    Counted(&'a Ledger),
}

/// Where a game's result comes from.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum GameOrigin {
    /// The game was just played.
    Played,
    /// Its record was in the folder.
    Found,
}

/// Receives the events of a tournament; may be called from any thread.
pub type TournamentListener<'a> = dyn FnMut(TournamentEvent<'_>) + Send + 'a;

/// Why a tournament had to stop.
#[derive(Debug, thiserror::Error)]
pub enum TournamentError {
    /// The game cannot be opened with these options and players.
    #[error(transparent)]
    CannotOpen(#[from] OpenTableError),
    /// A file of the tournament's folder could not be written.
    #[error(transparent)]
    Folder(#[from] FolderError),
}

/// Plays a tournament and saves its games to the folder, if any; games already saved there aren't played
/// again. If the tournament is stopped, the result contains the games counted so far.
pub fn play(
    tournament: &Tournament,
    folder: Option<&TournamentFolder>,
    listener: &mut TournamentListener<'_>,
) -> Result<Ledger, TournamentError> {
    let field = ScheduleInput {
        entrants: tournament.entrants.len(),
        seats: tournament.seats,
        rounds: tournament.rounds,
    };
    let mut rounds = tournament.schedule.rounds(field);
    let mut run = TournamentProgress {
        tournament,
        folder,
        ledger: Ledger::new(tournament),
        met: BTreeMap::new(),
        blocks: 0,
    };
    while let Some(mut round) =
        rounds.next_round(&run.ledger.rounds, &|one| run.ledger.is_withdrawn(one))
    {
        let is_whole = run.play_round(&mut round, listener)?;
        rounds.record_results(&mut round, &|one| run.ledger.is_withdrawn(one));
        run.ledger.rounds.push(round);
        run.ledger.order = rounds.ranking();
        if !is_whole {
            return Ok(run.ledger);
        }
    }
    run.ledger.is_complete = true;
    Ok(run.ledger)
}

struct TournamentProgress<'a> {
    tournament: &'a Tournament,
    folder: Option<&'a TournamentFolder>,
    ledger: Ledger,
    /// Number of blocks each group of entrants has played.
    met: BTreeMap<Vec<usize>, u64>,
    /// Number of blocks in all previous rounds.
    blocks: usize,
}

impl TournamentProgress<'_> {
    /// Plays a round; returns whether it was completed.
    fn play_round(
        &mut self,
        round: &mut ScheduleRound,
        listener: &mut TournamentListener<'_>,
    ) -> Result<bool, TournamentError> {
        let plan = self.plan(round);
        listener(TournamentEvent::Round(round, plan.games()));
        let is_whole = self.play_blocks(&plan, listener)?;
        let first = self.blocks;
        let encounters = plan.met.len();
        self.ledger
            .add_points(round, |block| block.checked_sub(first).map(|index| index % encounters));
        self.blocks += plan.blocks();
        for (entrants, met) in plan.met {
            self.met.insert(entrants, met + plan.blocks_each);
        }
        Ok(is_whole)
    }

    fn plan(&self, round: &ScheduleRound) -> RoundPlan {
        let games_per_block = self.ledger.games_per_block as u64;
        let games = round.blocks.map_or(self.tournament.games, |blocks| blocks * games_per_block);
        let met = round.encounters.iter().map(|encounter| {
            let met = self.met.get(&encounter.entrants).copied().unwrap_or(0);
            (encounter.entrants.clone(), met)
        });
        RoundPlan {
            met: met.collect(),
            games_each: games,
            games_per_block,
            blocks_each: games.div_ceil(games_per_block),
            first: self.blocks,
            seatings: self.tournament.seatings.orders(self.tournament.seats),
        }
    }

    /// Plays the blocks of a round and counts them in order; returns whether all were counted.
    fn play_blocks(
        &mut self,
        plan: &RoundPlan,
        listener: &mut TournamentListener<'_>,
    ) -> Result<bool, TournamentError> {
        let out = self.tournament.entrants.iter().enumerate();
        let out: Vec<AtomicBool> =
            out.map(|(one, _)| AtomicBool::new(self.ledger.is_withdrawn(one))).collect();
        let counter = BlockCounter::new(&mut self.ledger, self.folder, &out, listener);
        let runner = RoundRunner {
            tournament: self.tournament,
            folder: self.folder,
            plan,
            withdrawn: &out,
            next: AtomicUsize::new(0),
            is_done: AtomicBool::new(false),
            counter: Mutex::new(counter),
        };
        let jobs = self.tournament.jobs.clamp(1, MAX_JOBS).min(plan.blocks().max(1));
        thread::scope(|scope| {
            for _ in 1..jobs {
                scope.spawn(|| runner.work());
            }
            runner.work();
        });
        runner.counter.into_inner().unwrap_or_else(PoisonError::into_inner).finish(plan.blocks())
    }
}

/// The blocks of a round. The first block of every encounter comes before the second block of any.
struct RoundPlan {
    /// The entrants of each encounter, and how many blocks they have already played.
    met: Vec<(Vec<usize>, u64)>,
    games_each: u64,
    games_per_block: u64,
    /// Blocks per encounter.
    blocks_each: u64,
    /// Number of the round's first block in the tournament.
    first: usize,
    /// The seatings of a complete block.
    seatings: Vec<Vec<usize>>,
}

impl RoundPlan {
    fn blocks(&self) -> usize {
        self.met.len() * self.blocks_each as usize
    }

    fn games(&self) -> u64 {
        self.met.len() as u64 * self.games_each
    }

    fn block(&self, tournament: &Tournament, index: usize) -> BlockJob {
        let (encounter, turn) = (index % self.met.len(), (index / self.met.len()) as u64);
        let (entrants, met) = &self.met[encounter];
        let games = (self.games_each - turn * self.games_per_block).min(self.games_per_block);
        let orders = &self.seatings[..games as usize];
        BlockJob::new(tournament, self.first + index, (entrants, met + turn), orders)
    }
}

/// State shared by the threads that play a round's blocks.
struct RoundRunner<'a> {
    tournament: &'a Tournament,
    folder: Option<&'a TournamentFolder>,
    plan: &'a RoundPlan,
    /// Which entrants are withdrawn; may lag behind the ledger.
    withdrawn: &'a [AtomicBool],
    next: AtomicUsize,
    /// Set when no more blocks need to be played.
    is_done: AtomicBool,
    counter: Mutex<BlockCounter<'a>>,
}

impl RoundRunner<'_> {
    /// Plays one block after another until none are left or the tournament is stopped.
    fn work(&self) {
        while !self.is_done.load(Ordering::Relaxed) && !self.tournament.limits.is_stopped() {
            let index = self.next.fetch_add(1, Ordering::Relaxed);
            if index >= self.plan.blocks() {
                return;
            }
            let Some(played) = self.play_block(index).transpose() else { return };
            let mut counter = self.counter.lock().unwrap_or_else(PoisonError::into_inner);
            if !counter.accept(played) {
                self.is_done.store(true, Ordering::Relaxed);
            }
        }
    }

    /// Plays a block; `None` if it was stopped. The block of a withdrawn entrant is returned without games.
    fn play_block(&self, index: usize) -> Result<Option<FinishedBlock>, TournamentError> {
        let block = self.plan.block(self.tournament, index);
        let mut played = FinishedBlock { index, games: Vec::new(), damaged: Vec::new() };
        let is_out = |&one: &usize| self.withdrawn[one].load(Ordering::Relaxed);
        if block.entrants.iter().any(is_out) {
            return Ok(Some(played));
        }
        for game in 0..block.seatings.len() {
            if let Some(line) = self.find_saved(&block, game, &mut played.damaged)? {
                played.games.push(StoredGame { line, origin: GameOrigin::Found, played: None });
                continue;
            }
            let record = self.folder.map(|_| block.record_path(self.tournament, game));
            let record = record.unwrap_or_default();
            let watched = LiveGameFile::for_record(self.folder, &record);
            let Ok(mut over) = game::play(self.tournament, &block, game, watched)? else {
                return Ok(None);
            };
            if let Some(folder) = self.folder {
                over.line.record = record;
                folder.save_record(&over.line.record, over.log())?;
            }
            played.games.push(match self.tournament.detail {
                GameDetail::Lines => {
                    StoredGame { line: over.line, origin: GameOrigin::Played, played: None }
                }
                GameDetail::Games => {
                    let (line, played) = (over.line.clone(), Some(over.into_played()));
                    StoredGame { line, origin: GameOrigin::Played, played }
                }
            });
        }
        Ok(Some(played))
    }

    /// Returns the game's line if its record is in the folder; an unusable record is added to `damaged`.
    fn find_saved(
        &self,
        block: &BlockJob,
        game: usize,
        damaged: &mut Vec<DamagedRecord>,
    ) -> Result<Option<GameLine>, TournamentError> {
        let Some(folder) = self.folder else { return Ok(None) };
        let record = block.record_path(self.tournament, game);
        let expected = || {
            let seats = game::seats(self.tournament, block, game);
            (self.tournament.open_table)(block.seed, seats)
                .map(|table| table.game().header().clone())
        };
        match folder.find_record(&record, expected, self.tournament.max_plies)? {
            Some(Ok(found)) => {
                let seats = block.seatings[game].clone();
                Ok(Some(GameLine { record, ..GameLine::from_history(&found, block.number, seats) }))
            }
            Some(Err(problem)) => {
                damaged.push(problem);
                Ok(None)
            }
            None => Ok(None),
        }
    }
}
