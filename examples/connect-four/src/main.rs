//! Plays `connect-four` at Meeple's prompts.

fn main() -> std::process::ExitCode {
    meeple::run_game::<connect_four::ui::ConnectFourView>()
}
