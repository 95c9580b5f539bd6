// Laying Grass: mouse and fingers on the meadow.
//
//     mouse    moves ──► hover(cell)      clicks ──► press(cell, "mouse")
//     finger   taps  ──► press(cell, "touch")
//              on the ghost, and moves ──► drag(columns, rows), from where it began
//     two      turn  ──► twist("right")
//
// A finger elsewhere scrolls the page, as it does everywhere.

/** @typedef {import("./grass-table.js").Cell} Cell */

/**
 * @typedef {object} PointerHooks
 * @property {() => number} side how many cells there are across
 * @property {(cell: Cell) => boolean} canDrag whether something can be dragged from there
 * @property {() => boolean} canTwist
 * @property {(cell: Cell) => void} hover
 * @property {() => void} leave
 * @property {(cell: Cell, by: "mouse" | "touch") => void} press
 * @property {(columns: number, rows: number, isFirst: boolean) => void} drag
 * @property {(way: "right" | "left") => void} twist
 */

/** Room for letters, in cells: before the first cell, and behind the last one. */
export const MARGIN = { before: 1, behind: 0.4 };

/** @param {Element} element the meadow @param {PointerHooks} hooks @returns {{ destroy(): void }} */
export function pointer(element, hooks) {
    let by = /** @type {"mouse" | "touch"} */ ("mouse");
    let last = "";
    /** @type {{ x: number, y: number, cell: Cell, moved: string } | null} */
    let dragged = null;
    /** @type {{ angle: number, sum: number, quarters: number } | null} how far two fingers have turned */
    let twist = null;

    /** Where in the meadow that is, in cells. */
    function spot({ clientX, clientY }) {
        const { left, top, width } = element.getBoundingClientRect();
        const unit = width / (hooks.side() + MARGIN.before + MARGIN.behind);
        return { x: (clientX - left) / unit - MARGIN.before, y: (clientY - top) / unit - MARGIN.before };
    }

    /** @returns {Cell | null} */
    function cellAt(event) {
        const { x, y } = spot(event);
        const side = hooks.side();
        return x >= 0 && y >= 0 && x < side && y < side ? [Math.floor(x), Math.floor(y)] : null;
    }

    function leave() {
        last = "";
        hooks.leave();
    }

    /** The tile follows two fingers: it turns when they are nearer to the next quarter. */
    function twisted(touches) {
        const angle = angleOf(touches);
        twist.sum += ((angle - twist.angle + 540) % 360) - 180;
        twist.angle = angle;
        const quarters = Math.round(twist.sum / 90);
        if (quarters === twist.quarters) return;
        hooks.twist(quarters > twist.quarters ? "right" : "left");
        twist.quarters = quarters;
    }

    /** @type {Record<string, (event: any) => void>} */
    const listeners = {
        pointerdown: ({ pointerType }) => (by = pointerType === "mouse" ? "mouse" : "touch"),
        pointermove(event) {
            if (event.pointerType !== "mouse") return;
            const cell = cellAt(event);
            if (!cell) leave();
            else if (String(cell) !== last) hooks.hover(cell);
            last = String(cell ?? "");
        },
        pointerleave: ({ pointerType }) => pointerType === "mouse" && leave(),
        click(event) {
            const cell = cellAt(event);
            if (cell) hooks.press(cell, by);
        },
        touchstart(event) {
            const cell = cellAt(event.touches[0]);
            if (event.touches.length === 2 && hooks.canTwist()) {
                [dragged, twist] = [null, { angle: angleOf(event.touches), sum: 0, quarters: 0 }];
            } else if (event.touches.length === 1 && cell && hooks.canDrag(cell)) {
                dragged = { ...spot(event.touches[0]), cell, moved: "" };
            } else return;
            event.preventDefault(); // else the page scrolls or grows
        },
        touchmove(event) {
            if (twist && event.touches.length === 2) twisted(event.touches);
            else if (dragged) {
                const { x, y } = spot(event.touches[0]);
                const by = [Math.round(x - dragged.x), Math.round(y - dragged.y)];
                const isFirst = dragged.moved === "";
                if (String(by) !== (dragged.moved || "0,0")) {
                    hooks.drag(by[0], by[1], isFirst);
                    dragged.moved = String(by);
                }
            } else return;
            event.preventDefault();
        },
        touchend(event) {
            // What was not dragged was tapped; its click does not come, because the touch was ours.
            if (dragged && !dragged.moved && event.touches.length === 0) hooks.press(dragged.cell, "touch");
            if (event.touches.length < 2) twist = null;
            if (event.touches.length === 0) dragged = null;
        },
        touchcancel: () => ([dragged, twist] = [null, null]),
    };
    for (const [name, listener] of Object.entries(listeners)) element.addEventListener(name, listener, { passive: false });
    return {
        destroy() {
            for (const [name, listener] of Object.entries(listeners)) element.removeEventListener(name, listener);
        },
    };
}

/** The direction from one finger to the other, in degrees. */
function angleOf([one, other]) {
    return (Math.atan2(other.clientY - one.clientY, other.clientX - one.clientX) * 180) / Math.PI;
}
