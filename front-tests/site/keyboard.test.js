// Tab, arrows and Enter alone, from the first page to the last move.
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { byKeys, keyTo } from "./hands.js";
import { openSite, TOGETHER } from "./site.js";
import { playOut } from "./room.js";
import { GAMES } from "./tables.js";

const site = openSite();

/** So far a game is played that takes long. */
const ENOUGH = { chomp: Infinity, filler: 10, azul: 10, grass: 10 };

/** Chooses a game and the easiest level on the first page, and begins. @param {import("playwright-core").Page} page @param {string} game */
async function begin(page, game) {
    await keyTo(page, "Tab", ".play-now input[name=game]");
    await keyTo(page, "ArrowRight", `.play-now input[name=game][value=${game}]`);
    await keyTo(page, "Tab", ".play-now input[name=level]");
    await keyTo(page, "ArrowLeft", ".play-now input[name=level][value=easy]");
    await keyTo(page, "Shift+Tab", ".play-now button");
    assert.match(await page.locator(".play-now button").textContent(), /against easy$/);
    await page.keyboard.press("Enter");
    await page.locator(".room[data-phase=playing]").waitFor();
}

/** Whoever uses keys is somewhere on the page, always. @param {import("playwright-core").Page} page */
async function keepsFocus(page) {
    assert.notEqual(await page.evaluate(() => document.activeElement?.localName), "body", "the focus is lost");
}

describe("by keys alone", TOGETHER, () => {
    for (const game of GAMES) {
        test(game, { timeout: 120_000 }, async (t) => {
            const ann = await site.visit(t, { name: "Ann" });
            const { page } = ann;
            await page.goto(site.address());
            await page.locator(".play-now button").waitFor();
            await begin(page, game);
            const moves = await playOut([ann], byKeys[game], { moves: ENOUGH[game], between: () => keepsFocus(page) });
            assert.ok(moves >= Math.min(ENOUGH[game], 2));
            if (ENOUGH[game] < Infinity) return;
            await keyTo(page, "Tab", ".ending [data-do=rematch]");
            await page.keyboard.press("Enter");
            await page.locator(".room[data-phase=playing]").waitFor();
        });
    }
});
