// Keys of a room: single letters, unless somebody types; what the board uses itself comes first.
import { escaped } from "/drawings/drawing.js";
import { openDialog } from "./dialog.js";
import { words } from "../words.js";

/**
 * @param {HTMLElement} main @param {ReturnType<typeof import("./room-view.js").roomView>} view
 * @param {ReturnType<typeof import("./room-verbs.js").roomVerbs>} verbs
 */
export function roomKeys(main, view, verbs) {
    const keys = {
        h: () => verbs.run("hint"),
        u: () => verbs.run("take-back"),
        b: () => view.stage()?.focus(),
        m: () => /** @type {HTMLElement | null} */ (main.querySelector(".moves [aria-current]"))?.focus(),
        ",": () => verbs.run("older"),
        ".": () => verbs.run("newer"),
        "?": () => verbs.run("keys"),
    };

    /** @param {KeyboardEvent} event */
    function onKey(event) {
        const isTyping = /** @type {Element} */ (event.target).closest?.("input:not([type=radio]), textarea, select, dialog");
        if (event.defaultPrevented || event.ctrlKey || event.altKey || event.metaKey || isTyping) return;
        if (event.key === "Escape") return escape();
        if (!Object.hasOwn(keys, event.key)) return;
        event.preventDefault();
        keys[event.key]();
    }

    function escape() {
        if (view.viewState.isOpen) verbs.run("less");
        else if (view.viewState.past) verbs.run("present");
    }

    document.addEventListener("keydown", onKey);
    return { destroy: () => document.removeEventListener("keydown", onKey) };
}

/** All keys, in a dialog. */
export function showKeys() {
    const lines = words.room.keys.map(([keys, text]) => `<div><dt>${keys.map((key) => `<kbd>${escaped(key)}</kbd>`).join(" ")}</dt><dd>${escaped(text)}</dd></div>`);
    openDialog({ title: words.room.keysTitle, html: `<dl class="keys">${lines.join("")}</dl>` });
}
