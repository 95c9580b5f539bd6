//! The file format of weights: a text header, then the numbers.
//!
//! ```text
//! meeple weights 1
//! # meeple train azul --generations 4 --games 20000 ...
//! # better than the generation before: 61.3 % of 400 games
//! end-of-round 14022
//! leaf 1081
//! crc32 7f0c21aa
//!
//! (the numbers, four bytes each, little-endian)
//! ```

use std::fmt::Write;

const FIRST_LINE: &str = "meeple weights 1";
/// The maximum length of the header in bytes.
const LONGEST_HEAD: usize = 1 << 16;

/// The named parameter lists of one or more networks, with notes.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct WeightsFile {
    /// Notes on how the weights were made, one per line.
    pub notes: Vec<String>,
    /// The name (one word) and parameters of each network.
    pub networks: Vec<(String, Vec<f32>)>,
}

/// The reason why bytes aren't a valid weights file.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum WeightsError {
    /// The first line is wrong or the header doesn't end.
    #[error("not a file of weights: its first line is not {FIRST_LINE:?}")]
    Head,
    /// A header line is malformed.
    #[error("line {number} of the weights: {line:?} is invalid")]
    Line {
        /// The line number, from 1.
        number: usize,
        /// The text of the line.
        line: String,
    },
    /// The numbers are incomplete or damaged.
    #[error("the numbers of the weights are damaged")]
    Numbers,
    /// A network is missing or has the wrong number of parameters.
    #[error("there are no weights for {net:?}, or not as many as it needs")]
    Missing {
        /// The name of the network.
        net: String,
    },
}

impl WeightsFile {
    /// Returns the parameters of this network.
    pub fn net(&self, name: &str) -> Result<Vec<f32>, WeightsError> {
        let found = self.networks.iter().find(|(net, _)| net == name);
        found.map(|(_, numbers)| numbers.clone()).ok_or_else(|| Self::missing(name))
    }

    /// Returns the error for a missing network.
    pub fn missing(net: &str) -> WeightsError {
        WeightsError::Missing { net: net.into() }
    }

    /// Returns the contents of the file.
    pub fn to_bytes(&self) -> Vec<u8> {
        let numbers: Vec<u8> = self
            .networks
            .iter()
            .flat_map(|(_, net)| net.iter().flat_map(|n| n.to_le_bytes()))
            .collect();
        let mut head = format!("{FIRST_LINE}\n");
        for note in &self.notes {
            let _ = writeln!(head, "# {note}");
        }
        for (name, net) in &self.networks {
            let _ = writeln!(head, "{name} {}", net.len());
        }
        let _ = writeln!(head, "crc32 {:08x}\n", crc32fast::hash(&numbers));
        [head.into_bytes(), numbers].concat()
    }

    /// Parses the contents of a file.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, WeightsError> {
        let end = bytes.windows(2).take(LONGEST_HEAD).position(|pair| pair == b"\n\n");
        let end = end.ok_or(WeightsError::Head)?;
        let head = std::str::from_utf8(&bytes[..end]).map_err(|_| WeightsError::Head)?;
        let mut lines = head.lines().zip(1..);
        if lines.next().is_none_or(|(line, _)| line != FIRST_LINE) {
            return Err(WeightsError::Head);
        }
        let (mut weights, mut crc, mut rest) = (WeightsFile::default(), None, &bytes[end + 2..]);
        let whole = rest;
        for (line, number) in lines {
            let senseless = || WeightsError::Line { number, line: line.into() };
            if let Some(note) = line.strip_prefix("# ") {
                weights.notes.push(note.into());
                continue;
            }
            let (name, value) = line.split_once(' ').ok_or_else(senseless)?;
            if name == "crc32" {
                crc = Some(u32::from_str_radix(value, 16).map_err(|_| senseless())?);
                continue;
            }
            let count: usize = value.parse().map_err(|_| senseless())?;
            let size = count.checked_mul(4).ok_or_else(senseless)?;
            let (numbers, after) = rest.split_at_checked(size).ok_or(WeightsError::Numbers)?;
            let number = |four: &[u8]| f32::from_le_bytes(four.try_into().expect("four bytes"));
            weights.networks.push((name.into(), numbers.chunks_exact(4).map(number).collect()));
            rest = after;
        }
        let is_whole = rest.is_empty() && crc == Some(crc32fast::hash(whole));
        is_whole.then_some(weights).ok_or(WeightsError::Numbers)
    }
}
