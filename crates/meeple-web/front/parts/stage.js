// The board of a room, with one line for what it says and a veil for when the connection is lost.
//
//     const stage = await stageOn(element, "azul", { play });
//     stage.show(scene)
//     stage.say("Blue is already in this row.")
import { BASE } from "../site.js";
import { sound } from "../sound.js";

/** @param {HTMLElement} element @param {string} game @param {{ play: (move: string) => void }} hooks */
export async function stageOn(element, game, { play }) {
    const { mount } = await import(`${BASE}/boards/${game}.js`);
    const [place, line] = [document.createElement("div"), document.createElement("p")];
    place.className = "board-place";
    line.className = "said";
    line.setAttribute("role", "status");
    element.replaceChildren(place, line);
    const say = (text) => {
        const next = text ?? "";
        if (line.textContent !== next) line.textContent = next;
    };
    const board = mount(place, { play, say, sound });
    return {
        /** @param {object} scene as the contract of boards has it */
        show: (scene) => board.show(scene),
        say,
        /** Goes to the first thing on the board that Tab would come to. */
        focus: () => /** @type {HTMLElement | null} */ (place.querySelector('[tabindex="0"], button, a[href]'))?.focus({ preventScroll: true }),
        destroy: () => board.destroy(),
    };
}
