// Laying Grass: what a person is about to choose, and how it moves. Pure: an aim in, an aim out.
//
//     lay ──card──► exchange ──again──► the move         Escape leads back to what is due
//         ──x─────► remove   ──again──► the move
import { cellsAt, cornersOf, distance, isSame, lookOf, notationOf, sizeOf, targetsOf } from "./grass-table.js";

/** @typedef {import("./grass-table.js").Cell} Cell */
/** @typedef {import("./grass-table.js").Table} Table */
/** @typedef {import("./grass-table.js").Step} Step */

/**
 * @typedef {object} Aim
 * @property {Step} step what kind of move
 * @property {Cell} corner where the tile in hand would lie: the top left of its rectangle
 * @property {string} orientation how it would be turned
 * @property {Cell} target the cell of a stone or of a tile to steal
 * @property {number} card which of the next tiles is wanted
 * @property {boolean} held whether the person has put it there, and not we
 */

/** Nobody is asked. @param {number} side @returns {Aim} */
export function atRest(side) {
    const middle = /** @type {Cell} */ ([Math.floor(side / 2), Math.floor(side / 2)]);
    return { step: "rest", corner: middle, orientation: "", target: middle, card: 1, held: false };
}

/** A person is asked: aims at something that can be done, near the last place. @param {Table} table @param {Aim} aim @returns {Aim} */
export function begun(table, aim) {
    const fresh = { ...aim, step: table.due, held: false };
    if (table.due === "lay") return laidNear(table, { ...fresh, orientation: firstLook(table) }, aim.corner);
    if (table.due === "stone" || table.due === "steal") return targetedNear(table, fresh, aim.corner);
    return { ...fresh, orientation: firstLook(table) };
}

/** The first orientation in which the tile in hand fits anywhere. */
function firstLook(table) {
    const looks = table.picture.hand?.looks ?? [];
    const fits = looks.find(({ orientation }) => cornersOf(table, orientation).length > 0);
    return (fits ?? looks[0])?.orientation ?? "";
}

/** Aims at the nearest place where the tile may lie, turned as it is. @param {Table} table @param {Aim} aim @param {Cell} near @returns {Aim} */
export function laidNear(table, aim, near) {
    const corner = nearest(cornersOf(table, aim.orientation), near);
    return onBoard(table, { ...aim, corner: corner ?? aim.corner });
}

/** Aims at the nearest thing that may be chosen. @param {Table} table @param {Aim} aim @param {Cell} near @returns {Aim} */
export function targetedNear(table, aim, near) {
    return { ...aim, target: nearest(targetsOf(table, aim.step).flat(), near) ?? aim.target };
}

/** A cell is pointed at: the middle of the tile goes there. @param {Table} table @param {Aim} aim @param {Cell} cell @returns {Aim} */
export function pointed(table, aim, cell) {
    if (aim.step !== "lay" && aim.step !== "exchange") return { ...aim, target: cell };
    const [wide, high] = sizeOf(rowsOf(table, aim));
    return onBoard(table, { ...aim, corner: [cell[0] - ((wide - 1) >> 1), cell[1] - ((high - 1) >> 1)] });
}

/** The cell at which the cursor is. @param {Table} table @param {Aim} aim @returns {Cell} */
export function cursorOf(table, aim) {
    if (aim.step !== "lay" && aim.step !== "exchange") return aim.target;
    const [wide, high] = sizeOf(rowsOf(table, aim));
    return [aim.corner[0] + ((wide - 1) >> 1), aim.corner[1] + ((high - 1) >> 1)];
}

/** Turned about its middle: to the right or the left, or mirrored. @param {Table} table @param {Aim} aim @param {"right" | "left" | "flipped"} way @returns {Aim} */
export function turned(table, aim, way) {
    const look = lookOf(table, aim.orientation);
    if (aim.step !== "lay" || !look) return aim;
    const [wide, high] = sizeOf(look.rows);
    const [newWide, newHigh] = sizeOf(lookOf(table, look[way]).rows);
    const shift = (at, old, now) => at + (old >> 1) - (now >> 1);
    return onBoard(table, { ...aim, orientation: look[way], corner: [shift(aim.corner[0], wide, newWide), shift(aim.corner[1], high, newHigh)] });
}

/** A step in a direction: of a cell, or to the next thing that can be chosen. @param {Table} table @param {Aim} aim @param {Cell} direction @returns {Aim} */
export function gone(table, aim, [right, down]) {
    if (aim.step === "steal" || aim.step === "remove") return toNext(table, aim, [right, down]);
    const moved = /** @param {Cell} cell @returns {Cell} */ ([column, row]) => [column + right, row + down];
    return onBoard(table, { ...aim, held: true, corner: moved(aim.corner), target: moved(aim.target) });
}

/** The nearest thing to choose in a direction. */
function toNext(table, aim, [right, down]) {
    const far = ([column, row]) => {
        const [across, below] = [column - aim.target[0], row - aim.target[1]];
        const along = across * right + below * down;
        return along > 0 ? along + 2 * Math.abs(across * down + below * right) : Infinity;
    };
    const others = targetsOf(table, aim.step).filter((cells) => !cells.some((cell) => isSame(cell, aim.target)));
    const best = others.flat().reduce((found, cell) => (far(cell) < far(found) ? cell : found), aim.target);
    return { ...aim, held: true, target: far(best) < Infinity ? best : aim.target };
}

/** The next thing that can be done, or the one before (`way` is 1 or -1). @param {Table} table @param {Aim} aim @param {number} way @returns {Aim} */
export function jumped(table, aim, way) {
    if (aim.step === "lay") {
        const looks = table.picture.hand?.looks ?? [];
        const all = looks.flatMap(({ orientation }, look) => sorted(cornersOf(table, orientation)).map((corner) => ({ key: [look, corner[1], corner[0]], corner, orientation })));
        const here = [looks.findIndex(({ orientation }) => orientation === aim.orientation), aim.corner[1], aim.corner[0]];
        const next = neighbour(all, here, way);
        return next ? { ...aim, held: true, corner: next.corner, orientation: next.orientation } : aim;
    }
    const first = targetsOf(table, aim.step).map((cells) => ({ key: [cells[0][1], cells[0][0]], cells }));
    const here = first.find(({ cells }) => cells.some((cell) => isSame(cell, aim.target)))?.key ?? [aim.target[1], aim.target[0]];
    const next = neighbour(first.sort((one, other) => compared(one.key, other.key)), here, way);
    return next ? { ...aim, held: true, target: next.cells[0] } : aim;
}

/** The legal move that is aimed at. @param {Table} table @param {Aim} aim @returns {import("./grass-table.js").Legal | null} */
export function chosen(table, { step, corner, orientation, target, card }) {
    if (step === "lay") return table.lays.get(`${notationOf(corner)} ${orientation}`) ?? null;
    if (step === "exchange") return table.exchanges.get(card) ?? null;
    if (step === "discard" || step === "stop") return table.moves.get(step) ?? null;
    return table.targets.get(`${step} ${notationOf(target)}`) ?? null;
}

/** The cells of the tile that is aimed with. @param {Table} table @param {Aim} aim @returns {Cell[]} */
export function ghostCells(table, aim) {
    const rows = rowsOf(table, aim);
    return rows ? cellsAt(rows, aim.corner) : [];
}

/** The tile in hand, or the one that is wanted in exchange. */
function rowsOf(table, { step, card, orientation }) {
    if (step === "exchange") return table.picture.next.find(({ number }) => number === card)?.rows;
    return lookOf(table, orientation)?.rows;
}

/** What is aimed at stays on the board. @param {Table} table @param {Aim} aim @returns {Aim} */
export function onBoard(table, aim) {
    const { side } = table.picture;
    const [wide, high] = sizeOf(rowsOf(table, aim));
    const within = (at, taken) => Math.max(0, Math.min(at, side - taken));
    return {
        ...aim,
        corner: [within(aim.corner[0], wide), within(aim.corner[1], high)],
        target: [within(aim.target[0], 1), within(aim.target[1], 1)],
    };
}

/** @param {Cell[]} cells @param {Cell} near @returns {Cell | undefined} */
function nearest(cells, near) {
    return cells.reduce((best, cell) => (!best || distance(cell, near) < distance(best, near) ? cell : best), undefined);
}

/** Row by row. @param {Cell[]} cells */
function sorted(cells) {
    return [...cells].sort((one, other) => one[1] - other[1] || one[0] - other[0]);
}

/** The one behind a key in a sorted list, or before it; from an end to the other. */
function neighbour(all, here, way) {
    const behind = way > 0 ? all.find(({ key }) => compared(key, here) > 0) : [...all].reverse().find(({ key }) => compared(key, here) < 0);
    return behind ?? all.at(way > 0 ? 0 : -1);
}

function compared(one, other) {
    const at = one.findIndex((part, index) => part !== other[index]);
    return at < 0 ? 0 : one[at] - other[at];
}
