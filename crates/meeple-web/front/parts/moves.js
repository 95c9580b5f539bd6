// The list of moves in words: choosing one looks back at it, arrows go on from there.
//
//      1  ● Ann bites C3
//      2  ■ Ben bites D1         ◂ you look at this one
//           Only the poison is left
import { escaped } from "/drawings/drawing.js";
import { markOf } from "./marks.js";
import { lines } from "../room-state.js";
import { words } from "../words.js";

const KEYS = ["ArrowUp", "ArrowDown", "Home", "End"];

/**
 * @param {import("../room-state.js").Room} room
 * @param {number | null} shown the ply that is looked at, or null: the game as it stands
 */
export function movesHtml(room, shown) {
    const all = lines(room);
    if (all.length === 0) return `<p class="quiet none">${escaped(words.room.noMoves)}</p>`;
    const current = shown ?? all.at(-1).ply;
    let moves = 0;
    const items = all.map(({ ply, seat, did, followed }) => {
        const isDeal = seat === null;
        if (!isDeal) moves += 1;
        return line(ply, current, isDeal ? "" : String(moves), isDeal ? "" : markOf(seat % 9), did || followed[0], did ? followed : followed.slice(1));
    });
    return `<ol class="plain">${line(0, current, "", "", words.room.start, [])}${items.join("")}</ol>`;
}

/** @param {number} ply @param {number} current @param {string} number @param {string} mark @param {string} did @param {string[]} followed */
function line(ply, current, number, mark, did, followed) {
    const more = followed.map((text) => `<span class="followed">${escaped(text)}</span>`).join("");
    const now = ply === current ? ' aria-current="step"' : "";
    return `<li data-key="${ply}"><button type="button" class="${number ? "" : "deal"}" data-ply="${ply}"${now}>
        <span class="number">${number}</span>${mark}<span class="did">${escaped(did)}${more}</span></button></li>`;
}

/** Lets the list be chosen from; `roving` is there before. @param {HTMLElement} element @param {(ply: number) => void} choose */
export function listenToMoves(element, choose) {
    element.addEventListener("click", ({ target }) => {
        const button = /** @type {HTMLElement | null} */ (/** @type {Element} */ (target).closest("[data-ply]"));
        if (button) choose(Number(button.dataset.ply));
    });
    // Arrows look at once: reading a game is going up and down the list. They have moved the focus already.
    element.addEventListener("keydown", ({ key }) => {
        const ply = /** @type {HTMLElement | null} */ (document.activeElement)?.dataset.ply;
        if (KEYS.includes(key) && ply) choose(Number(ply));
    });
}

/** Keeps the current move in sight, without moving the page. @param {HTMLElement} box what scrolls */
export function scrollToCurrent(box) {
    const line = /** @type {HTMLElement | null} */ (box.querySelector("[aria-current]"));
    if (!line) return;
    const [top, bottom] = [line.offsetTop - 8, line.offsetTop + line.offsetHeight + 8];
    if (top < box.scrollTop) box.scrollTop = top;
    else if (bottom > box.scrollTop + box.clientHeight) box.scrollTop = bottom - box.clientHeight;
}
