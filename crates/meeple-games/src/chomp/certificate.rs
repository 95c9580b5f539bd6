//! A proof that a position is won or lost, and a checker that relies on the rules alone.
//!
//! The proof is a closed set of lost positions: after any bite from one of them (except the
//! poison), some reply leads back into the set. Every bite shrinks the bar, so a player who always
//! finds such a reply leaves the opponent with only the poison in the end.
//!
//! ```
//! use meeple_games::chomp::Certificate;
//!
//! // Two rows, two columns: bite 1,1 and keep the arms equal.
//! let text = r#"{"certificate":"chomp","format":1,"width":2,"height":2,"rows":[2,2],
//!                "opening":"1,1","lost":[[1],[2,1]]}"#;
//! let certificate: Certificate = text.parse()?;
//! let proof = certificate.check()?;
//! assert_eq!((proof.winner.index(), proof.positions), (0, 2));
//! # Ok::<(), meeple_games::chomp::BadCertificate>(())
//! ```

use super::{BadSize, Board, IllegalMove, Move};
use meeple_core::{ParseError, Seat};
use serde::{Deserialize, Serialize};
use std::{
    collections::HashSet,
    fmt::{self, Display},
    str::FromStr,
};

/// A winning strategy that can be checked. `Display` and `FromStr` use its JSON form.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Certificate {
    /// The number of columns of the whole bar.
    pub width: u8,
    /// The number of rows of the whole bar.
    pub height: u8,
    /// Squares left in each row of the position to prove; eaten rows may be omitted.
    pub rows: Vec<u8>,
    /// The winning bite; `None` if the player to move loses.
    pub opening: Option<Move>,
    /// The lost positions, each given by its rows that are not eaten.
    pub lost: Vec<Vec<u8>>,
}

/// What a certificate proves.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Proof {
    /// The winner; seat 0 is to move.
    pub winner: Seat,
    /// The number of lost positions in the proof.
    pub positions: usize,
}

/// The reason why a certificate is invalid.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum BadCertificate {
    /// The text is not a certificate in JSON.
    #[error("not a certificate: {0}")]
    Json(String),
    /// The certificate is for another game.
    #[error("this certificate is for {0:?}, expected \"chomp\"")]
    Kind(String),
    /// The certificate has an unsupported format version.
    #[error("unsupported certificate format {0} (expected {FORMAT})")]
    Format(u32),
    /// The opening cannot be parsed as a bite.
    #[error("the opening: {0}")]
    OpeningText(ParseError),
    /// The size or rows of the starting position are invalid.
    #[error("the start: {0}")]
    Start(BadSize),
    /// No square is left in the starting position.
    #[error("the start: the bar is empty")]
    NothingLeft,
    /// The opening is an illegal bite.
    #[error("the opening: {0}")]
    Opening(IllegalMove),
    /// The opening bites the poison, which loses at once (C3).
    #[error("the opening bites the poison")]
    PoisonOpening,
    /// A lost position is not possible on this bar.
    #[error("lost position {index}, {rows:?}: {error}")]
    Position {
        /// Its index in the list, from 0.
        index: usize,
        /// The position's rows.
        rows: Vec<u8>,
        /// The reason why the position is invalid.
        error: BadSize,
    },
    /// A lost position contains eaten rows or has no rows at all.
    #[error("lost position {index}, {rows:?}: omit empty rows")]
    EatenRow {
        /// Its index in the list, from 0.
        index: usize,
        /// The position's rows.
        rows: Vec<u8>,
    },
    /// A lost position appears twice.
    #[error("lost position {index}, {rows:?}, is listed twice")]
    Twice {
        /// The index of the second occurrence, from 0.
        index: usize,
        /// The position's rows.
        rows: Vec<u8>,
    },
    /// The first position, at the start or after the opening, is not in the set of lost positions.
    #[error("{rows:?}, the position {}, is not among the lost ones", match opening {
        Some(bite) => format!("after the opening {bite}"),
        None => "at the start".into(),
    })]
    Unproven {
        /// The first position.
        rows: Vec<u8>,
        /// The bite that led to it, if any.
        opening: Option<Move>,
    },
    /// The set is not closed: some bite has no reply that leads back into it.
    #[error("from the lost position {rows:?}, no reply to the bite {bite} leads to a lost one")]
    NoReply {
        /// The lost position.
        rows: Vec<u8>,
        /// The bite without a reply.
        bite: Move,
    },
}

const KIND: &str = "chomp";
const FORMAT: u32 = 1;

impl Certificate {
    /// Checks the proof using only the rules.
    pub fn check(&self) -> Result<Proof, BadCertificate> {
        let start = Board::with_rows(self.width.into(), self.height.into(), &self.rows);
        let start = start.map_err(BadCertificate::Start)?;
        if start.is_eaten() {
            return Err(BadCertificate::NothingLeft);
        }
        let lost = self.lost_positions()?;
        let (first, winner) = match self.opening {
            None => (start, Seat::new(1)),
            Some(Move::POISON) => return Err(BadCertificate::PoisonOpening),
            Some(bite) => {
                start.check_bite(bite).map_err(BadCertificate::Opening)?;
                (start.after(bite), Seat::new(0))
            }
        };
        if !lost.contains(first.rows_left()) {
            let (rows, opening) = (first.rows_left().to_vec(), self.opening);
            return Err(BadCertificate::Unproven { rows, opening });
        }
        self.check_replies(&lost)?;
        Ok(Proof { winner, positions: lost.len() })
    }

    /// Validates the lost positions and collects them into a set.
    fn lost_positions(&self) -> Result<HashSet<&[u8]>, BadCertificate> {
        let mut lost = HashSet::with_capacity(self.lost.len());
        for (index, rows) in self.lost.iter().enumerate() {
            let position = Board::with_rows(self.width.into(), self.height.into(), rows);
            if let Err(error) = position {
                return Err(BadCertificate::Position { index, rows: rows.clone(), error });
            }
            if rows.is_empty() || rows.contains(&0) {
                return Err(BadCertificate::EatenRow { index, rows: rows.clone() });
            }
            if !lost.insert(rows.as_slice()) {
                return Err(BadCertificate::Twice { index, rows: rows.clone() });
            }
        }
        Ok(lost)
    }

    /// Checks that every bite except the poison has a reply that leads back into the set.
    fn check_replies(&self, lost: &HashSet<&[u8]>) -> Result<(), BadCertificate> {
        let bites = |board: &Board| board.squares().collect::<Vec<_>>().into_iter().skip(1);
        let mut answered: HashSet<Vec<u8>> = HashSet::new();
        for rows in &self.lost {
            let board = Board::from_rows(rows).expect("it fits in the bar, so also by itself");
            for bite in bites(&board) {
                let bitten = board.after(bite);
                if answered.contains(bitten.rows_left()) {
                    continue;
                }
                if !bites(&bitten).any(|reply| lost.contains(bitten.after(reply).rows_left())) {
                    return Err(BadCertificate::NoReply { rows: rows.clone(), bite });
                }
                answered.insert(bitten.rows_left().to_vec());
            }
        }
        Ok(())
    }
}

/// The JSON form of a certificate.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct CertificateJson {
    certificate: String,
    format: u32,
    width: u8,
    height: u8,
    rows: Vec<u8>,
    opening: Option<String>,
    lost: Vec<Vec<u8>>,
}

impl Display for Certificate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let written = CertificateJson {
            certificate: KIND.into(),
            format: FORMAT,
            width: self.width,
            height: self.height,
            rows: self.rows.clone(),
            opening: self.opening.map(|bite| bite.to_string()),
            lost: self.lost.clone(),
        };
        f.write_str(&serde_json::to_string(&written).expect("plain data"))
    }
}

impl FromStr for Certificate {
    type Err = BadCertificate;
    fn from_str(text: &str) -> Result<Self, BadCertificate> {
        let written: CertificateJson =
            serde_json::from_str(text).map_err(|error| BadCertificate::Json(error.to_string()))?;
        if written.certificate != KIND {
            return Err(BadCertificate::Kind(written.certificate));
        }
        if written.format != FORMAT {
            return Err(BadCertificate::Format(written.format));
        }
        let opening = written.opening.map(|text| text.parse()).transpose();
        Ok(Certificate {
            width: written.width,
            height: written.height,
            rows: written.rows,
            opening: opening.map_err(BadCertificate::OpeningText)?,
            lost: written.lost,
        })
    }
}
