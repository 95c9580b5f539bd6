// What stands on a page while it is asked for: the shape of a board and a column, and no spinner.
import { escaped } from "/drawings/drawing.js";
import { words } from "../words.js";

/** @param {HTMLElement} main @param {"board" | "text"} shape */
export function loading(main, shape) {
    const inside = shape === "board" ? '<div class="study"><i class="wait-board"></i><i class="wait-column"></i></div>' : '<i class="wait-title"></i><i class="wait-text"></i>';
    main.innerHTML = `<div class="study-wait" role="status"><span class="unseen">${escaped(words.study.loading)}</span>${inside}</div>`;
}
