// Two or more panels of which one is seen; on a wide screen all stand side by side.
//
//     <div class="study-side"> <div role="tablist"> <button role="tab" aria-controls="a"> ... <div role="tabpanel" id="a">
//
// What is not seen has the class `off`, which the styles of a wide screen ignore.

/** @param {HTMLElement} element */
export function mountTabs(element) {
    const tabs = /** @type {HTMLElement[]} */ ([...element.querySelectorAll("[role=tab]")]);

    /** @param {HTMLElement} chosen */
    function choose(chosen) {
        for (const tab of tabs) {
            const isChosen = tab === chosen;
            tab.setAttribute("aria-selected", String(isChosen));
            tab.tabIndex = isChosen ? 0 : -1;
            document.getElementById(tab.getAttribute("aria-controls"))?.classList.toggle("off", !isChosen);
        }
    }

    /** @param {KeyboardEvent} event */
    function pressed(event) {
        const at = tabs.indexOf(/** @type {HTMLElement} */ (event.target));
        const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
        if (at < 0 || !step) return;
        event.preventDefault();
        const next = tabs[(at + step + tabs.length) % tabs.length];
        choose(next);
        next.focus();
    }

    for (const tab of tabs) tab.addEventListener("click", () => choose(tab));
    element.addEventListener("keydown", pressed);
    choose(tabs.find((tab) => tab.getAttribute("aria-selected") === "true") ?? tabs[0]);
    return { /** @param {string} id */ choose: (id) => choose(tabs.find((tab) => tab.getAttribute("aria-controls") === id)) };
}
