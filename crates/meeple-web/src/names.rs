//! The names that people enter: in one spelling, readable, and like no other name at the table.
//!
//! ```text
//! "  Zoe\u{308}  B "  ──► "Zoë B"         normalised (NFKC), white space collapsed
//! "\u{202e}nnA"       ──► refused         invisible, or no letter, digit or mark of a name
//! "Hаrd", "bot l"     ──► refused         looks like a computer player
//! "Аnn" beside "Ann"  ──► refused         looks like the other name (here with a Cyrillic A)
//! "ann" beside "Ann"  ──► "ann 2"         the same name
//! ```
//!
//! This is the Nickname profile of PRECIS (RFC 8266) with the current version of Unicode, restricted to letters,
//! marks, numbers and the punctuation of names. What looks alike is decided by the skeletons of UTS 39.
//!
//! Only names that are entered are checked: logs may hold other ones, of earlier versions.

use crate::api_error::{ApiError, ErrorCode};
use meeple_ai::roster::roster;
use meeple_games::GameKind;
use std::{
    collections::{HashMap, HashSet},
    sync::LazyLock,
};
use unicode_normalization::UnicodeNormalization as _;
use unicode_properties::{GeneralCategory, GeneralCategoryGroup, UnicodeGeneralCategory as _};
use unicode_script::{Script, UnicodeScript as _};
use unicode_security::{
    GeneralSecurityProfile as _, confusable_detection::skeleton,
    general_security_profile::IdentifierType,
};

/// The name of a person who entered none.
const DEFAULT_NAME: &str = "guest";
/// The maximum length of a name in characters.
pub(crate) const MAX_NAME_LENGTH: usize = 24;
/// The maximum length of a name as it was sent, in bytes: longer ones aren't looked at.
const MAX_SENT_BYTES: usize = 1_000;
/// The maximum number of marks on one letter (UTS 39, section 5.4).
const MAX_MARKS: usize = 4;
/// The punctuation that names may have.
const PUNCTUATION: [char; 6] = [' ', '-', '\'', '.', '_', '’'];
/// Names of what is no person, besides the computer players of the game.
const RESERVED: [&str; 9] =
    ["bot", "computer", "server", "meeple", "easy", "normal", "hard", "max", "random"];
/// The highest number with which equal names are told apart; no game has more seats.
const MAX_NUMBER: usize = 9;

/// Returns the name under which a person sits down at a table where these names are taken, by people and
/// computer players. A name that somebody there has already gets a number.
pub(crate) fn choose(
    kind: GameKind,
    entered: &str,
    people: &[&str],
    computers: &[&str],
) -> Result<String, ApiError> {
    let name = normalise(entered)?;
    if name.is_empty() {
        return Ok(numbered(DEFAULT_NAME, people));
    }
    let look = Look::of(&name);
    if look.is_empty() {
        return Err(bad_name("A name needs a letter or a digit."));
    }
    let is_reserved = RESERVED_LOOKS.get(&kind).is_some_and(|reserved| reserved.has(&look));
    if is_reserved || ReservedLooks::of(computers.iter().copied()).has(&look) {
        let message = format!("“{name}” looks like the name of a computer player. Choose another.");
        return Err(bad_name(message));
    }
    if people.iter().any(|other| is_same(&name, other)) {
        return Ok(numbered(&name, people));
    }
    match people.iter().find(|other| look.is_like(&Look::of(other))) {
        Some(other) => {
            let message = format!("“{name}” looks like “{other}”, who sits here. Choose another.");
            Err(bad_name(message))
        }
        None => Ok(name),
    }
}

/// Normalises a name and checks each of its characters.
fn normalise(entered: &str) -> Result<String, ApiError> {
    let too_long = || bad_name(format!("A name has at most {MAX_NAME_LENGTH} characters."));
    if entered.len() > MAX_SENT_BYTES {
        return Err(too_long());
    }
    let normalised: String = entered.nfkc().collect();
    let name = normalised.split_whitespace().collect::<Vec<_>>().join(" ");
    let mut marked = None; // the letter before, and the number of its marks so far
    for letter in name.chars() {
        check_letter(letter)?;
        marked = match marked {
            _ if letter.general_category_group() != GeneralCategoryGroup::Mark => {
                letter.is_alphanumeric().then_some((letter, 0))
            }
            Some((base, _)) if !is_mark_of(letter, base) => return Err(foreign_mark(letter)),
            Some((base, count)) if count < MAX_MARKS => Some((base, count + 1)),
            Some(_) => return Err(bad_name("A name can't have so many marks on one letter.")),
            None => return Err(bad_name("In a name, accents and marks need a letter.")),
        };
    }
    if name.chars().count() > MAX_NAME_LENGTH { Err(too_long()) } else { Ok(name) }
}

/// Returns whether a mark can be on this letter: a mark of another script may not show there, such as the joiners
/// of Tifinagh and Brahmi on a Latin letter.
fn is_mark_of(mark: char, letter: char) -> bool {
    let script = mark.script();
    matches!(script, Script::Inherited | Script::Common) || script == letter.script()
}

fn foreign_mark(mark: char) -> ApiError {
    let code = u32::from(mark);
    bad_name(format!("In a name, a mark needs a letter of its own script (U+{code:04X})."))
}

fn check_letter(letter: char) -> Result<(), ApiError> {
    let is_invisible = letter.identifier_type() == Some(IdentifierType::Default_Ignorable);
    let category = letter.general_category_group();
    match category {
        GeneralCategoryGroup::Other | GeneralCategoryGroup::Separator if letter != ' ' => {}
        _ if is_invisible => {}
        GeneralCategoryGroup::Letter | GeneralCategoryGroup::Number => return Ok(()),
        GeneralCategoryGroup::Mark
            if letter.general_category() != GeneralCategory::EnclosingMark =>
        {
            return Ok(());
        }
        _ if PUNCTUATION.contains(&letter) => return Ok(()),
        _ => {
            let message =
                format!("A name can't contain “{letter}”, only letters, digits, spaces and -'._");
            return Err(bad_name(message));
        }
    }
    let code = u32::from(letter);
    Err(bad_name(format!("A name can't contain invisible or unknown characters (U+{code:04X}).")))
}

/// Returns whether two names are the same, apart from capitals.
fn is_same(name: &str, other: &str) -> bool {
    name.to_lowercase() == other.to_lowercase()
}

/// Returns the name, or with the first number that makes it unlike the others.
fn numbered(name: &str, others: &[&str]) -> String {
    let others: Vec<Look> = others.iter().map(|other| Look::of(other)).collect();
    let is_free = |name: &String| {
        let look = Look::of(name);
        !others.iter().any(|other| look.is_like(other))
    };
    let with_number = |number: usize| {
        let short: String = name.chars().take(MAX_NAME_LENGTH - 2).collect();
        format!("{} {number}", short.trim_end())
    };
    let mut names = std::iter::once(name.to_owned()).chain((2..).map(with_number));
    names.find(is_free).expect("there are more numbers than people")
}

/// What a name looks like, whatever its capitals, spaces and punctuation. A capital may look like another
/// letter than the small one does, such as `I` like `l`, so both ways of comparing count.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Look {
    /// The skeleton, in small letters.
    as_written: String,
    /// The skeleton of the name in small letters.
    in_small: String,
}

impl Look {
    fn of(name: &str) -> Look {
        let shape = |text: &str| -> String {
            let small = skeleton(text).flat_map(char::to_lowercase);
            small.filter(|&letter| !is_separator(letter)).collect()
        };
        Look { as_written: shape(name), in_small: shape(&name.to_lowercase()) }
    }

    fn is_empty(&self) -> bool {
        self.as_written.is_empty()
    }

    fn is_like(&self, other: &Look) -> bool {
        self.as_written == other.as_written || self.in_small == other.in_small
    }
}

/// What looks like the name of a computer player of a game, or of what else is no person. It is worked out once,
/// because everybody who sits down is compared with it.
static RESERVED_LOOKS: LazyLock<HashMap<GameKind, ReservedLooks>> = LazyLock::new(|| {
    let players = |kind| roster(kind).players.iter().map(|player| player.name);
    let looks = |kind| ReservedLooks::of(players(kind).chain(RESERVED));
    GameKind::ALL.iter().map(|&kind| (kind, looks(kind))).collect()
});

/// What the digits from 1 to [`MAX_NUMBER`] look like.
static NUMBER_LOOKS: LazyLock<Vec<String>> = LazyLock::new(|| {
    (1..=MAX_NUMBER).map(|number| Look::of(&number.to_string()).as_written).collect()
});

/// What names that nobody may take look like.
struct ReservedLooks {
    as_written: HashSet<String>,
    in_small: HashSet<String>,
}

impl ReservedLooks {
    fn of<'a>(words: impl Iterator<Item = &'a str>) -> Self {
        let looks = words.map(Look::of).map(|look| (look.as_written, look.in_small));
        let (as_written, in_small) = looks.unzip();
        ReservedLooks { as_written, in_small }
    }

    /// Returns whether a name looks like one of these, with or without a number.
    fn has(&self, look: &Look) -> bool {
        let has = |words: &HashSet<String>, shape: &str| {
            let numbers = NUMBER_LOOKS.iter().map(String::as_str);
            let mut words_before = numbers.filter_map(|number| shape.strip_suffix(number));
            words.contains(shape) || words_before.any(|word| words.contains(word))
        };
        has(&self.as_written, &look.as_written) || has(&self.in_small, &look.in_small)
    }
}

fn is_separator(letter: char) -> bool {
    letter.is_whitespace() || letter.is_ascii_punctuation() || letter == '’'
}

fn bad_name(message: impl Into<String>) -> ApiError {
    ApiError::new(ErrorCode::BadName, message)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn choose_at(entered: &str, people: &[&str]) -> Result<String, ApiError> {
        choose(GameKind::Azul, entered, people, &["alphabeta:nodes=20k"])
    }

    #[track_caller]
    fn check(entered: &str, expected: &str) {
        assert_eq!(choose_at(entered, &[]).as_deref(), Ok(expected), "{entered:?}");
    }

    #[track_caller]
    fn check_refused(entered: &str, people: &[&str], word: &str) {
        let refused = choose_at(entered, people).expect_err(entered);
        assert_eq!(refused.code, ErrorCode::BadName);
        assert!(refused.message.contains(word), "{entered:?}: {}", refused.message);
    }

    #[test]
    fn names_have_one_spelling() {
        check("Ann", "Ann");
        check("  Ann \t\u{a0}Lee ", "Ann Lee");
        check("Łukasz O’Neil-Ünal", "Łukasz O’Neil-Ünal");
        check("Zoe\u{308} Re\u{301}mi", "Zoë Rémi");
        check("Ａｎｎ ②", "Ann 2");
        check("Nguyễn Thị Ánh", "Nguyễn Thị Ánh");
        check("\u{1112}\u{1161}\u{11ab}\u{1100}\u{1173}\u{11af}", "한글");
        for name in ["Анна", "אנה", "آنا", "आन्ना", "安娜", "アンナ", "ანა", "𞤀𞤲𞤲𞤢"]
        {
            check(name, name);
        }
        for nothing in ["", "  ", "\u{3000}\n"] {
            check(nothing, "guest");
        }
    }

    #[test]
    fn invisible_and_other_strange_characters_are_refused() {
        for (invisible, code) in [
            ("An\u{200b}n", "U+200B"), // zero width space
            ("An\u{ad}n", "U+00AD"),   // soft hyphen
            ("\u{202e}nnA", "U+202E"), // right-to-left override
            ("\u{2066}Ann", "U+2066"), // left-to-right isolate
            ("Ann\u{3164}", "U+1160"), // Hangul filler, normalised
            ("Ann\u{ffa0}", "U+1160"), // halfwidth Hangul filler, normalised
            ("Ann\u{115f}", "U+115F"), // Hangul choseong filler
            ("Ann\u{17b4}", "U+17B4"), // Khmer vowel inherent
            ("Ann\u{fe0f}", "U+FE0F"), // variation selector
            ("Ann\u{34f}", "U+034F"),  // combining grapheme joiner
            ("A\u{200d}nn", "U+200D"), // zero width joiner
            ("Ann\u{0}", "U+0000"),
            ("Ann\u{1b}[31m", "U+001B"),
            ("Ann\u{9b}", "U+009B"),
            ("Ann\u{e000}", "U+E000"),   // private use
            ("Ann\u{378}", "U+0378"),    // unassigned
            ("Ann\u{e0041}", "U+E0041"), // tag
        ] {
            check_refused(invisible, &[], code);
        }
        for strange in
            ["<b>Bo</b>", "Ann🎲", "Ann\u{2800}", "A\u{20dd}nn", "Ann:easy", "Ann\u{fdfd}"]
        {
            check_refused(strange, &[], "A name");
        }
        check_refused("-.-", &[], "letter");
        check_refused("\u{301}", &[], "need a letter");
        check_refused("A \u{301}nn", &[], "need a letter");
    }

    #[test]
    fn a_mark_needs_a_letter_of_its_script() {
        for (foreign, code) in [
            ("A\u{2d7f}nn", "U+2D7F"),        // Tifinagh consonant joiner
            ("A\u{16fe4}nn", "U+16FE4"),      // Khitan small script filler
            ("A\u{1107f}nn", "U+1107F"),      // Brahmi number joiner
            ("A\u{301}\u{1bc9d}", "U+1BC9D"), // Duployan thick letter selector, after a Latin mark
            ("安\u{94d}", "U+094D"),          // Devanagari virama
            ("1\u{e31}", "U+0E31"),           // Thai vowel sign
        ] {
            check_refused(foreign, &[], code);
        }
        check_refused("Йq\u{484}", &[], "U+0484"); // Cyrillic palatalization
        for name in ["ก\u{e31}น", "q\u{301}", "か\u{301}", "1\u{301}", "Й\u{484}q"] {
            check(name, name);
        }
    }

    /// Every mark that a name may have is refused on a Latin letter, unless it is made for any letter or for Latin
    /// ones, and accepted on the first letter of its own script.
    #[test]
    fn all_marks_need_a_letter_of_their_script() {
        let is_mark = |letter: &char| letter.general_category_group() == GeneralCategoryGroup::Mark;
        let is_letter = |letter: &char| letter.general_category() == GeneralCategory::OtherLetter;
        let mut letters = HashMap::new();
        for letter in ('\0'..=char::MAX).filter(is_letter) {
            letters.entry(letter.script()).or_insert(letter);
        }
        let mut counts = [0, 0];
        for mark in ('\0'..=char::MAX).filter(is_mark).filter(|&mark| check_letter(mark).is_ok()) {
            let script = mark.script();
            let is_for_any = [Script::Inherited, Script::Common, Script::Latin].contains(&script);
            let on_latin = normalise(&format!("A{mark}nn"));
            assert_eq!(on_latin.is_ok(), is_for_any, "{script:?}: U+{:04X}", u32::from(mark));
            if let Some(letter) = letters.get(&script) {
                let on_own = normalise(&format!("{letter}{mark}"));
                assert!(on_own.is_ok(), "{script:?}: U+{:04X}", u32::from(mark));
                counts[0] += 1;
            }
            counts[1] += usize::from(is_for_any);
        }
        assert!(counts[0] > 1_000 && counts[1] > 300, "{counts:?}");
    }

    #[test]
    fn names_are_short() {
        let exactly = "x".repeat(MAX_NAME_LENGTH);
        check(&exactly, &exactly);
        check(&format!(" {exactly} "), &exactly);
        for long in [exactly + "x", "y".repeat(5_000), "\u{fdfa}".repeat(3)] {
            check_refused(&long, &[], "24");
        }
        let bytes = " ".repeat(MAX_SENT_BYTES - 3);
        check(&format!("{bytes}Ann"), "Ann");
        check_refused(&format!("{bytes}Anna"), &[], "24");
        let marks = "q\u{300}\u{301}\u{302}\u{303}";
        check(marks, marks);
        check("q\u{300}\u{301}\u{302}\u{303}q\u{300}", "q\u{300}\u{301}\u{302}\u{303}q\u{300}");
        check_refused(&format!("{marks}\u{304}"), &[], "marks");
    }

    #[test]
    fn equal_names_get_numbers() {
        let check = |entered: &str, people: &[&str], expected: &str| {
            assert_eq!(choose_at(entered, people).as_deref(), Ok(expected), "{entered} {people:?}");
        };
        check("Ann", &["Bo"], "Ann");
        check("Ann", &["Ann"], "Ann 2");
        check("ann", &["Ann"], "ann 2");
        check("Ann", &["Ann", "Ann 2"], "Ann 3");
        check("Ann", &["Ann", "ann-2"], "Ann 3");
        check("Ann 2", &["Ann"], "Ann 2");
        check("", &["guest", "Guest 2"], "guest 3");
        check("", &["gυest"], "guest 2"); // with a Greek letter, of an earlier version
        let long = "x".repeat(MAX_NAME_LENGTH);
        check(&long, &[&long], &format!("{} 2", "x".repeat(MAX_NAME_LENGTH - 2)));
    }

    #[test]
    fn names_that_look_like_another_one_are_refused() {
        for (entered, other) in [
            ("Аnn", "Ann"), // Cyrillic
            ("АNN", "ann"),
            ("Αnn", "Ann"), // Greek
            ("Al", "AI"),
            ("PAU1", "paul"),
            ("A nn", "Ann"),
            ("Ann.", "Ann"),
            ("A_n-n", "Ann"),
            ("Torn", "Tom"),
            ("раураl", "paypal"),
            ("Оlga", "0lga"),
        ] {
            check_refused(entered, &["Bo", other], &format!("“{other}”"));
            check_refused(other, &[entered], &format!("“{entered}”"));
        }
        for (entered, other) in
            [("José", "Jose"), ("Ann B", "Ann"), ("Ann 2", "Ann"), ("Anna", "Ann")]
        {
            assert_eq!(choose_at(entered, &[other]).as_deref(), Ok(entered));
        }
    }

    #[test]
    fn nobody_can_take_the_name_of_a_computer_player() {
        for name in [
            "easy",
            "Normal",
            "HARD",
            "Max",
            "mаx",
            "h a r d",
            "hard 2",
            "easy1",
            "easyl",
            "bot",
            "Bot 1",
            "bot l",
            "Bоt 3",
            "computer",
            "Computer 2",
            "Server",
            "SERVЕR",
            "meeple",
            "greedy",
            "Random",
            "AlphaBeta",
            "alphabeta.nodes.20k",
        ] {
            check_refused(name, &[], "computer player");
        }
        for name in ["Maxine", "Max P.", "Robot", "Botond", "Hardy", "Bot 10"] {
            check(name, name);
        }
        assert!(choose(GameKind::Chomp, "Greedy B", &[], &[]).is_ok());
        assert!(choose(GameKind::Chomp, "perfect", &[], &[]).is_err());
        assert!(choose(GameKind::Azul, "perfect", &[], &[]).is_ok(), "it is no player of Azul");
    }

    /// Compares a name with each reserved word and its numbers: the reference implementation.
    fn is_of_computer(look: &Look, word: &str) -> bool {
        look.is_like(&Look::of(word))
            || (1..=MAX_NUMBER).any(|number| look.is_like(&Look::of(&format!("{word}{number}"))))
    }

    #[test]
    fn reserved_looks_are_those_of_the_words_and_their_numbers() {
        let endings =
            ["", "0", "1", "2", "9", "10", "12", "l", "I", "Z", " 3", "-5", "²", "২", "s"];
        let computers = ["alphabeta:nodes=20k", "mcts:time=1"];
        let mut refused = 0;
        for kind in GameKind::ALL.iter().copied() {
            let players = roster(kind).players.iter().map(|player| player.name);
            let words: Vec<&str> = players.chain(RESERVED).chain(computers).collect();
            for word in &words {
                for ending in endings {
                    let name = format!("{word}{ending}");
                    for name in [name.replace(':', "."), name.to_uppercase(), name[1..].to_owned()]
                    {
                        let look = Look::of(&name);
                        let expected = words.iter().any(|word| is_of_computer(&look, word));
                        let of_room = ReservedLooks::of(computers.into_iter()).has(&look);
                        let is = RESERVED_LOOKS[&kind].has(&look) || of_room;
                        assert_eq!(is, expected, "{kind}: {name}");
                        refused += usize::from(is);
                    }
                }
            }
        }
        assert!(refused > 500, "{refused}");
    }
}
