// Chomp's editor: squares are bitten off and put back, the bar gets another size, the turn passes.
//
//     Columns [5]  Rows [4]   To bite (● First player) ( ■ Second player)   [Whole bar]
//     ☠ # # # #
//     # # # . .      change("width=5 height=4 rows=5,3,3,1 turn=1")
import { draw } from "/drawings/chomp.js";
import { morph } from "../morph.js";
import { squares } from "../boards/chomp-squares.js";
import { words } from "../words/chomp.js";

/** The longest side of a bar. */
const MOST = 255;
const SEATS = words.seats.map((name, mark) => ({ name, mark }));

/** @typedef {{ width: number, height: number, rows: number[], turn: number }} Bar every row has its length, 0 if it is eaten */

/** @param {HTMLElement} element @param {{ change(text: string): void }} hooks */
export function mount(element, { change }) {
    element.classList.add("chomp-editor");
    element.innerHTML = '<form class="editor-fields"></form><div class="chomp-board chomp-mine"></div>';
    const [form, place] = /** @type {HTMLElement[]} */ ([...element.children]);
    const board = squares(place, words.edited, { look, choose });
    /** @type {Bar} */
    let bar = { width: 5, height: 4, rows: [5, 5, 5, 5], turn: 0 };

    /** @param {{ row: number, column: number } | null} square */
    const isLeft = (square) => Boolean(square) && square.column < bar.rows[square.row];

    function render() {
        const { width, height } = bar;
        morph(form, fieldsOf(bar));
        const name = (square) => (isLeft(square) ? words.left(square) : words.eaten(square));
        board.show({ width, height, rows: Array(height).fill(width), name, marks: "" });
        look(null);
    }

    function look(spot) {
        const picture = { ...bar, poison: { row: 0, column: 0 }, last_bite: null };
        morph(board.drawing, draw(picture, { seats: SEATS, width: element.clientWidth, lifted: isLeft(spot) ? spot : undefined }));
    }

    /** @param {Partial<Bar>} now */
    function edit(now) {
        bar = { ...bar, ...now };
        render();
        change(textOf(bar));
    }

    function choose(spot) {
        edit({ rows: isLeft(spot) ? bitten(bar, spot) : restored(bar, spot) });
    }

    function field({ target }) {
        if (target.name === "turn") return edit({ turn: Number(target.value) });
        const size = Number(target.value);
        if (!Number.isInteger(size) || size < 1 || size > MOST) target.value = String(bar[target.name]);
        else edit(resized(bar, { [target.name]: size }));
    }

    form.addEventListener("change", field);
    form.addEventListener("submit", (event) => event.preventDefault());
    form.addEventListener("click", ({ target }) => {
        if (/** @type {Element} */ (target).closest("[data-do=whole]")) edit({ rows: Array(bar.height).fill(bar.width) });
    });
    render();
    return {
        /** @param {{ position: string, picture: any, to_move: number | null }} position */
        show(position) {
            const now = barOf(position);
            if (textOf(now) === textOf(bar)) return;
            bar = now;
            render();
        },
        destroy() {
            board.destroy();
            element.replaceChildren();
        },
    };
}

/** @returns {Bar} */
function barOf({ position, picture: { width, height, rows }, to_move: toMove }) {
    const turn = /\bturn=(\d)/.exec(position)?.[1] ?? toMove ?? 0;
    return { width, height, rows: Array.from({ length: height }, (_, row) => rows[row] ?? 0), turn: Number(turn) };
}

/** @param {Bar} bar */
function textOf({ width, height, rows, turn }) {
    const left = rows.filter((length) => length > 0);
    return `width=${width} height=${height} rows=${left.length > 0 ? left.join(",") : "0"} turn=${turn}`;
}

/** @param {Bar} bar */
function bitten({ rows }, { row, column }) {
    return rows.map((length, index) => (index < row ? length : Math.min(length, column)));
}

/** The squares up to this one are back: all rows above are at least as long. @param {Bar} bar */
function restored({ rows }, { row, column }) {
    return rows.map((length, index) => (index > row ? length : Math.max(length, column + 1)));
}

/** A bar of another size: whole rows stay whole, a whole bar too. @param {Bar} bar @param {{ width?: number, height?: number }} size */
function resized(bar, { width = bar.width, height = bar.height }) {
    const isWhole = bar.rows.every((length) => length === bar.width);
    const length = (row) => {
        const old = bar.rows[row] ?? (isWhole ? bar.width : 0);
        return old === bar.width ? width : Math.min(old, width);
    };
    return { width, height, rows: Array.from({ length: height }, (_, row) => length(row)) };
}

/** @param {Bar} bar */
function fieldsOf({ width, height, turn }) {
    const size = (name, value) => `<label class="field editor-size"><span>${words[name]}</span><input type="number" name="${name}" min="1" max="${MOST}" value="${value}"></label>`;
    const seat = ({ name, mark }) =>
        `<label><input type="radio" name="turn" value="${mark}"${mark === turn ? " checked" : ""}><span class="seat-${mark}"><svg class="mark" viewBox="0 0 10 10" aria-hidden="true"><use href="#mark-${mark}"/></svg>${name}</span></label>`;
    return `${size("width", width)}${size("height", height)}<fieldset class="choice"><legend>${words.turn}</legend><div class="parts">${SEATS.map(seat).join("")}</div></fieldset>`
        + `<button type="button" class="button" data-do="whole">${words.whole}</button><p class="quiet editor-help">${words.help}</p>`;
}
