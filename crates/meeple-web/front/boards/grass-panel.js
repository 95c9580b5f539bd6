// Laying Grass: what stands beside the meadow, as HTML. The tile in hand and what can be done with
// it, the next tiles as cards, the players.
//
//     ┌─────────┐  [Turn R] [Flip F]     1 ▄▄█  2 █▄  3 ▄▄▄  4 █▀  5 ▀█▀
//     │   ▄▄█   │  [Next N] [ Lay  ]     ●  Ann   5×5   61   2 ▭
//     └─────────┘
import { shapeOf } from "/drawings/grass.js";
import { colour, escaped } from "/drawings/drawing.js";
import { chosen } from "./grass-aim.js";
import { lookOf } from "./grass-table.js";
import { asked, BONUSES, counted, DOES, noCoupon, playerName } from "../words/grass.js";

/** @typedef {import("./grass-table.js").Table} Table */
/** @typedef {import("./grass-aim.js").Aim} Aim */

const ICONS = {
    right: "M19.5 12a7.5 7.5 0 1 1-2.4-5.500M20 3v4.500h-4.5",
    flipped: "M12 3v18M9 7v10H3zM15 7v10h6z",
    next: "M5 12h10M11 7l5 5-5 5M20 5v14",
    remove: "M4 18c-1-5 2-9 7-9s9 4 8 9zM15 3l6 6M21 3l-6 6",
    stop: "M7 7h10v10H7z",
};

/**
 * The tile in hand, or what else is due.
 * @param {Table} table @param {Aim} aim @param {boolean} mine whether the person at this screen is asked
 * @returns {string}
 */
export function hand(table, aim, mine) {
    const { picture, seats } = table;
    const mark = seats[picture.to_move]?.mark;
    const look = lookOf(table, mine ? aim.orientation : "");
    const rows = aim.step === "exchange" ? picture.next.find(({ number }) => number === aim.card)?.rows : look?.rows;
    const tile = aim.step === "exchange" ? picture.next.find(({ number }) => number === aim.card)?.tile : picture.hand?.tile;
    const icon = { stone: "stone", robbery: "robbery" }[picture.phase];
    const drawing = icon ? symbol(icon) : rows ? tileDrawing(rows, tile ?? 0, mark) : "";
    const whose = mark === undefined ? "" : markSign(mark);
    return `<div class="grass-held${mine ? " mine" : ""}">${drawing}</div><p class="grass-asked">${whose}<span>${escaped(mine ? asked(table, aim) : awaited(picture))}</span></p>`;
}

/** What everybody waits for. */
function awaited(picture) {
    const name = playerName(picture, picture.to_move);
    const tile = picture.hand?.tile;
    switch (picture.phase) {
        case "deal": return "A tile comes.";
        case "over": return "The game is over.";
        case "stone": return `${name} places a stone.`;
        case "robbery": return `${name} steals a tile.`;
        case "start": return `${name} lays a start tile.`;
        case "final": return `${name} may lay a 1×1 tile.`;
        default: return `${name} lays tile ${tile}.`;
    }
}

/** What can be done, under the thumb. @param {Table} table @param {Aim} aim @param {boolean} mine @returns {string} */
export function actions(table, aim, mine) {
    const canTurn = mine && aim.step === "lay" && (table.picture.hand?.looks.length ?? 0) > 1;
    const canGo = mine && ["lay", "stone", "steal", "remove"].includes(aim.step);
    const legal = mine ? chosen(table, aim) : null;
    return tool("right", "Turn", "R", canTurn) + tool("flipped", "Flip", "F", canTurn) + tool("next", "Next", "N", canGo)
        + `<button type="button" class="button primary grass-do" data-key="do" data-do="do" aria-disabled="${!legal}">${DOES[aim.step]}</button>`;
}

/** What else may be done: a coupon on a stone, or no more. @param {Table} table @param {Aim} aim @param {boolean} mine @returns {string} */
export function extras(table, aim, mine) {
    const removes = [...table.targets.values()].some(({ kind }) => kind === "remove");
    return (mine && removes ? tool("remove", "Take a stone away", "X", true, aim.step === "remove") : "")
        + (mine && table.moves.has("stop") ? tool("stop", aim.step === "stop" ? "Sure? Stop" : "Stop", "S", true, aim.step === "stop") : "");
}

function tool(name, word, key, isPossible, isPressed = false) {
    const pressed = isPressed ? ' aria-pressed="true"' : "";
    return `<button type="button" class="button grass-tool" data-key="${name}" data-do="${name}" aria-disabled="${!isPossible}" aria-keyshortcuts="${key}"${pressed}>`
        + `<svg class="icon" viewBox="0 0 24 24" aria-hidden="true"><path d="${ICONS[name]}"/></svg><span>${word}</span><kbd aria-hidden="true">${key}</kbd></button>`;
}

/**
 * The next tiles as cards.
 * @param {Table} table @param {Aim} aim @param {boolean} mine @param {{ move: string }[]} advice
 * @returns {string}
 */
export function cards(table, aim, mine, advice) {
    const { picture } = table;
    const more = picture.tiles_left - picture.next.length - Number(picture.phase === "tile");
    const rest = picture.next.length > 0 && more > 0 ? `<li class="grass-more" data-key="more">${more} more</li>` : "";
    return picture.next.map(({ number, tile, rows, drawn_by: seat }) => {
        const isOffered = mine && table.exchanges.has(number);
        const isWanted = mine && aim.step === "exchange" && aim.card === number;
        const mark = table.seats[seat]?.mark;
        const rank = advice.findIndex(({ move }) => move === `exchange ${number}`);
        const words = [`Next tile ${number}: tile ${tile}, ${counted(rows.join("").replaceAll(".", "").length, "cell")}`,
            seat === undefined ? "" : `for ${playerName(picture, seat)}`,
            isOffered ? (isWanted ? "press again to swap" : "swap for a coupon") : mine ? noCoupon(picture) : "",
            rank < 0 ? "" : `advised, rank ${rank + 1}`];
        return `<li data-key="${tile}"><button type="button" class="grass-card${isOffered ? " offered" : ""}" data-card="${number}" aria-pressed="${isWanted}" aria-disabled="${!isOffered}" aria-label="${escaped(words.filter(Boolean).join(", "))}">`
            + `<span class="grass-number">${number}</span>${tileDrawing(rows, tile, mark)}`
            + (mark === undefined ? "" : markSign(mark))
            + (rank < 0 ? "" : `<span class="grass-rank">${rank + 1}</span>`)
            + (isWanted ? '<span class="grass-sure">Swap?</span>' : "") + "</button></li>";
    }).join("") + rest;
}

/** Who has what. @param {Table} table @param {number | null} own @returns {string} */
export function players(table, own) {
    const { picture, seats } = table;
    const head = (word, sign) => `<th scope="col"><span class="unseen">${word}</span><span aria-hidden="true" title="${word}">${sign}</span></th>`;
    const grass = picture.tie === "in-square" ? "Grass in the square" : "Grass";
    const rows = picture.seats.map(({ seat, name, square, tie_break: most, coupons, stones, robberies }) => {
        const due = pending(stones, "stone") + pending(robberies, "robbery");
        const current = seat === picture.to_move ? ' aria-current="true"' : "";
        return `<tr data-key="${seat}" class="${seat === own ? "own" : ""}"${current}><th scope="row">${markSign(seats[seat].mark)}<bdi>${escaped(seats[seat].name ?? name)}</bdi>${due}</th>`
            + `<td>${square}×${square}</td><td>${most}</td><td>${coupons}</td></tr>`;
    });
    return `<caption class="unseen">The players</caption><thead><tr><th scope="col">${stage(picture)}</th>${head("Largest square", FRAME)}${head(grass, BLADES)}${head("Coupons", symbol("exchange"))}</tr></thead><tbody>${rows.join("")}</tbody>`;
}

/** How far the game is. */
function stage({ round, rounds, phase }) {
    if (phase === "over") return "The end";
    if (round === 0) return "The start";
    return round > rounds ? "Last coupons" : `Round ${round} of ${rounds}`;
}

function pending(number, bonus) {
    if (number === 0) return "";
    return `<span class="grass-due" title="${BONUSES[bonus].gives}"><span class="unseen">, to use: </span>${number}${symbol(bonus)}<span class="unseen"> ${bonus}</span></span>`;
}

const FRAME = '<svg class="grass-symbol" viewBox="0 0 10 10"><rect x="1.5" y="1.5" width="7" height="7" rx="1" fill="none" stroke="currentcolor" stroke-width="1.2"/></svg>';
const BLADES = '<svg class="grass-symbol" viewBox="0 0 10 10"><path d="M5 9V2M5 9 2 3.500M5 9l3-5.500" fill="none" stroke="currentcolor" stroke-width="1.2" stroke-linecap="round"/></svg>';

/** A coupon, a stone or a mask, as large as the text. @param {string} bonus */
export function symbol(bonus) {
    return `<svg class="grass-symbol" viewBox="-.5 -.5 1 1" aria-hidden="true"><use href="#grass-${bonus}" fill="currentcolor"/></svg>`;
}

/** A mark as it stands before a name. @param {number} mark */
export function markSign(mark) {
    return `<svg class="mark grass-mark" viewBox="0 0 10 10" aria-hidden="true"><use href="#mark-${mark}" fill="${colour(mark)}"/></svg>`;
}

/** A tile in the middle of a square field. @param {string[]} rows @param {number} tile @param {number} [mark] */
export function tileDrawing(rows, tile, mark) {
    const { wide, high, drawing } = shapeOf(rows, tile, mark);
    const side = Math.max(wide, high, 4) + 0.2;
    return `<svg class="grass-shape" viewBox="${(wide - side) / 2} ${(high - side) / 2} ${side} ${side}" aria-hidden="true">${drawing}</svg>`;
}
