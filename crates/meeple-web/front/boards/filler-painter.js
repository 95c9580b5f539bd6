// A grid of cells that is painted: with the mouse held down, by taps, or by keys.
//
//     press on a cell ──► stroke([cell], "first")        what the whole stroke does is decided here
//     drag over others ─► stroke([cells], "further")     every cell between two events is met
//     let go ───────────► done()
//
// A finger paints by dragging only where nothing has to be scrolled.
import { escaped } from "/drawings/drawing.js";
import { morph } from "../morph.js";
import { crosshair } from "./crosshair.js";
import { spotAt } from "./pointing.js";

/**
 * @typedef {object} PainterHooks
 * @property {string} label what is painted
 * @property {(column: number, row: number) => string} name what is there
 * @property {(cells: [number, number][], which: "first" | "further") => void} stroke column and row of each
 * @property {() => void} done
 */

/** @param {HTMLElement} element @param {PainterHooks} hooks */
export function painter(element, { label, name, stroke, done }) {
    element.innerHTML = `<div class="filler-scroll"><div class="filler-surface"><div class="filler-drawing"></div><svg class="filler-over" role="group" aria-label="${escaped(label)}"></svg></div></div>`;
    const [scroll, surface, drawing] = ["scroll", "surface", "drawing"].map((part) => /** @type {HTMLElement} */ (element.querySelector(`.filler-${part}`)));
    const over = /** @type {SVGSVGElement} */ (element.querySelector(".filler-over"));
    let field = { left: 0, top: 0, side: 1, columns: 1, rows: 1 };
    /** The cell that the stroke has come to. */
    let last = /** @type {{ column: number, row: number } | null} */ (null);

    const frame = crosshair(over, () => field, {
        name,
        look: () => {},
        choose({ column, row }) {
            stroke([[column, row]], "first");
            done();
        },
    });

    const isScrolled = () => scroll.scrollWidth > scroll.clientWidth + 1 || scroll.scrollHeight > scroll.clientHeight + 1;
    const isPainting = ({ pointerType }) => pointerType !== "touch" || !isScrolled();

    function begin(event) {
        const spot = spotAt(over, field, event, "mouse");
        if (!spot || event.button !== 0 || !isPainting(event)) return;
        over.setPointerCapture(event.pointerId);
        last = spot;
        stroke([[spot.column, spot.row]], "first");
    }

    function go(event) {
        const spot = last && spotAt(over, field, event, "mouse");
        if (!spot || (spot.column === last.column && spot.row === last.row)) return;
        const steps = Math.max(Math.abs(spot.column - last.column), Math.abs(spot.row - last.row));
        const { column, row } = last;
        const cell = (step) => /** @type {[number, number]} */ ([along(column, spot.column, step / steps), along(row, spot.row, step / steps)]);
        stroke(Array.from({ length: steps }, (_, index) => cell(index + 1)), "further");
        last = spot;
    }

    function end() {
        if (last) done();
        last = null;
    }

    /** A tap where dragging scrolls. */
    function tap(event) {
        const spot = event.pointerType === "touch" && isScrolled() ? spotAt(over, field, event, "touch") : null;
        if (!spot) return;
        stroke([[spot.column, spot.row]], "first");
        done();
    }

    const listeners = { pointerdown: begin, pointermove: go, pointerup: end, pointercancel: end, click: tap };
    for (const [event, listener] of Object.entries(listeners)) over.addEventListener(event, listener);

    return {
        /** How many pixels there are across. */
        width: () => surface.clientWidth,
        /** Whether somebody paints just now. */
        isBusy: () => last !== null,
        /** @param {{ columns: number, rows: number, left: number, top: number }} where @param {string} svg the drawing */
        show({ columns, rows, left, top }, svg) {
            field = { left, top, side: 1, columns, rows };
            morph(drawing, svg);
            over.setAttribute("viewBox", drawing.firstElementChild.getAttribute("viewBox"));
            over.classList.toggle("filler-drags", !isScrolled());
            frame.suggest(0, 0);
        },
        destroy() {
            frame.destroy();
            element.replaceChildren();
        },
    };
}

/** @param {number} from @param {number} to @param {number} part */
const along = (from, to, part) => Math.round(from + (to - from) * part);
