//! What is what in a script: code, texts, comments.
//!
//! ```text
//! say(`Hello ${name}`); // politely
//! └─┬┘└───┬───┘└─┬┘└┬┘└┬┘└────┬───┘
//!  Code  Text  Code Text Code  Comment
//! ```
//!
//! Enough of the grammar to tell them apart, and no more. All pieces together are the script.

/// A part of a script.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Piece<'a> {
    /// What is done.
    Code(&'a str),
    /// A text with its quotes, a part of a template with its marks, or a pattern.
    Text(&'a str),
    /// What is only for people.
    Comment(&'a str),
}

/// Words behind which a slash begins a pattern; behind others it divides.
const BEFORE_PATTERNS: [&str; 6] = ["return", "typeof", "case", "of", "in", "await"];

/// The pieces of a script; nothing if it ends in the middle of one.
pub(super) fn pieces(script: &str) -> Option<Vec<Piece<'_>>> {
    let bytes = script.as_bytes();
    let mut pieces = Vec::new();
    // Braces that are open: in the script itself, and in each hole of a template that is open.
    let mut braces = vec![0_usize];
    let (mut begin, mut at) = (0, 0);
    while let Some(&byte) = bytes.get(at) {
        let closes_hole = byte == b'}' && braces.len() > 1 && braces.last() == Some(&0);
        let end = match (byte, bytes.get(at + 1)) {
            (b'/', Some(b'/')) => script[at..].find('\n').map_or(script.len(), |long| at + long),
            (b'/', Some(b'*')) => at + 2 + script[at + 2..].find("*/")? + 2,
            (b'/', _) if begins_pattern(&script[..at]) => pattern_end(bytes, at)?,
            (b'"' | b'\'', _) => quoted_end(bytes, at)?,
            (b'`', _) => template_end(bytes, at)?,
            (b'}', _) if closes_hole => template_end(bytes, at)?,
            _ => {
                let open = braces.last_mut()?;
                match byte {
                    b'{' => *open += 1,
                    b'}' => *open = open.checked_sub(1)?,
                    _ => {}
                }
                at += 1;
                continue;
            }
        };
        if begin < at {
            pieces.push(Piece::Code(&script[begin..at]));
        }
        let text = &script[at..end];
        if closes_hole {
            braces.pop();
        }
        if (closes_hole || byte == b'`') && text.ends_with("${") {
            braces.push(0);
        }
        let is_comment = text.starts_with("//") || text.starts_with("/*");
        pieces.push(if is_comment { Piece::Comment(text) } else { Piece::Text(text) });
        (begin, at) = (end, end);
    }
    if begin < at {
        pieces.push(Piece::Code(&script[begin..]));
    }
    (braces == [0]).then_some(pieces)
}

/// Whether a slash behind this begins a pattern.
fn begins_pattern(before: &str) -> bool {
    let before = before.trim_end();
    let word = before.rfind(|letter: char| !letter.is_ascii_alphanumeric() && letter != '_');
    let word = &before[word.map_or(0, |at| at + 1)..];
    before.ends_with(['(', ',', '=', ':', '[', '!', '&', '|', '?', '{', ';', '>'])
        || before.is_empty()
        || BEFORE_PATTERNS.contains(&word)
}

/// Where the text ends that begins here with its quote.
fn quoted_end(bytes: &[u8], begin: usize) -> Option<usize> {
    let mut at = begin + 1;
    loop {
        match *bytes.get(at)? {
            b'\\' => at += 2,
            b'\n' => return None,
            byte if byte == bytes[begin] => return Some(at + 1),
            _ => at += 1,
        }
    }
}

/// Where the pattern ends that begins here, without its flags.
fn pattern_end(bytes: &[u8], begin: usize) -> Option<usize> {
    let (mut at, mut is_set) = (begin + 1, false);
    loop {
        match *bytes.get(at)? {
            b'\\' => at += 1,
            b'\n' => return None,
            b'[' => is_set = true,
            b']' => is_set = false,
            b'/' if !is_set => return Some(at + 1),
            _ => {}
        }
        at += 1;
    }
}

/// Where the part of a template ends that begins here: with its last quote, or with `${`.
fn template_end(bytes: &[u8], begin: usize) -> Option<usize> {
    let mut at = begin + 1;
    loop {
        match *bytes.get(at)? {
            b'\\' => at += 2,
            b'`' => return Some(at + 1),
            b'$' if bytes.get(at + 1) == Some(&b'{') => return Some(at + 2),
            _ => at += 1,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{
        Piece::{Code, Comment, Text},
        *,
    };

    fn check(script: &str, expected: &[Piece<'_>]) {
        assert_eq!(pieces(script).as_deref(), Some(expected), "{script}");
    }

    #[test]
    fn texts_and_comments_are_told_from_code() {
        check("a = 1;", &[Code("a = 1;")]);
        check(
            "say('it\\'s'); // so",
            &[Code("say("), Text("'it\\'s'"), Code("); "), Comment("// so")],
        );
        check("/** @type {A} */ (a)", &[Comment("/** @type {A} */"), Code(" (a)")]);
        check("a(\"// no\")", &[Code("a("), Text("\"// no\""), Code(")")]);
        check(
            "a(/[/\"]\\//g, b / c / d)",
            &[Code("a("), Text("/[/\"]\\//"), Code("g, b / c / d)")],
        );
        check("return /'/.test(a)", &[Code("return "), Text("/'/"), Code(".test(a)")]);
    }

    #[test]
    fn what_stands_in_the_holes_of_a_template_is_code() {
        check(
            "`a\n// b ${{ c: `${d}` }.c} e`;",
            &[
                Text("`a\n// b ${"),
                Code("{ c: "),
                Text("`${"),
                Code("d"),
                Text("}`"),
                Code(" }.c"),
                Text("} e`"),
                Code(";"),
            ],
        );
        check("`\\`$ {`", &[Text("`\\`$ {`")]);
    }

    #[test]
    fn a_script_that_ends_too_soon_has_no_pieces() {
        for script in ["`a", "'a", "'a\n'", "/* a", "`${a", "{", "}", "a = /b", "'\\"] {
            assert_eq!(pieces(script), None, "{script}");
        }
    }
}
