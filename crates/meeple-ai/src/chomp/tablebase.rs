//! One bit a position says who wins: all positions of a box at once.
//!
//! ```text
//! rank     0 1 2 3 4 5        2 rows x 2 columns
//! rows    00 10 11 20 21 22   (a 0 row is eaten)
//! wins     1  0  1  1  0  1   lost: only the poison, and the L
//! ```
//!
//! The table is kept as the bytes of its file, so that storing it copies nothing:
//!
//! ```text
//! 0..8  "mplchomp"   8..12 version   12 longer side   13 shorter side   14..20 zero
//! 20..28 lost positions   28..32 CRC-32 of all other bytes   32.. the bits, padded with ones
//! ```

use super::{
    ranking::{Lie, Ranking, Rows, positions_in_box},
    scan::{rows_with_stencils, scan},
};
use crate::search::{Budget, Spent};
use meeple_core::Limits;
use meeple_games::chomp::{Bite, Board};

/// The most positions of a box that is solved exactly: 16x16 has 0.6 of it.
pub const MAX_POSITIONS: u64 = 1 << 30;

const MAGIC: &[u8; 8] = b"mplchomp";
const VERSION: u32 = 1;
const HEADER: usize = 32;

/// Who wins, for every position of a box.
#[derive(Clone)]
pub struct Tablebase {
    ranking: Ranking,
    /// The whole file; see above.
    bytes: Vec<u8>,
    lost: u64,
}

/// Why a bar was not solved.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum SolveError {
    /// There is no square to bite.
    #[error("nothing is left of the bar")]
    NothingLeft,
    /// More than [`MAX_POSITIONS`].
    #[error(
        "{width} columns and {height} rows are too large to solve: {} positions, at most 2^30 can be solved",
        positions.map_or("more than 2^64".into(), |positions| positions.to_string())
    )]
    TooLarge {
        /// Columns that are left.
        width: u8,
        /// Rows that are left.
        height: u8,
        /// How many positions that box has, if that fits in 64 bits.
        positions: Option<u64>,
    },
    /// Solved, but a certificate would need more than [`super::MAX_PROOF`] positions.
    #[error("the proof would need more than {} positions", super::MAX_PROOF)]
    LongProof,
    /// [`Limits::stop`] was raised.
    #[error("stopped while solving")]
    Stopped,
    /// The time or the nodes of the [`Limits`] do not suffice.
    #[error("the limits do not suffice to solve the bar")]
    Spent,
}

impl SolveError {
    /// The budget is spent.
    pub(super) fn spent(budget: &Budget<'_>) -> Self {
        match budget.why_spent() {
            Some(Spent::Stopped) => SolveError::Stopped,
            Some(Spent::Nodes | Spent::Time) | None => SolveError::Spent,
        }
    }
}

/// Why bytes are not a table.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum BadTable {
    /// Another kind of file.
    #[error("not a table of Chomp")]
    Magic,
    /// From another version of the program.
    #[error("version {found} of the table format, expected {VERSION}")]
    Version {
        /// The version of the file.
        found: u32,
    },
    /// Sides that no table has.
    #[error("no table has a box of {width} columns and {height} rows")]
    Box {
        /// The longer side.
        width: u8,
        /// The shorter side.
        height: u8,
    },
    /// Cut off, or something follows.
    #[error("{found} bytes, expected {expected}")]
    Size {
        /// How many bytes there are.
        found: usize,
        /// How many there should be.
        expected: usize,
    },
    /// Something changed.
    #[error("the checksum is {found:08x}, expected {expected:08x}")]
    Checksum {
        /// The checksum of the bytes.
        found: u32,
        /// The checksum that is written in them.
        expected: u32,
    },
}

impl Tablebase {
    /// Solves a box, every position of which is a node. Tells `limits` of its progress, and
    /// stops when they say so.
    pub fn build(width: u8, height: u8, limits: &Limits) -> Result<Self, SolveError> {
        let mut budget = Budget::start(limits);
        match positions_in_box(width, height) {
            Some(positions) if positions <= MAX_POSITIONS && !budget.spend(positions) => {
                Err(SolveError::spent(&budget))
            }
            _ => Self::build_within(width, height, &mut budget),
        }
    }

    /// The same, with the nodes already paid.
    pub(super) fn build_within(
        width: u8,
        height: u8,
        budget: &mut Budget<'_>,
    ) -> Result<Self, SolveError> {
        if width == 0 || height == 0 {
            return Err(SolveError::NothingLeft);
        }
        let positions = positions_in_box(width, height);
        if positions.is_none_or(|positions| positions > MAX_POSITIONS) {
            return Err(SolveError::TooLarge { width, height, positions });
        }
        let ranking = Ranking::new(width, height);
        let (mut bytes, lost) = scan(&ranking, HEADER, rows_with_stencils(&ranking), budget)?;
        bytes[..8].copy_from_slice(MAGIC);
        bytes[8..12].copy_from_slice(&VERSION.to_le_bytes());
        bytes[12..14].copy_from_slice(&[ranking.longest, ranking.rows as u8]);
        bytes[20..28].copy_from_slice(&lost.to_le_bytes());
        let checksum = checksum(&bytes);
        bytes[28..HEADER].copy_from_slice(&checksum.to_le_bytes());
        Ok(Tablebase { ranking, bytes, lost })
    }

    /// The table in these bytes, which [`Tablebase::as_bytes`] gave.
    pub fn from_bytes(bytes: impl Into<Vec<u8>>) -> Result<Self, BadTable> {
        let bytes = bytes.into();
        if !bytes.starts_with(MAGIC) {
            return Err(BadTable::Magic);
        }
        if bytes.len() < HEADER {
            return Err(BadTable::Size { found: bytes.len(), expected: HEADER });
        }
        let found = u32::from_le_bytes(part(&bytes, 8));
        if found != VERSION {
            return Err(BadTable::Version { found });
        }
        let [width, height] = part(&bytes, 12);
        let positions = positions_in_box(width, height).unwrap_or(u64::MAX);
        if height == 0 || width < height || positions > MAX_POSITIONS {
            return Err(BadTable::Box { width, height });
        }
        let expected = file_size(positions as u32);
        if bytes.len() != expected {
            return Err(BadTable::Size { found: bytes.len(), expected });
        }
        let (found, expected) = (checksum(&bytes), u32::from_le_bytes(part(&bytes, 28)));
        if found != expected {
            return Err(BadTable::Checksum { found, expected });
        }
        let lost = u64::from_le_bytes(part(&bytes, 20));
        Ok(Tablebase { ranking: Ranking::new(width, height), bytes, lost })
    }

    /// How many bytes the table of a box has; `None` if there is no such table.
    pub fn bytes_of_box(width: u8, height: u8) -> Option<usize> {
        let positions = positions_in_box(width, height)?;
        (width > 0 && height > 0 && positions <= MAX_POSITIONS).then(|| file_size(positions as u32))
    }

    /// The table as the bytes of a file.
    pub fn as_bytes(&self) -> &[u8] {
        &self.bytes
    }

    /// The longer side of the box.
    pub fn longer_side(&self) -> u8 {
        self.ranking.longest
    }

    /// The shorter side of the box.
    pub fn shorter_side(&self) -> u8 {
        self.ranking.rows as u8
    }

    /// How many positions it knows, the one where nothing is left included.
    pub fn positions(&self) -> u64 {
        self.ranking.positions().into()
    }

    /// In how many of them the player to move has lost.
    pub fn lost_positions(&self) -> u64 {
        self.lost
    }

    /// How much memory it takes.
    pub fn bytes(&self) -> usize {
        self.bytes.len()
    }

    /// Whether the player to move wins; `None` if the board does not fit, turned neither way.
    /// Where nothing is left, the opponent ate the poison and the player to move has won.
    pub fn wins(&self, board: &Board) -> Option<bool> {
        let (rows, _) = self.ranking.lay(board)?;
        Some(self.wins_rank(self.ranking.rank(&rows)))
    }

    /// The bites that win, row by row from the top; `None` if the board does not fit.
    pub fn winning_bites(&self, board: &Board) -> Option<Vec<Bite>> {
        let (rows, lie) = self.ranking.lay(board)?;
        let mut bites: Vec<Bite> = self.winning_in_box(&rows).map(|(bite, _)| bite).collect();
        if lie == Lie::Mirrored {
            for bite in &mut bites {
                *bite = lie.turn(*bite);
            }
            bites.sort_unstable();
        }
        Some(bites)
    }

    /// How the positions are numbered.
    pub(crate) fn ranking(&self) -> &Ranking {
        &self.ranking
    }

    /// Whether the player to move wins the position with this rank.
    pub(crate) fn wins_rank(&self, rank: u32) -> bool {
        self.bytes[HEADER + (rank >> 3) as usize] >> (rank & 7) & 1 == 1
    }

    /// The winning bites in the box, with the ranks they lead to.
    pub(crate) fn winning_in_box(&self, rows: &Rows) -> impl Iterator<Item = (Bite, u32)> {
        self.ranking.after_bites(rows).filter(|&(_, after)| !self.wins_rank(after))
    }

    /// The ranks of the lost positions, upwards.
    pub(crate) fn lost_ranks(&self) -> impl Iterator<Item = u32> {
        let words = self.bytes[HEADER..].chunks_exact(8).zip((0..).step_by(64));
        words.flat_map(|(word, first)| {
            let mut lost = !u64::from_le_bytes(word.try_into().expect("8 bytes"));
            std::iter::from_fn(move || {
                let bit = (lost != 0).then(|| lost.trailing_zeros())?;
                lost &= lost - 1;
                Some(first + bit)
            })
        })
    }
}

/// Header, and the bits in whole words.
fn file_size(positions: u32) -> usize {
    HEADER + positions.div_ceil(64) as usize * 8
}

fn checksum(bytes: &[u8]) -> u32 {
    let mut hasher = crc32fast::Hasher::new();
    hasher.update(&bytes[..28]);
    hasher.update(&bytes[HEADER..]);
    hasher.finalize()
}

fn part<const N: usize>(bytes: &[u8], at: usize) -> [u8; N] {
    bytes[at..at + N].try_into().expect("N bytes")
}

impl std::fmt::Debug for Tablebase {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Tablebase({}x{}, {} lost)", self.ranking.longest, self.ranking.rows, self.lost)
    }
}
