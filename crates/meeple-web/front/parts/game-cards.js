// The games to choose from, each with a small drawing of how it looks; and small drawings of positions.
import { escaped } from "/drawings/drawing.js";
import { post } from "../api.js";
import { DRAWINGS } from "./drawings.js";
import { words } from "../words.js";

/** Small enough to be read on a card. */
const OPTIONS = { chomp: ["width=5", "height=4"] };
/** How wide a drawing thinks it is: wide enough for boards side by side. */
const WIDE = 960;

/** @param {import("../api.js").GameInfo[]} all @param {string} chosen */
export function gameCards(all, chosen) {
    const cards = all.map(({ name }) => `<label class="game-card" data-key="${escaped(name)}"><input type="radio" name="game" value="${escaped(name)}"${name === chosen ? " checked" : ""}>
        <span><span class="miniature" data-miniature="${escaped(name)}" data-keep></span>${escaped(words.games[name] ?? name)}</span></label>`);
    return `<fieldset class="group" data-key="games"><legend class="unseen">${escaped(words.newGame.game)}</legend><div class="game-cards">${cards.join("")}</div></fieldset>`;
}

/** Draws what is still to be drawn. @param {HTMLElement} element */
export function miniatures(element) {
    for (const place of /** @type {NodeListOf<HTMLElement>} */ (element.querySelectorAll("[data-miniature]:empty:not([data-drawn])"))) {
        place.dataset.drawn = "";
        drawIn(place).catch(() => {}); // a card does without
    }
}

/** @param {HTMLElement} place */
async function drawIn(place) {
    const { miniature: game, position } = place.dataset;
    const asked = position ? { game, position } : { game, options: OPTIONS[game] ?? [], seed: 7 };
    const answer = await post("/api/positions", asked);
    const seats = Array.from({ length: answer.seats }, (_, seat) => ({ name: "", mark: seat % 9 }));
    place.innerHTML = DRAWINGS[game](answer.picture, { seats, width: WIDE });
}
