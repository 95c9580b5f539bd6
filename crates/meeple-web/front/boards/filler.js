// Filler's board: the piece in hand snaps to the place under the pointer, and is laid there.
//
//     . . . ┌───┐ .      hover, arrow keys or a tap: where it would lie, or why it may not
//     @ @ @ │◎ ■│ .      click, Enter or a second tap: it is laid
//     . . . └───┘ .      n and Shift+n: the next place, and the one before
import { OWNED } from "/drawings/filler.js";
import { crosshair } from "./crosshair.js";
import { hold, lieAt, placements, refusal, spotOf } from "./filler-placements.js";
import { stage } from "./filler-stage.js";
import { words } from "../words/filler.js";
import { pointing } from "./pointing.js";

/** How far from a place a pointer still means it, in pixels. */
const NEAR = { mouse: 4, touch: 18, keys: 0 };

/**
 * @typedef {object} Scene
 * @property {any} picture
 * @property {any} [previous]
 * @property {import("./filler-placements.js").LegalMove[]} moves
 * @property {boolean} mine
 * @property {{ name: string, mark: number }[]} seats
 * @property {{ move: string, label?: string }[]} [advice]
 * @property {string | null} [shown]
 * @property {boolean} motion
 *
 * @typedef {import("./filler-placements.js").Held} Held
 * @typedef {import("./pointing.js").Spot} Spot
 */

/** @param {HTMLElement} element @param {import("./chomp.js").Hooks} hooks */
export function mount(element, hooks) {
    element.classList.add("filler-board");
    const board = stage(element);
    /** @type {Scene | null} */
    let scene = null;
    let places = placements([]);
    /** What the pointer means now; what was chosen by a tap, a key or a button and stays. */
    let hovered = /** @type {Held | undefined} */ (undefined);
    let chosen = /** @type {Held | undefined} */ (undefined);
    /** Whether Stop was pressed once. */
    let isSure = false;
    let said = "";

    const pointer = pointing(board.over, board.field, { look, choose });
    const frame = crosshair(board.over, board.field, { name: (column, row) => nameOf(scene, column, row), look, choose });
    // Marks and numbers are drawn for a width.
    let width = 0;
    const resized = new ResizeObserver(() => scene && element.clientWidth !== width && render());
    resized.observe(element);
    element.addEventListener("click", click);
    document.addEventListener("keydown", press);

    function render() {
        width = element.clientWidth;
        board.drawBoard(scene, places);
        renderHand();
        frame.suggest(...startOf(scene.picture, places));
    }

    function renderHand() {
        board.drawGhost(scene, hovered ?? chosen ?? shownMove(scene, places));
        board.drawHand(scene, places, hovered?.isLegal ? hovered : chosen, isSure);
    }

    /** @param {string} text */
    function say(text) {
        if (text !== said) hooks.say(text);
        said = text;
    }

    /** What a place means, in words. @param {Held | undefined} held */
    function tell(held) {
        if (!held) return "";
        if (!held.isLegal) return refusal(scene.picture, held, scene.seats);
        return words.gains(held, scene.advice?.find(({ move }) => move === held.move)?.label);
    }

    /** What a spot means: a place where the piece may lie, or the piece as it is held there. @param {Spot} spot */
    function meant(spot) {
        const { piece } = scene.picture;
        if (!scene.mine || !piece || places.all.length === 0) return undefined;
        return places.at(spot, NEAR[spot.by] / board.scale()) ?? hold(piece, spot);
    }

    /** @param {Spot | null} spot */
    function look(spot) {
        if (!scene) return;
        hovered = spot ? meant(spot) : undefined;
        if (spot?.by === "keys") chosen = hovered?.isLegal ? hovered : undefined;
        say(tell(hovered ?? chosen));
        renderHand();
    }

    /** @param {Spot} spot */
    function choose(spot) {
        if (!scene?.mine) return;
        const isTouch = spot.by === "touch";
        // A second tap anywhere on the piece means the piece that is shown.
        const isOnIt = chosen?.cells.some(([column, row]) => column === spot.column && row === spot.row);
        if (isTouch && isOnIt) return lay(chosen);
        const held = spot.by === "keys" && chosen ? chosen : meant(spot);
        if (!held) return;
        if (held.isLegal && !isTouch) return lay(held);
        keep(held, held.isLegal ? `${tell(held)} ${words.tapAgain}` : tell(held));
    }

    /** Shows a place until another is chosen; one where it may not lie only until the next look. @param {Held} held @param {string} text */
    function keep(held, text) {
        [hovered, chosen] = held.isLegal ? [undefined, held] : [held, undefined];
        isSure = false;
        hooks.sound(held.isLegal ? "pick" : "refuse");
        say(text);
        renderHand();
    }

    /** @param {Held} held */
    function lay(held) {
        hooks.sound("place");
        hooks.play(held.move);
    }

    /** The next place, or the one before. @param {1 | -1} by */
    function step(by) {
        const next = places.after(hovered ?? chosen, by);
        if (!next) return;
        keep(next, `${words.place(places.indexOf(next), places.all.length)}. ${tell(next)}`);
        frame.put(spotOf(next).column, spotOf(next).row);
        board.follow();
    }

    function stop() {
        if (isSure || places.all.length === 0) return hooks.play("stop");
        isSure = true;
        say(words.stopMeans);
        renderHand();
    }

    function letGo() {
        [hovered, chosen, isSure] = [undefined, undefined, false];
        say("");
        renderHand();
    }

    function click({ target }) {
        const verbs = { next: () => step(1), previous: () => step(-1), stop, lay: () => (chosen ? lay(chosen) : say(words.layHint)) };
        const verb = target.closest("[data-do]")?.dataset.do;
        if (verb && scene?.mine) verbs[verb]();
    }

    /** Keys that mean a place wherever the focus is, unless it is elsewhere on the page. */
    function press(event) {
        const isElsewhere = event.target !== document.body && !element.contains(event.target);
        if (isElsewhere || event.defaultPrevented || event.ctrlKey || event.altKey || event.metaKey || !scene?.mine) return;
        if (event.key === "Escape" && (isSure || chosen)) letGo();
        else if (event.key === "Enter" && event.target === document.body && chosen) lay(chosen);
        else if (event.key.toLowerCase() === "n" && places.all.length > 0) step(event.shiftKey ? -1 : 1);
        else return;
        event.preventDefault();
    }

    return {
        /** @param {Scene} now */
        show(now) {
            const isNew = scene?.picture !== now.picture;
            if (scene?.moves !== now.moves) places = placements(now.moves);
            scene = now;
            if (isNew) [hovered, chosen, isSure] = [undefined, undefined, false];
            render();
            if (isNew) look(frame.focused());
        },
        destroy() {
            resized.disconnect();
            document.removeEventListener("keydown", press);
            element.removeEventListener("click", click);
            pointer.destroy();
            frame.destroy();
            element.replaceChildren();
        },
    };
}

/** What lies on a cell, in words. @param {Scene} scene @param {number} column @param {number} row */
function nameOf({ picture, seats }, column, row) {
    const letter = picture.board[row]?.[column] ?? ".";
    const seat = OWNED.findIndex((letters) => letters.includes(letter));
    if (seat < 0) return words.cell(column, row, words.empty);
    const { name } = seats[seat];
    return words.cell(column, row, letter === OWNED[seat][1] ? words.latestOf(name) : words.of(name));
}

/** The move that a list shows: legal now, or laid with the piece that is in hand. @param {Scene} scene @param {ReturnType<typeof placements>} places */
function shownMove({ shown, picture: { piece } }, places) {
    if (!shown || shown === "stop" || !piece) return undefined;
    const [column, row] = shown.split(",").map(Number);
    return places.find(shown) ?? (Number.isInteger(row) ? lieAt(piece, column, row) : undefined);
}

/** Where one begins to look: at the first place, or at the first own cell. @returns {[number, number]} */
function startOf({ board, to_move: seat = 0 }, places) {
    const [first] = places.all;
    if (first) return [spotOf(first).column, spotOf(first).row];
    const row = board.findIndex((line) => OWNED[seat].some((letter) => line.includes(letter)));
    return row < 0 ? [0, 0] : [[...board[row]].findIndex((letter) => OWNED[seat].includes(letter)), row];
}
