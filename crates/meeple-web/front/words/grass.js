// Laying Grass: what is said. What is asked for, what a move would do, why one is refused, and
// what lies on a cell, for those who hear the board.
//
//     "Your square grows to 5×5. Captures Cd: one more coupon (G10)."
import { LETTERS } from "/drawings/grass.js";
import { ghostCells } from "../boards/grass-aim.js";
import { nameOf, tileAt } from "../boards/grass-table.js";

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
        case "exchange": return `Exchange for tile ${tile}: ${fits ? "it fits" : "it fits nowhere and is discarded (G6)"}. ${cost(table)}`;
        case "remove": return `Take the stone on ${cell} away: your tile then ${fits ? "fits" : "still fits nowhere"} (G8). ${cost(table)}`;
        case "stone": return `A stone on ${cell}: nobody can lay anything there (G11).`;
        case "steal": return `Steal tile ${tile} from ${playerName(table.picture, owner)}, ${counted(legal.cells.length, "cell")}: ${fits ? "you can lay it" : "you cannot lay it, and it is discarded"} (G12).`;
        case "discard": return `Give up tile ${tile}: it fits nowhere (G6).`;
        default: return "Stop: you lay no more tiles (G14).";
    }
}

/** @param {Table} table @param {Legal} legal */
function laid(table, { corner, captures, loses, closes, square }) {
    const { picture } = table;
    const now = mover(picture)?.square ?? 0;
    const words = [picture.phase === "start" ? `${corner}: your grass begins here.`
        : square > now ? `${corner}: your square grows to ${square}×${square}.`
            : `${corner}: your square stays ${now}×${now}.`];
    words.push(...captures.map((bonus) => `Captures ${bonus.cell}: ${BONUSES[bonus.bonus].gives} (G10).`));
    words.push(...loses.map((bonus) => `Covers the ${BONUSES[bonus.bonus].name} ${bonus.cell}, which is lost (${ruleOf(picture)}).`));
    if (closes.length > 0) words.push(`${counted(closes.length, "cell")} ${closes.length === 1 ? "becomes" : "become"} dead for everybody.`);
    if (picture.phase === "final") words.push(cost(table));
    return words.join(" ");
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
    if (aim.step === "stone") return at(`${cell} is not empty: a stone is placed on an empty cell (G11).`);
    if (aim.step === "remove") return at(`No stone lies on ${cell} (G8).`);
    if (aim.step === "steal") return at(notStolen(picture, cell));
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
    return { sentence: "Here the tile touches none of your cells (G9).", cell: null };
}

/** What lies where a tile would lie. */
function taken(picture, cell, own) {
    const [name, letter] = [nameOf(cell), letterAt(picture, cell)];
    if (letter === "#") return `A stone lies on ${name} (G9).`;
    if (!/\d/.test(letter)) return null;
    const isCaptured = picture.captured.some((square) => square.cell === name);
    const owner = Number(letter);
    if (isCaptured) return owner === own ? `${name} is a square that you have captured (G9).` : `${name} is a square captured by ${playerName(picture, owner)} (G9).`;
    return owner === own ? `${name} is already your grass (G9).` : `${name} is already the grass of ${playerName(picture, owner)} (G9).`;
}

/** Whose cell a tile would lie next to. */
function besideOther(picture, [column, row], own) {
    const beside = /** @type {Cell[]} */ ([[column, row - 1], [column - 1, row], [column + 1, row], [column, row + 1]]);
    const other = beside.find((cell) => /\d/.test(letterAt(picture, cell)) && Number(letterAt(picture, cell)) !== own);
    if (!other) return null;
    const owner = playerName(picture, Number(letterAt(picture, other)));
    return `${nameOf([column, row])} would lie next to ${nameOf(other)}, which belongs to ${owner} (${ruleOf(picture)}).`;
}

function notStolen(picture, cell) {
    const tile = tileAt(picture, cell);
    if (tile?.owner === picture.to_move) return `${cell} is your own: a robbery takes another player's tile (G12).`;
    if (picture.singles.some((single) => single.cell === cell)) return `${cell} is a 1×1 tile, which cannot be stolen (G12).`;
    if (picture.captured.some((square) => square.cell === cell)) return `${cell} is a captured square, not a tile: it cannot be stolen (G12).`;
    return `There is nothing to steal on ${cell} (G12).`;
}

/** Why a card cannot be had. @param {import("../boards/grass-table.js").Picture} picture @returns {string} */
export function noCoupon(picture) {
    if (picture.phase !== "tile") return "A tile is exchanged only before the drawn one is laid (G7).";
    if (picture.coupon_spent) return "You have already spent a coupon in this turn (G6).";
    return mover(picture)?.coupons ? "This tile is not to be had." : "You have no coupon left (G6).";
}

/** A cell as it is read out: `row B, column small c, yours, tile d`. @param {Table} table @param {Cell} cell @returns {string} */
export function cellWords({ picture }, cell) {
    const letter = (index) => (index < 26 ? LETTERS[index] : `small ${LETTERS[index]}`);
    return `row ${letter(cell[1])}, column ${letter(cell[0])}, ${lies(picture, cell)}`;
}

function lies(picture, cell) {
    const [name, letter] = [nameOf(cell), letterAt(picture, cell)];
    if (letter === "#") return "a stone";
    if (KINDS[letter]) return `a ${BONUSES[KINDS[letter]].name}`;
    if (!/\d/.test(letter)) return openTo(picture, cell);
    const whose = Number(letter) === picture.to_move ? "yours" : `of ${playerName(picture, Number(letter))}`;
    const square = picture.captured.find((one) => one.cell === name);
    if (square) return `${whose}, a captured ${BONUSES[square.bonus].name}`;
    const tile = tileAt(picture, name);
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
const ruleOf = (picture) => (picture.phase === "start" ? "G5" : "G9");
