//! What happens, in words.

use super::{
    moves::{self, AzulLegalMove, Draft, Place, Tiling},
    scoring::{self, tell_complete},
};
use crate::{
    Scene,
    words::{capitalised, counted, listed, verb},
};
use meeple_core::{Game, Outcome, Seat, Turn};
use meeple_games::azul::{
    Azul, AzulMove, Bonus, Deal, End, IllegalMove, Marker, Phase, PlayerBoard, Source,
};

/// `Ann takes 3 blue from factory 2: line 2 full, 1 to the floor, -1`.
pub(super) fn tell_move(before: &Scene<'_, Azul>, seat: Seat, mv: AzulMove) -> String {
    let name = before.name(seat);
    let told = match (moves::look_at(before.position, mv), mv) {
        (Some(AzulLegalMove::Draft(draft)), AzulMove::Draft(action)) => {
            tell_draft(name, &draft, action.source)
        }
        (Some(AzulLegalMove::Wall(Tiling { row, column, colour, .. })), _) => {
            format!("{} {colour} in row {row}, column {column}", verb(name, "put"))
        }
        _ => format!("{} {mv}", verb(name, "play")),
    };
    format!("{name} {told}")
}

fn tell_draft(name: &str, draft: &Draft, source: Source) -> String {
    let Draft { takes, colour, takes_marker, falls, .. } = *draft;
    let mut parts = vec![match draft.place {
        Place::Line(line) if draft.fills_line => format!("line {line} full"),
        Place::Line(line) => format!("line {line}, {} to go", draft.misses),
        Place::Floor => "all to the floor".into(),
    }];
    if falls > 0 && draft.place != Place::Floor {
        parts.push(format!("{falls} to the floor"));
    }
    let cost = draft.cost + draft.marker_cost;
    if cost > 0 {
        parts.push(format!("-{cost}"));
    }
    if draft.to_lid > 0 || (takes_marker && draft.marker_cost == 0) {
        parts.push("the floor is full (A7)".into());
    }
    let marker = if takes_marker { " and the marker" } else { "" };
    let (take, parts) = (verb(name, "take"), parts.join(", "));
    format!("{take} {takes} {colour}{marker} from {source}: {parts}")
}

/// `Round 2, Ann first. Dealt: BBKK BYWW`.
pub(super) fn tell_deal(before: &Scene<'_, Azul>, deal: &Deal) -> String {
    match deal {
        Deal::Starter(seat) => {
            let name = before.name(*seat);
            format!("The lot falls on {name}: {name} {} (A4).", verb(name, "start"))
        }
        Deal::Factories(_) => {
            let (round, name) = (before.position.round(), before.name(before.position.starter()));
            format!("Round {round}, {name} first. Dealt: {deal}")
        }
    }
}

/// The end of a round, tile by tile; that the lid was poured into the bag; who starts next.
pub(super) fn tell_consequences(after: &Scene<'_, Azul>, before: &Azul) -> Vec<String> {
    let scored = scoring::scored(after, before);
    let is_silent = scored.is_empty();
    let (was, is) = (before.phase(), after.position.phase());
    let mut told = Vec::new();
    if was == Phase::Deal && !before.lid().is_empty() && after.position.lid().is_empty() {
        told.push("The bag ran out: the lid was poured into it (A13).".into());
    }
    match (was, is) {
        (Phase::Draft, Phase::Tile | Phase::Deal | Phase::Over) => {
            told.push(format!("End of round {}:", before.round()));
        }
        (Phase::Deal, Phase::Over) => told.push("Nothing of this fits anywhere (A15).".into()),
        _ => {}
    }
    told.extend(scored.into_iter().map(|scored| scored.sentence));
    if is_silent && was == Phase::Draft && matches!(is, Phase::Deal | Phase::Over) {
        told.push("Nothing is scored.".into());
    }
    if matches!(was, Phase::Draft | Phase::Tile) && is == Phase::Deal {
        told.push(tell_next_starter(after, before));
    }
    told
}

fn tell_next_starter(after: &Scene<'_, Azul>, before: &Azul) -> String {
    let (round, name) = (after.position.round(), after.name(after.position.starter()));
    let starts = verb(name, "start");
    let last = after.last_move().and_then(|(_, mv)| mv.parse().ok());
    let from_centre =
        matches!(last, Some(AzulMove::Draft(action)) if action.source == Source::Center);
    if before.marker() == Marker::Center && !from_centre {
        format!("Nobody took the marker: {name} {starts} round {round} again (A14).")
    } else {
        capitalised(&format!("{name} took the marker and {starts} round {round} (A5)."))
    }
}

/// What is due, in a sentence.
pub(super) fn tell_due(scene: &Scene<'_, Azul>) -> String {
    let game = scene.position;
    match (game.turn(), game.phase(), game.line_to_tile()) {
        (Turn::Seat(seat), _, Some((row, colour))) => {
            let (name, line) = (scene.name(seat), row.capacity());
            let chooses = verb(name, "choose");
            format!("Line {line} is full of {colour}: {name} {chooses} its column (A16).")
        }
        (Turn::Seat(seat), ..) => {
            let name = scene.name(seat);
            capitalised(&format!("{name} {} tiles next.", verb(name, "take")))
        }
        (Turn::Chance, Phase::DrawStarter, _) => "The starter is drawn next (A4).".into(),
        (Turn::Chance, ..) => format!("Round {} is dealt next (A13).", game.round()),
        (Turn::Over, ..) => format!("The game is over: {}.", tell_end(game)),
    }
}

pub(super) fn tell_refusal(scene: &Scene<'_, Azul>, reason: &IllegalMove) -> String {
    match *reason {
        IllegalMove::NotYourTurn { to_move, .. } => match scene.name(to_move) {
            "you" => "it is your turn (A4)".into(),
            name => format!("it is {name}'s turn (A4)"),
        },
        IllegalMove::NoMoveDue { turn: Turn::Over } => {
            format!("the game is over: {}", tell_end(scene.position))
        }
        _ => reason.to_string(),
    }
}

/// `2 complete rows and 1 complete column`.
pub(super) fn achievement(board: &PlayerBoard) -> Option<String> {
    let complete = Bonus::ALL.into_iter().filter_map(|bonus| {
        Some(bonus.count(board)).filter(|&count| count > 0).map(|count| tell_complete(bonus, count))
    });
    let complete: Vec<String> = complete.collect();
    (!complete.is_empty()).then(|| list(&complete))
}

/// Why the game ended, and what became of a tie.
pub(super) fn tell_reason(scene: &Scene<'_, Azul>, outcome: &Outcome) -> String {
    let reason = tell_end(scene.position);
    match tell_tie(scene, outcome) {
        Some(tie) => format!("{reason}, and {tie}"),
        None => reason.into(),
    }
}

fn tell_end(game: &Azul) -> &'static str {
    match game.end() {
        Some(End::CompleteRow) => "a row is complete (A12)",
        Some(End::Stalemate) => "no tile can be placed any more (A15)",
        Some(End::Truncated) => "60 rounds were played (A15)",
        None => "it was ended",
    }
}

/// What is to be said of those who have as many points as the winners, if there are others.
fn tell_tie(scene: &Scene<'_, Azul>, outcome: &Outcome) -> Option<String> {
    let rows = |seat: &Seat| scene.position.board(*seat).map_or(0, |b| b.wall().complete_rows());
    let winners: Vec<Seat> = outcome.winners().collect();
    let first = winners.first()?;
    let (score, most) = (outcome.of(*first)?.score, rows(first));
    let points = counted(score as usize, "point");
    // Whoever has as many rows and is not among the winners has left the game.
    let others = (0..scene.position.players()).map(Seat::new).filter(|seat| {
        outcome.of(*seat).is_some_and(|result| result.score == score) && rows(seat) < most
    });
    let others: Vec<Seat> = others.collect();
    if !others.is_empty() {
        let counts = |seats: &[Seat]| {
            let counts = seats.iter().map(|seat| format!("{} {}", scene.name(*seat), rows(seat)));
            list(&counts.collect::<Vec<_>>())
        };
        let (winners, others) = (counts(&winners), counts(&others));
        return Some(format!("at {points} complete rows decide, {winners} to {others}"));
    }
    let names: Vec<&str> = winners.iter().map(|seat| scene.name(*seat)).collect();
    (names.len() > 1).then(|| {
        let (names, rows) = (listed(&names), tell_complete(Bonus::Rows, most));
        format!("{names} are equal with {points} and {rows}")
    })
}

fn list(texts: &[String]) -> String {
    listed(&texts.iter().map(String::as_str).collect::<Vec<_>>())
}
