// How practice goes, game by game: kept in this browser.
//
//     { azul: { tried: 12, found: 7, streak: 2, longest: 4, next: { opening: 5 } } }
//
// `next` is how far one has come in each stage, so that every position has its turn.
import { storageKey } from "../site.js";

/** @typedef {{ tried: number, found: number, streak: number, longest: number, next: Record<string, number> }} Done */

const KEY = storageKey("practice");

/** @returns {Done} */
function nothing() {
    return { tried: 0, found: 0, streak: 0, longest: 0, next: {} };
}

/** @returns {Record<string, Done>} */
function all() {
    try {
        const kept = JSON.parse(localStorage.getItem(KEY) ?? "{}");
        return kept && typeof kept === "object" ? kept : {};
    } catch {
        return {};
    }
}

/** @param {string} game @returns {Done} */
export function doneIn(game) {
    return { ...nothing(), ...all()[game] };
}

/** What is done after one more try. @param {Done} done @param {string} stage @param {boolean} isFound @returns {Done} */
export function withTry(done, stage, isFound) {
    const streak = isFound ? done.streak + 1 : 0;
    return {
        tried: done.tried + 1,
        found: done.found + (isFound ? 1 : 0),
        streak,
        longest: Math.max(done.longest, streak),
        next: { ...done.next, [stage]: (done.next[stage] ?? 0) + 1 },
    };
}

/** @param {string} game @param {Done} done */
export function keepDone(game, done) {
    try {
        localStorage.setItem(KEY, JSON.stringify({ ...all(), [game]: done }));
    } catch {
        // A browser that keeps nothing still practises.
    }
}

/** @param {string} game */
export function forgetDone(game) {
    keepDone(game, nothing());
}

/** Positions in another order for each round, the same in every browser: the steps are coprime to most lengths. @param {string[]} positions @param {number} turn */
export function positionAt(positions, turn) {
    const round = Math.floor(turn / positions.length);
    const step = [7, 11, 13, 3][round % 4];
    const stride = positions.length % step === 0 ? 1 : step;
    return positions[((turn % positions.length) * stride + round) % positions.length];
}
