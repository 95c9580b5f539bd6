//! Secrets and ids: drawn from the system, kept as hashes, compared in constant time.

use base64::{Engine as _, engine::general_purpose::URL_SAFE_NO_PAD};
use serde::{Deserialize, Serialize};
use sha2::{Digest as _, Sha256};
use std::fmt;
use subtle::ConstantTimeEq as _;

/// Letters of an id: none that look alike.
const LETTERS: &[u8; 32] = b"abcdefghijkmnpqrstuvwxyz23456789";
/// How many letters an id has: a thousand million million different ones.
const ID_LETTERS: usize = 10;
/// A secret has 128 bits.
const SECRET_BYTES: usize = 16;

/// A fresh id, for a room or a record.
pub(crate) fn new_id() -> Result<String, getrandom::Error> {
    let mut bytes = [0; ID_LETTERS];
    getrandom::fill(&mut bytes)?;
    Ok(bytes.iter().map(|byte| char::from(LETTERS[usize::from(byte % 32)])).collect())
}

/// Whether this could be an id of ours.
pub(crate) fn is_id(text: &str) -> bool {
    text.len() == ID_LETTERS && text.bytes().all(|byte| LETTERS.contains(&byte))
}

/// A secret that only its owner has. It is never written to a log: `Debug` hides it.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub(crate) struct Secret(String);

impl Secret {
    /// A fresh one.
    pub(crate) fn new() -> Result<Self, getrandom::Error> {
        let mut bytes = [0; SECRET_BYTES];
        getrandom::fill(&mut bytes)?;
        Ok(Secret(URL_SAFE_NO_PAD.encode(bytes)))
    }

    /// What somebody says is one.
    pub(crate) fn told(text: impl Into<String>) -> Self {
        Secret(text.into())
    }

    /// Its text, for its owner only.
    pub(crate) fn reveal(&self) -> &str {
        &self.0
    }

    /// What is kept of it.
    pub(crate) fn hash(&self) -> SecretHash {
        SecretHash(URL_SAFE_NO_PAD.encode(Sha256::digest(self.0.as_bytes())))
    }
}

impl fmt::Debug for Secret {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Secret(..)")
    }
}

/// What is kept of a secret.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub(crate) struct SecretHash(String);

impl SecretHash {
    /// Whether it is of the same secret; the answer takes as long whatever differs.
    pub(crate) fn equals(&self, other: &SecretHash) -> bool {
        self.0.as_bytes().ct_eq(other.0.as_bytes()).into()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_secret_is_known_by_its_hash_and_hidden_in_logs() {
        let (ours, other) = (Secret::new().expect("numbers"), Secret::new().expect("numbers"));
        let is_ours = |secret: &Secret| ours.hash().equals(&secret.hash());
        assert!(is_ours(&ours) && !is_ours(&other) && !is_ours(&Secret::told("")));
        assert!(!format!("{ours:?}").contains(ours.reveal()));
        assert!(is_id(&new_id().expect("numbers")));
        for bad in ["", "abc", "../../etc/", "abcdefghi1", "ABCDEFGHIJ", "abcdefghijk"] {
            assert!(!is_id(bad), "{bad}");
        }
    }
}
