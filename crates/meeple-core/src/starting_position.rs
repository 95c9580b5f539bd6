//! How a game begins, whatever game it is: its first position and the options behind it.
//!
//! ```
//! use meeple_core::{Contestant, SeatInfo, StartingPosition, Table, tree_game::{TreeGame, TreeOptions}};
//!
//! let start = StartingPosition::new::<TreeGame>(&TreeOptions { tree: "0(a:1,0|b:0,1)".into() })?;
//! let person = SeatInfo { name: "Ann".into(), colour: None, who: Contestant::Person };
//! let header = start.header(vec![person; start.position.seats()]);
//! let table = Table::start(header, start.position)?;
//! assert_eq!(table.position().legal_texts(), ["a", "b"]);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use crate::{
    AnyGame, BadOptions, Game, Header, SeatInfo,
    options::{from_json, to_json},
};
use serde_json::{Map, Value};

/// The first position of a game, and the options that it was set up with.
#[derive(Debug, Clone)]
pub struct StartingPosition {
    /// The options that were not left to their defaults, as a record has them.
    pub options: Map<String, Value>,
    /// The first position.
    pub position: Box<dyn AnyGame>,
}

impl StartingPosition {
    /// How `G` begins with these options.
    pub fn new<G: Game>(options: &G::Options) -> Result<Self, BadOptions> {
        Ok(StartingPosition { options: to_json(options), position: Box::new(G::new(options)?) })
    }

    /// How `G` begins with the options that a record or a config names.
    pub fn from_json<G: Game>(options: &Map<String, Value>) -> Result<Self, BadOptions> {
        Self::new::<G>(&from_json(options)?)
    }

    /// The header of a game that begins so: no seed, no time.
    pub fn header(&self, seats: Vec<SeatInfo>) -> Header {
        let StartingPosition { options, position } = self;
        Header::of(position.name(), position.rules_version(), options.clone(), seats)
    }
}
