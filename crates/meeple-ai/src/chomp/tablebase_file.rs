//! The file format of a [`Tablebase`]. It is written and read block by block, so that neither needs a
//! second copy in memory, and a damaged block can be named.
//!
//! All numbers are little-endian. The header has 32 bytes:
//!
//! ```text
//!  0..8   "mplchomp"
//!  8..12  version of the format
//! 12      longer side of the box
//! 13      shorter side
//! 14..20  zero
//! 20..28  number of lost positions
//! 28..32  CRC-32 of bytes 0..28
//! ```
//!
//! Then come the bits in blocks of 64 MiB, the last one shorter. Each is followed by 4 bytes: the CRC-32
//! of its number (from 1, in 8 bytes) and its bytes.

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
const HEADER_BYTES: usize = 32;
const CHECKSUM_BYTES: usize = 4;

/// The number of bytes that share a checksum.
const BLOCK_BYTES: usize = 64 << 20;
/// The budget is checked after this many bytes, which take some tens of microseconds.
const CHUNK_BYTES: usize = 64 << 10;

/// The reason why bytes aren't a usable table.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum TablebaseFileError {
    /// The bytes don't start with the magic number.
    #[error("not a table of Chomp")]
    Magic,
    /// The format has another version.
    #[error("version {found} of the table format, expected {expected}")]
    Version {
        /// The version of the file.
        found: u32,
        /// The version that this program reads.
        expected: u32,
    },
    /// The sides are impossible for a table.
    #[error("no table has {width} columns and {height} rows")]
    ImpossibleSize {
        /// The longer side.
        width: u8,
        /// The shorter side.
        height: u8,
    },
    /// The table is for another box than expected.
    #[error("the file is for a {width}x{height} bar")]
    WrongBoard {
        /// The longer side.
        width: u8,
        /// The shorter side.
        height: u8,
    },
    /// The file is too short or too long.
    #[error("{found} bytes, expected {expected}")]
    Size {
        /// The number of bytes.
        found: u64,
        /// The number of bytes that the file should have: at least a header, and then what the header says.
        expected: u64,
    },
    /// The header is damaged.
    #[error("the checksum of its header is {found:08x}, expected {expected:08x}")]
    HeaderChecksum {
        /// The checksum of the bytes.
        found: u32,
        /// The checksum stored in the header.
        expected: u32,
    },
    /// A block is damaged.
    #[error("the checksum of block {block} of {blocks} is {found:08x}, expected {expected:08x}")]
    Block {
        /// The number of the block, from 1.
        block: u64,
        /// The number of blocks.
        blocks: u64,
        /// The checksum of the bytes.
        found: u32,
        /// The checksum stored after the block.
        expected: u32,
    },
    /// An unfinished table whose row lengths no scan can reach.
    #[error("its saved progress is not a valid position")]
    InvalidProgress,
    /// An unfinished table that needs more memory than is allowed now.
    #[error("it was started with a larger memory limit")]
    NeedsMoreMemory,
    /// Reading failed.
    #[error("{0}")]
    Unreadable(String),
    /// There was not enough time or memory to read it.
    #[error(transparent)]
    Aborted(#[from] SolveError),
}

impl Tablebase {
    /// Returns the size in bytes of a box's stored table; `None` if no table of such a box is possible.
    pub fn stored_bytes(width: u8, height: u8) -> Option<u64> {
        let positions = Memory::ALL.positions_in_box(width, height)?;
        (width > 0 && height > 0).then(|| {
            let bytes = positions.div_ceil(64) * 8;
            HEADER_BYTES as u64 + stored_size(bytes)
        })
    }

    /// Writes the table in the file format above.
    pub fn write_to(&self, out: &mut dyn Write) -> io::Result<()> {
        let head =
            TableHeader { sides: [self.longer_side(), self.shorter_side()], lost: self.lost };
        out.write_all(&head.bytes())?;
        write_blocks(out, &self.bits)
    }

    /// Reads a table from the bytes that [`Tablebase::write_to`] wrote.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, TablebaseFileError> {
        let head = TableHeader::read(&mut &*bytes)?;
        let (found, expected) = (bytes.len() as u64, head.stored_bytes()?);
        if found != expected {
            return Err(TablebaseFileError::Size { found, expected });
        }
        Self::read_from(&mut &*bytes, head.sides, &mut Budget::start(&Limits::default()))
    }

    /// Reads the table of the box with these sides, the longer one first. Fails with
    /// [`TablebaseFileError::Aborted`] if the memory doesn't suffice or the budget runs out.
    pub(super) fn read_from(
        source: &mut dyn Read,
        sides: [u8; 2],
        budget: &mut Budget<'_>,
    ) -> Result<Self, TablebaseFileError> {
        let head = TableHeader::read(source)?;
        head.stored_bytes()?;
        if head.sides != sides {
            let [width, height] = head.sides;
            return Err(TablebaseFileError::WrongBoard { width, height });
        }
        let ranking = Ranking::new(sides[0], sides[1]);
        let mut bits = zeros(ranking.positions().div_ceil(64) * 8, budget)?;
        read_blocks(source, &mut bits, budget)?;
        Ok(Tablebase { ranking, bits, lost: head.lost })
    }
}

/// The header of a table file.
struct TableHeader {
    sides: [u8; 2],
    lost: u64,
}

impl TableHeader {
    fn bytes(&self) -> [u8; HEADER_BYTES] {
        let mut bytes = [0; HEADER_BYTES];
        bytes[..8].copy_from_slice(MAGIC);
        bytes[8..12].copy_from_slice(&VERSION.to_le_bytes());
        bytes[12..14].copy_from_slice(&self.sides);
        bytes[20..28].copy_from_slice(&self.lost.to_le_bytes());
        let checksum = crc32fast::hash(&bytes[..28]);
        bytes[28..].copy_from_slice(&checksum.to_le_bytes());
        bytes
    }

    fn read(source: &mut dyn Read) -> Result<Self, TablebaseFileError> {
        let mut bytes = [0; HEADER_BYTES];
        let found = read_up_to(source, &mut bytes)?;
        if !bytes[..found].starts_with(MAGIC) {
            return Err(TablebaseFileError::Magic);
        }
        if found < HEADER_BYTES {
            return Err(TablebaseFileError::Size {
                found: found as u64,
                expected: HEADER_BYTES as u64,
            });
        }
        let part = |at: usize| bytes[at..at + 4].try_into().expect("4 bytes");
        let version = u32::from_le_bytes(part(8));
        if version != VERSION {
            return Err(TablebaseFileError::Version { found: version, expected: VERSION });
        }
        let (found, expected) = (crc32fast::hash(&bytes[..28]), u32::from_le_bytes(part(28)));
        if found != expected {
            return Err(TablebaseFileError::HeaderChecksum { found, expected });
        }
        let lost = u64::from_le_bytes(bytes[20..28].try_into().expect("8 bytes"));
        Ok(TableHeader { sides: [bytes[12], bytes[13]], lost })
    }

    /// Returns the size in bytes of the whole file with this header.
    fn stored_bytes(&self) -> Result<u64, TablebaseFileError> {
        let [width, height] = self.sides;
        let bytes = Tablebase::stored_bytes(width, height).filter(|_| width >= height);
        bytes.ok_or(TablebaseFileError::ImpossibleSize { width, height })
    }
}

/// Writes bits in blocks with checksums.
pub(super) fn write_blocks(out: &mut dyn Write, bits: &[u8]) -> io::Result<()> {
    for (block, bits) in (1..).zip(bits.chunks(BLOCK_BYTES)) {
        out.write_all(bits)?;
        let mut checksum = checksum_of_block(block);
        checksum.update(bits);
        out.write_all(&checksum.finalize().to_le_bytes())?;
    }
    Ok(())
}

/// Fills `bits` from blocks written by [`write_blocks`].
pub(super) fn read_blocks(
    source: &mut dyn Read,
    bits: &mut [u8],
    budget: &mut Budget<'_>,
) -> Result<(), TablebaseFileError> {
    let blocks = bits.len().div_ceil(BLOCK_BYTES) as u64;
    for (block, bits) in (1..).zip(bits.chunks_mut(BLOCK_BYTES)) {
        let found = read_block(block, bits, source, budget)?;
        let expected = u32::from_le_bytes(read_array(source)?);
        if found != expected {
            return Err(TablebaseFileError::Block { block, blocks, found, expected });
        }
        budget.report_progress(block as f64 / blocks as f64);
    }
    Ok(())
}

/// Returns the size of this many bytes once they are stored in blocks with checksums.
pub(super) fn stored_size(bytes: u64) -> u64 {
    bytes + bytes.div_ceil(BLOCK_BYTES as u64) * CHECKSUM_BYTES as u64
}

/// Reads a block and returns its computed checksum.
fn read_block(
    block: u64,
    bits: &mut [u8],
    source: &mut dyn Read,
    budget: &mut Budget<'_>,
) -> Result<u32, TablebaseFileError> {
    let mut checksum = checksum_of_block(block);
    for chunk in bits.chunks_mut(CHUNK_BYTES) {
        if budget.is_out_of_time() {
            return Err(SolveError::spent(budget).into());
        }
        source.read_exact(chunk).map_err(|error| unreadable(&error))?;
        checksum.update(chunk);
    }
    Ok(checksum.finalize())
}

/// Starts a checksum with the block number, so that swapped blocks are detected.
fn checksum_of_block(block: u64) -> crc32fast::Hasher {
    let mut checksum = crc32fast::Hasher::new();
    checksum.update(&block.to_le_bytes());
    checksum
}

pub(super) fn read_array<const N: usize>(
    source: &mut dyn Read,
) -> Result<[u8; N], TablebaseFileError> {
    let mut bytes = [0; N];
    source.read_exact(&mut bytes).map_err(|error| unreadable(&error))?;
    Ok(bytes)
}

/// Reads until `into` is full or the source ends; returns the number of bytes read.
fn read_up_to(source: &mut dyn Read, into: &mut [u8]) -> Result<usize, TablebaseFileError> {
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

fn unreadable(error: &io::Error) -> TablebaseFileError {
    TablebaseFileError::Unreadable(error.to_string())
}
