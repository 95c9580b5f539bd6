//! All misbehaving bots and their expected verdicts.
//!
//! ```text
//! bot            Meeple protocol   01-edu's dialect   42's dialect
//! crash.sh       crash             crash              crash
//! eager.sh       bad-answer        illegal            illegal
//! two_writes.sh  fine              time-out           time-out
//! ```

/// A bot, and the name of its verdict in the Meeple protocol and in the dialects of 01-edu and 42.
/// `fine` means no verdict. `chomp=illegal bad-answer`: `illegal` in Chomp, otherwise `bad-answer`.
/// `bad-answer|time-out`: either, depending on timing.
pub(crate) const BOTS: &[[&str; 4]] = &[
    // Bots that write nothing, or no complete line.
    ["silent.sh", "time-out", "time-out", "time-out"],
    ["slow.sh", "time-out", "time-out", "time-out"],
    ["slow_thinker.sh", "time-out", "time-out", "time-out"],
    ["deaf.sh", "time-out", "time-out", "time-out"],
    ["setsid_child.sh", "time-out", "time-out", "time-out"],
    ["wiped_child.sh", "time-out", "time-out", "time-out"],
    ["busy.sh", "time-out", "time-out", "time-out"],
    ["drip.sh", "time-out", "time-out", "time-out"],
    ["half_a_line.sh", "time-out", "time-out", "time-out"],
    ["info_for_ever.sh", "time-out", "bad-answer", "bad-answer"],
    // Bots that exit, or close a pipe.
    ["crash.sh", "crash", "crash", "crash"],
    ["leaves.sh", "crash", "crash", "crash"],
    ["segfault.sh", "crash", "crash", "crash"],
    ["forks.sh", "crash", "crash", "crash"],
    ["memory_hog.py", "crash", "crash", "crash"],
    ["one_turn.sh", "crash", "time-out", "time-out"],
    ["closes_stdout.sh", "closed-pipe", "closed-pipe", "closed-pipe"],
    // What a bot writes before the question is not an answer in a dialect, and then the bot is gone.
    ["closes_stdin.py", "bad-answer", "bad-answer|closed-pipe", "bad-answer|closed-pipe"],
    // Bots that write too much.
    ["chatty.sh", "line-too-long", "line-too-long", "line-too-long"],
    ["huge_line.sh", "line-too-long", "line-too-long", "line-too-long"],
    ["nested_deeper.sh", "line-too-long", "line-too-long", "line-too-long"],
    // Bots that write something other than an answer.
    ["chatty_lines.sh", "bad-answer", "bad-answer", "bad-answer"],
    ["garbage.py", "bad-answer", "bad-answer", "bad-answer"],
    ["bad_json.sh", "bad-answer", "bad-answer", "bad-answer"],
    ["no_move.sh", "bad-answer", "bad-answer", "bad-answer"],
    ["number_for_move.sh", "bad-answer", "bad-answer", "bad-answer"],
    ["list.sh", "bad-answer", "bad-answer", "bad-answer"],
    ["nested.sh", "bad-answer", "bad-answer", "bad-answer"],
    ["no_utf8.sh", "bad-answer", "bad-answer", "bad-answer"],
    ["zero_byte.sh", "bad-answer", "bad-answer", "bad-answer"],
    ["empty_line.sh", "bad-answer", "bad-answer", "bad-answer"],
    ["other_game.sh", "bad-answer", "bad-answer", "bad-answer"],
    // Bots whose answer is valid, but not legal; 42's board accepts `7 2` once.
    ["eager.sh", "bad-answer", "illegal", "illegal"],
    ["in_pieces.sh", "time-out", "illegal", "time-out"],
    ["noisy_stderr.sh", "bad-answer", "illegal", "time-out"],
    ["thinks_ahead.py", "bad-answer", "illegal", "illegal"],
    ["ignores_continue.py", "bad-answer", "illegal", "illegal"],
    ["slow_start.sh", "bad-answer", "illegal", "illegal"],
    ["illegal.sh", "illegal", "illegal", "illegal"],
    ["answers_twice.sh", "illegal", "time-out", "time-out"],
    [
        "unasked.sh",
        "chomp=illegal filler=illegal bad-answer",
        "bad-answer|time-out",
        "bad-answer|time-out",
    ],
    // Bots that only seem to misbehave; the dialects' lines mean nothing to them.
    ["info_and_move.sh", "fine", "time-out", "time-out"],
    ["two_writes.sh", "fine", "time-out", "time-out"],
    ["carriage_return.sh", "fine", "time-out", "time-out"],
    ["ignores_end.sh", "fine", "time-out", "time-out"],
    ["talks_after_end.sh", "fine", "time-out", "time-out"],
];
