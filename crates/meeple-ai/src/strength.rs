//! The measured strength of the computer players.
//!
//! ```
//! use meeple_ai::strength;
//!
//! let ratings = strength::of("azul");
//! assert!(ratings.iter().any(|rating| rating.player == "random" && rating.elo == "0"));
//! ```
//!
//! The ratings are in `ratings.txt`. They are those of docs/strength.md in Meeple's repository, which
//! also says how they were measured.

/// One line for each player of each game with its default options.
const RATINGS: &str = include_str!("ratings.txt");

/// The rating of a player.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Measured {
    /// The player's name.
    pub player: String,
    /// Elo above the random player, formatted; `> +412` if only a lower bound is known.
    pub elo: String,
    /// The 95 % interval of the rating, formatted; empty for the random player.
    pub interval: String,
}

/// Returns the ratings measured for this game with its default options, best first.
pub fn of(game: &str) -> Vec<Measured> {
    RATINGS.lines().filter_map(|line| rating(line, game)).collect()
}

/// Parses a line; `None` if it is a comment or about another game.
fn rating(line: &str, game: &str) -> Option<Measured> {
    let mut cells = line.split('|').map(|cell| cell.trim().to_owned());
    cells.next().filter(|name| name == game)?;
    let (player, elo) = (cells.next()?, cells.next()?);
    Some(Measured { player, elo, interval: cells.next().unwrap_or_default() })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::roster::roster;
    use meeple_games::GameKind;

    #[test]
    fn a_line_has_four_cells_the_last_of_which_may_be_missing() {
        let measured = |player: &str, elo: &str, interval: &str| Measured {
            player: player.into(),
            elo: elo.into(),
            interval: interval.into(),
        };
        let line = "azul | max | > +1325 | +1325 or more";
        assert_eq!(rating(line, "azul"), Some(measured("max", "> +1325", "+1325 or more")));
        assert_eq!(rating(line, "chomp"), None);
        assert_eq!(rating("azul | random | 0", "azul"), Some(measured("random", "0", "")));
    }

    #[test]
    fn every_player_is_rated() {
        for &kind in GameKind::ALL {
            let rated = of(kind.name());
            for player in roster(kind).players {
                let is_rated = rated.iter().any(|rating| rating.player == player.name);
                assert!(is_rated, "{kind} {} has no rating", player.name);
            }
        }
    }
}
