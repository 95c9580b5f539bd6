//! Azul line by line.

mod board;
mod scoring;

use super::{PlainGame, Scene};
use meeple_ai::roster::Resources;
use meeple_core::{Event, Limits, Outcome, Seat, text::nearest};
use meeple_games::{
    GameKind,
    azul::{Azul, AzulMove, Deal, Destination, DraftAction, Marker, Phase, Row, Source, TileColor},
};

/// The view of a table with its boards.
pub(super) struct AzulView;

impl PlainGame for AzulView {
    type Game = Azul;
    const KIND: GameKind = GameKind::Azul;
    const OPPONENT: &'static str = "greedy";
    const HELP: &'static str = "\
Take all tiles of one colour from a factory or the centre and put them on a line:
2 blue 3 (factory 2, line 3), centre red floor. Short: 2 b 3, c r f; black is k.
On the wall, capital letters are tiles and small ones the colours of free cells.
On the grey wall you choose the cell of each full line: wall 3 5, or just 5.
  bag     what is left in the bag and in the lid";

    fn new(_: &Resources) -> Self {
        AzulView
    }

    fn draw(&self, scene: &Scene<'_, Azul>) -> String {
        board::draw(scene)
    }

    fn question(&self, scene: &Scene<'_, Azul>, seat: Seat) -> String {
        let name = scene.name(seat);
        match scene.position.line_to_tile() {
            Some((row, color)) => {
                let line = row.index() + 1;
                format!("{name}, line {line} is full of {color}: its column (1 to 5): ")
            }
            None => format!("{name}, your move (such as 2 blue 3): "),
        }
    }

    fn read(&self, scene: &Scene<'_, Azul>, line: &str) -> Result<AzulMove, String> {
        let mut words: Vec<String> =
            line.split_whitespace().map(|word| full_word(&word.to_lowercase())).collect();
        if let (Some((row, _)), [_]) = (scene.position.line_to_tile(), words.as_slice()) {
            words.splice(0..0, ["wall".to_owned(), (row.index() + 1).to_string()]);
        }
        words.join(" ").parse().map_err(|error: meeple_core::ParseError| {
            let commands = ["help", "hint", "undo", "moves", "bag", "quit"];
            let command = nearest(line, commands).filter(|_| !line.contains(' '));
            let guess = command.map(|word| format!(" (or did you mean {word:?}?)"));
            let line: String = line.chars().take(40).collect();
            format!("{line:?} is not a move: {}{}", error.reason, guess.unwrap_or_default())
        })
    }

    fn tell_move(&self, scene: &Scene<'_, Azul>, seat: Seat, mv: AzulMove) -> String {
        let name = scene.name(seat);
        match mv {
            AzulMove::Draft(action) => {
                format!("{name} {}", tell_draft(scene.position, seat, name, action))
            }
            AzulMove::Wall(action) => {
                let (row, column) = (action.row + 1, action.column + 1);
                format!("{name} {} row {row}, column {column}", verb(name, "tile"))
            }
        }
    }

    fn tell_deal(&self, scene: &Scene<'_, Azul>, deal: &Deal) -> String {
        match deal {
            Deal::Starter(seat) => {
                let name = scene.name(*seat);
                format!("The lot falls on {name}: {name} {} first.", verb(name, "move"))
            }
            Deal::Factories(offer) => {
                let name = scene.name(scene.position.starter());
                let factories =
                    offer.factories().iter().map(|&tiles| board::tiles(tiles, scene.paint));
                let factories: Vec<String> = (1..)
                    .zip(factories)
                    .map(|(number, tiles)| format!("{number} {tiles}"))
                    .collect();
                let lines: Vec<String> = factories.chunks(5).map(|line| line.join("   ")).collect();
                let round = scene.position.round();
                format!("Round {round}, {name} first. Dealt:\n  {}", lines.join("\n  "))
            }
        }
    }

    fn tell_consequences(&self, scene: &Scene<'_, Azul>, before: &Azul) -> String {
        let lines = match scene.line.last().map(|ply| &ply.event) {
            Some(Event::Move { mv, .. }) => {
                mv.parse().map(|mv| before.score_lines(mv)).unwrap_or_default()
            }
            Some(Event::Deal { deal }) => {
                deal.parse().map(|deal| before.score_lines_of_deal(&deal)).unwrap_or_default()
            }
            _ => Vec::new(),
        };
        scoring::tell(scene, before, &lines)
    }

    fn command(&mut self, scene: &Scene<'_, Azul>, line: &str, _: &Limits) -> Option<String> {
        let heap = |name: &str, tiles: meeple_games::azul::TileCounts| {
            let counts = TileColor::ALL.map(|color| format!("{} {color}", tiles[color]));
            format!("{name:<4} {:>3}: {}", tiles.total(), counts.join(", "))
        };
        line.eq_ignore_ascii_case("bag").then(|| {
            let game = scene.position;
            format!("{}\n{}", heap("bag", game.bag()), heap("lid", game.lid()))
        })
    }

    fn tell_end(&self, scene: &Scene<'_, Azul>, outcome: &Outcome) -> String {
        let scores = scene
            .position
            .boards()
            .iter()
            .enumerate()
            .map(|(seat, board)| format!("{}: {}", scene.name(Seat::new(seat)), board.score()));
        let scores: Vec<String> = scores.collect();
        let names: Vec<&str> = outcome.winners().map(|seat| scene.name(seat)).collect();
        let win = match names.as_slice() {
            [name] => format!("{name} {}", verb(name, "win")),
            _ => format!("{} share the win", names.join(" and ")),
        };
        let mut reason = outcome.reason.to_string();
        if let Some(first) = reason.get_mut(..1) {
            first.make_ascii_uppercase();
        }
        format!("{reason}; {win}.\nScores: {}.", scores.join(", "))
    }
}

/// `you move`, `greedy moves`.
fn verb(name: &str, verb: &str) -> String {
    if name == "you" { verb.into() } else { format!("{verb}s") }
}

/// What a short word stands for; other words stay.
fn full_word(word: &str) -> String {
    let mut letters = word.chars();
    let color = match (letters.next(), letters.next()) {
        (Some(letter), None) => TileColor::from_letter(letter.to_ascii_uppercase()),
        _ => None,
    };
    match (word, color) {
        (_, Some(color)) => color.name().into(),
        ("c" | "center", _) => "centre".into(),
        ("f", _) => "floor".into(),
        _ => word.into(),
    }
}

/// `takes 3 blue from factory 2: line 2 full, 1 dropped`.
fn tell_draft(game: &Azul, seat: Seat, name: &str, action: DraftAction) -> String {
    let DraftAction { source, color, destination } = action;
    let count = game.market().tiles_at(source)[color];
    let first = source == Source::Center && game.marker() == Marker::Center;
    let marker = if first { " and the marker" } else { "" };
    let place = match destination {
        Destination::Floor => "all dropped".into(),
        Destination::PatternLine(row) => {
            let line = row + 1;
            let board = game.board(seat).zip(Row::new(row.into()));
            let room =
                board.map_or(0, |(board, row)| row.capacity() - board.line(row).count_filled);
            match (count.checked_sub(room), room.checked_sub(count)) {
                (Some(0), _) => format!("line {line} full"),
                (Some(surplus), _) => format!("line {line} full, {surplus} dropped"),
                (None, left) => format!("line {line}, {} to go", left.unwrap_or(0)),
            }
        }
    };
    format!("{} {count} {color}{marker} from {source}: {place}", verb(name, "take"))
}

/// What comes next, where it is not a move in the draft.
fn is_between_rounds(game: &Azul) -> bool {
    matches!(game.phase(), Phase::DrawStarter | Phase::Deal)
}
