//! A child that hides from its group, its parent and its environment is found when orphans are
//! adopted. This test has its own file because adopting affects the whole process.

mod support;

use meeple_bots::{Process, ProcessSupervisor};
use support::{
    fixture, marker, still_running, test_tables::TEST_TABLES, verdicts::BOTS, wait_until,
};

#[test]
fn an_orphan_that_wiped_its_environment_is_killed_with_the_last_bot() {
    let (supervisor, marker) = (ProcessSupervisor::with_orphan_adoption(), marker());
    let program = fixture("wiped_child.sh", &marker);
    let mut process = Process::start(&program, &supervisor).expect("it starts");
    // The child runs its own shell once env and setsid are done.
    wait_until(|| still_running(&marker).iter().any(|line| line.contains("while :")));
    process.kill();
    assert_eq!(still_running(&marker), Vec::<String>::new());

    // The same at every table, one game after the other: an orphan is killed with the last bot that runs.
    let bot = BOTS.iter().find(|bot| bot[0] == "wiped_child.sh").expect("it is in the table");
    for table in &TEST_TABLES {
        table.check(bot, &supervisor);
    }
}
