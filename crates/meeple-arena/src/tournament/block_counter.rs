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
        out: &'a [AtomicBool],
        hear: &'a mut TournamentListener<'a>,
    ) -> Self {
        BlockCounter {
            ledger,
            folder,
            withdrawn: out,
            listener: hear,
            waiting: BTreeMap::new(),
            next_index: 0,
            error: None,
        }
    }

    /// Accepts a block and counts all blocks that are due; returns whether more blocks are needed.
    pub(super) fn accept(&mut self, played: Result<FinishedBlock, TournamentError>) -> bool {
        match played {
            Ok(played) => drop(self.waiting.insert(played.index, played)),
            Err(trouble) => drop(self.error.get_or_insert(trouble)),
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
        let is_whole = self.next_index == blocks;
        while self.needs_more()
            && let Some((_, block)) = self.waiting.pop_first()
        {
            self.count_or_stop(block);
        }
        if self.is_decided() {
            self.ledger.is_complete = true;
        }
        self.error.map_or(Ok(is_whole), Err)
    }

    fn needs_more(&self) -> bool {
        self.error.is_none() && !self.is_decided()
    }

    fn is_decided(&self) -> bool {
        self.ledger.sprt.as_ref().is_some_and(|sprt| sprt.decision.is_some())
    }

    fn count_or_stop(&mut self, block: FinishedBlock) {
        if let Err(trouble) = self.count(block) {
            self.error.get_or_insert(trouble);
        }
    }

    fn count(&mut self, block: FinishedBlock) -> Result<(), TournamentError> {
        block.damaged.iter().for_each(|damaged| (self.listener)(TournamentEvent::Damaged(damaged)));
        // Games after an entrant's withdrawal don't count: with other timing they wouldn't have been played.
        let is_out =
            |game: &StoredGame| game.line.seats.iter().any(|&one| self.ledger.is_withdrawn(one));
        if block.games.iter().any(is_out) {
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
    use super::{super::test_game_lines::line, *};

    fn block(index: usize, games: Vec<GameLine>) -> FinishedBlock {
        let kept = |line| StoredGame { line, origin: GameOrigin::Played, played: None };
        FinishedBlock { index, games: games.into_iter().map(kept).collect(), damaged: Vec::new() }
    }

    #[test]
    fn blocks_are_counted_in_order_and_not_after_a_withdrawal() {
        let mut ledger = Ledger::with_fault_limit(3, 2);
        let out = [false; 3].map(AtomicBool::new);
        let mut lengths = Vec::new();
        let mut hear = |news: TournamentEvent<'_>| {
            if let TournamentEvent::Counted(ledger) = news {
                lengths.push(ledger.lines.len());
            }
        };
        let mut counter = BlockCounter::new(&mut ledger, None, &out, &mut hear);
        // The second entrant fails in both games of the first block. A later block of that entrant was
        // finished before this was known, and so was a block of the two others.
        assert!(counter.accept(Ok(block(2, vec![line(2, [0, 2], &[])]))));
        assert!(counter.accept(Ok(block(1, vec![line(1, [0, 1], &[])]))));
        let failed = vec![line(0, [0, 1], &[1]), line(0, [1, 0], &[0])];
        assert!(counter.accept(Ok(block(0, failed))));
        assert!(counter.finish(3).expect("no trouble"));
        assert!(out[1].load(Ordering::Relaxed) && ledger.is_withdrawn(1));
        let blocks: Vec<usize> = ledger.lines.iter().map(|line| line.block).collect();
        assert_eq!(blocks, [0, 0, 2], "the block of the withdrawn is left out");
        assert!(ledger.lines[2].counts() && !ledger.lines[0].counts());
        assert_eq!(lengths, [2, 3]);
    }
}
