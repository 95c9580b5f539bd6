// A position as a drawing only: for cards and examples, where nothing is played.
import { post } from "../api.js";
import { DRAWINGS } from "./drawings.js";
import { looks, namesIn } from "./study-board.js";

const WIDE = 900;

/** @param {Element} element @param {{ game: string, position: string }} what @returns {Promise<import("../api.js").Position>} */
export async function draw(element, { game, position }) {
    const found = await post("/api/positions", { game, position });
    drawPicture(element, game, found.picture, found.seats);
    return found;
}

/** @param {Element} element @param {string} game @param {object} picture @param {number} seats */
function drawPicture(element, game, picture, seats) {
    // Drawn for a wide screen and shown small: side by side, as on a desktop.
    element.innerHTML = DRAWINGS[game](picture, { seats: looks(seats, namesIn(picture)), width: WIDE });
}
