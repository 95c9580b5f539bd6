//! The file format of a partly built table, from which an interrupted build continues.
//!
//! All numbers are little-endian. The header has 64 bytes:
//!
//! ```text
//!  0..8   "mplchomu"
//!  8..12  version of the format
//! 12      longer side of the box
//! 13      shorter side
//! 14      zero
//! 15      number of row lengths
//! 16..39  row lengths
//! 39      zero
//! 40..48  lost positions so far
//! 48..56  bytes allowed in addition to the table
//! 56..60  zero
//! 60..64  CRC-32 of bytes 0..60
//! ```
//!
//! Then comes the whole memory of the scan in blocks, as in a finished table.
//!
//! A scan sets marks ahead of its current position, so its whole memory must be saved.

use super::{
    memory::Memory,
    ranking::{MAX_ROWS, Ranking},
    scan::{Keeper, ScanCursor, Scanned, Unfinished, scan},
    stencils::Stencils,
    tablebase::{SolveError, Tablebase},
    tablebase_file::{TablebaseFileError, read_array, read_blocks, stored_size, write_blocks},
};
use crate::search::Budget;
use std::io::{self, Read, Write};

const MAGIC: &[u8; 8] = b"mplchomu";
const VERSION: u32 = 1;
const HEADER_BYTES: usize = 64;
/// The offset of the row lengths.
const LENGTHS: usize = 16;

/// A partly built table that can be saved.
pub struct UnfinishedTable<'a> {
    sides: [u8; 2],
    room: u64,
    place: &'a ScanCursor,
    bits: &'a [u8],
}

impl UnfinishedTable<'_> {
    /// Returns the longer side of the box.
    pub fn longer_side(&self) -> u8 {
        self.sides[0]
    }

    /// Returns the shorter side of the box.
    pub fn shorter_side(&self) -> u8 {
        self.sides[1]
    }

    /// Returns the number of bytes that [`UnfinishedTable::write_to`] writes.
    pub fn stored_bytes(&self) -> u64 {
        HEADER_BYTES as u64 + stored_size(self.bits.len() as u64)
    }

    /// Writes the table in the file format above.
    pub fn write_to(&self, out: &mut dyn Write) -> io::Result<()> {
        let mut head = [0; HEADER_BYTES];
        head[..8].copy_from_slice(MAGIC);
        head[8..12].copy_from_slice(&VERSION.to_le_bytes());
        head[12..14].copy_from_slice(&self.sides);
        let lengths = &self.place.lengths;
        head[15] = lengths.len() as u8;
        head[LENGTHS..LENGTHS + lengths.len()].copy_from_slice(lengths);
        head[40..48].copy_from_slice(&self.place.lost.to_le_bytes());
        head[48..56].copy_from_slice(&self.room.to_le_bytes());
        let checksum = crc32fast::hash(&head[..60]);
        head[60..].copy_from_slice(&checksum.to_le_bytes());
        out.write_all(&head)?;
        write_blocks(out, self.bits)
    }
}

/// The settings for building a table in parts.
pub(super) struct InParts<'a> {
    /// The longer side first.
    pub(super) sides: [u8; 2],
    pub(super) memory: Memory,
    pub(super) parts: u64,
    /// Saves the partly built table after each part but the last.
    pub(super) keep: &'a dyn Fn(&UnfinishedTable<'_>),
}

impl InParts<'_> {
    /// Builds the table, from a checkpoint or from the beginning.
    pub(super) fn build(
        &self,
        left: Option<SolveCheckpoint>,
        budget: &mut Budget<'_>,
    ) -> Result<Tablebase, SolveError> {
        let [width, height] = self.sides;
        let ranking = Ranking::new(width, height);
        let SolveCheckpoint { unfinished, stencils, room } = match left {
            Some(left) => left,
            None => self.begin(&ranking, budget)?,
        };
        let keep = |place: &ScanCursor, bits: &[u8]| {
            (self.keep)(&UnfinishedTable { sides: self.sides, room, place, bits });
        };
        let keeper = Some(Keeper { parts: self.parts, keep: &keep });
        let scanned = Scanned { ranking: &ranking, stencils: &stencils, keeper };
        let (bits, lost) = scan(scanned, unfinished, budget)?;
        Ok(Tablebase { ranking, bits, lost })
    }

    fn begin(
        &self,
        ranking: &Ranking,
        budget: &mut Budget<'_>,
    ) -> Result<SolveCheckpoint, SolveError> {
        let room = self.memory.beside_table(ranking.positions());
        let stencils = Stencils::within(ranking, room);
        Ok(SolveCheckpoint { unfinished: Unfinished::new(&stencils, budget)?, stencils, room })
    }

    /// Reads a checkpoint; fails unless it is for this box and there is enough memory to continue.
    pub(super) fn read(
        &self,
        source: &mut dyn Read,
        budget: &mut Budget<'_>,
    ) -> Result<SolveCheckpoint, TablebaseFileError> {
        let head = CheckpointHeader::read(source)?;
        let [width, height] = head.sides;
        if head.sides != self.sides {
            return Err(TablebaseFileError::WrongBoard { width, height });
        }
        let ranking = Ranking::new(width, height);
        if head.room > self.memory.beside_table(ranking.positions()) {
            return Err(TablebaseFileError::NeedsMoreMemory);
        }
        let stencils = Stencils::within(&ranking, head.room);
        let lengths = &head.place.lengths;
        let is_bar = lengths.first().is_none_or(|&first| first <= ranking.longest)
            && lengths.is_sorted_by(|above, below| above >= below);
        if !is_bar || lengths.len() > stencils.rows {
            return Err(TablebaseFileError::InvalidProgress);
        }
        let mut unfinished = Unfinished::new(&stencils, budget)?;
        read_blocks(source, &mut unfinished.bits, budget)?;
        unfinished.place = head.place;
        Ok(SolveCheckpoint { unfinished, stencils, room: head.room })
    }
}

/// A build in progress, new or read from a file.
pub(super) struct SolveCheckpoint {
    unfinished: Unfinished,
    stencils: Stencils,
    room: u64,
}

struct CheckpointHeader {
    sides: [u8; 2],
    room: u64,
    place: ScanCursor,
}

impl CheckpointHeader {
    fn read(source: &mut dyn Read) -> Result<Self, TablebaseFileError> {
        let bytes: [u8; HEADER_BYTES] = read_array(source)?;
        if !bytes.starts_with(MAGIC) {
            return Err(TablebaseFileError::Magic);
        }
        let four = |at: usize| u32::from_le_bytes(bytes[at..at + 4].try_into().expect("4 bytes"));
        let eight = |at: usize| u64::from_le_bytes(bytes[at..at + 8].try_into().expect("8 bytes"));
        if four(8) != VERSION {
            return Err(TablebaseFileError::Version { found: four(8), expected: VERSION });
        }
        let (found, expected) = (crc32fast::hash(&bytes[..60]), four(60));
        if found != expected {
            return Err(TablebaseFileError::HeaderChecksum { found, expected });
        }
        let count = usize::from(bytes[15]);
        let lengths = bytes[LENGTHS..LENGTHS + MAX_ROWS]
            .get(..count)
            .ok_or(TablebaseFileError::InvalidProgress)?;
        let place = ScanCursor { lengths: lengths.to_vec(), lost: eight(40) };
        Ok(CheckpointHeader { sides: [bytes[12], bytes[13]], room: eight(48), place })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use meeple_core::Limits;
    use std::cell::RefCell;

    const SIDES: [u8; 2] = [6, 5];

    fn in_parts(keep: &dyn Fn(&UnfinishedTable<'_>)) -> InParts<'_> {
        InParts { sides: SIDES, memory: Memory::default(), parts: 4, keep }
    }

    fn written(table: &UnfinishedTable<'_>) -> Vec<u8> {
        let mut bytes = Vec::new();
        table.write_to(&mut bytes).expect("memory takes all");
        assert_eq!(bytes.len() as u64, table.stored_bytes());
        bytes
    }

    /// Returns the checkpoints of a build, converted to bytes by `change`.
    fn kept(change: impl Fn(&UnfinishedTable<'_>) -> Vec<u8>) -> Vec<Vec<u8>> {
        let (limits, kept) = (Limits::default(), RefCell::new(Vec::new()));
        let keep = |table: &UnfinishedTable<'_>| kept.borrow_mut().push(change(table));
        in_parts(&keep).build(None, &mut Budget::start(&limits)).expect("small");
        kept.into_inner()
    }

    fn read(bytes: &[u8]) -> Result<SolveCheckpoint, TablebaseFileError> {
        in_parts(&|_| {}).read(&mut &*bytes, &mut Budget::start(&Limits::default()))
    }

    #[test]
    fn a_table_is_finished_from_every_part() {
        let limits = Limits::default();
        let plain = Tablebase::build(6, 5, &limits).expect("small");
        let kept = kept(written);
        assert_eq!(kept.len(), 3);
        for bytes in kept {
            let left = read(&bytes).expect("it was just written");
            let built = in_parts(&|_| {}).build(Some(left), &mut Budget::start(&limits));
            let built = built.expect("nobody stops it");
            assert!(built.bits == plain.bits && built.lost == plain.lost);
        }
    }

    #[test]
    fn every_damaged_bit_is_detected() {
        let whole = kept(written).remove(1);
        for bit in 0..whole.len() * 8 {
            let mut bytes = whole.clone();
            bytes[bit / 8] ^= 1 << (bit % 8);
            assert!(read(&bytes).is_err(), "bit {bit}");
        }
        assert!(read(&whole[..whole.len() - 1]).is_err());
    }

    #[test]
    fn checkpoints_that_do_not_fit_are_refused() {
        #[track_caller]
        fn check(change: impl Fn(&UnfinishedTable<'_>) -> Vec<u8>, expected: &TablebaseFileError) {
            assert_eq!(read(&kept(change)[0]).err().as_ref(), Some(expected));
        }
        check(|_| vec![0; HEADER_BYTES], &TablebaseFileError::Magic);
        let (width, height) = (6, 6);
        let another = TablebaseFileError::WrongBoard { width, height };
        check(|table| written(&UnfinishedTable { sides: [width, height], ..*table }), &another);
        check(
            |table| written(&UnfinishedTable { room: u64::MAX, ..*table }),
            &TablebaseFileError::NeedsMoreMemory,
        );
        let at = |lengths: &[u8]| ScanCursor { lengths: lengths.to_vec(), lost: 0 };
        for place in [at(&[2, 3]), at(&[7]), at(&[0; 6])] {
            let change =
                |table: &UnfinishedTable<'_>| written(&UnfinishedTable { place: &place, ..*table });
            check(change, &TablebaseFileError::InvalidProgress);
        }
    }
}
