//! Every move can be typed by its name and in the notation of records.

use super::{
    GameOf, Prompt, azul::AzulPrompt, chomp::ChompPrompt, filler::FillerPrompt, grass::GrassPrompt,
};
use meeple_ai::roster::Resources;
use meeple_core::{Game, Header, Notes, Table, TableDue, options};
use meeple_session::open_table::anonymous_seats;
use meeple_view::{View, ViewScene};
use std::collections::BTreeSet;

/// Plays a random game with these options; in each position, types some of the legal moves.
fn check<P: Prompt>(words: &[&str], seed: u64) {
    let words: Vec<String> = words.iter().map(|&word| word.into()).collect();
    let options = options::parse(&words).expect("good options");
    let seats = GameOf::<P>::new(&options).expect("good options").seats();
    let header = Header::new::<GameOf<P>>(&options, anonymous_seats(seats));
    let header = Header { seed: Some(seed), ..header };
    let mut table = Table::open::<GameOf<P>>(&options, header).expect("a good game");
    let prompt = P::new(&Resources::default());
    let mut plies = 0;
    loop {
        match table.due() {
            TableDue::Deal => drop(table.deal().expect("a deal")),
            TableDue::Seat(seat) => {
                check_moves(&prompt, &ViewScene::current(table.game()).expect("this game"));
                let moves = table.position().legal_move_texts();
                plies += 1;
                let mv = &moves[(7 * plies + 3) % moves.len()];
                table.play(seat, mv, Notes::default()).expect("a legal move");
            }
            TableDue::End | TableDue::Over => break,
        }
    }
    assert!(plies > 0);
}

fn check_moves<P: Prompt>(prompt: &P, scene: &ViewScene<'_, GameOf<P>>) {
    let moves: Vec<_> = scene.position.legal_moves().collect();
    let name = |mv| P::View::move_name(scene.position, mv);
    let names: BTreeSet<String> = moves.iter().map(|&mv| name(mv)).collect();
    assert_eq!(names.len(), moves.len(), "two moves have one name: {names:?}");
    let some = moves.len().div_ceil(20);
    for &mv in moves.iter().step_by(some).chain(moves.last()) {
        for typed in [name(mv), name(mv).to_lowercase(), mv.to_string()] {
            let read = prompt.read(scene, &typed).map(|mv| mv.to_string());
            assert_eq!(read, Ok(mv.to_string()), "{typed:?}");
        }
    }
}

#[test]
fn squares_of_chomp_can_be_typed() {
    check::<ChompPrompt>(&["width=30", "height=12"], 1);
}

#[test]
fn placements_of_filler_can_be_typed() {
    check::<FillerPrompt>(&["map=map00"], 1);
}

#[test]
fn moves_of_azul_can_be_typed() {
    check::<AzulPrompt>(&["players=2", "wall=grey"], 1);
    check::<AzulPrompt>(&["players=3"], 1);
}

#[test]
fn moves_of_laying_grass_can_be_typed() {
    check::<GrassPrompt>(&["players=2"], 3);
    check::<GrassPrompt>(&["players=5"], 1);
}
