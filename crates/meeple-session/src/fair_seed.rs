//! Commitments to a seed, and the verification that a record's deals follow from it.
//!
//! ```text
//! before the first move    the commitment is published: SHA-256 of "meeple-seed-1:SEED:SALT"
//! after the last           the seed and the salt are revealed, and anyone can verify the record
//! ```
//!
//! The salt keeps the seed secret: without it, the 2^64 seeds could be tried one by one.
//!
//! ```
//! use meeple_session::fair_seed;
//!
//! let salt = fair_seed::salt([7; 16]); // 128 random bits
//! assert_eq!(salt, "07070707070707070707070707070707");
//! let commitment = fair_seed::commitment(42, &salt);
//! assert_eq!(commitment, "73cb5b87ea52b80ed6fe77f1ede48aee4403b403a27b38b688918ab51a982ecd");
//! ```

use meeple_core::{Event, GameHistory};
use sha2::{Digest as _, Sha256};
use std::fmt::Write as _;

/// Returns 128 random bits as a salt: 32 hexadecimal digits.
pub fn salt(random: [u8; 16]) -> String {
    hex(&random)
}

/// Returns the text whose hash is the commitment.
pub fn committed_text(seed: u64, salt: &str) -> String {
    format!("meeple-seed-1:{seed}:{salt}")
}

/// Returns the commitment to a seed: the SHA-256 of [`committed_text`] in lower-case hexadecimal digits.
pub fn commitment(seed: u64, salt: &str) -> String {
    hex(&Sha256::digest(committed_text(seed, salt).as_bytes()))
}

/// What has been verified about a record.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Verified {
    /// Whether the record has a commitment, which matches the seed; without one, only the deals were
    /// verified.
    pub has_commitment: bool,
    /// How many deals follow from the seed, including undone ones.
    pub deals: usize,
}

/// Why a record could not be verified.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum VerifyError {
    /// The seed has not been revealed, because the game is not over.
    #[error("the record has no seed yet: it is revealed when the game is over")]
    NotRevealed,
    /// A finished game has no seed.
    #[error("the record has no seed")]
    NoSeed,
    /// A person entered the deals.
    #[error("the deals were typed in by a person, so there is no seed to check them against")]
    TypedDeals,
    /// There is a commitment but no salt.
    #[error("the record has a commitment but no salt, so the commitment cannot be checked")]
    NoSalt,
    /// There is a salt but no commitment.
    #[error("the record has a salt but no commitment")]
    NoCommitment,
    /// The commitment is not that of the seed and the salt.
    #[error("the commitment is {found}, but the seed and the salt give {expected}")]
    Commitment {
        /// The commitment of the record.
        found: String,
        /// The commitment to its seed and salt.
        expected: String,
    },
    /// A deal does not follow from the seed.
    #[error("ply {ply} (line {line}): the deal is {found}, but the seed gives {expected}")]
    Deal {
        /// The number of the deal among the deals and moves that were not undone at that time, from 1.
        ply: usize,
        /// The line of the record, from 1.
        line: usize,
        /// The deal of the record.
        found: String,
        /// The deal that follows from the seed.
        expected: String,
    },
}

impl VerifyError {
    /// Returns whether the record contradicts itself; otherwise it lacks what is needed to verify it.
    pub fn is_contradiction(&self) -> bool {
        !matches!(self, Self::NotRevealed | Self::NoSeed | Self::TypedDeals)
    }
}

/// Verifies that the commitment of a record matches its seed, and that every deal follows from the seed.
pub fn verify(game: &GameHistory) -> Result<Verified, VerifyError> {
    let header = game.header();
    if header.deals.is_some() {
        return Err(VerifyError::TypedDeals);
    }
    let missing = if game.end().is_some() { VerifyError::NoSeed } else { VerifyError::NotRevealed };
    let seed = header.seed.ok_or(missing)?;
    match (&header.commitment, &header.salt) {
        (None, None) => {}
        (Some(_), None) => return Err(VerifyError::NoSalt),
        (None, Some(_)) => return Err(VerifyError::NoCommitment),
        (Some(found), Some(salt)) => {
            let expected = commitment(seed, salt);
            if *found != expected {
                return Err(VerifyError::Commitment { found: found.clone(), expected });
            }
        }
    }
    let deals = verify_deals(game, seed)?;
    Ok(Verified { has_commitment: header.commitment.is_some(), deals })
}

/// Plays the game again and compares every deal with the one that a table draws; returns their number.
fn verify_deals(game: &GameHistory, seed: u64) -> Result<usize, VerifyError> {
    let start = game.position_at(0).expect("every game has a starting position").boxed_clone();
    let mut source = start.deal_source(seed);
    let mut again = GameHistory::start(game.header().clone(), start)
        .expect("the header describes the starting position");
    let mut deals = 0;
    for (index, event) in game.log().iter().enumerate().skip(1) {
        if let Event::Deal { deal } = &**event {
            let expected = source.draw(&again).expect("a deal is due");
            if *deal != expected {
                let (ply, line, found) = (again.plies().len() + 1, index + 1, deal.clone());
                return Err(VerifyError::Deal { ply, line, found, expected });
            }
            deals += 1;
        }
        again.apply((**event).clone()).expect("the events of a game can be repeated");
    }
    Ok(deals)
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().fold(String::new(), |mut text, byte| {
        let _ = write!(text, "{byte:02x}"); // writing to a string can't fail
        text
    })
}
