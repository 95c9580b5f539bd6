// A page that cannot be shown: what is wrong in one sentence, and where to go from here.
import { escaped } from "/drawings/drawing.js";
import { BASE } from "../site.js";
import { words } from "../words.js";

/** @param {HTMLElement} place @param {unknown} what an error or a sentence @returns {import("../main.js").Page} */
export function failure(place, what) {
    const isKnown = typeof what === "string" || (what instanceof Error && what.name === "ApiError");
    const sentence = isKnown ? (typeof what === "string" ? what : /** @type {Error} */ (what).message) : words.failure.broken;
    place.innerHTML = `<section class="empty-state">
        <h1>${escaped(words.failure.title)}</h1>
        <p>${escaped(sentence)}</p>
        <p class="buttons"><a class="button primary" href="${BASE}/">${escaped(words.failure.home)}</a>
        <button type="button" class="button" data-do="again">${escaped(words.failure.again)}</button></p>
    </section>`;
    place.querySelector("[data-do=again]").addEventListener("click", () => location.reload());
    return { title: words.failure.title };
}
