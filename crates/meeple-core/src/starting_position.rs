//! A game's starting position together with its options, whatever the game.
//!
//! ```
//! use meeple_core::{Contestant, SeatInfo, StartingPosition, Table, tree_game::{TreeGame, TreeOptions}};
//!
//! let start = StartingPosition::new::<TreeGame>(&TreeOptions { tree: "0(a:1,0|b:0,1)".into() })?;
//! let person = SeatInfo { name: "Ann".into(), colour: None, who: Contestant::Person };
//! let header = start.header(vec![person; start.position.seats()]);
//! let table = Table::start(header, start.position)?;
//! assert_eq!(table.position().legal_move_texts(), ["a", "b"]);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use crate::{
    AnyGame, Game, Header, OptionValues, OptionsError, SeatInfo,
    options::{from_values, to_values},
};

/// The starting position of a game and the options it was set up with.
#[derive(Debug, Clone)]
pub struct StartingPosition {
    /// The options that differ from their defaults, as written in a record.
    pub options: OptionValues,
    /// The starting position.
    pub position: Box<dyn AnyGame>,
}

impl StartingPosition {
    /// Sets up `G` with these options.
    pub fn new<G: Game>(options: &G::Options) -> Result<Self, OptionsError> {
        Ok(StartingPosition { options: to_values(options), position: Box::new(G::new(options)?) })
    }

    /// Sets up `G` with options from a record or a config file.
    pub fn from_values<G: Game>(options: &OptionValues) -> Result<Self, OptionsError> {
        Self::new::<G>(&from_values(options)?)
    }

    /// Creates the header of a game that starts here, without a seed or a time.
    pub fn header(&self, seats: Vec<SeatInfo>) -> Header {
        let StartingPosition { options, position } = self;
        Header::from_parts(position.name(), position.rules_version(), options.clone(), seats)
    }
}
