// Arrow keys between the things on a board; Tab comes to one of them and goes on behind all.
//
//     ┌───┐ ┌───┐
//     │ 0 │→│-1 │    the nearest one in the arrow's direction gets the focus
//     └───┘ └───┘    and the only tabindex of 0
//       ↓
//     ┌───┐          When the board is drawn anew and the focused thing is gone,
//     │-1 │          the focus goes to the nearest one that is there.
//     └───┘

const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

/**
 * Lets arrow keys move between all elements that a selector finds in an element, now and later.
 * @param {Element} element
 * @param {object} options
 * @param {string} options.selector
 * @param {boolean} [options.grid] true (unless said): left and up are left and up on the screen;
 *   false: they are the previous, and right and down the next
 * @returns {{ focus(): void, destroy(): void }} `focus` goes to the one that Tab would come to
 */
export function roving(element, { selector, grid = true }) {
    // A drawing that hears of keys or focus itself would become a stop for Tab: its parent listens.
    const listener = element instanceof SVGElement ? (element.ownerSVGElement ?? element).parentElement : element;
    /** @type {(HTMLElement | SVGElement) | null} the one that Tab comes to */
    let current = null;
    let hasFocus = false;
    let box = new DOMRect();

    const all = () => /** @type {(HTMLElement | SVGElement)[]} */ ([...element.querySelectorAll(selector)].filter(isSeen));

    /** Makes one of them, and only that, the one that Tab comes to. */
    function settle(wanted = current) {
        const found = all();
        if (wanted && found.includes(wanted)) current = wanted;
        else current = nearest(found, middle(box)) ?? null;
        for (const one of element.querySelectorAll(selector)) {
            const index = one === current ? "0" : "-1";
            if (one.getAttribute("tabindex") !== index) one.setAttribute("tabindex", index);
        }
        observer.takeRecords(); // what was just done is no news
        const isLost = hasFocus && [null, document.body].includes(/** @type {any} */ (document.activeElement));
        if (isLost) current?.focus({ preventScroll: true });
        if (current) box = current.getBoundingClientRect();
    }

    function come(event) {
        const one = event.target.closest(selector);
        if (!one || !element.contains(one)) return;
        hasFocus = true;
        settle(one);
    }

    /** The focus has left by itself, and not because the element was taken away. */
    function leave(event) {
        queueMicrotask(() => {
            if (event.target.isConnected && !element.contains(event.relatedTarget)) hasFocus = false;
        });
    }

    function key(event) {
        const from = event.target.closest(selector);
        if (!from || !element.contains(from) || event.defaultPrevented || event.ctrlKey || event.altKey || event.metaKey) return;
        const to = destination(event.key, from, all(), grid);
        if (to === undefined) return;
        event.preventDefault();
        to?.focus();
    }

    const observer = new MutationObserver(() => settle());
    observer.observe(element, { childList: true, subtree: true, attributes: true, attributeFilter: ["tabindex"] });
    listener.addEventListener("focusin", come);
    listener.addEventListener("focusout", leave);
    listener.addEventListener("keydown", key);
    settle();
    return {
        focus: () => current?.focus(),
        destroy() {
            observer.disconnect();
            listener.removeEventListener("focusin", come);
            listener.removeEventListener("focusout", leave);
            listener.removeEventListener("keydown", key);
        },
    };
}

/** Where a key leads: an element, null if there is none that way, undefined if it is no key of ours. */
function destination(key, from, all, grid) {
    if (key === "Home") return all[0] ?? null;
    if (key === "End") return all.at(-1) ?? null;
    const arrow = ARROWS[key];
    if (!arrow) return undefined;
    return grid ? nearestThatWay(from, all, arrow) : all[all.indexOf(from) + arrow[0] + arrow[1]] ?? null;
}

/** The nearest one in a direction; those straight ahead come before those aside. */
function nearestThatWay(from, all, [right, down]) {
    const start = from.getBoundingClientRect();
    const here = middle(start);
    let [best, least] = [null, Infinity];
    for (const one of all) {
        const rect = one.getBoundingClientRect();
        const there = middle(rect);
        const ahead = (there.x - here.x) * right + (there.y - here.y) * down;
        if (one === from || ahead < 1) continue;
        const aside = right ? gap(start.top, start.bottom, rect.top, rect.bottom) : gap(start.left, start.right, rect.left, rect.right);
        const offset = Math.abs((there.x - here.x) * down) + Math.abs((there.y - here.y) * right);
        const distance = ahead + 4 * aside + offset / 4;
        // More aside than ahead is not what the arrow means.
        if (aside <= 2 * ahead && distance < least) [best, least] = [one, distance];
    }
    return best;
}

/** How far two spans are from each other; 0 if they overlap. */
function gap(start, end, otherStart, otherEnd) {
    return Math.max(0, otherStart - end, start - otherEnd);
}

function nearest(all, point) {
    const distance = (one) => {
        const { x, y } = middle(one.getBoundingClientRect());
        return Math.hypot(x - point.x, y - point.y);
    };
    return all.map((one) => [one, distance(one)]).reduce((best, next) => (next[1] < best[1] ? next : best), [undefined, Infinity])[0];
}

function middle({ left, top, width, height }) {
    return { x: left + width / 2, y: top + height / 2 };
}

function isSeen(one) {
    const { width, height } = one.getBoundingClientRect();
    return width > 0 && height > 0;
}
