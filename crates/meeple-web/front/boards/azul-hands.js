// Mouse, finger and keys on a drawing whose things have `data-do`.
//
//     hover, focus by key  ──► look("place-3")      leave ──► look(null)
//     click, tap, Enter    ──► choose("place-3")    Escape, or a tap elsewhere ──► letGo()

/**
 * @typedef {"mouse" | "touch" | "keys"} By
 *
 * @param {HTMLElement} element
 * @param {{ look(key: string | null, by: By): void, choose(key: string, by: By): void, letGo(by: By): void, interrupt(): boolean }} hooks
 *   `interrupt` ends what moves and says whether that was all that is meant
 * @returns {{ destroy(): void }}
 */
export function hands(element, { look, choose, letGo, interrupt }) {
    const ending = new AbortController();
    const { signal } = ending;
    let by = /** @type {By} */ ("mouse");
    let isSwallowed = false;
    const keyOf = (target) => (target instanceof Element && element.contains(target) ? target.closest("[data-do]")?.getAttribute("data-do") ?? null : null);
    const on = (name, listener, where = /** @type {EventTarget} */ (element)) => where.addEventListener(name, listener, { signal });

    on("pointerdown", ({ pointerType }) => {
        by = pointerType === "touch" ? "touch" : "mouse";
        isSwallowed = interrupt();
    }, document);
    on("pointerover", ({ target, pointerType }) => pointerType !== "touch" && look(keyOf(target), "mouse"));
    on("pointerleave", ({ pointerType }) => pointerType !== "touch" && look(null, "mouse"));
    on("click", ({ target, detail }) => {
        // Those who read the screen aloud press things without a pointer.
        const how = detail === 0 ? "keys" : by;
        // The tap that ended a motion was meant for that.
        const isMeant = how === "keys" ? !interrupt() : !isSwallowed;
        isSwallowed = false;
        const key = keyOf(target);
        if (isMeant && key) choose(key, how);
        else if (isMeant) letGo(how);
    }, document);
    on("focusin", ({ target }) => target.matches(":focus-visible") && look(keyOf(target), "keys"));
    on("focusout", ({ relatedTarget }) => !element.contains(relatedTarget) && look(null, "keys"));
    on("keydown", (event) => {
        if (event.ctrlKey || event.altKey || event.metaKey) return;
        if (interrupt()) {
            if (keyOf(event.target)) event.preventDefault();
        } else if (event.key === "Escape") {
            letGo("keys");
        } else if ((event.key === "Enter" || event.key === " ") && keyOf(event.target)) {
            event.preventDefault();
            choose(keyOf(event.target), "keys");
        }
    }, document);
    return { destroy: () => ending.abort() };
}
