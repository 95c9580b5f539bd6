// Laying Grass: what stands beside the meadow that is edited, as HTML. What is put down, whose it
// is, all tiles, the queue, and the numbers.
//
//     [Tile] [Start] [▭] [◖] [∞] [Stone] [Erase]      ● ■ ▲ ◆
//     ▄▄█  ▄█▄  ▀█▀ ...                               in hand, next 1 to 5
import { escaped } from "/drawings/drawing.js";
import { markSign, symbol, tileDrawing } from "./grass-panel.js";
import { hiddenTiles, whereIs } from "./grass-position.js";

/** @typedef {import("./grass-position.js").Edited} Edited */
/** @typedef {"tile" | "single" | "E" | "S" | "R" | "stone" | "erase"} Tool */

/**
 * @typedef {object} EditorState
 * @property {Edited} edited
 * @property {Tool} tool
 * @property {number} seat whose things are put down
 * @property {number} tile the chosen one
 * @property {string[][]} shapes the rows of every tile
 * @property {import("/drawings/drawing.js").Look[]} seats
 * @property {boolean} follows whether round and turn follow the tiles
 */

/** @type {Record<Tool, { name: string, bonus?: string, path?: string }>} */
const TOOLS = {
    tile: { name: "Tile", path: "M4 4h8v8h8v8H4z" },
    single: { name: "1×1 tile", path: "M7 7h10v10H7z" },
    E: { name: "Coupon square", bonus: "exchange" },
    S: { name: "Stone square", bonus: "stone" },
    R: { name: "Robbery square", bonus: "robbery" },
    stone: { name: "Stone", path: "M4 18c-1-6 3-11 8-11s9 5 8 11z" },
    erase: { name: "Erase", path: "M5 5l14 14M19 5 5 19" },
};

/** What the next click does. @param {EditorState} state @returns {string} */
export function helpOf({ tool }) {
    if (tool === "tile") return "Click a cell to lay the tile. R turns it, F flips it; what lies there goes.";
    if (tool === "single") return "Click a cell to lay a 1×1 tile: a start tile, or a final one.";
    if (tool === "stone") return "Click a cell to put a stone there.";
    if (tool === "erase") return "Click a cell to take away what lies there.";
    return "Click a cell to make it a bonus square; click it again to let the chosen player capture it.";
}

/** @param {EditorState} state @returns {string} */
export function toolsOf(state) {
    const tools = Object.entries(TOOLS).map(([tool, { name, bonus, path }]) => `<button type="button" class="grass-pick" data-key="${tool}" data-tool="${tool}" aria-pressed="${tool === state.tool}" aria-label="${name}" title="${name}">`
        + (bonus ? symbol(bonus) : `<svg class="icon" viewBox="0 0 24 24" aria-hidden="true"><path d="${path}"/></svg>`) + "</button>");
    const seats = state.seats.map(({ name, mark }, seat) => `<button type="button" class="grass-pick" data-key="seat-${seat}" data-seat="${seat}" aria-pressed="${seat === state.seat}" aria-label="For ${escaped(name)}" title="${escaped(name)}">${markSign(mark)}</button>`);
    const turns = state.tool === "tile" ? '<div class="grass-turns"><button type="button" class="button small" data-turn="right" aria-keyshortcuts="R">Turn</button><button type="button" class="button small" data-turn="flipped" aria-keyshortcuts="F">Flip</button></div>' : "";
    return `<div class="grass-picks" role="group" aria-label="What is put down">${tools.join("")}</div><div class="grass-picks" role="group" aria-label="Whose it is">${seats.join("")}</div>`
        + `<p class="grass-help">${helpOf(state)}</p>${turns}`;
}

const PLACES = { lies: "lies on the meadow", queue: "in the queue", discarded: "discarded", stolen: "stolen" };

/** All tiles. @param {EditorState} state @returns {string} */
export function shelfOf({ edited, shapes, tile: chosen, seats, seat }) {
    return shapes.map((rows, index) => {
        const tile = index + 1;
        const where = whereIs(edited, tile);
        return `<button type="button" class="grass-pick grass-on-shelf${where ? " used" : ""}" data-key="${tile}" data-tile="${tile}" aria-pressed="${tile === chosen}" aria-label="Tile ${tile}${where ? `, ${PLACES[where]}` : ""}" title="Tile ${tile}${where ? `, ${PLACES[where]}` : ""}">${tileDrawing(rows, tile, tile === chosen ? seats[seat]?.mark : undefined)}</button>`;
    }).join("");
}

/** The tile in hand and the next ones: a click puts the chosen tile there, or takes it away. @param {EditorState} state @returns {string} */
export function queueOf({ edited, shapes, tile: chosen }) {
    const slots = Array.from({ length: 6 }, (_, place) => {
        const tile = edited.front[place];
        const name = place === 0 ? "In hand" : `Next ${place}`;
        const does = tile === chosen ? "take it away" : `put tile ${chosen} there`;
        const isOpen = place <= edited.front.length;
        return `<li data-key="${place}"><button type="button" class="grass-slot" data-slot="${place}"${isOpen ? "" : " disabled"} aria-label="${name}: ${tile ? `tile ${tile}` : "not decided"}; ${does}">${tile ? tileDrawing(shapes[tile - 1], tile) : '<span class="grass-open">?</span>'}<span class="grass-slot-name">${name}</span></button></li>`;
    });
    const back = edited.back.length > 0 ? `, then ${edited.back.map((tile) => `tile ${tile}`).join(", ")}` : "";
    const others = [
        { key: "discarded", name: "Discarded", tiles: edited.discarded },
        { key: "stolen", name: "Stolen", tiles: edited.stolen === null ? [] : [edited.stolen] },
    ];
    const away = others.map(({ key, name, tiles }) => `<p class="grass-away" data-key="${key}"><span>${name}:</span> ${tiles.length > 0 ? tiles.join(", ") : "none"} <button type="button" class="button small" data-away="${key}">${tiles.includes(chosen) ? "Take away" : "Put"} tile ${chosen}</button></p>`);
    return `<ol class="grass-slots">${slots.join("")}</ol><p class="grass-help">Then ${hiddenTiles(edited)} tiles that are not decided${back}.</p>${away.join("")}`;
}

/** The numbers. @param {EditorState} state @returns {string} */
export function numbersOf({ edited, seats, follows }) {
    const rows = seats.map(({ name, mark }, seat) => `<tr data-key="${seat}"><th scope="row">${markSign(mark)}<bdi>${escaped(name)}</bdi></th>`
        + `<td><input type="radio" name="turn" value="${seat}"${seat === edited.turn ? " checked" : ""} aria-label="${escaped(name)} is to move"></td>`
        + `<td>${number(`coupons-${seat}`, edited.coupons[seat], `Coupons of ${name}`)}</td></tr>`);
    const rounds = [...Array(10).keys(), "final", "over"].map((round) => `<option value="${round}"${String(round) === edited.round ? " selected" : ""}>${round === 0 ? "0: start tiles" : round}</option>`);
    const check = (name, word, isOn) => `<label class="grass-check"><input type="checkbox" name="${name}"${isOn ? " checked" : ""}> ${word}</label>`;
    return `<table class="grass-players grass-numbers"><thead><tr><th scope="col">Player</th><th scope="col">Turn</th><th scope="col">Coupons</th></tr></thead><tbody>${rows.join("")}</tbody></table>`
        + `<div class="grass-fields"><label>Round <select name="round">${rounds.join("")}</select></label>`
        + `<label>Stones to place ${number("pending-0", edited.pending[0], "Stones to place")}</label><label>Tiles to steal ${number("pending-1", edited.pending[1], "Tiles to steal")}</label></div>`
        + check("spent", "The coupon of this turn is spent", edited.spent) + check("follows", "Round and turn follow the tiles", follows);
}

function number(name, value, label) {
    return `<input type="number" name="${name}" min="0" max="20" value="${value}" aria-label="${escaped(label)}">`;
}
