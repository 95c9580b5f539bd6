// The text and buttons beside a board: the status line, actions, hints and requests.
import { escaped } from "/drawings/drawing.js";
import { adviceList } from "./advice.js";
import { icon } from "./icons.js";
import { reactionsHtml } from "./reactions.js";
import { may, status } from "../room-state.js";
import { words } from "../words.js";

/** @typedef {import("../room-state.js").Room} Room */

/** @param {string} verb @param {Parameters<typeof icon>[0]} picture @param {string} text @param {string} [more] */
function button(verb, picture, text, more = "") {
    return `<button type="button" class="button" data-do="${verb}" data-key="${verb}"${more}>${icon(picture)}<span>${escaped(text)}</span></button>`;
}

/** The status line and the most used actions; at the bottom of the screen on a phone. @param {Room} room @param {number[]} own @param {import("./room-view.js").ViewState} viewState @param {boolean} isLost whether the connection is lost and not back yet */
export function statusBarHtml(room, own, viewState, isLost) {
    if (viewState.past) return pastHtml(viewState.past);
    const can = may(room, own);
    const off = (isOff) => (isOff ? " disabled" : "");
    const isHinted = viewState.hint !== null || viewState.isHinting;
    // Unavailable actions are disabled rather than removed, so that nothing moves under a finger.
    const buttons = [
        can.everHint ? button("hint", "hint", words.room.hint, ` aria-pressed="${isHinted}"${off(!can.hint)}`) : "",
        can.resign ? button("take-back", "back", words.room.back, off(!can.back)) : "",
    ];
    const watches = own.length === 0 && room.phase === "playing" ? `<span class="quiet small">${escaped(words.room.watching)}</span>` : "";
    return statusHtml(`<span>${escaped(isLost ? words.room.lost : status(room, own))}</span>${watches}`, can.play && !isLost, buttons, viewState);
}

/** The status line while an earlier position is shown, with a button back to the current one. @param {{ ply: number }} past */
function pastHtml(past) {
    const step = (verb, sign, text, isOff) => `<button type="button" class="button step" data-do="${verb}" data-key="${verb}" aria-label="${escaped(text)}"${isOff ? " disabled" : ""}>${sign}</button>`;
    const buttons = [
        step("older", "‹", words.room.older, past.ply === 0),
        step("newer", "›", words.room.newer, false),
        `<button type="button" class="button primary" data-do="present" data-key="present">${escaped(words.room.backToGame)}</button>`,
    ];
    return statusHtml(`<span>${escaped(words.room.lookingBack(past.ply))}</span>`, false, buttons, null);
}

/** @param {string} html the text of the status line @param {boolean} isMine @param {string[]} buttons @param {import("./room-view.js").ViewState | null} viewState null: no way to the sheet */
function statusHtml(html, isMine, buttons, viewState) {
    const more = viewState ? button("more", "more", words.room.more, ` aria-expanded="${viewState.isOpen}" aria-controls="room-sheet"`) : "";
    return `<p class="status${isMine ? " mine" : ""}" data-key="status">${html}</p><p class="buttons" data-key="buttons">${buttons.join("")}${more}</p>`;
}

/** Rarely used actions. @param {Room} room @param {number[]} own */
export function moreHtml(room, own) {
    const can = may(room, own);
    const buttons = [
        can.resign ? button("resign", "flag", words.room.resign) : "",
        button("copy-watch", "eye", words.room.copyWatch),
        button("keys", "keys", words.room.help),
    ];
    return `<div class="buttons" role="group" aria-label="${escaped(words.room.actions)}">${can.react ? reactionsHtml() : ""}${buttons.join("")}</div>${commitmentHtml(room)}`;
}

/** Games without deals. */
const WITHOUT_DEALS = ["chomp"];

/** Says that the seed is known to everybody. @param {Room} room */
export function knownSeedHtml({ game, phase, seed }) {
    if (WITHOUT_DEALS.includes(game) || phase === "over" || typeof seed !== "number") return "";
    // JavaScript rounds larger numbers.
    const shown = Number.isSafeInteger(seed) ? ` ${seed}` : "";
    return `<p class="quiet" data-key="seed">${escaped(words.room.knownSeed(shown))}</p>`;
}

/** The commitment to the seed. @param {Room} room */
function commitmentHtml({ game, commitment }) {
    if (WITHOUT_DEALS.includes(game) || !commitment) return "";
    return `<details class="commitment" data-key="commitment"><summary>${escaped(words.room.commitment)}</summary>
        <p class="quiet small">${escaped(words.room.commitmentAbout)}</p><p class="small"><code>${escaped(commitment)}</code></p></details>`;
}

/** A request to take a move back. @param {Room} room @param {number[]} own */
export function askedHtml(room, own) {
    if (!room.back) return "";
    if (!may(room, own).answer) return own.includes(room.back.by) ? `<p class="asked" data-key="asked">${escaped(words.room.youAskBack)}</p>` : "";
    return `<div class="asked" data-key="asked"><p>${escaped(words.room.asksBack(room.seats[room.back.by].name))}</p><p class="buttons">
        <button type="button" class="button primary" data-do="agree">${escaped(words.room.agree)}</button>
        <button type="button" class="button" data-do="refuse">${escaped(words.room.refuse)}</button></p></div>`;
}

/** The good moves; hovering over one shows it on the board. @param {import("./room-view.js").ViewState} viewState */
export function hintHtml({ hint, isHinting }) {
    if (isHinting) return `<p class="quiet" data-key="hint" role="status">${escaped(words.room.hinting)}</p>`;
    if (!hint) return "";
    const list = adviceList(hint.moves, { unit: hint.unit, label: words.room.hints });
    return `<div class="hint" data-key="hint"><h2>${escaped(words.room.hints)}</h2><p class="quiet small">${escaped(words.room.hintAbout)}</p>${list}</div>`;
}

/** The message while the connection is lost: what is kept, and the time until the next attempt. @param {Room} room @param {number[]} own @param {boolean} isSending @param {number} seconds */
export function lostHtml(room, own, isSending, seconds) {
    const kept = own.length === 0 ? words.room.keptWatch : room.clock ? words.room.kept : words.room.keptPlain;
    return `<h2>${escaped(words.room.lost)}</h2><p>${escaped(kept)}${isSending ? ` ${escaped(words.room.notAnswered)}` : ""}</p>
        <p class="buttons"><span class="quiet">${escaped(words.room.retryIn(seconds))}</span><button type="button" class="button" data-do="retry">${escaped(words.room.retryNow)}</button></p>`;
}
