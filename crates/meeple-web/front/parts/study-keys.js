// Keys that go through a game. They are left alone where somebody types, or where a board or a list uses them itself.
//
//     ← →  one ply     Home End     Space plays     M  Shift+M  mistakes

/** What a key does on the page of a replay. */
export const REPLAY_KEYS = { ArrowLeft: "previous", ArrowRight: "next", Home: "first", End: "last", m: "nextMistake", M: "previousMistake", " ": "toggle" };
/** What a key does where moves are tried out. */
export const LINE_KEYS = { ArrowLeft: "back", ArrowRight: "forward", Home: "first", End: "last" };

/** @param {Record<string, string>} keys @param {(what: string) => void} deed */
export function listenToKeys(keys, deed) {
    /** @param {KeyboardEvent} event */
    function pressed(event) {
        const what = keys[event.key];
        if (!what || event.defaultPrevented || event.ctrlKey || event.altKey || event.metaKey) return;
        const target = /** @type {Element} */ (event.target);
        const isTyped = target.closest("input, select, textarea, dialog");
        const isPressed = event.key === " " && target.closest("button, a, summary");
        if (isTyped || isPressed) return;
        event.preventDefault();
        deed(what);
    }
    document.addEventListener("keydown", pressed);
    return { destroy: () => document.removeEventListener("keydown", pressed) };
}
