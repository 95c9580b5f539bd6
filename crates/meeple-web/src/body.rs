//! Bodies: what was sent as JSON, or what is wrong with it and where.

use crate::refusal::Refusal;
use serde::de::DeserializeOwned;

/// What these bytes say.
pub(crate) fn parse<T: DeserializeOwned>(bytes: &[u8]) -> Result<T, Refusal> {
    serde_json::from_slice(bytes).map_err(|error| {
        let mut refusal =
            Refusal::bad_request(format!("What was sent is not understood: {error}."));
        refusal.column = (error.line() == 1).then_some(error.column()).filter(|&column| column > 0);
        refusal
    })
}
