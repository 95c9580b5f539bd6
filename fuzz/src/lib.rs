//! What the fuzz targets need for each game; a game missing here is a compile error.

use meeple_core::{Game, options};
use meeple_games::{GameKind, azul::Azul, chomp::Chomp, filler::Filler, grass::Grass};

/// The fuzzing functions and settings of one game.
pub struct FuzzEntry {
    /// Parses text as a move, a deal and a position; whatever parses must survive printing and
    /// parsing.
    pub texts: fn(&str),
    /// Parses words as options; whatever parses must survive conversion to JSON and back.
    pub options: fn(&str),
    /// The options of a short game to play at the prompts.
    pub short_game: &'static [&'static str],
}

impl FuzzEntry {
    /// Returns the entry of this game.
    pub fn of(kind: GameKind) -> Self {
        match kind {
            GameKind::Chomp => Self::new::<Chomp>(&["width=4", "height=3"]),
            GameKind::Filler => Self::new::<Filler>(&["map=@..../...../....$"]),
            GameKind::Azul => Self::new::<Azul>(&[]),
            GameKind::Grass => Self::new::<Grass>(&["players=2"]),
        }
    }

    fn new<G: Game>(short_game: &'static [&'static str]) -> Self {
        FuzzEntry { texts: texts::<G>, options: options::<G>, short_game }
    }
}

fn texts<G: Game>(text: &str) {
    if let Ok(mv) = text.parse::<G::Move>() {
        assert_eq!(mv.to_string().parse::<G::Move>(), Ok(mv));
    }
    if let Ok(deal) = text.parse::<G::Deal>() {
        assert_eq!(deal.to_string().parse::<G::Deal>(), Ok(deal));
    }
    if let Ok(position) = text.parse::<G>() {
        assert_eq!(position.to_string().parse::<G>().as_ref(), Ok(&position));
        for mv in position.legal_moves().take(50) {
            let mut next = position.clone();
            next.play(mv).expect("a listed move is legal");
        }
    }
}

fn options<G: Game>(text: &str) {
    let Ok(parsed) = options::parse::<G::Options>(text.split(' ')) else { return };
    let values = options::to_values(&parsed);
    assert_eq!(options::from_values::<G::Options>(&values).as_ref(), Ok(&parsed));
    if let Ok(game) = G::new(&parsed) {
        assert_eq!(game.to_string().parse::<G>(), Ok(game));
    }
}
