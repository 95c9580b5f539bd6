// Chomp's board: the bite under the pointer breaks off; a click, Enter or a second tap takes it.
//
//     ☠ # # # #
//     # # ┌# #       "Takes 4 squares."
//     # # └# #
import { draw } from "/drawings/chomp.js";
import { morph } from "../morph.js";
import { adviceMarks } from "./chomp-advice.js";
import { squares } from "./chomp-squares.js";
import { words } from "../words/chomp.js";

/**
 * @typedef {object} Hooks
 * @property {(move: string) => void} play
 * @property {(text: string) => void} say
 * @property {(name: "pick" | "place" | "refuse") => void} sound
 *
 * @typedef {object} Scene
 * @property {any} picture
 * @property {any} [previous]
 * @property {import("../words/chomp.js").Bite[]} moves
 * @property {boolean} mine
 * @property {{ name: string, mark: number }[]} seats
 * @property {import("./chomp-advice.js").Advised[]} [advice]
 * @property {string | null} [shown]
 * @property {boolean} motion
 */

/** @param {HTMLElement} element @param {Hooks} hooks */
export function mount(element, hooks) {
    element.classList.add("chomp-board");
    /** @type {Scene | null} */
    let scene = null;
    /** The squares by their bite; what is pointed at; which of them a finger has chosen. */
    let bites = new Map();
    let pointed = /** @type {import("./pointing.js").Spot | null} */ (null);
    let tapped = "";
    let said = "";
    const bar = squares(element, words.bar, { look, choose });

    const biteAt = ({ row, column }) => bites.get(`${row},${column}`);
    const judged = (bite) => scene?.advice?.find(({ move }) => move === bite?.move)?.label;

    /** What would be bitten: what is pointed at by whoever may bite, or what the list of moves shows. */
    function lifted() {
        if (pointed && scene.mine) return biteAt(pointed);
        return scene.shown ? scene.moves.find(({ move }) => move === scene.shown) ?? squareOf(scene.shown) : undefined;
    }

    function render() {
        const isLeaving = scene.motion && hasJustBitten(scene);
        const bite = lifted();
        element.classList.toggle("chomp-still", !scene.motion);
        element.classList.toggle("chomp-mine", scene.mine);
        morph(bar.drawing, draw(scene.picture, { seats: scene.seats, width: element.clientWidth, lifted: bite, leaving: isLeaving }));
        bar.lift(bite);
    }

    function say(text) {
        if (text !== said) hooks.say(text);
        said = text;
    }

    function look(spot) {
        if (!scene) return;
        pointed = spot;
        if (!spot || spot.by !== "touch") tapped = "";
        const bite = spot && scene.mine ? biteAt(spot) : undefined;
        say(bite ? words.bite(bite, judged(bite)) : "");
        render();
    }

    function choose(spot) {
        const bite = scene?.mine ? biteAt(spot) : undefined;
        if (!bite) return look(null);
        if (spot.by === "touch" && tapped !== bite.move) {
            look(spot);
            tapped = bite.move;
            hooks.sound("pick");
            return say(words.tapAgain(bite, judged(bite)));
        }
        tapped = "";
        hooks.sound("place");
        hooks.play(bite.move);
    }

    return {
        /** @param {Scene} now */
        show(now) {
            const isNew = scene?.picture !== now.picture;
            scene = now;
            bites = new Map(now.moves.map((bite) => [`${bite.row},${bite.column}`, bite]));
            const { width, height, rows } = now.picture;
            const name = (square) => (square.column < (rows[square.row] ?? 0) ? words.name(square, biteAt(square), judged(biteAt(square))) : words.eaten(square));
            bar.show({ width, height, rows, name, marks: adviceMarks(now.advice ?? []) });
            if (isNew) tapped = "";
            const stays = bar.focused() ?? (pointed?.by === "mouse" ? pointed : null);
            look(isNew ? stays : pointed);
        },
        destroy() {
            bar.destroy();
            element.replaceChildren();
        },
    };
}

/** Whether the last bite is what has changed since the picture before. @param {Scene} scene */
function hasJustBitten({ picture, previous }) {
    return Boolean(previous && picture.last_bite && previous.squares_left - picture.squares_left === picture.last_bite.takes);
}

/** @param {string} move */
function squareOf(move) {
    const [row, column] = move.split(",").map(Number);
    return Number.isInteger(row) && Number.isInteger(column) ? { row, column } : undefined;
}
