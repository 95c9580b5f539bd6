// The text of a position: shown, changed, and refused with a caret where it goes wrong.
import { escaped } from "/drawings/drawing.js";
import { announce } from "./announcer.js";
import { caretUnder } from "./study-caret.js";

/** @param {HTMLElement} form has a textarea and #position-error @param {(text: string) => void} set somebody wants this text */
export function mountPosition(form, set) {
    const area = form.querySelector("textarea");
    const error = /** @type {HTMLElement} */ (form.querySelector("#position-error"));
    const text = () => area.value.replace(/\s+/g, " ").trim();

    form.addEventListener("submit", (event) => {
        event.preventDefault();
        set(text());
    });
    area.addEventListener("keydown", (event) => {
        if (event.key !== "Enter" || event.shiftKey) return;
        event.preventDefault();
        set(text());
    });
    area.addEventListener("input", clear);

    function clear() {
        error.replaceChildren();
        area.removeAttribute("aria-invalid");
    }

    return {
        /** @param {string} position */
        show(position) {
            area.value = position;
            clear();
        },
        /** @param {{ message: string, column?: number }} problem @param {string} [wanted] the text that was refused */
        refuse({ message, column }, wanted) {
            if (wanted !== undefined) area.value = wanted;
            area.setAttribute("aria-invalid", "true");
            const place = column ? `<pre aria-hidden="true">${escaped(caretUnder(area.value, column))}</pre>` : "";
            error.innerHTML = `<p class="error">${escaped(message)}</p>${place}`;
            announce(message);
            if (column && document.activeElement === area) area.setSelectionRange(column - 1, column);
        },
    };
}
