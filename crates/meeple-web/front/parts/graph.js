// The course of a game as a graph: who was ahead, ply by ply.
//
//     ● Ann  ╭──╮                two seats: one curve around the middle
//     ───────╯───╲──────         more: a line each, with its mark
//     ■ Ben       ╰──◇──         ◇ a turning point, ? and ?? a mistake and a blunder
//
// Pointing shows a ply, a click goes there; with the keyboard it is a slider.
import { colour, escaped, markAt } from "/drawings/drawing.js";
import { halves, markPlies, pathOf, rangeOf, runs, scaleOf, stepsOf } from "./study-curve.js";

const HIGH = 132;

/**
 * @typedef {object} GraphState
 * @property {number} plies
 * @property {number} ply where one is
 * @property {{ name: string, mark: number }[]} seats
 * @property {"chances" | "points"} kind
 * @property {(number | null)[][]} curves seat by seat, a value at every ply, or null
 * @property {{ ply: number, seat: number, words: string }[]} turns
 * @property {{ ply: number, sign: string, seat: number }[]} mistakes
 * @property {string} label what it is
 * @property {(ply: number) => string} told a ply in words
 */

/**
 * @param {HTMLElement} element
 * @param {{ go: (ply: number) => void, point: (ply: number | null) => void }} hooks `point`: a ply is pointed at
 */
export function mountGraph(element, { go, point }) {
    /** @type {GraphState | null} */
    let state = null;
    let [pointed, isDragged] = [/** @type {number | null} */ (null), false];
    element.classList.add("graph");
    element.tabIndex = 0;
    element.setAttribute("role", "slider");

    function render() {
        if (!state) return;
        const wide = Math.max(240, Math.round(element.clientWidth));
        element.innerHTML = graph(state, wide, pointed);
        const values = { "aria-label": state.label, "aria-valuemin": 0, "aria-valuemax": state.plies, "aria-valuenow": state.ply, "aria-valuetext": state.told(state.ply) };
        for (const [name, value] of Object.entries(values)) element.setAttribute(name, String(value));
    }

    /** @param {PointerEvent} event */
    function plyOf(event) {
        const box = element.getBoundingClientRect();
        return scaleOf({ plies: state.plies, wide: box.width, high: HIGH }).plyAt(event.clientX - box.left);
    }

    /** @param {number | null} ply */
    function pointAt(ply) {
        if (ply === pointed) return;
        pointed = ply;
        point(ply);
        render();
    }

    const listeners = {
        pointermove(event) {
            if (!state) return;
            pointAt(plyOf(event));
            if (isDragged && pointed !== state.ply) go(pointed);
        },
        pointerdown(event) {
            if (!state || event.button !== 0) return;
            isDragged = true;
            element.setPointerCapture(event.pointerId);
            go(plyOf(event));
        },
        pointerup: () => (isDragged = false),
        pointercancel: () => (isDragged = false),
        pointerleave: () => pointAt(null),
        keydown(event) {
            const to = state && plyOfKey(event.key, state);
            if (to === null || event.altKey || event.ctrlKey || event.metaKey) return;
            event.preventDefault();
            event.stopPropagation();
            go(Math.max(0, Math.min(state.plies, to)));
        },
    };
    for (const [name, listener] of Object.entries(listeners)) element.addEventListener(name, listener);
    const observer = new ResizeObserver(render);
    observer.observe(element);

    return {
        /** @param {GraphState} next */
        show(next) {
            state = next;
            render();
        },
        destroy: () => observer.disconnect(),
    };
}

/** @param {string} key @param {GraphState} state */
function plyOfKey(key, { ply, plies }) {
    const leap = Math.max(2, Math.round(plies / 10));
    const to = { ArrowLeft: ply - 1, ArrowDown: ply - 1, ArrowRight: ply + 1, ArrowUp: ply + 1, PageUp: ply + leap, PageDown: ply - leap, Home: 0, End: plies };
    return to[key] ?? null;
}

/** The whole drawing. @param {GraphState} state @param {number} wide @param {number | null} pointed */
export function graph(state, wide, pointed) {
    const { plies, kind, curves, seats, ply } = state;
    const range = rangeFor(state);
    const scale = scaleOf({ plies, wide, high: HIGH, ...range });
    const isPair = kind === "chances" && seats.length === 2;
    const inside = [
        frame(wide, kind, scale, range.top),
        isPair ? pair(curves[0], seats, scale) : seats.map((seat, index) => single(curves[index], seat, { index, state, scale })).join(""),
        pointed === null || pointed === ply ? "" : `<path class="graph-pointed" d="M${scale.x(pointed)} 0V${HIGH}"/>`,
        `<path class="graph-now" d="M${scale.x(ply)} 0V${HIGH}"/>`,
        ...state.turns.map((turn) => turning(turn, state, scale)),
        ...state.mistakes.map((mistake) => fault(mistake, state, scale)),
        isPair ? names(seats) : "",
        ...curves.slice(0, isPair ? 1 : undefined).map((curve, seat) => dot(curve[ply], isPair ? null : seats[seat].mark, scale, ply)),
    ];
    return `<svg viewBox="0 0 ${wide} ${HIGH}" width="${wide}" height="${HIGH}" aria-hidden="true">${inside.join("")}</svg>`;
}

/** From where to where a graph goes. Of many seats nobody may ever have been near certainty. @param {GraphState} state */
function rangeFor({ kind, curves, seats }) {
    const known = curves.map((curve) => curve.filter((value) => value !== null));
    if (kind === "points") return rangeOf(known);
    return { low: 0, top: seats.length === 2 ? 1 : Math.max(0.5, Math.ceil(Math.max(0, ...known.flat()) * 4) / 4) };
}

/** The ground, and the lines one reads heights by. */
function frame(wide, kind, { y }, top) {
    const lines = kind === "chances" ? [0.25, 0.5, 0.75].filter((part) => part < top).map((part) => `<path class="graph-grid${part === 0.5 ? " middle" : ""}" d="M0 ${y(part)}H${wide}"/>`) : [];
    return `<rect class="graph-ground" width="${wide}" height="${HIGH}" rx="8"/>${lines.join("")}`;
}

/** Two seats: whoever is ahead has the ground between the curve and the middle. */
function pair(curve, seats, scale) {
    return runs(curve).map((run) => {
        const { above, below } = halves(run);
        return `<path class="graph-side" d="${pathOf(above, scale)}z" fill="${colour(seats[0].mark)}"/>`
            + `<path class="graph-side" d="${pathOf(below, scale)}z" fill="${colour(seats[1].mark)}"/>`
            + `<path class="graph-line" d="${pathOf(run, scale)}" stroke="var(--text)"/>`;
    }).join("");
}

/** One seat's line, with its mark now and then. */
function single(curve, { mark }, { index, state: { plies, seats, kind }, scale }) {
    const path = kind === "points" ? stepsOf : pathOf;
    const lines = runs(curve).map((run) => `<path class="graph-line" d="${path(run, scale)}" stroke="${colour(mark)}"/>`);
    const places = markPlies(plies, index, seats.length).filter((ply) => curve[ply] !== null);
    const marks = places.map((ply) => `<circle class="graph-halo" cx="${scale.x(ply)}" cy="${scale.y(curve[ply])}" r="6"/>${markAt(mark, scale.x(ply), scale.y(curve[ply]), 9)}`);
    return lines.join("") + marks.join("");
}

/** Whose the two halves are. */
function names(seats) {
    const name = ({ name, mark }, y) => `${markAt(mark, 15, y - 4, 9)}<text class="graph-name" x="24" y="${y}">${escaped(name)}</text>`;
    return `<g class="graph-names">${name(seats[0], 25)}${name(seats[1], HIGH - 15)}</g>`;
}

/** How high the curve is at a ply; of more lines the seat's own. */
function heightAt({ curves, seats }, ply, seat) {
    const own = seats.length === 2 ? curves[0] : curves[seat ?? 0];
    return own?.[ply] ?? null;
}

function turning({ ply, seat, words }, state, { x, y }) {
    const value = state.kind === "chances" ? heightAt(state, ply, seat) : null;
    if (value === null) return "";
    const [cx, cy] = [x(ply), y(value)];
    return `<g class="graph-turn"><title>${escaped(words)}</title><path d="M${cx} ${cy - 7}l7 7-7 7-7-7z"/></g>`;
}

function fault({ ply, sign, seat }, state, { x, y }) {
    const value = state.kind === "chances" ? heightAt(state, ply, seat) : null;
    if (value === null || sign === "?!") return "";
    const [cx, cy] = [x(ply), y(value)];
    const over = cy > 24 ? cy - 9 : cy + 17;
    return `<text class="graph-fault ${sign === "??" ? "grave" : ""}" x="${cx}" y="${over}">${sign}</text>`;
}

function dot(value, mark, { x, y }, ply) {
    if (value === null || value === undefined) return "";
    return `<circle class="graph-dot" cx="${x(ply)}" cy="${y(value)}" r="4.5" fill="${mark === null ? "var(--text)" : colour(mark)}"/>`;
}
