// One's own mistakes, kept in this browser to be practised later.
//
//     { game, position, move, name, grade, seat, record, ply }
//
// They come from analyses of one's own games, and go when the best move was found.
import { storageKey } from "../site.js";
import { graveMistakes, moveTo } from "./study-course.js";
import { kept } from "../kept-rooms.js";
import { settings } from "../settings.js";

/**
 * @typedef {object} Mistake
 * @property {string} game
 * @property {string} position
 * @property {string} move what was played
 * @property {string} [name] the same as people write it; what was kept long ago has none
 * @property {string} grade
 * @property {number} seat
 * @property {string} record the game it comes from
 * @property {number} ply
 */

const KEY = storageKey("mistakes");
const MOST = 200;

/** @returns {Mistake[]} the oldest first */
export function mistakes() {
    try {
        const all = JSON.parse(localStorage.getItem(KEY) ?? "[]");
        return Array.isArray(all) ? all.filter(isMistake) : [];
    } catch {
        return [];
    }
}

/** @param {any} one @returns {one is Mistake} */
function isMistake(one) {
    return ["game", "position", "move", "grade", "record"].every((key) => typeof one?.[key] === "string");
}

/** @param {Mistake[]} all */
function write(all) {
    try {
        localStorage.setItem(KEY, JSON.stringify(all.slice(-MOST)));
    } catch {
        // A browser that keeps nothing still shows everything.
    }
}

/** @param {Mistake} one */
export function forget(one) {
    write(mistakes().filter(({ game, position }) => game !== one.game || position !== one.position));
}

/** The list with some more, each position once, the latest last. @param {Mistake[]} old @param {Mistake[]} found @returns {Mistake[]} */
export function merged(old, found) {
    const isFound = new Set(found.map(({ game, position }) => `${game} ${position}`));
    return [...old.filter(({ game, position }) => !isFound.has(`${game} ${position}`)), ...found];
}

/** Which seats were those of people at this browser: whoever sat here, else whoever has the person's name. @param {string} id @param {any} record @returns {number[]} */
export function ownSeats(id, record) {
    const here = kept(id)?.seats.map(({ name }) => name);
    const names = new Set(here?.length ? here : [settings().name].filter(Boolean));
    return record.header.seats.flatMap(({ who, name }, seat) => (who === "person" && names.has(name) ? [seat] : []));
}

/**
 * Keeps the mistakes of one's own seats.
 * @param {string} id @param {any} record @param {import("./study-course.js").Course} course
 * @param {(ply: number) => Promise<{ position: string }>} positionAt
 * @returns {Promise<number>} how many were kept
 */
export async function keepMistakes(id, record, course, positionAt) {
    const found = /** @type {Mistake[]} */ ([]);
    for (const seat of ownSeats(id, record)) {
        for (const ply of graveMistakes(course, seat)) {
            const { position } = await positionAt(ply - 1);
            const { played, grade } = moveTo(course, ply);
            found.push({ game: record.game, position, move: played.move, name: played.name, grade, seat, record: id, ply });
        }
    }
    if (found.length > 0) write(merged(mistakes(), found));
    return found.length;
}
