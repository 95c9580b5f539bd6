//! Counts finished blocks: threads finish them in any order, but they are counted in order.
//!
//! ```text
//! finished: 3 1 2 4     waiting: 3     counted: 1 2 3 4
//! ```

use super::{
    DamagedRecord, GameLine, GameOrigin, Ledger, PlayedGame, TournamentError, TournamentEvent,
    TournamentFolder, TournamentListener,
};
use std::{
    collections::BTreeMap,
    sync::atomic::{AtomicBool, Ordering},
};

/// Counts the blocks of a round in order.
pub(super) struct BlockCounter<'a> {
    ledger: &'a mut Ledger,
    folder: Option<&'a TournamentFolder>,
    /// Which entrants are withdrawn, shared with the playing threads.
    withdrawn: &'a [AtomicBool],
    listener: &'a mut TournamentListener<'a>,
    waiting: BTreeMap<usize, FinishedBlock>,
    /// Index of the next block to count.
    next_index: usize,
    /// The first error.
    error: Option<TournamentError>,
}

impl<'a> BlockCounter<'a> {
    /// Creates the counter of a round.
    pub(super) fn new(
        ledger: &'a mut Ledger,
        folder: Option<&'a TournamentFolder>,
        withdrawn: &'a [AtomicBool],
        listener: &'a mut TournamentListener<'a>,
    ) -> Self {
        BlockCounter {
            ledger,
            folder,
            withdrawn,
            listener,
            waiting: BTreeMap::new(),
            next_index: 0,
            error: None,
        }
    }

    /// Accepts a block and counts all blocks that are due; returns whether more blocks are needed.
    pub(super) fn accept(&mut self, played: Result<FinishedBlock, TournamentError>) -> bool {
        match played {
            Ok(played) => drop(self.waiting.insert(played.index, played)),
            Err(error) => drop(self.error.get_or_insert(error)),
        }
        while self.needs_more()
            && let Some(block) = self.waiting.remove(&self.next_index)
        {
            self.next_index += 1;
            self.count_or_stop(block);
        }
        self.needs_more()
    }

    /// Counts the blocks that wait for one that was stopped; returns whether all blocks were counted in
    /// order.
    pub(super) fn finish(mut self, blocks: usize) -> Result<bool, TournamentError> {
        let is_in_order = self.next_index == blocks;
        while self.needs_more()
            && let Some((_, block)) = self.waiting.pop_first()
        {
            self.count_or_stop(block);
        }
        if self.is_decided() {
            self.ledger.is_complete = true;
        }
        self.error.map_or(Ok(is_in_order), Err)
    }

    fn needs_more(&self) -> bool {
        self.error.is_none() && !self.is_decided()
    }

    fn is_decided(&self) -> bool {
        self.ledger.sprt.as_ref().is_some_and(|sprt| sprt.decision.is_some())
    }

    fn count_or_stop(&mut self, block: FinishedBlock) {
        if let Err(error) = self.count(block) {
            self.error.get_or_insert(error);
        }
    }

    fn count(&mut self, block: FinishedBlock) -> Result<(), TournamentError> {
        block.damaged.iter().for_each(|damaged| (self.listener)(TournamentEvent::Damaged(damaged)));
        // Games after an entrant's withdrawal don't count: with other timing they wouldn't have been played.
        let has_withdrawn =
            |game: &StoredGame| game.line.seats.iter().any(|&one| self.ledger.is_withdrawn(one));
        if block.games.iter().any(has_withdrawn) {
            return Ok(());
        }
        for game in &block.games {
            if let Some(played) = &game.played {
                (self.listener)(TournamentEvent::Played(played));
            }
            (self.listener)(TournamentEvent::Game(&game.line, game.origin));
        }
        let lines: Vec<GameLine> = block.games.into_iter().map(|game| game.line).collect();
        let first = self.ledger.lines.len();
        for withdrawal in self.ledger.add_block(lines) {
            self.withdrawn[withdrawal.entrant].store(true, Ordering::Relaxed);
            (self.listener)(TournamentEvent::Withdrawn(withdrawal.entrant, &withdrawal.why));
        }
        if let Some(folder) = self.folder {
            folder.append_to_index(&self.ledger.lines[first..])?;
        }
        (self.listener)(TournamentEvent::Counted(self.ledger));
        Ok(())
    }
}

/// A finished block; without games if one of its entrants was withdrawn.
pub(super) struct FinishedBlock {
    pub(super) index: usize,
    pub(super) games: Vec<StoredGame>,
    pub(super) damaged: Vec<DamagedRecord>,
}

/// A finished game, saved if there is a folder.
pub(super) struct StoredGame {
    pub(super) line: GameLine,
    pub(super) origin: GameOrigin,
    /// The whole game, if the listener wants it.
    pub(super) played: Option<PlayedGame>,
}

#[cfg(test)]
mod tests {
    use super::{super::sample_games::sample_game, *};
    use crate::{job_folder::FolderError, tournament::TournamentConfig};
    use meeple_games::GameKind;
    use serde_json::Value;
    use std::fs;

    fn block(index: usize, games: Vec<GameLine>) -> FinishedBlock {
        let stored = |line| StoredGame { line, origin: GameOrigin::Played, played: None };
        FinishedBlock { index, games: games.into_iter().map(stored).collect(), damaged: Vec::new() }
    }

    #[test]
    fn blocks_are_counted_in_order_and_not_after_a_withdrawal() {
        let mut ledger = Ledger::with_fault_limit(3, 2);
        let withdrawn = [false; 3].map(AtomicBool::new);
        let mut lengths = Vec::new();
        let mut listener = |event: TournamentEvent<'_>| {
            if let TournamentEvent::Counted(ledger) = event {
                lengths.push(ledger.lines.len());
            }
        };
        let mut counter = BlockCounter::new(&mut ledger, None, &withdrawn, &mut listener);
        // The second entrant fails in both games of the first block. A later block of that entrant was
        // finished before this was known, and so was a block of the two others.
        assert!(counter.accept(Ok(block(2, vec![sample_game(2, [0, 2], &[])]))));
        assert!(counter.accept(Ok(block(1, vec![sample_game(1, [0, 1], &[])]))));
        let failed = vec![sample_game(0, [0, 1], &[1]), sample_game(0, [1, 0], &[0])];
        assert!(counter.accept(Ok(block(0, failed))));
        assert!(counter.finish(3).expect("no error"));
        assert!(withdrawn[1].load(Ordering::Relaxed) && ledger.is_withdrawn(1));
        let blocks: Vec<usize> = ledger.lines.iter().map(|line| line.block).collect();
        assert_eq!(blocks, [0, 0, 2], "the withdrawn entrant's block is left out");
        assert!(ledger.lines[2].is_counted() && !ledger.lines[0].is_counted());
        assert_eq!(lengths, [2, 3]);
        assert!(!withdrawn[0].load(Ordering::Relaxed) && !withdrawn[2].load(Ordering::Relaxed));
    }

    /// Runs a counter of two entrants; returns the events as text.
    fn events_of(ledger: &mut Ledger, run: impl FnOnce(BlockCounter<'_>)) -> Vec<String> {
        events_with(ledger, None, run)
    }

    fn events_with(
        ledger: &mut Ledger,
        folder: Option<&TournamentFolder>,
        run: impl FnOnce(BlockCounter<'_>),
    ) -> Vec<String> {
        let withdrawn = [false; 2].map(AtomicBool::new);
        let mut events = Vec::new();
        let mut listener = |event: TournamentEvent<'_>| {
            events.push(match event {
                TournamentEvent::Game(line, GameOrigin::Played) => format!("game {}", line.block),
                TournamentEvent::Played(game) => format!("played {}", game.line.block),
                TournamentEvent::Damaged(record) => format!("damaged {}", record.why),
                TournamentEvent::Withdrawn(entrant, why) => format!("withdrawn {entrant} {why}"),
                TournamentEvent::Counted(ledger) => format!("counted {}", ledger.lines.len()),
                other => panic!("{other:?}"),
            });
        };
        run(BlockCounter::new(ledger, folder, &withdrawn, &mut listener));
        events
    }

    #[test]
    fn every_event_of_a_block_is_reported() {
        let mut ledger = Ledger::with_fault_limit(2, 1);
        let events = events_of(&mut ledger, |mut counter| {
            let damaged = DamagedRecord { path: "a".into(), why: "cut".into() };
            let games = vec![sample_game(0, [0, 1], &[]), sample_game(0, [1, 0], &[0])];
            let mut block = FinishedBlock { damaged: vec![damaged], ..block(0, games) };
            block.games[1].played = Some(PlayedGame {
                line: block.games[1].line.clone(),
                verdicts: Vec::new(),
                remarks: Vec::new(),
                record: Vec::new(),
            });
            assert!(counter.accept(Ok(block)));
            assert!(counter.finish(1).expect("no error"));
        });
        let withdrawn = "withdrawn 1 failed with crash: exited with status 1";
        assert_eq!(events, ["damaged cut", "game 0", "played 0", "game 0", withdrawn, "counted 2"]);
    }

    #[test]
    fn each_counted_block_is_added_to_the_index() {
        let place = tempfile::tempdir().expect("a folder");
        let config = TournamentConfig::new(GameKind::Chomp, Vec::new());
        let folder = TournamentFolder::open(place.path(), &config).expect("an empty folder");
        let mut ledger = Ledger::with_fault_limit(2, u32::MAX);
        events_with(&mut ledger, Some(&folder), |mut counter| {
            for index in 0..3 {
                assert!(counter.accept(Ok(block(index, vec![sample_game(index, [0, 1], &[])]))));
            }
        });
        let index = fs::read_to_string(place.path().join("games.jsonl")).expect("an index");
        let lines = index.lines().map(|line| serde_json::from_str(line).expect("JSON"));
        let blocks: Vec<Value> = lines.map(|line: Value| line["block"].clone()).collect();
        assert_eq!(blocks, [0, 1, 2]);
    }

    #[test]
    #[cfg(target_os = "linux")]
    fn an_index_that_cannot_be_written_is_an_error() {
        let place = tempfile::tempdir().expect("a folder");
        let config = TournamentConfig::new(GameKind::Chomp, Vec::new());
        drop(TournamentFolder::open(place.path(), &config).expect("an empty folder"));
        let index = place.path().join("games.jsonl");
        fs::remove_file(&index).expect("it was created");
        std::os::unix::fs::symlink("/dev/full", &index).expect("it can be linked");
        let folder = TournamentFolder::open(place.path(), &config).expect("the same folder");
        let mut ledger = Ledger::with_fault_limit(2, u32::MAX);
        events_with(&mut ledger, Some(&folder), |mut counter| {
            assert!(!counter.accept(Ok(block(0, vec![sample_game(0, [0, 1], &[])]))));
            let error = counter.finish(1).expect_err("the disk is full").to_string();
            assert!(error.contains("games.jsonl"), "{error}");
        });
    }

    #[test]
    fn blocks_after_a_missing_one_are_counted_in_order_at_the_end() {
        let mut ledger = Ledger::with_fault_limit(2, u32::MAX);
        let events = events_of(&mut ledger, |mut counter| {
            for index in [3, 0, 2] {
                assert!(counter.accept(Ok(block(index, vec![sample_game(index, [0, 1], &[])]))));
            }
            assert!(!counter.finish(4).expect("no error"), "block 1 is missing");
        });
        assert_eq!(events, ["game 0", "counted 1", "game 2", "counted 2", "game 3", "counted 3"]);
        assert!(!ledger.is_complete);
    }

    fn error(why: &str) -> TournamentError {
        FolderError::Unreadable { path: "a".into(), why: why.into() }.into()
    }

    #[test]
    fn the_first_error_stops_the_counting_and_is_returned() {
        let mut ledger = Ledger::with_fault_limit(2, u32::MAX);
        let events = events_of(&mut ledger, |mut counter| {
            assert!(counter.accept(Ok(block(0, vec![sample_game(0, [0, 1], &[])]))));
            assert!(!counter.accept(Err(error("first"))));
            assert!(!counter.accept(Err(error("second"))));
            assert!(!counter.accept(Ok(block(1, vec![sample_game(1, [0, 1], &[])]))));
            let error = counter.finish(2).expect_err("an error").to_string();
            assert_eq!(error, "a: first");
        });
        assert_eq!(events, ["game 0", "counted 1"]);
    }

    #[test]
    fn games_after_the_decision_of_a_sequential_test_do_not_count() {
        let mut ledger = Ledger::with_fault_limit(2, u32::MAX).with_sprt(0.0, 400.0);
        let events = events_of(&mut ledger, |mut counter| {
            // The first entrant wins every game.
            let games =
                |block| vec![sample_game(block, [0, 1], &[]), sample_game(block, [0, 1], &[])];
            let mut index = 0;
            while counter.accept(Ok(block(index, games(index)))) {
                index += 1;
                assert!(index < 1000, "it is never decided");
            }
            assert!(!counter.accept(Ok(block(index + 1, games(index + 1)))));
            assert!(counter.finish(index + 1).expect("no error"));
        });
        assert!(ledger.is_complete);
        assert_eq!(events.last(), Some(&format!("counted {}", ledger.lines.len())));
        assert_eq!(events.len() * 2, ledger.lines.len() * 3, "three events for each block");
    }
}
