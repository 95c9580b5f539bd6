// A board on a page where people study: it fits the screen, and what a scene does not say is filled in.
//
//     const board = await boardOn(element, "azul", { play });
//     board.show({ picture, seats });
import { stageOn } from "./stage.js";
import { mayMove } from "../settings.js";
import { words } from "../words.js";

/**
 * @typedef {{ name: string, mark: number }} Look
 *
 * @typedef {object} Scene as the contract of boards has it
 * @property {object} picture
 * @property {object | null} [previous]
 * @property {{ move: string }[]} [moves]
 * @property {boolean} [mine]
 * @property {number | null} [own]
 * @property {Look[]} seats
 * @property {{ move: string, value: number, chance: number, grade?: string, label: string }[]} [advice]
 * @property {string | null} [shown]
 * @property {boolean} [motion]
 */

/** Below this width a board is as wide as the screen, however high. */
const PHONE = 900;

/**
 * @param {HTMLElement} element
 * @param {string} game
 * @param {{ play?: (move: string) => void }} [hooks]
 * @returns {Promise<{ show(scene: Scene): void, focus(): void, destroy(): void }>}
 */
export async function boardOn(element, game, { play = () => {} } = {}) {
    const stage = await stageOn(element, game, { play });
    let [isGone, isFitted] = [false, false];
    const refit = () => fit(element);
    addEventListener("resize", refit);
    return {
        show(scene) {
            if (isGone) return;
            stage.show({ previous: null, moves: [], mine: false, own: null, advice: [], shown: null, motion: mayMove(), ...scene });
            // Once: a board that changed its size while somebody looks would jump.
            if (!isFitted) refit();
            isFitted = true;
        },
        focus: () => stage.focus(),
        destroy() {
            isGone = true;
            removeEventListener("resize", refit);
            stage.destroy();
        },
    };
}

/**
 * Makes a board so small that it is seen as a whole: `--study-rest` is what else must be seen with it,
 * `--study-most` how high it may be at all, `--study-wide` how wide a place it is to be laid out for.
 * It is zoomed, so that it keeps the shape it has at that width.
 * @param {HTMLElement} element
 */
function fit(element) {
    const place = /** @type {HTMLElement} */ (element.firstElementChild);
    Object.assign(place.style, { zoom: "", width: "" });
    const style = getComputedStyle(element);
    const given = (name) => parseFloat(style.getPropertyValue(name)) || 0;
    const [most, wanted] = [given("--study-most"), given("--study-wide")];
    if (wanted) Object.assign(place.style, { zoom: String(Math.min(1, element.clientWidth / wanted)), width: `${wanted}px` });
    if (wanted) return;
    if (innerWidth < PHONE && !most) return;
    const room = most || Math.max(320, innerHeight - given("--study-rest"));
    const [wide, high] = [place.offsetWidth, place.offsetHeight];
    if (high <= room) return;
    // Smaller than this nobody can read it; then the page scrolls.
    const least = most ? 0.3 : 0.7;
    Object.assign(place.style, { zoom: String(Math.max(least, room / high)), width: `${wide}px` });
}

/** How the seats of a game look: names where they are known, marks in the order of the seats. @param {number} count @param {(string | undefined)[]} [names] @returns {Look[]} */
export function looks(count, names = []) {
    return Array.from({ length: count }, (_, seat) => ({ name: names[seat] || words.study.seat(seat + 1), mark: seat % 9 }));
}

/** The names that a picture itself has. @param {any} picture @returns {string[]} */
export function namesIn(picture) {
    return (picture.seats ?? picture.boards ?? []).map(({ name }) => name);
}
