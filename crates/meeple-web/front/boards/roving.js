// Roving tabindex: Tab enters and leaves the group; arrow keys move focus within it.
//
//     ┌───┐ ┌───┐
//     │ 0 │→│-1 │    the nearest item in the arrow's direction gets the focus
//     └───┘ └───┘    and the only tabindex of 0
//       ↓
//     ┌───┐          When the board is redrawn and the focused item is gone,
//     │-1 │          the focus goes to the nearest remaining item.
//     └───┘

const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

/**
 * Lets arrow keys move the focus between all items in an element that match a selector, including items added later.
 * @param {Element} element
 * @param {object} options
 * @param {string} options.selector
 * @param {boolean} [options.grid] (default true) arrows follow screen positions;
 *   false: left/up = previous, right/down = next
 * @returns {{ focus(): void, destroy(): void }} `focus` moves the focus to the current item
 */
export function roving(element, { selector, grid = true }) {
    // An SVG with key or focus listeners becomes a tab stop, so listen on its parent.
    const listener = element instanceof SVGElement ? (element.ownerSVGElement ?? element).parentElement : element;
    /** @type {(HTMLElement | SVGElement) | null} the item with tabindex 0 */
    let current = null;
    let hasFocus = false;
    let box = new DOMRect();

    const all = () => /** @type {(HTMLElement | SVGElement)[]} */ ([...element.querySelectorAll(selector)].filter(isVisible));

    /** Makes one item the only tab stop. */
    function updateTabindexes(wanted = current) {
        const found = all();
        if (wanted && found.includes(wanted)) current = wanted;
        else current = nearest(found, middle(box)) ?? null;
        for (const item of element.querySelectorAll(selector)) {
            const index = item === current ? "0" : "-1";
            if (item.getAttribute("tabindex") !== index) item.setAttribute("tabindex", index);
        }
        observer.takeRecords(); // discard the mutations we just made
        const isLost = hasFocus && [null, document.body].includes(/** @type {any} */ (document.activeElement));
        if (isLost) current?.focus({ preventScroll: true });
        if (current) box = current.getBoundingClientRect();
    }

    function onFocusIn(event) {
        const item = event.target.closest(selector);
        if (!item || !element.contains(item)) return;
        hasFocus = true;
        updateTabindexes(item);
    }

    /** Notes that the focus has left the group, unless it left because the focused item was removed. */
    function onFocusOut(event) {
        queueMicrotask(() => {
            if (event.target.isConnected && !element.contains(event.relatedTarget)) hasFocus = false;
        });
    }

    function onKeyDown(event) {
        const from = event.target.closest(selector);
        if (!from || !element.contains(from) || event.defaultPrevented || event.ctrlKey || event.altKey || event.metaKey) return;
        const to = destination(event.key, from, all(), grid);
        if (to === undefined) return;
        event.preventDefault();
        to?.focus();
    }

    const observer = new MutationObserver(() => updateTabindexes());
    observer.observe(element, { childList: true, subtree: true, attributes: true, attributeFilter: ["tabindex"] });
    listener.addEventListener("focusin", onFocusIn);
    listener.addEventListener("focusout", onFocusOut);
    listener.addEventListener("keydown", onKeyDown);
    updateTabindexes();
    return {
        focus: () => current?.focus(),
        destroy() {
            observer.disconnect();
            listener.removeEventListener("focusin", onFocusIn);
            listener.removeEventListener("focusout", onFocusOut);
            listener.removeEventListener("keydown", onKeyDown);
        },
    };
}

/** The item that a key leads to: null if there is none in that direction, undefined if the key isn't handled here. */
function destination(key, from, all, grid) {
    if (key === "Home") return all[0] ?? null;
    if (key === "End") return all.at(-1) ?? null;
    const arrow = ARROWS[key];
    if (!arrow) return undefined;
    return grid ? nearestThatWay(from, all, arrow) : all[all.indexOf(from) + arrow[0] + arrow[1]] ?? null;
}

/** The nearest item in a direction; items straight ahead are preferred to those off to the side. */
function nearestThatWay(from, all, [right, down]) {
    const start = from.getBoundingClientRect();
    const here = middle(start);
    let [best, least] = [null, Infinity];
    for (const item of all) {
        const rect = item.getBoundingClientRect();
        const there = middle(rect);
        const ahead = (there.x - here.x) * right + (there.y - here.y) * down;
        if (item === from || ahead < 1) continue;
        const aside = right ? gap(start.top, start.bottom, rect.top, rect.bottom) : gap(start.left, start.right, rect.left, rect.right);
        const offset = Math.abs((there.x - here.x) * down) + Math.abs((there.y - here.y) * right);
        const distance = ahead + 4 * aside + offset / 4;
        // Skip elements more than twice as far sideways as ahead.
        if (aside <= 2 * ahead && distance < least) [best, least] = [item, distance];
    }
    return best;
}

/** How far two spans are from each other; 0 if they overlap. */
function gap(start, end, otherStart, otherEnd) {
    return Math.max(0, otherStart - end, start - otherEnd);
}

function nearest(all, point) {
    const distance = (item) => {
        const { x, y } = middle(item.getBoundingClientRect());
        return Math.hypot(x - point.x, y - point.y);
    };
    return all.map((item) => [item, distance(item)]).reduce((best, next) => (next[1] < best[1] ? next : best), [undefined, Infinity])[0];
}

function middle({ left, top, width, height }) {
    return { x: left + width / 2, y: top + height / 2 };
}

function isVisible(item) {
    const { width, height } = item.getBoundingClientRect();
    return width > 0 && height > 0;
}
