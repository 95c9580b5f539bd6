// Laying Grass: the position and what may be done in it, so sorted that it is found at once.
//
//     tableOf(picture, seats, moves).lays.get("Bc fr")  ──►  the legal move `lay Bc fr`, or nothing
//
// Cells are [column, row] here, counted from 0; moves and pictures write them "Bc" (`notationOf`), and people
// read "C2" (`nameOf`, and `readable` for a cell of a move).
import { cellName } from "/drawings/drawing.js";
import { cellNotation, cellsOf, place } from "/drawings/grass.js";

/** @typedef {[number, number]} Cell column and row */
/** @typedef {import("/drawings/grass.js").GrassPicture} Picture */
/** @typedef {import("/drawings/drawing.js").Look} Seat */

/**
 * @typedef {object} Legal a legal move, as the server tells it
 * @property {string} move
 * @property {"lay" | "exchange" | "remove" | "stone" | "steal" | "discard" | "stop"} kind
 * @property {number} [tile]
 * @property {string} [orientation]
 * @property {string} [corner]
 * @property {string[]} [cells]
 * @property {{ cell: string, bonus: string }[]} [captures]
 * @property {{ cell: string, bonus: string }[]} [loses]
 * @property {string[]} [closes]
 * @property {number} [square]
 * @property {number} [number]
 * @property {boolean} [fits]
 * @property {string} [cell]
 * @property {number} [owner]
 */

/** @typedef {"rest" | "lay" | "stone" | "steal" | "discard" | "exchange" | "remove" | "stop"} Step what kind of move */

/**
 * @typedef {object} Table
 * @property {Picture} picture
 * @property {Seat[]} seats
 * @property {Step} due what is to be done unless a coupon is spent first
 * @property {Map<string, Legal>} moves by their text
 * @property {Map<string, Legal>} lays by corner and orientation: "Bc fr"
 * @property {Map<string, Legal>} targets by kind and cell: "steal KL"
 * @property {Map<number, Legal>} exchanges by the number of the card
 */

/** What is due comes from the moves: who may lay must. @type {Record<string, Step>} */
const DUE = { lay: "lay", stone: "stone", steal: "steal", discard: "discard" };

/** @param {Picture} picture @param {Seat[]} seats @param {Legal[]} moves @returns {Table} */
export function tableOf(picture, seats, moves) {
    const some = (kind, key) => new Map(moves.filter((legal) => legal.kind === kind).map((legal) => [key(legal), legal]));
    const aimed = moves.filter(({ kind }) => ["stone", "steal", "remove"].includes(kind));
    return {
        picture,
        seats,
        due: DUE[moves.find(({ kind }) => kind in DUE)?.kind] ?? "rest",
        moves: new Map(moves.map((legal) => [legal.move, legal])),
        lays: some("lay", ({ corner, orientation }) => `${corner} ${orientation}`),
        targets: new Map(aimed.map((legal) => [`${legal.kind} ${legal.cell}`, legal])),
        exchanges: some("exchange", ({ number }) => number),
    };
}

/** The legal move with this text; or, where the moves are not known, what its text says of it. @param {Table} table @param {string} text @returns {Legal | null} */
export function moveOf(table, text) {
    return table.moves.get(text) ?? spelled(table.picture, text);
}

/** @param {Picture} picture @param {string} move @returns {Legal | null} */
function spelled(picture, move) {
    const [kind, where = "", orientation = ""] = move.split(" ");
    if (kind === "lay") {
        const rows = picture.hand?.looks.find((look) => look.orientation === orientation)?.rows;
        if (!rows) return null;
        const cells = cellsAt(rows, place(where)).map(notationOf);
        return { move, kind, corner: where, orientation, cells, captures: [], loses: [], closes: [], square: 0 };
    }
    if (kind === "exchange") return { move, kind, number: Number(where) };
    if (kind === "stone" || kind === "remove") return { move, kind, cell: where };
    if (kind === "steal") {
        const tile = tileAt(picture, where);
        return tile ? { move, kind, cell: where, tile: tile.tile, owner: tile.owner, cells: tile.cells } : null;
    }
    return kind === "discard" || kind === "stop" ? { move, kind } : null;
}

/** The things that may be chosen on the meadow in a step, each with its cells. @param {Table} table @param {Step} step @returns {Cell[][]} */
export function targetsOf(table, step) {
    const seen = new Set();
    const all = [...table.targets.values()].filter((legal) => legal.kind === step);
    // Every cell of a tile names it; it is one thing.
    const once = all.filter(({ cell, tile }) => !seen.has(tile ?? cell) && seen.add(tile ?? cell));
    return once.map(({ cell, cells }) => (cells ?? [cell]).map(place));
}

/** Where the tile in hand may be laid, turned so: corners. @param {Table} table @param {string} orientation @returns {Cell[]} */
export function cornersOf(table, orientation) {
    return [...table.lays.values()].filter((legal) => legal.orientation === orientation).map(({ corner }) => place(corner));
}

/** How the tile in hand looks, turned so. @param {Table} table @param {string} orientation */
export function lookOf({ picture }, orientation) {
    return picture.hand?.looks.find((look) => look.orientation === orientation) ?? picture.hand?.looks[0];
}

/** The cells of a tile drawn in rows, from its corner on. @param {string[]} rows @param {Cell} corner @returns {Cell[]} */
export function cellsAt(rows, [column, row]) {
    return cellsOf(rows, "#").map(([right, down]) => [column + right, row + down]);
}

/** Columns and rows of a tile drawn in rows. @param {string[] | undefined} rows @returns {Cell} */
export function sizeOf(rows) {
    return rows ? [rows[0].length, rows.length] : [1, 1];
}

/** The tile that lies on a cell. @param {Picture} picture @param {string} cell as moves write it */
export function tileAt(picture, cell) {
    return picture.tiles.find(({ cells }) => cells.includes(cell));
}

/** A cell as moves and pictures write it. @param {Cell} cell */
export const notationOf = ([column, row]) => cellNotation(column, row);

/** A cell as people name it. @param {Cell} cell */
export const nameOf = ([column, row]) => cellName(column, row);

/** A cell of a move or a picture as people name it: `Bc` is `c2` in capitals. @param {string} notation */
export const readable = (notation) => nameOf(place(notation));

/** @param {Cell} one @param {Cell} other */
export const isSame = (one, other) => one[0] === other[0] && one[1] === other[1];

/** How far two cells are apart, squared. @param {Cell} one @param {Cell} other */
export const distance = (one, other) => (one[0] - other[0]) ** 2 + (one[1] - other[1]) ** 2;
