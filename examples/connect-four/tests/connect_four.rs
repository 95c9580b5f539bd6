//! Conformance, perft numbers and sample play of Connect Four.

use connect_four::ConnectFour;
use connect_four::ui::{ConnectFourView, ROSTER};
use meeple_ai::roster::Resources;
use meeple_arena::tournament::{self, Tournament};
use meeple_bots::PlayerLauncher;
use meeple_core::{conformance::ConformanceSuite, options::NoOptions, perft::perft};
use meeple_terminal::{
    console::Console,
    paint::Paint,
    prompt::{Env, GameSetup, play_game},
};
use meeple_view::erase;

#[test]
fn it_keeps_the_promises_of_a_game() {
    ConformanceSuite::<ConnectFour>::new([NoOptions])
        .games(50)
        .bad_moves(&["", "0", "8", "44"])
        .check();
    for wrong in ["x", "x/y/////", "o//////", "xoxoxox/o/////", "xxxx/ooo/o////", "xxx//////"] {
        assert!(format!("columns={wrong}").parse::<ConnectFour>().is_err(), "{wrong}");
    }
}

#[test]
fn the_sequences_of_moves_are_as_many_as_elsewhere() {
    let counted = [1, 2, 3, 4, 5, 6, 7].map(|depth| perft(&ConnectFour::default(), depth, 0));
    assert_eq!(counted, [7, 49, 343, 2401, 16_807, 117_649, 823_536]);
}

#[test]
fn a_game_is_played_at_the_prompts() {
    let mut said = Vec::new();
    let console = Console::new(&b"1\n9\n2\n1\n2\n1\nundo\n1\n2\n1\n"[..], &mut said, Paint::PLAIN);
    let seats = vec!["you:name=Ann".into(), "you:name=Bo".into()];
    let setting = GameSetup { seats, ..GameSetup::default() };
    play_game::<ConnectFourView>(setting, Env::default(), console)
        .expect("it is played to its end");
    let said = String::from_utf8(said).expect("UTF-8");
    assert!(said.contains("\"9\": bad move at character 1: expected a column, 1 to 7."), "{said}");
    assert!(
        said.ends_with(" x o . . . . .\n 1 2 3 4 5 6 7\nFour in a line: Ann wins.\n"),
        "{said}"
    );
}

#[test]
fn a_small_idea_beats_chance() {
    let launcher = PlayerLauncher::new(ROSTER, erase::<ConnectFourView>(), Resources::default());
    let both = launcher.parse_contestants(["careful", "random"]).expect("both are known");
    let games = Tournament::new_match::<ConnectFour>(NoOptions, launcher, both);
    let ledger = tournament::play(&Tournament { games: 200, ..games }, None, &mut |_| ());
    let standing = ledger.expect("tables").standings();
    assert!(standing.rows[0].name == "careful" && standing.rows[0].share_interval[0] > 0.5);
}
