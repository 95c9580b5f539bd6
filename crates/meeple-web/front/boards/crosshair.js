// Keys on a board with too many cells for an element each: one frame that arrow keys move.
//
//     · · · · ·      arrows: one cell, with Shift five; Home, End, PageUp, PageDown: to the edges
//     · ┌─┐ · ·      Enter or Space chooses the cell, Escape lets go
//     · └─┘ · ·      what lies under the frame is read out as it moves

const STRIDE = 5;
const STEPS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
const EDGES = { Home: [-Infinity, 0], End: [Infinity, 0], PageUp: [0, -Infinity], PageDown: [0, Infinity] };

/**
 * @typedef {object} CrosshairHooks
 * @property {(column: number, row: number) => string} name what lies there, in words
 * @property {(spot: import("./pointing.js").Spot | null) => void} look
 * @property {(spot: import("./pointing.js").Spot) => void} choose
 */

/**
 * @param {SVGSVGElement} svg where the frame goes, behind all that is there
 * @param {() => import("./pointing.js").Field} field
 * @param {CrosshairHooks} hooks
 */
export function crosshair(svg, field, { name, look, choose }) {
    const frame = document.createElementNS("http://www.w3.org/2000/svg", "rect");
    const heard = document.createElement("p");
    let [column, row] = [0, 0];
    let wasTaken = false;
    setAttributes(frame, { class: "crosshair", role: "application", tabindex: "0", fill: "none", "aria-roledescription": "cell of the board" });
    setAttributes(heard, { class: "unseen", role: "status" });
    svg.append(frame);
    svg.after(heard);

    const spot = () => ({ column, row, x: column + 0.5, y: row + 0.5, by: /** @type {const} */ ("keys") });

    /** Puts the frame on a cell, without a word. @param {number} toColumn @param {number} toRow */
    function put(toColumn, toRow) {
        const { left, top, side, columns, rows } = field();
        column = Math.max(0, Math.min(toColumn, columns - 1));
        row = Math.max(0, Math.min(toRow, rows - 1));
        setAttributes(frame, { x: left + column * side, y: top + row * side, width: side, height: side, rx: side / 8, "aria-label": name(column, row) });
    }

    /** The same by a key: it is looked at, read out, and brought into sight. */
    function go(toColumn, toRow) {
        wasTaken = true;
        put(toColumn, toRow);
        frame.scrollIntoView({ block: "nearest", inline: "nearest" });
        heard.textContent = name(column, row);
        look(spot());
    }

    function press(event) {
        if (event.defaultPrevented || event.ctrlKey || event.altKey || event.metaKey) return;
        if (event.key === "Escape") return look(null);
        const [right, down] = STEPS[event.key] ?? EDGES[event.key] ?? [0, 0];
        if (right || down) {
            const stride = event.shiftKey ? STRIDE : 1;
            go(column + right * stride, row + down * stride);
        } else if (event.key === "Enter" || event.key === " ") choose(spot());
        else return;
        event.preventDefault();
    }

    frame.addEventListener("keydown", press);
    frame.addEventListener("focus", () => frame.matches(":focus-visible") && look(spot()));
    frame.addEventListener("blur", () => look(null));
    return {
        put,
        go,
        /** Puts it where one would begin, until somebody has moved it. */
        suggest: (toColumn, toRow) => (wasTaken ? put(column, row) : put(toColumn, toRow)),
        /** Where it is, if keys are in use. */
        focused: () => (frame.matches(":focus-visible") ? spot() : null),
        destroy() {
            frame.remove();
            heard.remove();
        },
    };
}

/** @param {Element} element @param {Record<string, string | number>} attributes */
function setAttributes(element, attributes) {
    for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, String(value));
}
