// Under Filler's board: the piece in hand with what can be done, and both scores so far.
//
//     ● ▟▙  fits in 17 places        ‹ 3 of 17 ›   [ Stop ]  [ Place it ]
//     ╭──────────────────────────────────────────╮
//     │       ____/‾‾‾                           │   ● 125   ■ 124
//     ╰──────────────────────────────────────────╯
import { colour, escaped, round } from "/drawings/drawing.js";
import { pieceShape } from "/drawings/filler.js";
import { words } from "../words/filler.js";

/**
 * @typedef {object} Hand
 * @property {any} picture
 * @property {{ name: string, mark: number }[]} seats
 * @property {boolean} mine
 * @property {number} count of places
 * @property {number} index of the place that is chosen, or -1
 * @property {boolean} canStop
 * @property {boolean} isSure whether Stop was pressed once
 * @property {number} [stopRank] where stopping stands among the advice, from 0
 */

/** @param {Hand} hand @returns {string} HTML */
export function handOf({ picture: { piece, to_move: seat }, seats, mine, count, index, canStop, isSure, stopRank }) {
    if (!piece || seat === undefined) return seat === undefined ? "" : `<p class="quiet">${words.noPiece}</p>`;
    const { name, mark } = seats[seat];
    const about = mine ? words.fits(count) : words.ofOther(name);
    const chosen = index < 0 ? `<span class="quiet">${words.fits(count)}</span>` : words.place(index, count);
    const steps = count > 0
        ? `<div class="filler-steps">${step("previous", words.previous, "M10 3 5 8l5 5")}<span class="filler-place">${chosen}</span>${step("next", words.next, "M6 3l5 5-5 5")}</div>`
        : `<span class="filler-about">${escaped(about)}</span>`;
    return `<div class="filler-shape">${shape(piece, mark)}</div>${mine ? steps + verbs({ count, index, canStop, isSure, stopRank }) : `<span class="filler-about">${escaped(about)}</span>`}`;
}

function shape(piece, mark) {
    return `<svg viewBox="-.1 -.1 ${piece.width + 0.2} ${piece.height + 0.2}" role="img" aria-label="${escaped(words.piece(piece))}">${pieceShape(piece, mark)}</svg>`;
}

function step(verb, label, path) {
    return `<button type="button" class="button icon" data-do="${verb}" aria-label="${escaped(label)}" title="${escaped(label)}"><svg viewBox="0 0 16 16" aria-hidden="true"><path d="${path}"/></svg></button>`;
}

/** One thing to do next has the accent: laying, or stopping where nothing else is left. */
function verbs({ count, index, canStop, isSure, stopRank }) {
    const rank = stopRank >= 0 ? ` <small class="filler-stop-rank">${stopRank + 1}</small>` : "";
    if (count === 0) return canStop ? `<div class="filler-verbs"><button type="button" class="button primary" data-do="stop">${words.stopOnly}</button></div>` : "";
    const stop = canStop ? `<button type="button" class="button plain${isSure ? " danger" : ""}" data-key="stop" data-do="stop">${isSure ? words.stopSure : words.stop}${rank}</button>` : "";
    const lay = `<button type="button" class="button primary" data-key="lay" data-do="lay"${index < 0 ? ` aria-disabled="true" title="${words.layHint}"` : ""}>${words.lay}</button>`;
    return `<div class="filler-verbs">${stop}${lay}</div>`;
}

/** Both scores from the start until now. @param {any} picture @param {{ name: string, mark: number }[]} seats @returns {string} HTML */
export function curveOf({ scores, scoring }, seats) {
    const [wide, high] = [600, 56];
    const now = scores.at(-1);
    const most = Math.max(10, ...scores.flat());
    const x = (index) => round((wide * index) / Math.max(scores.length - 1, 1));
    const y = (score) => round(high - 3 - ((high - 6) * score) / most);
    const line = ({ mark }, seat) =>
        `<path d="M${scores.map((both, index) => `${x(index)} ${y(both[seat])}`).join("L")}H${wide}" fill="none" stroke="${colour(mark)}" stroke-width="2" stroke-linejoin="round" vector-effect="non-scaling-stroke"${seat === 1 ? ' stroke-dasharray="6 2"' : ""}/>`;
    const figure = ({ mark }, seat) =>
        `<span class="filler-score seat-${mark}"><svg class="mark" viewBox="0 0 10 10" aria-hidden="true"><use href="#mark-${mark}"/></svg>${now[seat]}</span>`;
    const label = words.curve(seats.map(({ name }) => name), now);
    return `<svg viewBox="0 0 ${wide} ${high}" preserveAspectRatio="none" role="img" aria-label="${escaped(label)}">${seats.map(line).join("")}</svg>`
        + `<figcaption><span class="quiet">${words.scoring[scoring] ?? ""}</span>${seats.map(figure).join("")}</figcaption>`;
}
