// The course of a game: what is known of each of its steps while an analysis comes in line by line.
//
//     position 0 ──step 0──► position 1 ──step 1──► position 2 (the end)
//                  ply 1                  ply 2
//
//     {"ply": 1, "move": {...}}   is about step 0
//     {"ply": 2, "end": {...}}    is about the last position
//     {"summary": {...}}          closes it
//
// docs/analysis.md has every field: the lines are the same in every front end. The names of moves are added here.
//
// A course is a value: `withLine(course, line)` gives the next one.

/**
 * @typedef {"best" | "good" | "inaccuracy" | "mistake" | "blunder"} Grade
 *
 * @typedef {object} Advised a move, and what is to be said of it
 * @property {string} move
 * @property {string} name the move as people write it
 * @property {number} value
 * @property {number} chance
 * @property {Grade} [grade]
 * @property {number | null} [visits]
 * @property {string[]} line
 * @property {string[]} line_names
 * @property {string[]} reasons
 *
 * @typedef {{ values: number[], chances: number[] }} Appraisal
 *
 * @typedef {object} JudgedMove
 * @property {number} seat
 * @property {Appraisal} before
 * @property {Advised[]} best the best first
 * @property {Advised} played
 * @property {boolean} forced
 * @property {Grade} grade
 * @property {number} lost in the unit of the game
 * @property {number} lost_chance of the chance to win
 * @property {number} nodes
 * @property {number | null} depth
 * @property {string | null} proof
 *
 * @typedef {object} JudgedDeal
 * @property {string} deal
 * @property {number[]} luck what it gave each seat, in the unit of the game
 * @property {number[]} luck_chance what it gave each seat of the chance to win
 * @property {Appraisal} before
 * @property {Appraisal} after
 *
 * @typedef {object} SeatSummary
 * @property {number} moves where there was a choice
 * @property {Record<Grade, number>} grades
 * @property {number | null} accuracy from 0 to 1
 * @property {number} lost
 * @property {number} lost_chance
 * @property {number} luck
 * @property {number} luck_chance
 *
 * @typedef {{ ply: number, seat: number, swing: number, favourite: number | null, then: number | null }} TurningPoint
 *
 * @typedef {{ unit: string, judged: number, steps: number, complete: boolean, seats: SeatSummary[], turning_points: TurningPoint[] }} Summary
 *
 * @typedef {{ move?: JudgedMove, deal?: JudgedDeal, end?: Appraisal }} Step one of them
 *
 * @typedef {object} Course
 * @property {number} plies how many deals and moves there are
 * @property {(Step | null)[]} steps one a ply, and the end
 * @property {Summary | null} summary
 */

/** All grades, the best first. @type {Grade[]} */
export const GRADES = ["best", "good", "inaccuracy", "mistake", "blunder"];

/** Grades that somebody would want to look at again. */
const NOTABLE = new Set(["inaccuracy", "mistake", "blunder"]);
/** Grades that are worth practising. */
const GRAVE = new Set(["mistake", "blunder"]);

/** A game of which nothing is known yet. @param {number} plies @returns {Course} */
export function courseOf(plies) {
    return { plies, steps: Array(plies + 1).fill(null), summary: null };
}

/**
 * The course with one more line of the analysis; what it does not know it leaves alone.
 * @param {Course} course @param {any} line @returns {Course}
 */
export function withLine(course, line) {
    if (line?.summary) return { ...course, summary: line.summary };
    const { ply, move, deal, end } = line ?? {};
    if (!move && !deal && !end) return course;
    const at = end ? course.plies : ply - 1;
    if (!(at >= 0 && at <= course.plies)) return course;
    const steps = [...course.steps];
    steps[at] = { move, deal, end };
    return { ...course, steps };
}

/** How much of it is known, from 0 to 1. @param {Course} course */
export function known({ steps, summary }) {
    return summary ? 1 : steps.filter(Boolean).length / steps.length;
}

/** Everybody's chance to win at a position, or null. @param {Course} course @param {number} ply */
export function chancesAt({ steps }, ply) {
    const here = before(steps[ply]);
    if (here) return here;
    // What a deal led to is known before anybody has thought about what follows.
    return steps[ply - 1]?.deal?.after.chances ?? null;
}

/** @param {Step | null | undefined} step */
function before(step) {
    if (!step) return null;
    return (step.move ?? step.deal)?.before.chances ?? step.end?.chances ?? null;
}

/** One seat's chance at every position, null where it is not known. @param {Course} course @param {number} seat */
export function curveOf(course, seat) {
    return course.steps.map((_, ply) => chancesAt(course, ply)?.[seat] ?? null);
}

/** The judged move that led to a position, or null. @param {Course} course @param {number} ply @returns {JudgedMove | null} */
export function moveTo({ steps }, ply) {
    return steps[ply - 1]?.move ?? null;
}

/** The judged move that was made in a position, or null. @param {Course} course @param {number} ply @returns {JudgedMove | null} */
export function moveFrom({ steps }, ply) {
    return steps[ply]?.move ?? null;
}

/** What a deal gave everybody of the chance to win, or null. @param {Course} course @param {number} ply */
export function luckOf({ steps }, ply) {
    return steps[ply - 1]?.deal?.luck_chance ?? null;
}

/** Whether a move is one to look at again. @param {JudgedMove | null} judged */
export function isNotable(judged) {
    return Boolean(judged) && !judged.forced && NOTABLE.has(judged.grade);
}

/** The plies that are worth another look. @param {Course} course */
export function notablePlies(course) {
    return plies(course, isNotable);
}

/** The plies of a seat's mistakes and blunders. @param {Course} course @param {number} seat */
export function graveMistakes(course, seat) {
    return plies(course, (judged) => judged.seat === seat && !judged.forced && GRAVE.has(judged.grade));
}

/** @param {Course} course @param {(judged: JudgedMove) => boolean} test */
function plies({ steps }, test) {
    return steps.flatMap((step, at) => (step?.move && test(step.move) ? [at + 1] : []));
}

/** The next of some plies behind this one, or null. @param {number[]} among @param {number} ply */
export function nextOf(among, ply) {
    return among.find((one) => one > ply) ?? null;
}

/** The last of some plies before this one, or null. @param {number[]} among @param {number} ply */
export function previousOf(among, ply) {
    return among.findLast((one) => one < ply) ?? null;
}

/** How many of a seat's moves have each grade, as far as is known. @param {Course} course @param {number} seat @returns {Record<Grade, number>} */
export function gradesOf(course, seat) {
    const counts = /** @type {Record<Grade, number>} */ (Object.fromEntries(GRADES.map((grade) => [grade, 0])));
    for (const step of course.steps) {
        const judged = step?.move;
        if (judged && judged.seat === seat && !judged.forced) counts[judged.grade] += 1;
    }
    return counts;
}

/** Whether deals had a part in it. @param {Course} course */
export function hasLuck({ steps }) {
    return steps.some((step) => step?.deal);
}

/** What a seat's moves lost where there was a choice, as far as is known: in the unit, and of the chance to win. @param {Course} course @param {number} seat */
export function lostBy({ steps }, seat) {
    const sum = { value: 0, chance: 0 };
    for (const step of steps) {
        const judged = step?.move;
        if (!judged || judged.seat !== seat || judged.forced) continue;
        sum.value += judged.lost;
        sum.chance += judged.lost_chance;
    }
    return sum;
}

/** What all deals together gave a seat, as far as is known. @param {Course} course @param {number} seat */
export function luckTo({ steps }, seat) {
    const sum = { value: 0, chance: 0 };
    for (const step of steps) {
        if (!step?.deal) continue;
        sum.value += step.deal.luck[seat];
        sum.chance += step.deal.luck_chance[seat];
    }
    return sum;
}

/** Whether points tell anything before a game is over. @param {number[][]} points before the first ply and after each */
export function hasCourse(points) {
    return points.slice(0, -1).some((now) => now.some((one) => one !== points[0][0]));
}
