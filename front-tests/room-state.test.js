// What a screen knows of a room: States and Updates in, sentences and possibilities out.
import assert from "node:assert/strict";
import test from "node:test";
import * as state from "../crates/meeple-web/front/room-state.js";

const person = (name, more = {}) => ({ kind: "person", name, player: null, here: true, away_ms: null, stand_in: false, gone: false, ...more });
const computer = (name) => ({ ...person(name), kind: "computer", player: name });
const open = () => ({ ...person(null), kind: "open", here: false });
const bite = (ply, seat, name, move, followed = []) => ({ ply, seat, move, did: `${name} bites ${move}`, followed });

/** A room in which Ann is to move against a computer, after one bite each. */
function room(more = {}) {
    return state.fromState({
        sequence: 5, room: "k7mq2w9xt4", game: "chomp", options: [], public: false, phase: "playing", ply: 2, to_move: 0, thinking: false,
        seats: [person("Ann"), computer("normal")], clock: null, away: { seconds: 120, stand_in: "normal" },
        picture: { rows: [5, 3] }, moves: [{ move: "0,1" }], told: [bite(1, 0, "Ann", "3,3"), bite(2, 1, "normal", "2,2")],
        back: null, rematch: [], next: null, ending: null, ...more,
    }, 1000);
}

const update = (more) => ({ sequence: 6, told: [], told_from: 2, ...more });

test("an_update_adds_narration_and_keeps_fields_it_does_not_contain", () => {
    const after = state.updated(room(), update({ ply: 3, to_move: 1, told: [bite(3, 0, "Ann", "0,1")] }), 2000);
    assert.deepEqual(after.told.map(({ move }) => move), ["3,3", "2,2", "0,1"]);
    assert.equal(after.game, "chomp");
    assert.equal(after.heardAt, 2000);
    assert.equal("told_from" in after, false);
});

test("an_undo_truncates_the_narration", () => {
    const after = state.updated(room(), update({ ply: 0, told_from: 0 }), 2000);
    assert.deepEqual(after.told, []);
});

test("an_outdated_update_is_ignored", () => {
    const before = room();
    assert.equal(state.updated(before, update({ sequence: 5, ply: 9 }), 2000), before);
});

test("an_update_after_a_gap_does_not_fit", () => {
    assert.equal(state.fits(room(), update({ told_from: 2 })), true);
    assert.equal(state.fits(room(), update({ told_from: 3 })), false);
    assert.equal(state.fits(null, update({ told_from: 0 })), false);
});

test("an_unchanged_picture_stays_the_same_object", () => {
    const before = room();
    const same = state.steady(before, room({ sequence: 6 }));
    assert.equal(same.picture, before.picture);
    assert.equal(same.sequence, 6);
    const other = room({ picture: { rows: [5, 1] } });
    assert.equal(state.steady(before, other), other);
});

test("a_running_clock_counts_down_and_stops_at_zero", () => {
    const timed = room({ clock: { left_ms: [5000, 9000], running: 0, increment_ms: 0 } });
    assert.equal(state.leftMs(timed, 0, 3000), 3000);
    assert.equal(state.leftMs(timed, 1, 3000), 9000);
    assert.equal(state.leftMs(timed, 0, 99_000), 0);
    assert.equal(state.leftMs(room(), 0, 3000), null);
});

test("clocks_show_minutes_and_seconds_and_tenths_near_the_end", () => {
    for (const [ms, text] of [[300_000, "5:00"], [65_400, "1:05"], [10_000, "0:10"], [9_940, "0:09.9"], [70, "0:00.0"]]) assert.equal(state.clockText(ms), text);
});

test("the_time_away_grows_every_second", () => {
    const away = room({ seats: [person("Ann"), person("Ben", { here: false, away_ms: 4000 })] });
    assert.equal(state.awayMs(away, 1, 3000), 6000);
    assert.equal(state.awayMs(away, 0, 3000), null);
});

test("the_large_board_belongs_to_the_own_seat_that_moves_or_moved_last", () => {
    assert.equal(state.ownSeat(room(), []), null);
    assert.equal(state.ownSeat(room(), [0]), 0);
    const two = { seats: [person("Ann"), person("Ben")] };
    assert.equal(state.ownSeat(room({ ...two, to_move: 1 }), [0, 1]), 1);
    assert.equal(state.ownSeat(room({ ...two, to_move: null }), [0, 1]), 1);
});

test("hints_are_for_one_person_against_computers_without_a_clock", () => {
    assert.equal(state.may(room(), [0]).hint, true);
    assert.equal(state.may(room(), []).hint, false);
    assert.equal(state.may(room({ to_move: 1 }), [0]).hint, false);
    assert.equal(state.may(room({ seats: [person("Ann"), person("Ben")] }), [0]).hint, false);
    assert.equal(state.may(room({ seats: [person("Ann"), person("Ben")] }), [0, 1]).hint, false);
    assert.equal(state.may(room({ clock: { left_ms: [1, 1], running: 0, increment_ms: 0 } }), [0]).hint, false);
});

test("only_a_player_who_has_moved_can_undo", () => {
    assert.equal(state.may(room(), [0]).back, true);
    assert.equal(state.may(room({ told: [] }), [0]).back, false);
    assert.equal(state.may(room(), []).back, false);
    const asked = room({ seats: [person("Ann"), person("Ben")], back: { by: 0, agreed: [0] } });
    assert.equal(state.may(asked, [0]).answer, false);
    assert.equal(state.may(asked, [1]).answer, true);
});

test("a_rematch_can_be_requested_once", () => {
    const over = { phase: "over", to_move: null };
    assert.equal(state.may(room(over), [0]).rematch, true);
    assert.equal(state.may(room({ ...over, rematch: [0] }), [0]).rematch, false);
    assert.equal(state.may(room({ ...over, next: "abc" }), [0]).rematch, false);
    assert.equal(state.may(room(), [0]).rematch, false);
});

test("the_status_says_whose_turn_it_is", () => {
    const two = [person("Ann"), person("Ben")];
    assert.equal(state.status(room(), [0]), "Your turn.");
    assert.equal(state.status(room({ to_move: 1 }), [0]), "normal thinks.");
    assert.equal(state.status(room({ seats: two, to_move: 1 }), [0]), "Ben is to move.");
    assert.equal(state.status(room({ seats: two, to_move: 1 }), [0, 1]), "Ben, your turn.");
    const bot = { ...person("bot 2", { here: false }), kind: "bot" };
    assert.equal(state.status(room({ seats: [person("Ann"), bot], to_move: 1 }), [0]), "Waiting for bot 2 to connect.");
    assert.equal(state.status(room({ phase: "open", to_move: null, seats: [person("Ann"), open()] }), [0]), "One seat is still free.");
});

test("news_say_what_happened_and_whose_turn_it_is", () => {
    const before = room({ ply: 1, to_move: 1, told: [bite(1, 0, "Ann", "3,3")] });
    const after = room({ told: [bite(1, 0, "Ann", "3,3"), bite(2, 1, "normal", "2,2", ["4 squares are left"])] });
    assert.equal(state.news(before, after, [0]), "normal bites 2,2. 4 squares are left. Your turn.");
    assert.equal(state.news(null, after, [0]), "Your turn.");
    assert.equal(state.news(after, { ...after }, [0]), "");
});

test("news_say_who_comes_and_goes_and_how_the_game_ends", () => {
    const waiting = room({ phase: "open", to_move: null, told: [], seats: [person("Ann"), open()] });
    const begun = room({ told: [], seats: [person("Ann"), person("Ben")] });
    assert.equal(state.news(waiting, begun, [0]), "Ben has sat down. Your turn.");
    const alone = room({ told: [], seats: [person("Ann"), person("Ben", { here: false })] });
    assert.equal(state.news(begun, alone, [0]), "Ben is away. Your turn.");
    const justSat = room({ told: [], seats: [person("Ann"), person("Ben", { here: false, away_ms: 9000 })] });
    assert.equal(state.news(justSat, begun, [0]), "");
    const long = room({ seats: [person("Ann"), person("Ben", { here: false, away_ms: 9000 })] });
    assert.equal(state.news(long, room({ seats: [person("Ann"), person("Ben")] }), [0]), "Ben is back. Your turn.");
    const over = room({ phase: "over", to_move: null, ending: { by: "rules", sentence: "Ann eats the poison: Ben wins.", standing: [] } });
    assert.equal(state.news(room(), over, [0]), "Ann eats the poison: Ben wins.");
});

test("news_say_that_a_move_was_taken_back", () => {
    assert.equal(state.news(room(), room({ told: [], ply: 0 }), [0]), "A move was taken back. Your turn.");
});

test("a_move_whose_reply_was_lost_is_found_in_the_narration", () => {
    assert.equal(state.wasPlayed(room(), { ply: 0, seat: 0, move: "3,3" }), true);
    assert.equal(state.wasPlayed(room(), { ply: 0, seat: 0, move: "1,1" }), false);
    assert.equal(state.wasPlayed(room(), { ply: 2, seat: 0, move: "3,3" }), false);
});

test("quiet_deals_have_no_line", () => {
    const dealt = room({ told: [{ ply: 1, seat: null, did: "", followed: [] }, bite(2, 0, "Ann", "3,3")] });
    assert.deepEqual(state.lines(dealt).map(({ ply }) => ply), [2]);
    const piece = { ply: 1, seat: null, did: "Ann gets a piece", followed: [] };
    assert.deepEqual(state.lines(room({ told: [piece] })), [piece]);
    assert.deepEqual(state.lines(room({ game: "filler", told: [piece] })), []);
});

test("open_seats_have_a_name_and_every_seat_has_a_mark", () => {
    const looks = state.looks(room({ seats: [person("Ann"), open()] }));
    assert.deepEqual(looks, [{ name: "Ann", mark: 0 }, { name: "Open seat", mark: 1 }]);
});
