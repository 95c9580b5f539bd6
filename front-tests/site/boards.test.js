// A board by itself, in a page of the site: scenes go in, moves come out, and nobody answers.
import assert from "node:assert/strict";
import { test } from "node:test";
import { openSite } from "./site.js";

const site = openSite();

/** @param {string} path @param {object} asked @returns {Promise<any>} a Position of the API */
async function ask(path, asked) {
    const answer = await fetch(site.address() + path, { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(asked) });
    assert.ok(answer.ok, await answer.clone().text());
    return answer.json();
}

/** A position as a board is shown it, to whoever is to move. */
const sceneOf = ({ picture, moves, to_move: own }) => ({ picture, moves, mine: true, own, seats: [{ name: "Ann", mark: 0 }, { name: "Bo", mark: 1 }], motion: false });

test("a second click on Azul's board plays nothing, but the same move can be played on the next picture", { timeout: 60_000 }, async (t) => {
    const { page } = await site.visit(t);
    await page.goto(`${site.address()}/rules`);
    const first = await ask("/api/positions", { game: "azul", options: [], seed: 7 });
    const inBoth = first.moves.find(({ source, place }) => source === 5 && place === 3);
    const between = first.moves.find(({ source }) => source === 1);
    const second = await ask("/api/positions/play", { game: "azul", position: first.position, move: between.move });
    assert.ok(second.moves.some(({ move }) => move === inBoth.move));
    const played = await page.evaluate(async ({ scenes, keys }) => {
        const { mount } = await import("/boards/azul.js");
        const [place, moves] = [document.body.appendChild(document.createElement("div")), []];
        const board = mount(place, { play: (move) => moves.push(move), say() {}, sound() {} });
        // Without a pause between: all of it lies within the time of a double click.
        const click = (key) => place.querySelector(`[data-do="${key}"]`).dispatchEvent(new MouseEvent("click", { bubbles: true, detail: 1 }));
        for (const scene of scenes) {
            board.show(scene);
            for (const key of [...keys, keys.at(-1)]) click(key);
        }
        board.destroy();
        return moves;
    }, { scenes: [first, second].map(sceneOf), keys: [`group-5-${inBoth.colour}`, "place-3"] });
    assert.deepEqual(played, [inBoth.move, inBoth.move]);
});
