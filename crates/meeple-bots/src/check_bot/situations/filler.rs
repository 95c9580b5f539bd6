//! Filler: margins that hang over each side of the board, odd maps, pieces that fit nowhere.
//!
//! ```text
//! .$        a piece .O    goes only to column -1:  O$
//! @$                .O                             O$
//! ```

use super::{Situation, SituationHistory, Situations};

const OVERHANG: &str = "Only the filled cells of a piece must lie on the board (F3). Its empty \
                        margins may extend beyond any edge, so columns and rows can be negative.";

pub(super) const SITUATIONS: Situations = Situations {
    kinds: &[
        (
            Situation {
                description: "a piece in the middle of a game",
                options: "map=map00",
                history: SituationHistory::Walk { seed: 3, plies: 12 },
                hint: "Lower-case letters mark the latest piece of each player; they count as its cells.",
            },
            |mv| mv != "stop",
        ),
        (
            Situation {
                description: "a negative column",
                options: "map=.$......../@$......../$$........\
                          /........../........../........../..........\
                          /........../........../..........",
                history: SituationHistory::Line(&["2x2:.O/.O"]),
                hint: OVERHANG,
            },
            |mv| mv.starts_with('-'),
        ),
        (
            Situation {
                description: "a negative row",
                options: "map=@.$......./$$$.......\
                          /........../........../........../..........\
                          /........../........../........../..........",
                history: SituationHistory::Line(&["2x2:../OO"]),
                hint: OVERHANG,
            },
            |mv| mv.ends_with(",-1"),
        ),
        (
            Situation {
                description: "a margin beyond the right edge",
                options: "map=........$./........$@/........$$\
                          /........../........../........../..........\
                          /........../........../..........",
                history: SituationHistory::Line(&["2x2:O./O."]),
                hint: OVERHANG,
            },
            |mv| mv == "9,0",
        ),
        (
            Situation {
                description: "a margin beyond the bottom edge",
                options: "map=........../........../........../..........\
                          /........../........../........../..........\
                          /.........$/.......$@.",
                history: SituationHistory::Line(&["2x2:OO/.."]),
                hint: OVERHANG,
            },
            |mv| mv == "8,9",
        ),
    ],
    odd: &[
        Situation {
            description: "the smallest map",
            options: "map=@/.",
            history: SituationHistory::Line(&["1x2:O/O"]),
            hint: "This map has one column and two rows, and the opponent has no cells.",
        },
        Situation {
            description: "several start cells, last seat",
            options: "map=$...$...../.@...@..../$...$...../........../..........",
            history: SituationHistory::Line(&["2x1:OO", "1,1", "2x1:OO"]),
            hint: "A player can start with several cells. The bot is player 2 here: its cells are \
                   `$` and `s` (`X` and `x` in the 42 dialect).",
        },
        Situation {
            description: "a map of one column",
            options: "map=./@/././$",
            history: SituationHistory::Line(&["1x2:O/O"]),
            hint: "This map has one column.",
        },
        Situation {
            description: "a map with more than 100 columns",
            options: "map=.......................................\
                      .......................................\
                      ................................@.....$",
            history: SituationHistory::Line(&["2x1:OO"]),
            hint: "This map has 117 columns. Read its size from the header line; the column \
                   numbers continue after 99.",
        },
        Situation {
            description: "the largest school map",
            options: "map=map02",
            history: SituationHistory::Walk { seed: 2, plies: 3 },
            hint: "This map has 99 columns and 100 rows, and larger pieces.",
        },
    ],
    stuck: &[
        Situation {
            description: "a piece that fits nowhere",
            options: "map=@$/$.",
            history: SituationHistory::Line(&["1x2:O/O"]),
            hint: STUCK,
        },
        Situation {
            description: "no cells of its own",
            options: "map=@./..",
            history: SituationHistory::Line(&["1x2:O/O", "0,0", "1x2:O/O"]),
            hint: STUCK,
        },
    ],
    games: ["map=map00", "map=map01"],
    giving_up: Some("stop"),
};

const STUCK: &str = "The bot is asked even if its piece fits nowhere. Any answer then means that \
                     nothing is placed, and the bot must keep running.";
