//! Secrets and ids: drawn from the system's random source, stored as hashes, compared in constant time.

use base64::{Engine as _, engine::general_purpose::URL_SAFE_NO_PAD};
use serde::{Deserialize, Serialize};
use sha2::{Digest as _, Sha256};
use std::fmt;
use subtle::ConstantTimeEq as _;

/// The characters of an id: none that look alike.
const LETTERS: &[u8; 32] = b"abcdefghijkmnpqrstuvwxyz23456789";
/// The length of an id: 32^10, about 10^15, possible ids.
const ID_LETTERS: usize = 10;
/// The length of a secret: 128 bits.
const SECRET_BYTES: usize = 16;

/// Returns a new random id for a room or a record.
pub(crate) fn new_id() -> Result<String, getrandom::Error> {
    let mut bytes = [0; ID_LETTERS];
    getrandom::fill(&mut bytes)?;
    Ok(bytes.iter().map(|byte| char::from(LETTERS[usize::from(byte % 32)])).collect())
}

/// Returns whether the text has the form of an id.
pub(crate) fn is_id(text: &str) -> bool {
    text.len() == ID_LETTERS && text.bytes().all(|byte| LETTERS.contains(&byte))
}

/// A secret known only to its owner. `Debug` hides it, so it never reaches a log.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub(crate) struct Secret(String);

impl Secret {
    /// Returns a new random secret.
    pub(crate) fn new() -> Result<Self, getrandom::Error> {
        let mut bytes = [0; SECRET_BYTES];
        getrandom::fill(&mut bytes)?;
        Ok(Secret(URL_SAFE_NO_PAD.encode(bytes)))
    }

    /// Wraps a secret that a client sent; it may be wrong.
    pub(crate) fn from_text(text: impl Into<String>) -> Self {
        Secret(text.into())
    }

    /// Returns the text; show it to the owner only.
    pub(crate) fn reveal(&self) -> &str {
        &self.0
    }

    /// Returns the hash, which is what the server stores.
    pub(crate) fn hash(&self) -> SecretHash {
        SecretHash(URL_SAFE_NO_PAD.encode(Sha256::digest(self.0.as_bytes())))
    }
}

impl fmt::Debug for Secret {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Secret(..)")
    }
}

/// The hash of a secret, as the server stores it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub(crate) struct SecretHash(String);

impl SecretHash {
    /// Compares two hashes in constant time.
    pub(crate) fn equals(&self, other: &SecretHash) -> bool {
        self.0.as_bytes().ct_eq(other.0.as_bytes()).into()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_secret_is_identified_by_its_hash_and_hidden_in_logs() {
        let (ours, other) = (Secret::new().expect("numbers"), Secret::new().expect("numbers"));
        let is_ours = |secret: &Secret| ours.hash().equals(&secret.hash());
        assert!(is_ours(&ours) && !is_ours(&other) && !is_ours(&Secret::from_text("")));
        assert!(!format!("{ours:?}").contains(ours.reveal()));
        assert!(is_id(&new_id().expect("numbers")));
        for bad in ["", "abc", "../../etc/", "abcdefghi1", "ABCDEFGHIJ", "abcdefghijk"] {
            assert!(!is_id(bad), "{bad}");
        }
    }
}
