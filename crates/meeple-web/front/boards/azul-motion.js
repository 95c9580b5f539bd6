// Shows frames one after the other: tiles fly from spot to spot, then the next frame comes.
//
//     const motion = run(frames, { show, layer, place, from, done })
//     motion.end()      at once: nothing flies any more, and `done` is called
import { inCentre, onFloor, onLine, onPlate, onWall } from "/drawings/azul.js";

const SVG = "http://www.w3.org/2000/svg";

/**
 * @param {import("./azul-frames.js").Frame[]} frames
 * @param {object} stage
 * @param {(frame: import("./azul-frames.js").Frame) => void} stage.show draws a frame
 * @param {Element} stage.layer where things fly
 * @param {() => import("/drawings/azul.js").Arrangement} stage.place
 * @param {any} stage.from the picture that tiles are taken from
 * @param {() => void} stage.done
 * @returns {{ end(): void }}
 */
export function run(frames, { show, layer, place, from, done }) {
    let timer = 0;
    let isOver = false;

    function end() {
        if (isOver) return;
        isOver = true;
        clearTimeout(timer);
        layer.replaceChildren();
        done();
    }

    function next(index) {
        if (index === frames.length) return end();
        const frame = frames[index];
        show(frame);
        layer.replaceChildren(...frame.flights.map((flight) => flying(flight, place(), from, frame.ms)));
        timer = window.setTimeout(() => next(index + 1), frame.ms);
        return undefined;
    }

    next(0);
    return { end };
}

/** A tile on its way. */
function flying({ kind, from, to }, place, picture, duration) {
    const made = document.createElementNS(SVG, "use");
    made.setAttribute("href", `#tile-${kind}`);
    const steps = [from, to].map((spot) => {
        const { x, y, size } = whereIs(spot, place, picture);
        return { transform: `translate(${x}px, ${y}px) scale(${size / 40})` };
    });
    made.animate(steps, { duration, easing: "ease-out", fill: "both" });
    return made;
}

/**
 * The upper left corner and the size of a tile that lies there.
 * @param {import("./azul-frames.js").Spot} spot @param {import("/drawings/azul.js").Arrangement} place @param {any} picture
 */
export function whereIs(spot, place, picture) {
    if (spot.on === "centre") return inCentre(spot.kind, place.centre);
    if (spot.on === "plate") {
        const { x, y, radius } = place.plates[spot.number - 1];
        const tiles = onPlate(picture.factories[spot.number - 1], radius).filter(({ kind }) => kind === spot.kind);
        const { x: right, y: down, size } = tiles[spot.nth];
        return { x: x + right, y: y + down, size };
    }
    const { x, y, scale } = place.boards.find(({ seat }) => seat === spot.seat);
    const at = spot.on === "line" ? onLine(spot.line, spot.index) : spot.on === "wall" ? onWall(spot.row, spot.column) : onFloor(spot.index);
    return { x: x + at.x * scale, y: y + at.y * scale, size: 40 * scale };
}
