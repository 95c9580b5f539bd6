//! Situations for Chomp: first and later bites, a single safe bite, and bars of unusual sizes.

use super::{Situation, SituationHistory, Situations};

pub(super) const SITUATIONS: Situations = Situations {
    kinds: &[
        (
            Situation {
                description: "a bite",
                options: "",
                history: SituationHistory::Line(&[]),
                hint: "A bite is `row,column`, both counted from 0 at the top left.",
            },
            |mv| mv.contains(','),
        ),
        (
            Situation {
                description: "a bite into a bitten bar",
                options: "",
                history: SituationHistory::Line(&["2,2"]),
                hint: "Eaten squares cannot be bitten again. `moves` lists all legal bites.",
            },
            |mv| mv.contains(','),
        ),
        (
            Situation {
                description: "only one bite avoids the poison",
                options: "width=1 height=2",
                history: SituationHistory::Line(&[]),
                hint: "This bar has one column.",
            },
            |mv| mv == "1,0",
        ),
    ],
    odd: &[
        Situation {
            description: "the smallest bar",
            options: "width=2 height=1",
            history: SituationHistory::Line(&[]),
            hint: "This bar has two squares.",
        },
        Situation {
            description: "a long bar, last seat",
            options: "width=255 height=1",
            history: SituationHistory::Line(&["0,254"]),
            hint: "This bar has 255 columns, and the bot has seat 1.",
        },
        Situation {
            description: "a large bar",
            options: "width=60 height=60",
            history: SituationHistory::Line(&[]),
            hint: "There are 3600 legal moves, so the message is long.",
        },
        Situation {
            description: "a partly eaten starting bar",
            options: "rows=9,9,8,6,6,6,6,3,1,1,1,1,1,1,1,1,1",
            history: SituationHistory::Line(&[]),
            hint: "Options may contain lists. This game started with a partly eaten bar.",
        },
    ],
    stuck: &[Situation {
        description: "one safe bite left",
        options: "width=5 height=4 rows=1,1",
        history: SituationHistory::Line(&[]),
        hint: "Answer every turn, even when few moves are left.",
    }],
    games: ["", "width=7 height=5"],
    giving_up: None,
};
