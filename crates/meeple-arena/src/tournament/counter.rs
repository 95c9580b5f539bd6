//! Who counts: threads finish out of order, blocks are counted in order.
//!
//! ```text
//! finished: 3 1 2 4     waiting: 3     counted: 1 2 3 4
//! ```

use super::{Damaged, Finished, Folder, GameLine, Ledger, Listener, News, Origin, Trouble};
use std::{
    collections::BTreeMap,
    sync::atomic::{AtomicBool, Ordering},
};

/// Who counts the blocks of a round.
pub(super) struct Counter<'a> {
    ledger: &'a mut Ledger,
    folder: Option<&'a Folder>,
    /// Who was withdrawn, for those who play.
    out: &'a [AtomicBool],
    hear: &'a mut Listener<'a>,
    waiting: BTreeMap<usize, Played>,
    /// The number of the next block to be counted.
    due: usize,
    /// Why it cannot go on.
    trouble: Option<Trouble>,
}

impl<'a> Counter<'a> {
    /// A round begins.
    pub(super) fn new(
        ledger: &'a mut Ledger,
        folder: Option<&'a Folder>,
        out: &'a [AtomicBool],
        hear: &'a mut Listener<'a>,
    ) -> Self {
        Counter { ledger, folder, out, hear, waiting: BTreeMap::new(), due: 0, trouble: None }
    }

    /// Takes a block that was played, and counts what is due; whether more blocks are wanted.
    pub(super) fn take(&mut self, played: Result<Played, Trouble>) -> bool {
        match played {
            Ok(played) => drop(self.waiting.insert(played.index, played)),
            Err(trouble) => drop(self.trouble.get_or_insert(trouble)),
        }
        while self.wants_more()
            && let Some(block) = self.waiting.remove(&self.due)
        {
            self.due += 1;
            self.count_or_stop(block);
        }
        self.wants_more()
    }

    /// Counts what waits behind a block that was stopped; whether all blocks were counted.
    pub(super) fn finish(mut self, blocks: usize) -> Result<bool, Trouble> {
        let is_whole = self.due == blocks;
        while self.wants_more()
            && let Some((_, block)) = self.waiting.pop_first()
        {
            self.count_or_stop(block);
        }
        if self.is_decided() {
            self.ledger.is_complete = true;
        }
        self.trouble.map_or(Ok(is_whole), Err)
    }

    fn wants_more(&self) -> bool {
        self.trouble.is_none() && !self.is_decided()
    }

    fn is_decided(&self) -> bool {
        self.ledger.sprt.as_ref().is_some_and(|sprt| sprt.decision.is_some())
    }

    fn count_or_stop(&mut self, block: Played) {
        if let Err(trouble) = self.count(block) {
            self.trouble.get_or_insert(trouble);
        }
    }

    fn count(&mut self, block: Played) -> Result<(), Trouble> {
        block.damaged.iter().for_each(|damaged| (self.hear)(News::Damaged(damaged)));
        // What somebody played after being withdrawn does not count, and need not have been played.
        let is_out = |game: &Kept| game.line.seats.iter().any(|&one| self.ledger.is_out(one));
        if block.games.iter().any(is_out) {
            return Ok(());
        }
        for game in &block.games {
            if let Some(played) = &game.played {
                (self.hear)(News::Played(played));
            }
            (self.hear)(News::Game(&game.line, game.origin));
        }
        let lines: Vec<GameLine> = block.games.into_iter().map(|game| game.line).collect();
        let first = self.ledger.lines.len();
        for withdrawal in self.ledger.count(lines) {
            self.out[withdrawal.entrant].store(true, Ordering::Relaxed);
            (self.hear)(News::Withdrawn(withdrawal.entrant, &withdrawal.why));
        }
        if let Some(folder) = self.folder {
            folder.note(&self.ledger.lines[first..])?;
        }
        (self.hear)(News::Counted(self.ledger));
        Ok(())
    }
}

/// A block that was played, or left out because somebody was withdrawn.
pub(super) struct Played {
    pub(super) index: usize,
    pub(super) games: Vec<Kept>,
    pub(super) damaged: Vec<Damaged>,
}

/// A game that is safe.
pub(super) struct Kept {
    pub(super) line: GameLine,
    pub(super) origin: Origin,
    /// The game itself, where somebody wants to hear it.
    pub(super) played: Option<Finished>,
}

#[cfg(test)]
mod tests {
    use super::{super::test_lines::line, *};

    fn block(index: usize, games: Vec<GameLine>) -> Played {
        let kept = |line| Kept { line, origin: Origin::Played, played: None };
        Played { index, games: games.into_iter().map(kept).collect(), damaged: Vec::new() }
    }

    #[test]
    fn blocks_are_counted_in_order_and_not_after_a_withdrawal() {
        let mut ledger = Ledger::with_patience(3, 2);
        let out = [false; 3].map(AtomicBool::new);
        let mut lengths = Vec::new();
        let mut hear = |news: News<'_>| {
            if let News::Counted(ledger) = news {
                lengths.push(ledger.lines.len());
            }
        };
        let mut counter = Counter::new(&mut ledger, None, &out, &mut hear);
        // The second entrant fails in both games of the first block; a later block of theirs was
        // finished before that was known, and so was one of the two others.
        assert!(counter.take(Ok(block(2, vec![line(2, [0, 2], &[])]))));
        assert!(counter.take(Ok(block(1, vec![line(1, [0, 1], &[])]))));
        let failed = vec![line(0, [0, 1], &[1]), line(0, [1, 0], &[0])];
        assert!(counter.take(Ok(block(0, failed))));
        assert!(counter.finish(3).expect("no trouble"));
        assert!(out[1].load(Ordering::Relaxed) && ledger.is_out(1));
        let blocks: Vec<usize> = ledger.lines.iter().map(|line| line.block).collect();
        assert_eq!(blocks, [0, 0, 2], "the block of the withdrawn is left out");
        assert!(ledger.lines[2].counts() && !ledger.lines[0].counts());
        assert_eq!(lengths, [2, 3]);
    }
}
