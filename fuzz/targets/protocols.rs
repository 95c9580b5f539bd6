//! Anything from an engine or from a bot: a message, a question, an answer or a reason, never a panic.
#![no_main]

use libfuzzer_sys::fuzz_target;
use meeple_bots::school::{Dialect, Questions, Reading, Told, Transcript};
use meeple_session::protocol::{Line, Message};

fuzz_target!(|bytes: &[u8]| {
    for dialect in Dialect::ALL {
        let strict = Reading::Strict.read(dialect, bytes);
        let lenient = Reading::Lenient.read(dialect, bytes);
        // Y may count as 0 for the strict judge.
        let column = lenient.map(|at| at.column);
        assert!(strict.is_err() || strict.map(|at| at.column) == column);
    }
    for chosen in [None, Some(Dialect::Edu), Some(Dialect::FortyTwo)] {
        let mut questions = Questions::new(bytes, chosen);
        while let Some(question) = questions.next_question().expect("memory can be read") {
            let Ok(question) = question else { continue };
            // What was understood is asked again in the same words.
            let again = question.dialect.question(&question.board, &question.piece);
            let mut again = Questions::new(again.as_bytes(), None);
            let again = again.next_question().expect("memory can be read").expect("a question");
            assert_eq!(again.expect("our own words").piece, question.piece);
        }
    }
    for line in bytes.split(|&byte| byte == b'\n') {
        if let Ok(message) = Message::read(line) {
            let mut again = Vec::new();
            message.write(&mut again);
        }
        if let Ok(Line::Info(info)) = Line::read(line) {
            assert_eq!(info, info.trim());
        }
    }
    let mut transcript = Transcript::new(bytes);
    while let Ok(told) = transcript.next_told() {
        if matches!(told, Told::End(_)) {
            break;
        }
    }
});
