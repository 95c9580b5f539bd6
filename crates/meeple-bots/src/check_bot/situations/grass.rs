//! Laying Grass: every kind of move, and nine seats.

use super::{Situation, SituationHistory, Situations};

pub(super) const SITUATIONS: Situations = Situations {
    kinds: &[
        (
            Situation {
                description: "the start tile",
                options: "",
                history: SituationHistory::Walk { seed: 0, plies: 0 },
                hint: "The first move is a 1x1 tile: `lay Bc` (G5).",
            },
            |mv| mv.starts_with("lay "),
        ),
        (
            Situation {
                description: "a tile, or a coupon for another",
                options: "",
                history: SituationHistory::Walk { seed: 0, plies: 9 },
                hint: "`exchange 3` spends a coupon (G7); placing the tile is a second move.",
            },
            |mv| mv.starts_with("exchange "),
        ),
        (
            Situation {
                description: "a stone to remove",
                options: "players=3",
                history: SituationHistory::Walk { seed: 21, plies: 29 },
                hint: "`remove Dd` spends a coupon to remove a stone (G8).",
            },
            |mv| mv.starts_with("remove "),
        ),
        (
            Situation {
                description: "a tile that fits nowhere",
                options: "players=3",
                history: SituationHistory::Walk { seed: 0, plies: 62 },
                hint: "The tile fits nowhere (G6), so `moves` contains no `lay`.",
            },
            |mv| mv == "discard",
        ),
        (
            Situation {
                description: "a stone",
                options: "players=3",
                history: SituationHistory::Walk { seed: 21, plies: 27 },
                hint: "Placing a captured stone is a separate move: `stone EE` (G11).",
            },
            |mv| mv.starts_with("stone "),
        ),
        (
            Situation {
                description: "a robbery",
                options: "players=3",
                history: SituationHistory::Walk { seed: 32, plies: 61 },
                hint: "A robbery is a separate move: `steal FF` (G12).",
            },
            |mv| mv.starts_with("steal "),
        ),
        (
            Situation {
                description: "the stolen tile",
                options: "players=3",
                history: SituationHistory::Walk { seed: 32, plies: 62 },
                hint: "The same seat places the stolen tile immediately (G12).",
            },
            |mv| mv.starts_with("lay "),
        ),
        (
            Situation {
                description: "a 1x1 tile at the end",
                options: "players=3",
                history: SituationHistory::Walk { seed: 0, plies: 65 },
                hint: "After round 9, coupons buy 1x1 tiles; `stop` declines (G14).",
            },
            |mv| mv.starts_with("lay "),
        ),
    ],
    odd: &[
        Situation {
            description: "nine players, last seat",
            options: "players=9",
            history: SituationHistory::Walk { seed: 0, plies: 40 },
            hint: "This game has nine seats and 30x30 cells: after Z, rows and columns continue with a to d.",
        },
        Situation {
            description: "all options at once",
            options: "players=5 shapes=seed final=adjacent tie=in-square",
            history: SituationHistory::Walk { seed: 4, plies: 60 },
            hint: "Every option of the game is set.",
        },
    ],
    stuck: &[
        Situation {
            description: "no tile can be placed",
            options: "players=3",
            history: SituationHistory::Walk { seed: 21, plies: 39 },
            hint: "The tile fits nowhere (G6), so `moves` contains no `lay`.",
        },
        Situation {
            description: "one legal move",
            options: "players=3",
            history: SituationHistory::Walk { seed: 2, plies: 56 },
            hint: "There is only one legal move. Answer as in any other turn.",
        },
    ],
    games: ["", ""],
    giving_up: None,
};
