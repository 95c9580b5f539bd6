// Laying Grass: what is said. What is asked for, what a move would do, why one is refused, and
// what lies on a cell, for those who hear the board.
//
//     "D3: your square grows to 5×5. Captures E4: one more coupon."
import { place } from "/drawings/grass.js";
import { ghostCells } from "../boards/grass-aim.js";
import { nameOf, notationOf, readable, tileAt } from "../boards/grass-table.js";

/** @typedef {import("../boards/grass-table.js").Table} Table */
/** @typedef {import("../boards/grass-table.js").Cell} Cell */
/** @typedef {import("../boards/grass-table.js").Legal} Legal */
/** @typedef {import("../boards/grass-aim.js").Aim} Aim */

/** What a bonus square is called, and what it gives. */
export const BONUSES = {
    exchange: { name: "coupon square", gives: "one more coupon" },
    stone: { name: "stone square", gives: "a stone to place" },
    robbery: { name: "robbery square", gives: "a tile to steal" },
};
const KINDS = { E: "exchange", S: "stone", R: "robbery" };

/** What the one action is called in each step. */
export const DOES = { rest: "Lay", lay: "Lay", stone: "Place", steal: "Steal", discard: "Give up", exchange: "Swap", remove: "Remove", stop: "Stop" };

/** What a person is asked to do. @param {Table} table @param {Aim} aim @returns {string} */
export function asked(table, { step, card }) {
    const { picture } = table;
    const tile = picture.hand?.tile;
    if (step === "exchange") return `Swap for tile ${nextTile(picture, card)?.tile}?`;
    if (step === "remove") return "Which stone goes?";
    if (step === "stop") return "Stop laying?";
    if (step === "stone") return "Place a stone.";
    if (step === "steal") return "Steal a tile.";
    if (step === "discard") return `Tile ${tile} fits nowhere.`;
    if (picture.phase === "start") return "Your start tile";
    if (picture.phase === "final") return "A 1×1 tile";
    if (picture.phase === "stolen") return `The stolen tile ${tile}`;
    return `Your tile ${tile}`;
}

/** What a move would do. @param {Table} table @param {Legal} legal @returns {string} */
export function told(table, legal) {
    const { cell, tile, owner, fits } = legal;
    switch (legal.kind) {
        case "lay": return laid(table, legal);
        case "exchange": return `Exchange for tile ${tile}: ${fits ? "it fits" : "it fits nowhere and is discarded"}. ${cost(table)}`;
        case "remove": return `Remove the stone on ${readable(cell)}: your tile then ${fits ? "fits" : "still fits nowhere"}. ${cost(table)}`;
        case "stone": return `A stone on ${readable(cell)}: nobody can lay anything there.`;
        case "steal": return `Steal tile ${tile} from ${playerName(table.picture, owner)}, ${counted(legal.cells.length, "cell")}: ${fits ? "you can lay it" : "you cannot lay it, and it is discarded"}.`;
        case "discard": return `Give up tile ${tile}: it fits nowhere.`;
        default: return "Stop: you lay no more tiles.";
    }
}

/** @param {Table} table @param {Legal} legal */
function laid(table, { cells, captures, loses, closes, square }) {
    const { picture } = table;
    const now = mover(picture)?.square ?? 0;
    const where = firstCell(cells);
    const words = [picture.phase === "start" ? `${where}: your grass starts here.`
        : square > now ? `${where}: your square grows to ${square}×${square}.`
            : `${where}: your square stays ${now}×${now}.`];
    words.push(...captures.map((bonus) => `Captures ${readable(bonus.cell)}: ${BONUSES[bonus.bonus].gives}.`));
    words.push(...loses.map((bonus) => `Covers the ${BONUSES[bonus.bonus].name} ${readable(bonus.cell)}, which is lost.`));
    if (closes.length > 0) words.push(`${counted(closes.length, "cell")} ${closes.length === 1 ? "becomes" : "become"} dead for everybody.`);
    if (picture.phase === "final") words.push(cost(table));
    return words.join(" ");
}

/** The cell that names a tile: the leftmost one in its top row. @param {string[]} cells as moves write them */
function firstCell(cells) {
    const [first] = cells.map(place).sort(([column, row], [otherColumn, otherRow]) => row - otherRow || column - otherColumn);
    return nameOf(first);
}

/** What a coupon leaves. */
function cost({ picture }) {
    const left = (mover(picture)?.coupons ?? 1) - 1;
    return left > 0 ? `It costs a coupon; ${left} left.` : "It costs your last coupon.";
}

/** Why what is aimed at cannot be done, and the cell that is the reason. @param {Table} table @param {Aim} aim @returns {{ sentence: string, cell: Cell | null }} */
export function refusal(table, aim) {
    const { picture } = table;
    const cell = nameOf(aim.target);
    const at = (sentence) => ({ sentence, cell: aim.target });
    if (aim.step === "lay") return refusedLay(table, ghostCells(table, aim));
    if (aim.step === "stone") return at(`${cell} is not empty. A stone goes on an empty cell.`);
    if (aim.step === "remove") return at(`There is no stone on ${cell}.`);
    if (aim.step === "steal") return at(notStolen(picture, aim.target));
    if (aim.step === "exchange") return { sentence: noCoupon(picture), cell: null };
    return { sentence: "This is not possible now.", cell: null };
}

/** @param {Table} table @param {Cell[]} cells */
function refusedLay({ picture }, cells) {
    const own = picture.to_move;
    for (const cell of cells) {
        const sentence = taken(picture, cell, own) ?? besideOther(picture, cell, own);
        if (sentence) return { sentence, cell };
    }
    return { sentence: "The tile would touch none of your cells here.", cell: null };
}

/** What lies where a tile would lie. */
function taken(picture, cell, own) {
    const [name, letter] = [nameOf(cell), letterAt(picture, cell)];
    if (letter === "#") return `There is a stone on ${name}.`;
    if (!/\d/.test(letter)) return null;
    const isCaptured = picture.captured.some((square) => square.cell === notationOf(cell));
    const owner = Number(letter);
    if (isCaptured) return owner === own ? `${name} is a square that you have captured.` : `${name} is a square captured by ${playerName(picture, owner)}.`;
    return owner === own ? `${name} is already your grass.` : `${name} is already the grass of ${playerName(picture, owner)}.`;
}

/** Whose cell a tile would lie next to. */
function besideOther(picture, [column, row], own) {
    const beside = /** @type {Cell[]} */ ([[column, row - 1], [column - 1, row], [column + 1, row], [column, row + 1]]);
    const other = beside.find((cell) => /\d/.test(letterAt(picture, cell)) && Number(letterAt(picture, cell)) !== own);
    if (!other) return null;
    const owner = playerName(picture, Number(letterAt(picture, other)));
    return `${nameOf([column, row])} would lie next to ${nameOf(other)}, which belongs to ${owner}.`;
}

function notStolen(picture, cell) {
    const [name, notation] = [nameOf(cell), notationOf(cell)];
    if (tileAt(picture, notation)?.owner === picture.to_move) return `${name} is your own. Steal another player's tile.`;
    if (picture.singles.some((single) => single.cell === notation)) return `${name} is a 1×1 tile, which cannot be stolen.`;
    if (picture.captured.some((square) => square.cell === notation)) return `${name} is a captured square, not a tile. It cannot be stolen.`;
    return `There is nothing to steal on ${name}.`;
}

/** Why a card cannot be had. @param {import("../boards/grass-table.js").Picture} picture @returns {string} */
export function noCoupon(picture) {
    if (picture.phase !== "tile") return "You can exchange a tile only before you lay the drawn one.";
    if (picture.coupon_spent) return "You have already spent a coupon this turn.";
    return mover(picture)?.coupons ? "You cannot take this tile." : "You have no coupon left.";
}

/** A cell as it is read out: `C2, yours, tile d`. @param {Table} table @param {Cell} cell @returns {string} */
export function cellWords({ picture }, cell) {
    return `${nameOf(cell)}, ${lies(picture, cell)}`;
}

function lies(picture, cell) {
    const [notation, letter] = [notationOf(cell), letterAt(picture, cell)];
    if (letter === "#") return "a stone";
    if (KINDS[letter]) return `a ${BONUSES[KINDS[letter]].name}`;
    if (!/\d/.test(letter)) return openTo(picture, cell);
    const whose = Number(letter) === picture.to_move ? "yours" : `of ${playerName(picture, Number(letter))}`;
    const square = picture.captured.find((one) => one.cell === notation);
    if (square) return `${whose}, a captured ${BONUSES[square.bonus].name}`;
    const tile = tileAt(picture, notation);
    return tile ? `${whose}, tile ${tile.letter}` : `${whose}, a 1×1 tile`;
}

/** Who can still lay a tile there. */
function openTo(picture, [column, row]) {
    const open = picture.open_to[row][column];
    if (open === "x") return "dead ground";
    if (!/\d/.test(open)) return "empty";
    return Number(open) === picture.to_move ? "empty, only for you" : `empty, only for ${playerName(picture, Number(open))}`;
}

/** A player's name. @param {import("../boards/grass-table.js").Picture} picture @param {number} seat */
export function playerName(picture, seat) {
    return picture.seats[seat]?.name ?? "nobody";
}

/** `1 cell`, `5 cells`. @param {number} number @param {string} one */
export function counted(number, one) {
    return `${number} ${one}${number === 1 ? "" : "s"}`;
}

/** The tile on a card. @param {import("../boards/grass-table.js").Picture} picture @param {number} card */
export function nextTile(picture, card) {
    return picture.next.find(({ number }) => number === card);
}

const mover = (picture) => picture.seats[picture.to_move];
const letterAt = (picture, [column, row]) => picture.board[row]?.[column] ?? "";
