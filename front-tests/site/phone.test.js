// A phone and a finger: the first moves of every game.
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { byTouch } from "./hands.js";
import { openSite, TOGETHER } from "./site.js";
import { makeTable, nextOf, playOut } from "./room.js";
import { GAMES } from "./tables.js";
import { fits } from "./visitor.js";

const site = openSite();
const MOVES = 3;

/** What is done next, where the thumb is. */
const UNDER_THE_THUMB = { chomp: ".thumb .status", filler: ".filler-hand button.primary", azul: ".thumb .status", grass: ".grass-do" };

/** It is seen without scrolling. @param {import("playwright-core").Page} page @param {string} selector */
async function isInSight(page, selector) {
    await page.evaluate(() => scrollTo(0, 0));
    const { x, y, width, height } = await page.locator(selector).first().boundingBox();
    const screen = page.viewportSize();
    assert.ok(x >= 0 && y >= 0 && x + width <= screen.width && y + height <= screen.height, `${selector} ends at ${Math.round(y + height)} of ${screen.height}`);
}

describe("on a phone", TOGETHER, () => {
    for (const game of GAMES) {
        test(game, { timeout: 90_000 }, async (t) => {
            const ann = await site.visit(t, { name: "Ann", phone: true });
            await makeTable(ann, site.address(), { game, seats: "me,easy" });
            await nextOf([ann]);
            await fits(ann.page);
            await isInSight(ann.page, ".thumb .status");
            await isInSight(ann.page, UNDER_THE_THUMB[game]);
            await playOut([ann], byTouch[game], { moves: MOVES });
            await fits(ann.page);
            await isInSight(ann.page, ".thumb .status");
            await ann.page.locator("[data-do=more]").tap();
            await ann.page.locator(".sheet.open [data-do=less]").tap();
        });
    }
});

const PATHS = ["/", "/new?game=grass", "/practice", "/practice/azul", "/analysis?game=azul", "/analysis?game=grass", "/rules", ...GAMES.map((game) => `/rules/${game}`), "/bots", "/tournaments", "/settings"];

describe("no wider than a phone", TOGETHER, () => {
    for (const path of PATHS) {
        test(path, { timeout: 90_000 }, async (t) => {
            const { page } = await site.visit(t, { phone: true });
            await page.goto(site.address() + path);
            await page.locator("main h1").first().waitFor();
            await page.waitForLoadState("networkidle");
            await fits(page);
        });
    }
});
