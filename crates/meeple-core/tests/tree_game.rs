//! The tree game passes the conformance suite and refuses bad trees.

use meeple_core::{
    Game,
    conformance::ConformanceSuite,
    tree_game::{TreeGame, TreeOptions},
};

#[test]
fn trees_pass_the_conformance_suite() {
    let trees = [
        "0(win:1,0|lose:0,1)",
        "0(a:0(b:1(c:2,1|d:1,2))|e:?(heads*1:1,0|tails*3:1(f:0,0)))",
        "?(x*1:2(a:1,2,3|b:3,2,1)|y*9:0,0,0)",
    ];
    let options = trees.map(|tree| TreeOptions { tree: tree.into() });
    ConformanceSuite::<TreeGame>::new(options)
        .games(20)
        .max_plies(5)
        .bad_moves(&["", "?", "a b", "muchtoolong"])
        .bad_deals(|_| vec!["nowhere".into(), String::new()])
        .check();
}

#[track_caller]
fn refused(text: &str, message: &str) {
    assert_eq!(text.parse::<TreeGame>().expect_err("a bad tree").to_string(), message);
}

#[test]
fn bad_trees_are_refused_where_they_go_wrong() {
    refused("tree=", "bad position at character 6: expected a score");
    refused("tree=0(a:1,0", "bad position at character 13: expected ')'");
    refused("tree=0(a:1,0|a:0,1)", "bad position at character 15: duplicate branch a");
    refused(
        "tree=0(a:1,0|b:0,1,2)",
        "bad position at character 21: every leaf needs one score per seat, for 2 to 9 seats",
    );
    refused(
        "tree=9(a:1,0)",
        "bad position at character 8: expected a seat from 0 to 8, or ?, before (",
    );
    refused("tree=?(a*0:1,0)", "bad position at character 11: expected a weight from 1 to 1000");
    refused("tree=0(a:1,0))", "bad position at character 14: unexpected text after the tree");
    refused("tree=0(a:1,0) at=b", "bad position at character 18: there is no branch b here");
    let deep = format!("tree={}1,0{}", "0(a:".repeat(200), ")".repeat(200));
    assert!(deep.parse::<TreeGame>().is_err());
}

#[test]
fn chance_follows_the_weights() {
    let game: TreeGame = "tree=?(rare*1:1,0|often*9:0,1)".parse().expect("a tree");
    let mut rng = meeple_core::rng::seeded(1, meeple_core::rng::RngStream::Deals);
    let often = "often".parse().expect("a branch");
    let count = (0..1000).filter(|_| game.sample_deal(&mut rng) == Some(often)).count();
    assert!((850..950).contains(&count), "{count} of 1000");
}
