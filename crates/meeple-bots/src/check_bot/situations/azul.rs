//! Azul: factories, the centre, the floor, the grey wall.

use super::{Situation, SituationHistory, Situations};

pub(super) const SITUATIONS: Situations = Situations {
    kinds: &[
        (
            Situation {
                description: "from a factory",
                options: "",
                history: SituationHistory::Walk { seed: 0, plies: 1 },
                hint: "A move names the source, the colour and the pattern line: `2 blue 3`.",
            },
            |mv| mv.starts_with(|first: char| first.is_ascii_digit()),
        ),
        (
            Situation {
                description: "from the centre, with the marker",
                options: "",
                history: SituationHistory::Walk { seed: 0, plies: 2 },
                hint: "Tiles can also be taken from the centre: `centre red 2`.",
            },
            |mv| mv.starts_with("centre "),
        ),
        (
            Situation {
                description: "only to the floor",
                options: "",
                history: SituationHistory::Walk { seed: 0, plies: 45 },
                hint: "No pattern line can take these tiles (A6), so every legal move uses the floor.",
            },
            |mv| mv.ends_with(" floor"),
        ),
        (
            Situation {
                description: "a cell of the grey wall",
                options: "wall=grey",
                history: SituationHistory::Walk { seed: 0, plies: 10 },
                hint: "On the grey side, moving a tile from a full line to the wall is a separate \
                       move: `wall 3 5` (A16). Such a turn has no factories to choose from.",
            },
            |mv| mv.starts_with("wall "),
        ),
    ],
    odd: &[
        Situation {
            description: "four players, last seat",
            options: "players=4",
            history: SituationHistory::Walk { seed: 1, plies: 4 },
            hint: "This game has four seats and nine factories, and the bot has seat 3.",
        },
        Situation {
            description: "all options at once",
            options: "players=3 wall=grey starter=drawn",
            history: SituationHistory::Walk { seed: 1, plies: 30 },
            hint: "The starting player is drawn: `events` may contain deals such as `starter 2`.",
        },
    ],
    stuck: &[Situation {
        description: "one legal move",
        options: "",
        history: SituationHistory::Walk { seed: 0, plies: 20 },
        hint: "There is only one legal move. Answer as in any other turn.",
    }],
    games: ["", ""],
    giving_up: None,
};
