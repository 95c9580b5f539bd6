//! The colours players can choose from (G4).

use std::{
    fmt::{self, Display},
    str::FromStr,
};

/// The colour of a player's grass; each colour is used at most once (G4).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[allow(missing_docs)]
pub enum Colour {
    Purple,
    Red,
    Green,
    Yellow,
    Blue,
    Magenta,
    Cyan,
    Turquoise,
    Orange,
}

impl Colour {
    /// All nine colours, in the order in which they are offered.
    pub const ALL: [Colour; 9] = [
        Colour::Purple,
        Colour::Red,
        Colour::Green,
        Colour::Yellow,
        Colour::Blue,
        Colour::Magenta,
        Colour::Cyan,
        Colour::Turquoise,
        Colour::Orange,
    ];

    /// Returns its name in lower case.
    pub fn name(self) -> &'static str {
        match self {
            Colour::Purple => "purple",
            Colour::Red => "red",
            Colour::Green => "green",
            Colour::Yellow => "yellow",
            Colour::Blue => "blue",
            Colour::Magenta => "magenta",
            Colour::Cyan => "cyan",
            Colour::Turquoise => "turquoise",
            Colour::Orange => "orange",
        }
    }
}

impl Display for Colour {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// The error for a name that is not the name of any colour.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error(
    "there is no colour {0:?} (colours: purple, red, green, yellow, blue, magenta, cyan, turquoise, orange)"
)]
pub struct UnknownColour(pub String);

impl FromStr for Colour {
    type Err = UnknownColour;
    fn from_str(name: &str) -> Result<Self, UnknownColour> {
        let found = Colour::ALL.into_iter().find(|colour| colour.name() == name);
        found.ok_or_else(|| UnknownColour(name.into()))
    }
}
