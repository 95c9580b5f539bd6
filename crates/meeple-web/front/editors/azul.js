// Azul's editor: a tile is chosen, and put where it goes; a filled place is emptied.
//
//     (≈) (☀) (✦) (▦) (❄) (1) (Remove)
//     the table, every place of it          change("players=2 wall=colour round=3 ...")
//     Players, wall, round, turn, scores; the bag and the lid
import { arrange, drawTable } from "/drawings/azul.js";
import { placed, withMarker, withPlayers, withRest } from "../boards/azul-edits.js";
import { fieldsOf, paletteOf } from "../boards/azul-fields.js";
import { hands } from "../boards/azul-hands.js";
import { layers } from "../boards/azul-layers.js";
import { places } from "../boards/azul-places.js";
import { countOf, pictureOf, tableOf, textOf } from "../boards/azul-position.js";
import { editorWords as words } from "../words/azul.js";
import { roving } from "../boards/roving.js";
import { morph } from "../morph.js";

/** @param {HTMLElement} element @param {{ change(text: string): void }} hooks */
export function mount(element, { change }) {
    element.classList.add("azul-editor");
    element.innerHTML = `<p class="quiet azul-help">${words.help}</p><form class="azul-palette"></form><div class="azul-board"></div><form></form>`;
    const [, palette, board, fields] = /** @type {HTMLElement[]} */ ([...element.children]);
    /** @type {import("../boards/azul-position.js").Table | null} */
    let table = null;
    let chosen = /** @type {import("../boards/azul-edits.js").Chosen} */ ("B");
    /** Who sits there, as far as that is known. */
    let known = /** @type {string[]} */ ([]);
    const drawing = layers(board);
    const arrows = roving(board, { selector: ".azul-stop" });
    const nothing = () => {};
    const fingers = hands(board, { look: nothing, letGo: nothing, interrupt: () => false, choose: (key) => table && edit(placed(table, key, chosen)) });
    const sizes = new ResizeObserver(() => table && render());
    sizes.observe(board);

    function render() {
        const names = table.boards.map((_, seat) => known[seat] ?? words.player(seat));
        const seats = names.map((name, mark) => ({ name, mark }));
        const picture = pictureOf(table, names);
        const place = arrange(picture, { width: board.clientWidth });
        morph(palette, paletteOf(chosen));
        drawing.paint({ place, name: words.table, classes: ["azul-mine"], table: drawTable(picture, { seats, place }), over: places(table, place, names) });
        morph(fields, fieldsOf(table, names));
    }

    /** @param {import("../boards/azul-position.js").Table} next */
    function edit(next) {
        const isNew = textOf(next) !== textOf(table);
        table = next;
        render();
        if (isNew) change(textOf(table));
    }

    /** One of the fields below the table. @param {string} name @param {string} value */
    function field(name, value) {
        const [what, index] = name.split("-");
        const whole = Math.max(0, Math.floor(Number(value)) || 0);
        if (what === "players") edit(withPlayers(table, whole));
        else if (what === "marker") edit(withMarker(table, value));
        else if (what === "bag" || what === "lid") edit({ ...table, [what]: table[what].map((count, at) => (at === Number(index) ? whole : count)) });
        else if (what === "score") edit({ ...table, boards: table.boards.map((one, seat) => (seat === Number(index) ? { ...one, score: whole } : one)) });
        else edit({ ...table, [what]: what === "round" || what === "starter" ? whole : value });
    }

    palette.addEventListener("change", ({ target }) => {
        chosen = /** @type {any} */ (target).value;
        render();
    });
    fields.addEventListener("change", ({ target }) => field(/** @type {any} */ (target).name, /** @type {any} */ (target).value));
    fields.addEventListener("click", ({ target }) => {
        const where = /** @type {Element} */ (target).closest("[data-rest]")?.getAttribute("data-rest");
        if (where === "bag" || where === "lid") edit(withRest(table, where, (letter) => countOf(table, letter)));
    });
    for (const form of [palette, fields]) form.addEventListener("submit", (event) => event.preventDefault());
    return {
        /** @param {{ position: string, picture: any }} position */
        show({ position, picture }) {
            known = picture?.boards?.map(({ name }) => name) ?? [];
            table = tableOf(position);
            render();
        },
        destroy() {
            sizes.disconnect();
            fingers.destroy();
            arrows.destroy();
            element.classList.remove("azul-editor");
            element.replaceChildren();
        },
    };
}
