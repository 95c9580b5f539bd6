// Azul's drawing on the page: the table, what lies over it, and what is in the air.
//
//     <svg> table ─ over ─ air </svg>     each is only touched when it looks different:
//                                         the table stays while a pointer wanders over lines
import { morph } from "../morph.js";

/**
 * @typedef {object} Look
 * @property {import("/drawings/azul.js").Arrangement} place
 * @property {string} name what it is called for those who cannot see it
 * @property {string[]} classes
 * @property {string} table SVG
 * @property {string} over SVG
 */

/** @param {HTMLElement} element @returns {{ paint(look: Look): void, air: Element }} */
export function layers(element) {
    element.innerHTML = '<svg role="group"><g aria-hidden="true"></g><g></g><g class="azul-quiet" aria-hidden="true"></g></svg>';
    const svg = element.firstElementChild;
    const [table, over, air] = svg.children;
    const shown = new Map();

    function paintLayer(layer, text) {
        if (shown.get(layer) === text) return;
        shown.set(layer, text);
        morph(layer, text);
    }

    function setAttribute(name, value) {
        if (svg.getAttribute(name) !== value) svg.setAttribute(name, value);
    }

    return {
        air,
        paint(look) {
            setAttribute("viewBox", `0 0 ${look.place.width} ${Math.ceil(look.place.height)}`);
            setAttribute("class", ["azul", ...look.classes].filter(Boolean).join(" "));
            setAttribute("aria-label", look.name);
            paintLayer(table, look.table);
            paintLayer(over, look.over);
        },
    };
}
