// What the pages where people study make of their data, without a browser.
import assert from "node:assert/strict";
import { test } from "node:test";

const FRONT = "../crates/meeple-web/front";
const { EXAMPLES } = await import(`${FRONT}/examples.js`);
const { caretUnder } = await import(`${FRONT}/parts/study-caret.js`);
const { command, quoted, samples } = await import(`${FRONT}/parts/study-commands.js`);
const course = await import(`${FRONT}/parts/study-course.js`);
const curve = await import(`${FRONT}/parts/study-curve.js`);
const figures = await import(`${FRONT}/parts/study-figures.js`);
const line = await import(`${FRONT}/parts/study-line.js`);
const { merged } = await import(`${FRONT}/parts/study-mistakes.js`);
const { positionAt, withTry } = await import(`${FRONT}/parts/study-progress.js`);

/** A judged move of a seat, as the server says it. */
function moved(ply, seat, [best, played], { grade = "best", forced = false } = {}) {
    const advised = (move, chance) => ({ move, name: move.toUpperCase(), value: chance * 10, chance, visits: null, line: [move], line_names: [move.toUpperCase()], reasons: [] });
    const chances = seat === 0 ? [best, 1 - best] : [1 - best, best];
    const before = { values: chances.map((chance) => chance * 10), chances };
    const [lost, chance] = [(best - played) * 10, best - played];
    return { ply, move: { seat, grade, lost, lost_chance: chance, forced, before, played: advised("p", played), best: [advised("b", best)], nodes: 1, depth: 1, proof: null } };
}

const DEAL = { ply: 1, deal: { deal: "d", luck: [2, -2], luck_chance: [0.1, -0.1], before: { values: [0, 0], chances: [0.5, 0.5] }, after: { values: [2, -2], chances: [0.6, 0.4] } } };
const END = { ply: 4, end: { values: [3, -3], chances: [1, 0] } };

/** A deal, a good move, a blunder of the other, a forced move, the end. */
function judgedGame() {
    const lines = [DEAL, moved(2, 0, [0.6, 0.58], { grade: "good" }), moved(3, 1, [0.42, 0.2], { grade: "blunder" }), moved(4, 0, [0.8, 0.8], { forced: true }), END];
    return lines.reduce(course.withLine, course.courseOf(4));
}

test("a line of the analysis finds its step, and unknown lines are ignored", () => {
    const empty = course.courseOf(2);
    assert.equal(course.known(empty), 0);
    const one = course.withLine(empty, moved(1, 0, [0.5, 0.5]));
    assert.equal(empty.steps[0], null, "a course is a value");
    assert.equal(one.steps[0].move.seat, 0);
    for (const odd of [null, {}, { news: 1 }, { ply: 9, move: {} }, { ply: 0, deal: {} }, { ply: 1 }]) assert.equal(course.withLine(one, odd), one);
    assert.deepEqual(course.withLine(one, { ply: 2, end: { values: [], chances: [1, 0] } }).steps[2].end.chances, [1, 0]);
});

test("chances are those before each step, after a deal, and at the end", () => {
    const game = judgedGame();
    assert.deepEqual(course.curveOf(game, 0).map((chance) => Math.round(chance * 100)), [50, 60, 58, 80, 100]);
    const begun = course.withLine(course.courseOf(4), DEAL);
    assert.deepEqual(course.curveOf(begun, 0), [0.5, 0.6, null, null, null]);
});

test("mistakes are found, forwards and backwards, and forced moves are not mistakes", () => {
    const game = judgedGame();
    assert.deepEqual(course.notablePlies(game), [3]);
    assert.equal(course.nextOf([3, 7], 3), 7);
    assert.equal(course.nextOf([3, 7], 7), null);
    assert.equal(course.previousOf([3, 7], 7), 3);
    assert.deepEqual(course.graveMistakes(game, 1), [3]);
    assert.deepEqual(course.graveMistakes(game, 0), []);
    assert.equal(course.isNotable(null), false);
});

test("luck and losses add up, seat by seat", () => {
    const game = judgedGame();
    assert.deepEqual(course.luckTo(game, 1), { value: -2, chance: -0.1 });
    assert.equal(course.lostBy(game, 1).chance.toFixed(2), "0.22");
    assert.equal(course.lostBy(game, 1).value.toFixed(1), "2.2");
    assert.deepEqual(course.gradesOf(game, 0), { best: 0, good: 1, inaccuracy: 0, mistake: 0, blunder: 0 });
    assert.equal(course.hasLuck(game), true);
    assert.equal(course.known({ ...game, summary: { seats: [], turning_points: [] } }), 1);
});

test("points have a curve only if they change before the end", () => {
    assert.equal(course.hasCourse([[0, 0], [0, 0], [1, 0]]), false);
    assert.equal(course.hasCourse([[0, 0], [3, 0], [3, 1]]), true);
});

test("a curve is cut where nothing is known, and at the middle", () => {
    assert.deepEqual(curve.runs([0.5, null, 0.2, 0.4]), [[[0, 0.5]], [[2, 0.2], [3, 0.4]]]);
    assert.deepEqual(curve.runs([null, null]), []);
    const { above, below } = curve.halves([[0, 0.5], [1, 0.75], [2, 0.25]]);
    assert.deepEqual(above, [[0, 0.5], [0, 0.5], [1, 0.75], [1.5, 0.5], [2, 0.5], [2, 0.5]]);
    assert.deepEqual(below, [[0, 0.5], [0, 0.5], [1, 0.5], [1.5, 0.5], [2, 0.25], [2, 0.5]]);
});

test("plies and places on the graph correspond", () => {
    const scale = curve.scaleOf({ plies: 10, wide: 216, high: 116, pad: 8 });
    for (let ply = 0; ply <= 10; ply += 1) assert.equal(scale.plyAt(scale.x(ply)), ply);
    assert.equal(scale.plyAt(-50), 0);
    assert.equal(scale.plyAt(999), 10);
    assert.equal(scale.y(1), 8);
    assert.equal(scale.y(0), 108);
    assert.equal(curve.pathOf([[0, 0], [10, 1]], scale), "M8 108L208 8");
    assert.equal(curve.stepsOf([[0, 0], [10, 1]], scale), "M8 108H208V8");
    assert.equal(curve.scaleOf({ plies: 0, wide: 100, high: 50 }).plyAt(40), 0);
});

test("marks of different seats do not overlap", () => {
    const places = [0, 1, 2].map((seat) => curve.markPlies(60, seat, 3));
    assert.equal(new Set(places.flat()).size, places.flat().length);
    assert.ok(places.flat().every((ply) => ply >= 0 && ply <= 60));
    assert.deepEqual(curve.rangeOf([[3, 3], [3]]), { low: 2, top: 4 });
});

test("figures look certain only if they are", () => {
    const check = (chance, text) => assert.equal(figures.percent(chance).replace("\u202f", " "), text);
    check(0.623, "62 %");
    check(1, "100 %");
    check(0.999, ">99 %");
    check(0.001, "<1 %");
    check(0, "0 %");
    assert.equal(figures.signed(-3.04), "−3.0");
    assert.equal(figures.signed(0.01), "±0.0");
    assert.equal(figures.worth({ value: 3.14, chance: 0.6 }, "points"), "+3.1 points");
    assert.equal(figures.worth({ value: 0.99, chance: 1 }, "wins"), "wins");
    assert.equal(figures.worth({ value: -0.5, chance: 0 }, "wins"), "loses");
    assert.equal(figures.amount(1, "points"), "1.0 point");
    assert.equal(figures.count(12345), "12k");
    assert.equal(figures.thought(50), "");
    assert.equal(figures.players(["Ann", "Ben", "Cleo"]), "Ann, Ben and Cleo");
});

test("a caret stands under the column, even if a long text is shortened", () => {
    assert.equal(caretUnder("width=5", 3), "width=5\n  ^");
    assert.equal(caretUnder("width=5", 8), "width=5\n       ^");
    assert.equal(caretUnder("width=5", 99), "width=5\n       ^");
    const long = "abcdefghij".repeat(20);
    const [piece, caret] = caretUnder(long, 105, 20).split("\n");
    assert.equal(piece.length, 20);
    assert.equal(piece[caret.length - 1], long[104]);
    const [end, last] = caretUnder(long, 200, 20).split("\n");
    assert.equal(end[last.length - 1], "j");
    assert.ok(end.startsWith("…"));
});

test("a different move discards what followed, the same one does not", () => {
    const position = (text, move) => ({ position: text, played: move && { move, name: move.toUpperCase() } });
    const two = line.withMove(line.withMove(line.lineFrom(position("a")), position("b", "x")), position("c", "y"));
    const back = line.lineAt(two, 0);
    assert.equal(line.positionOf(back).position, "a");
    assert.equal(line.withMove(back, position("b", "x")).steps.length, 3);
    assert.deepEqual(line.withMove(back, position("d", "z")).steps.map(({ move, name }) => [move, name]), [[null, null], ["z", "Z"]]);
    assert.equal(line.withMove(back, position("dealt otherwise", "x")).steps.length, 2);
    assert.equal(line.lineAt(two, 99).at, 2);
});

test("practice counts answers, and every position has its turn", () => {
    const none = { tried: 0, found: 0, streak: 0, longest: 0, next: {} };
    const after = [true, true, false, true].reduce((done, found) => withTry(done, "end", found), none);
    assert.deepEqual(after, { tried: 4, found: 3, streak: 1, longest: 2, next: { end: 4 } });
    for (const count of [1, 2, 7, 20, 21, 33]) {
        const all = Array.from({ length: count }, (_, index) => String(index));
        for (let round = 0; round < 3; round += 1) {
            const seen = all.map((_, turn) => positionAt(all, round * count + turn));
            assert.equal(new Set(seen).size, count, `${count} positions, round ${round}`);
        }
    }
});

test("a mistake is kept once, the latest last", () => {
    const one = (position, move) => ({ game: "chomp", position, move, grade: "blunder", seat: 0, record: "r", ply: 1 });
    assert.deepEqual(merged([one("a", "1"), one("b", "2")], [one("a", "3")]), [one("b", "2"), one("a", "3")]);
});

test("commands can be pasted into a shell", () => {
    assert.equal(command("azul", "./bot.py", "http://h/room/r#bot=T"), "meeple bot azul ./bot.py --connect 'http://h/room/r#bot=T'");
    assert.equal(quoted("python3 bot.py"), "'python3 bot.py'");
    assert.equal(quoted("it's"), "'it'\\''s'");
    assert.ok(samples("filler", "./b", "http://h").check.endsWith("--dialect json"));
});

test("every example shows a rule, in few words and without its number", () => {
    for (const [game, examples] of Object.entries(EXAMPLES)) {
        assert.ok(examples.length >= 4 && examples.length <= 6, game);
        for (const { rule, title, caption, position, move, name } of examples) {
            assert.equal(move === undefined, name === undefined, `${game}: ${title}`);
            assert.match(rule, /^[ACFG]\d+$/, `${game}: ${title}`);
            assert.doesNotMatch(caption, /\([ACFG]\d+/, `${game}: ${title}`);
            assert.ok(position.includes("turn=") && caption.length < 220, `${game}: ${title}`);
        }
    }
});
