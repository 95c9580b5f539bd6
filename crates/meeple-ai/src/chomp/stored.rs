//! A table as the bytes of a file, block by block, so that neither writing nor reading needs
//! a second copy, and damage is found where it is.
//!
//! ```text
//! 0..8  "mplchomp"   8..12 version   12 longer side   13 shorter side   14..20 zero
//! 20..28 lost positions   28..32 CRC-32 of the bytes so far
//! then the bits in blocks of 64 MiB, the last one shorter; behind each the CRC-32 of its
//! number and its bits
//! ```

use super::{
    memory::Memory,
    ranking::Ranking,
    scan::zeros,
    tablebase::{SolveError, Tablebase},
};
use crate::search::Budget;
use meeple_core::Limits;
use std::io::{self, Read, Write};

const MAGIC: &[u8; 8] = b"mplchomp";
const VERSION: u32 = 2;
const HEADER: usize = 32;
const CHECKSUM: usize = 4;

/// Bits of so many bytes are checked together.
const BLOCK: usize = 64 << 20;
/// After so many bytes the budget is asked: they take some tens of microseconds.
const CHUNK: usize = 64 << 10;

/// Why bytes are not a table.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum BadTable {
    /// Another kind of file.
    #[error("not a table of Chomp")]
    Magic,
    /// From another version of the program.
    #[error("version {found} of the table format, expected {expected}")]
    Version {
        /// The version of the file.
        found: u32,
        /// The version that is read.
        expected: u32,
    },
    /// Sides that no table has.
    #[error("no table has a box of {width} columns and {height} rows")]
    Box {
        /// The longer side.
        width: u8,
        /// The shorter side.
        height: u8,
    },
    /// A good table, but not the one that was wanted.
    #[error("it is for a box of {width}x{height}")]
    Another {
        /// The longer side.
        width: u8,
        /// The shorter side.
        height: u8,
    },
    /// Cut off, or something follows.
    #[error("{found} bytes, expected {expected}")]
    Size {
        /// How many bytes there are.
        found: u64,
        /// How many there should be.
        expected: u64,
    },
    /// The first bytes were changed.
    #[error("the checksum of its head is {found:08x}, expected {expected:08x}")]
    Head {
        /// The checksum of the bytes.
        found: u32,
        /// The checksum that is written in them.
        expected: u32,
    },
    /// A block was changed.
    #[error("the checksum of block {block} of {blocks} is {found:08x}, expected {expected:08x}")]
    Block {
        /// Which, counted from 1.
        block: u64,
        /// Of how many.
        blocks: u64,
        /// The checksum of the bytes.
        found: u32,
        /// The checksum that is written behind them.
        expected: u32,
    },
    /// A table that is not finished, with places that no scan comes to.
    #[error("it is at a place to which nobody comes")]
    Place,
    /// A table that is not finished, for which there is too little memory now.
    #[error("it was begun with more memory")]
    Room,
    /// It cannot be read.
    #[error("{0}")]
    Unreadable(String),
    /// There was no time or no memory to read it.
    #[error(transparent)]
    NotRead(#[from] SolveError),
}

impl Tablebase {
    /// How many bytes the stored table of a box has; `None` if there is no such table.
    pub fn stored_bytes(width: u8, height: u8) -> Option<u64> {
        let positions = Memory::ALL.positions_in_box(width, height)?;
        (width > 0 && height > 0).then(|| {
            let bits = positions.div_ceil(64) * 8;
            HEADER as u64 + bytes_in_blocks(bits)
        })
    }

    /// Writes the table as the bytes of a file.
    pub fn write_to(&self, out: &mut dyn Write) -> io::Result<()> {
        let head = Head { sides: [self.longer_side(), self.shorter_side()], lost: self.lost };
        out.write_all(&head.bytes())?;
        write_blocks(out, &self.bits)
    }

    /// The table in these bytes, which [`Tablebase::write_to`] wrote.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, BadTable> {
        let head = Head::read(&mut &*bytes)?;
        let (found, expected) = (bytes.len() as u64, head.stored_bytes()?);
        if found != expected {
            return Err(BadTable::Size { found, expected });
        }
        Self::read_from(&mut &*bytes, head.sides, &mut Budget::start(&Limits::default()))
    }

    /// The table of the box with these sides, the longer one first, which must have room in the
    /// memory there is. The budget is asked on the way.
    pub(super) fn read_from(
        source: &mut dyn Read,
        sides: [u8; 2],
        budget: &mut Budget<'_>,
    ) -> Result<Self, BadTable> {
        let head = Head::read(source)?;
        head.stored_bytes()?;
        if head.sides != sides {
            let [width, height] = head.sides;
            return Err(BadTable::Another { width, height });
        }
        let ranking = Ranking::new(sides[0], sides[1]);
        let mut bits = zeros(ranking.positions().div_ceil(64) * 8, budget)?;
        read_blocks(source, &mut bits, budget)?;
        Ok(Tablebase { ranking, bits, lost: head.lost })
    }
}

/// What a table says of itself before its bits.
struct Head {
    sides: [u8; 2],
    lost: u64,
}

impl Head {
    fn bytes(&self) -> [u8; HEADER] {
        let mut bytes = [0; HEADER];
        bytes[..8].copy_from_slice(MAGIC);
        bytes[8..12].copy_from_slice(&VERSION.to_le_bytes());
        bytes[12..14].copy_from_slice(&self.sides);
        bytes[20..28].copy_from_slice(&self.lost.to_le_bytes());
        let checksum = crc32fast::hash(&bytes[..28]);
        bytes[28..].copy_from_slice(&checksum.to_le_bytes());
        bytes
    }

    fn read(source: &mut dyn Read) -> Result<Self, BadTable> {
        let mut bytes = [0; HEADER];
        let found = read_some(source, &mut bytes)?;
        if !bytes[..found].starts_with(MAGIC) {
            return Err(BadTable::Magic);
        }
        if found < HEADER {
            return Err(BadTable::Size { found: found as u64, expected: HEADER as u64 });
        }
        let part = |at: usize| bytes[at..at + 4].try_into().expect("4 bytes");
        let version = u32::from_le_bytes(part(8));
        if version != VERSION {
            return Err(BadTable::Version { found: version, expected: VERSION });
        }
        let (found, expected) = (crc32fast::hash(&bytes[..28]), u32::from_le_bytes(part(28)));
        if found != expected {
            return Err(BadTable::Head { found, expected });
        }
        let lost = u64::from_le_bytes(bytes[20..28].try_into().expect("8 bytes"));
        Ok(Head { sides: [bytes[12], bytes[13]], lost })
    }

    /// How many bytes the table has with this head.
    fn stored_bytes(&self) -> Result<u64, BadTable> {
        let [width, height] = self.sides;
        let bytes = Tablebase::stored_bytes(width, height).filter(|_| width >= height);
        bytes.ok_or(BadTable::Box { width, height })
    }
}

/// Writes bits block by block.
pub(super) fn write_blocks(out: &mut dyn Write, bits: &[u8]) -> io::Result<()> {
    for (block, bits) in (1..).zip(bits.chunks(BLOCK)) {
        out.write_all(bits)?;
        let mut checksum = checksum_of_block(block);
        checksum.update(bits);
        out.write_all(&checksum.finalize().to_le_bytes())?;
    }
    Ok(())
}

/// Fills these bits with what was written so.
pub(super) fn read_blocks(
    source: &mut dyn Read,
    bits: &mut [u8],
    budget: &mut Budget<'_>,
) -> Result<(), BadTable> {
    let blocks = bits.len().div_ceil(BLOCK) as u64;
    for (block, bits) in (1..).zip(bits.chunks_mut(BLOCK)) {
        let found = read_block(block, bits, source, budget)?;
        let expected = u32::from_le_bytes(read_part(source)?);
        if found != expected {
            return Err(BadTable::Block { block, blocks, found, expected });
        }
        budget.report(block as f64 / blocks as f64);
    }
    Ok(())
}

/// How many bytes so many bytes of bits take in blocks.
pub(super) fn bytes_in_blocks(bits: u64) -> u64 {
    bits + bits.div_ceil(BLOCK as u64) * CHECKSUM as u64
}

/// Fills a block; returns its checksum.
fn read_block(
    block: u64,
    bits: &mut [u8],
    source: &mut dyn Read,
    budget: &mut Budget<'_>,
) -> Result<u32, BadTable> {
    let mut checksum = checksum_of_block(block);
    for chunk in bits.chunks_mut(CHUNK) {
        if budget.is_late() {
            return Err(SolveError::spent(budget).into());
        }
        source.read_exact(chunk).map_err(|error| unreadable(&error))?;
        checksum.update(chunk);
    }
    Ok(checksum.finalize())
}

/// Begins with the number, so that no block can take another's place.
fn checksum_of_block(block: u64) -> crc32fast::Hasher {
    let mut checksum = crc32fast::Hasher::new();
    checksum.update(&block.to_le_bytes());
    checksum
}

pub(super) fn read_part<const N: usize>(source: &mut dyn Read) -> Result<[u8; N], BadTable> {
    let mut bytes = [0; N];
    source.read_exact(&mut bytes).map_err(|error| unreadable(&error))?;
    Ok(bytes)
}

/// As many bytes as there are.
fn read_some(source: &mut dyn Read, into: &mut [u8]) -> Result<usize, BadTable> {
    let mut filled = 0;
    while filled < into.len() {
        match source.read(&mut into[filled..]) {
            Ok(0) => break,
            Ok(count) => filled += count,
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(error) => return Err(unreadable(&error)),
        }
    }
    Ok(filled)
}

fn unreadable(error: &io::Error) -> BadTable {
    BadTable::Unreadable(error.to_string())
}
