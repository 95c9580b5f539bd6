//! The text form of a position, formatted independently of the fast implementation.

use super::{ReferenceCell, ReferenceGrass, ReferenceTask};
use crate::grass::{Cell, FinalTiles, TieBreak};

impl ReferenceGrass {
    /// Formats the position, independently of the fast implementation.
    pub fn position_text(&self) -> String {
        let round = match self.round {
            10 => "final".into(),
            11 => "over".into(),
            round => round.to_string(),
        };
        let option = |is_second: bool, words: [&'static str; 2]| words[usize::from(is_second)];
        let count = |task: ReferenceTask| self.tasks.iter().filter(|&&other| other == task).count();
        let stolen = self.tasks.iter().filter_map(|task| match task {
            ReferenceTask::PlaceStolen(number) => Some((number + 1).to_string()),
            _ => None,
        });
        let bonuses = self.marks(|cell| match cell {
            ReferenceCell::Bonus(kind) => Some(kind.letter().to_string()),
            _ => None,
        });
        let words = [
            format!("players={}", self.players),
            format!("shapes={}", option(self.options.shapes as usize == 1, ["show", "seed"])),
            format!(
                "final={}",
                option(self.options.final_tiles == FinalTiles::Adjacent, ["anywhere", "adjacent"])
            ),
            format!(
                "tie={}",
                option(self.options.tie == TieBreak::InSquare, ["grass", "in-square"])
            ),
            format!("round={round}"),
            format!("turn={}", self.seat),
            format!("coupons={}", format_list(self.coupons.iter().map(ToString::to_string))),
            format!("spent={}", if self.coupon_spent { "yes" } else { "no" }),
            format!("pending={},{}", count(ReferenceTask::Stone), count(ReferenceTask::Robbery)),
            format!("stolen={}", format_list(stolen)),
            format!("queue={}", self.queue_text()),
            format!(
                "discarded={}",
                format_list(self.discarded.iter().map(|number| (number + 1).to_string()))
            ),
            format!("tiles={}", self.tiles_text()),
            format!("single={}", self.singles_text()),
            format!("bonus={}", if self.bonuses_dealt { bonuses } else { "?".into() }),
            format!(
                "captured={}",
                self.marks(|cell| match cell {
                    ReferenceCell::Captured { owner, kind } =>
                        Some(format!("{}:{owner}", kind.letter())),
                    _ => None,
                })
            ),
            format!(
                "stones={}",
                format_list(
                    self.cells_where(|cell| cell == ReferenceCell::Stone)
                        .map(|cell| cell.to_string())
                )
            ),
        ];
        words.join(" ")
    }

    fn marks(&self, mark: fn(ReferenceCell) -> Option<String>) -> String {
        let cells = self.cells_where(|_| true);
        format_list(cells.filter_map(|cell| {
            let mark = mark(self.cells[usize::from(cell.row)][usize::from(cell.column)])?;
            Some(format!("{cell}:{mark}"))
        }))
    }

    fn queue_text(&self) -> String {
        let mut words: Vec<String> = Vec::new();
        let mut undecided = 0;
        let drawn = self.drawn.map(Some);
        for tile in drawn.iter().chain(&self.queue) {
            match tile {
                Some(number) => words.push((number + 1).to_string()),
                None if undecided == 0 => {
                    undecided = self.queue.iter().filter(|tile| tile.is_none()).count();
                    words.push(format!("?{undecided}"));
                }
                None => {}
            }
        }
        format_list(words)
    }

    fn tiles_text(&self) -> String {
        let mut tiles: Vec<(usize, String)> = Vec::new();
        for laid in &self.tiles {
            let Some(number) = laid.number else { continue };
            let corner = Cell::new(laid.corner.0, laid.corner.1);
            let text = format!("{}:{corner}{}:{}", number + 1, laid.orientation, laid.owner);
            tiles.push((number, text));
        }
        tiles.sort();
        format_list(tiles.into_iter().map(|(_, text)| text))
    }

    fn singles_text(&self) -> String {
        let singles = self.tiles.iter().filter(|laid| laid.number.is_none());
        let mut singles: Vec<_> = singles.map(|laid| (laid.corner, laid.owner)).collect();
        singles.sort_unstable();
        format_list(
            singles
                .iter()
                .map(|((row, column), owner)| format!("{}:{owner}", Cell::new(*row, *column))),
        )
    }
}

fn format_list(items: impl IntoIterator<Item = String>) -> String {
    let items: Vec<String> = items.into_iter().collect();
    if items.is_empty() { "-".into() } else { items.join(",") }
}
