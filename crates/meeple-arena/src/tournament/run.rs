//! Playing a tournament: threads play blocks, and count them in their order.

use super::{
    Damaged, Finished, Folder, GameLine, Ledger, Round, Telling, Tournament,
    block::Block,
    counter::{Counter, Kept, Played},
    game,
    live::Live,
    schedule::Field,
};
use crate::workplace::FolderError;
use meeple_core::CannotOpen;
use std::{
    collections::BTreeMap,
    sync::{
        Mutex, PoisonError,
        atomic::{AtomicBool, AtomicUsize, Ordering},
    },
    thread,
};

/// The most blocks that are played at a time.
const MOST_JOBS: usize = 256;

/// What is told while a tournament is played, always in the same order.
#[derive(Debug)]
pub enum News<'a> {
    /// A round begins; so many games are in it.
    Round(&'a Round, u64),
    /// A game is over: it was played just now, or found in the folder.
    Game(&'a GameLine, Origin),
    /// The game itself, before its line; only where it was played just now and is asked for
    /// ([`Telling::Games`]).
    Played(&'a Finished),
    /// A record in the folder cannot be used: its game is played again.
    Damaged(&'a Damaged),
    /// An entrant was withdrawn, and why.
    Withdrawn(usize, &'a str),
    /// A block was counted.
    Counted(&'a Ledger),
}

/// Where a game comes from.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Origin {
    /// It was played just now.
    Played,
    /// It was in the folder.
    Found,
}

/// Who hears the news, on whatever thread.
pub type Listener<'a> = dyn FnMut(News<'_>) + Send + 'a;

/// Why a tournament could not go on.
#[derive(Debug, thiserror::Error)]
pub enum Trouble {
    /// The options do not go together.
    #[error(transparent)]
    CannotOpen(#[from] CannotOpen),
    /// A record could not be kept.
    #[error(transparent)]
    Folder(#[from] FolderError),
}

/// Plays a tournament, and keeps its games in the folder, if there is one; those that are there
/// already are not played again. A tournament that is stopped returns what was counted by then.
pub fn play(
    tournament: &Tournament,
    folder: Option<&Folder>,
    hear: &mut Listener<'_>,
) -> Result<Ledger, Trouble> {
    let field = Field {
        entrants: tournament.entrants.len(),
        seats: tournament.seats,
        rounds: tournament.rounds,
    };
    let mut rounds = tournament.schedule.rounds(field);
    let mut run = Run {
        tournament,
        folder,
        ledger: Ledger::new(tournament),
        met: BTreeMap::new(),
        blocks: 0,
    };
    while let Some(mut round) = rounds.next(&run.ledger.rounds, &|one| run.ledger.is_out(one)) {
        let whole = run.play_round(&mut round, hear)?;
        rounds.settle(&mut round, &|one| run.ledger.is_out(one));
        run.ledger.rounds.push(round);
        run.ledger.order = rounds.order();
        if !whole {
            return Ok(run.ledger);
        }
    }
    run.ledger.is_complete = true;
    Ok(run.ledger)
}

struct Run<'a> {
    tournament: &'a Tournament,
    folder: Option<&'a Folder>,
    ledger: Ledger,
    /// How many blocks these entrants have played.
    met: BTreeMap<Vec<usize>, u64>,
    /// How many blocks there were in the rounds before.
    blocks: usize,
}

impl Run<'_> {
    /// Plays a round; whether it was played to its end.
    fn play_round(&mut self, round: &mut Round, hear: &mut Listener<'_>) -> Result<bool, Trouble> {
        let plan = self.plan(round);
        hear(News::Round(round, plan.games()));
        let whole = self.play_blocks(&plan, hear)?;
        let first = self.blocks;
        let encounters = plan.met.len();
        self.ledger
            .add_points(round, |block| block.checked_sub(first).map(|index| index % encounters));
        self.blocks += plan.blocks();
        for (entrants, met) in plan.met {
            self.met.insert(entrants, met + plan.each);
        }
        Ok(whole)
    }

    fn plan(&self, round: &Round) -> Plan {
        let games_a_block = self.ledger.games_a_block as u64;
        let games = round.blocks.map_or(self.tournament.games, |blocks| blocks * games_a_block);
        let met = round.encounters.iter().map(|encounter| {
            let met = self.met.get(&encounter.entrants).copied().unwrap_or(0);
            (encounter.entrants.clone(), met)
        });
        Plan {
            met: met.collect(),
            games_each: games,
            games_a_block,
            each: games.div_ceil(games_a_block),
            first: self.blocks,
            orders: self.tournament.seatings.orders(self.tournament.seats),
        }
    }

    /// Plays the blocks of a round, and counts them in their order.
    fn play_blocks(&mut self, plan: &Plan, hear: &mut Listener<'_>) -> Result<bool, Trouble> {
        let out = self.tournament.entrants.iter().enumerate();
        let out: Vec<AtomicBool> =
            out.map(|(one, _)| AtomicBool::new(self.ledger.is_out(one))).collect();
        let counter = Counter::new(&mut self.ledger, self.folder, &out, hear);
        let hall = Hall {
            tournament: self.tournament,
            folder: self.folder,
            plan,
            out: &out,
            next: AtomicUsize::new(0),
            enough: AtomicBool::new(false),
            counter: Mutex::new(counter),
        };
        let jobs = self.tournament.jobs.clamp(1, MOST_JOBS).min(plan.blocks().max(1));
        thread::scope(|scope| {
            for _ in 1..jobs {
                scope.spawn(|| hall.work());
            }
            hall.work();
        });
        hall.counter.into_inner().unwrap_or_else(PoisonError::into_inner).finish(plan.blocks())
    }
}

/// The blocks of a round. Every encounter has its first before any has its second.
struct Plan {
    /// The encounters, and how many blocks each has behind it.
    met: Vec<(Vec<usize>, u64)>,
    games_each: u64,
    games_a_block: u64,
    /// Blocks of each encounter.
    each: u64,
    /// The number of the first block.
    first: usize,
    /// The seatings of a whole block.
    orders: Vec<Vec<usize>>,
}

impl Plan {
    fn blocks(&self) -> usize {
        self.met.len() * self.each as usize
    }

    fn games(&self) -> u64 {
        self.met.len() as u64 * self.games_each
    }

    fn block(&self, tournament: &Tournament, index: usize) -> Block {
        let (encounter, turn) = (index % self.met.len(), (index / self.met.len()) as u64);
        let (entrants, met) = &self.met[encounter];
        let games = (self.games_each - turn * self.games_a_block).min(self.games_a_block);
        let orders = &self.orders[..games as usize];
        Block::new(tournament, self.first + index, (entrants, met + turn), orders)
    }
}

/// Where the blocks of a round are played.
struct Hall<'a> {
    tournament: &'a Tournament,
    folder: Option<&'a Folder>,
    plan: &'a Plan,
    /// Who was withdrawn, as far as it has come round.
    out: &'a [AtomicBool],
    next: AtomicUsize,
    /// Raised when no more blocks are wanted.
    enough: AtomicBool,
    counter: Mutex<Counter<'a>>,
}

impl Hall<'_> {
    /// Plays one block after the other, until there are no more or somebody stops it.
    fn work(&self) {
        while !self.enough.load(Ordering::Relaxed) && !self.tournament.limits.is_stopped() {
            let index = self.next.fetch_add(1, Ordering::Relaxed);
            if index >= self.plan.blocks() {
                return;
            }
            let Some(played) = self.play(index).transpose() else { return };
            let mut counter = self.counter.lock().unwrap_or_else(PoisonError::into_inner);
            if !counter.take(played) {
                self.enough.store(true, Ordering::Relaxed);
            }
        }
    }

    /// Plays a block; nothing if it was stopped.
    fn play(&self, index: usize) -> Result<Option<Played>, Trouble> {
        let block = self.plan.block(self.tournament, index);
        let mut played = Played { index, games: Vec::new(), damaged: Vec::new() };
        let is_out = |&one: &usize| self.out[one].load(Ordering::Relaxed);
        if block.entrants.iter().any(is_out) {
            return Ok(Some(played));
        }
        for game in 0..block.seatings.len() {
            if let Some(line) = self.find(&block, game, &mut played.damaged)? {
                played.games.push(Kept { line, origin: Origin::Found, played: None });
                continue;
            }
            let record = self.folder.map(|_| block.record(self.tournament, game));
            let record = record.unwrap_or_default();
            let watched = Live::of(self.folder, &record);
            let Ok(mut over) = game::play(self.tournament, &block, game, watched)? else {
                return Ok(None);
            };
            if let Some(folder) = self.folder {
                over.line.record = record;
                folder.keep(&over.line.record, over.log())?;
            }
            played.games.push(match self.tournament.telling {
                Telling::Lines => Kept { line: over.line, origin: Origin::Played, played: None },
                Telling::Games => {
                    let (line, played) = (over.line.clone(), Some(over.finished()));
                    Kept { line, origin: Origin::Played, played }
                }
            });
        }
        Ok(Some(played))
    }

    /// The game, if it is in the folder.
    fn find(
        &self,
        block: &Block,
        game: usize,
        damaged: &mut Vec<Damaged>,
    ) -> Result<Option<GameLine>, Trouble> {
        let Some(folder) = self.folder else { return Ok(None) };
        let record = block.record(self.tournament, game);
        let expected = || {
            let seats = game::seats(self.tournament, block, game);
            (self.tournament.open)(block.seed, seats).map(|table| table.game().header().clone())
        };
        match folder.find(&record, expected, self.tournament.longest)? {
            Some(Ok(found)) => {
                let seats = block.seatings[game].clone();
                Ok(Some(GameLine { record, ..GameLine::of(&found, block.number, seats) }))
            }
            Some(Err(problem)) => {
                damaged.push(problem);
                Ok(None)
            }
            None => Ok(None),
        }
    }
}
