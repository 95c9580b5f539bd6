//! A proof that a position is won or lost, and the check of it that knows only the rules.
//!
//! The proof is a set of lost positions that is closed: whatever is bitten from
//! one of them, short of the poison, some reply leads into the set again. Bars
//! shrink, so whoever keeps replying so leaves the other the poison in the end.
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

use super::{BadSize, Bite, Board, IllegalBite};
use meeple_core::{ParseError, Seat};
use serde::{Deserialize, Serialize};
use std::{
    collections::HashSet,
    fmt::{self, Display},
    str::FromStr,
};

/// A winning strategy that can be checked. `Display` and `FromStr` are its JSON.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Certificate {
    /// Columns of the whole bar.
    pub width: u8,
    /// Rows of the whole bar.
    pub height: u8,
    /// Squares left in each row of the position that is proven; eaten rows may be left out.
    pub rows: Vec<u8>,
    /// The bite that wins; `None` if the player to move has lost.
    pub opening: Option<Bite>,
    /// Lost positions, each as its rows that are not eaten.
    pub lost: Vec<Vec<u8>>,
}

/// What a certificate proves.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Proof {
    /// Who wins; seat 0 is to move.
    pub winner: Seat,
    /// How many lost positions the proof needs.
    pub positions: usize,
}

/// Why a certificate proves nothing.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum BadCertificate {
    /// Not the JSON of a certificate.
    #[error("not a certificate: {0}")]
    Json(String),
    /// JSON of something else.
    #[error("a certificate of {0:?}, expected \"chomp\"")]
    Kind(String),
    /// From another version of the program.
    #[error("format {0} of the certificate, expected {FORMAT}")]
    Format(u32),
    /// The opening is not spelled as a bite.
    #[error("the opening: {0}")]
    OpeningText(ParseError),
    /// The bar cannot be.
    #[error("the start: {0}")]
    Start(BadSize),
    /// The start has no square to bite.
    #[error("the start: nothing is left of the bar")]
    NothingLeft,
    /// The opening cannot be bitten.
    #[error("the opening: {0}")]
    Opening(IllegalBite),
    /// The opening loses at once.
    #[error("the opening bites the poison (C3)")]
    PoisonOpening,
    /// A lost position cannot be in this bar.
    #[error("lost position {index}, {rows:?}: {error}")]
    Position {
        /// Which one, from 0.
        index: usize,
        /// Its rows.
        rows: Vec<u8>,
        /// What is wrong with it.
        error: BadSize,
    },
    /// A lost position has eaten rows, or none at all.
    #[error("lost position {index}, {rows:?}: rows that are eaten are not written")]
    EatenRow {
        /// Which one, from 0.
        index: usize,
        /// Its rows.
        rows: Vec<u8>,
    },
    /// A lost position comes twice.
    #[error("lost position {index}, {rows:?}, comes twice")]
    Twice {
        /// The second one, from 0.
        index: usize,
        /// Its rows.
        rows: Vec<u8>,
    },
    /// The position to begin with is not among the lost ones.
    #[error("{rows:?}, the position {}, is not among the lost ones", match opening {
        Some(bite) => format!("after the opening {bite}"),
        None => "at the start".into(),
    })]
    Unproven {
        /// The position to begin with.
        rows: Vec<u8>,
        /// The bite that led to it, if any.
        opening: Option<Bite>,
    },
    /// The set is not closed.
    #[error("from the lost position {rows:?}, no reply to the bite {bite} leads to a lost one")]
    NoReply {
        /// The lost position.
        rows: Vec<u8>,
        /// The bite without a reply.
        bite: Bite,
    },
}

const KIND: &str = "chomp";
const FORMAT: u32 = 1;

impl Certificate {
    /// Checks the proof, by the rules alone.
    pub fn check(&self) -> Result<Proof, BadCertificate> {
        let start = Board::with_rows(self.width.into(), self.height.into(), &self.rows);
        let start = start.map_err(BadCertificate::Start)?;
        if start.is_eaten() {
            return Err(BadCertificate::NothingLeft);
        }
        let lost = self.lost_positions()?;
        let (first, winner) = match self.opening {
            None => (start, Seat::new(1)),
            Some(Bite::POISON) => return Err(BadCertificate::PoisonOpening),
            Some(bite) => {
                start.explain(bite).map_err(BadCertificate::Opening)?;
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

    /// The set, every position of which is one.
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

    /// Every bite but the poison has a reply that leads into the set.
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

/// How a certificate is written.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Written {
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
        let written = Written {
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
        let written: Written =
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
