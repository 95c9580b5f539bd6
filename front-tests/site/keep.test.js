// Keeping a finished game on a server that removes old ones.
import assert from "node:assert/strict";
import { test } from "node:test";
import { makeTable, sitDown, until, watchLink } from "./room.js";
import { openSite } from "./site.js";
import { serve } from "./server.js";
import { TABLES } from "./tables.js";

const site = openSite(undefined, "--keep", "90d");

/** @param {import("playwright-core").Page} page */
async function giveUp(page) {
    await page.locator("[data-do=resign]").click();
    await page.getByRole("dialog").getByRole("button", { name: "Give up" }).click();
    await page.locator(".ending").waitFor();
}

/** @param {import("playwright-core").Page} page */
const keepButton = (page) => page.getByRole("button", { name: "Keep this game" });

/** @param {import("playwright-core").Page} page @param {boolean} isKept */
function shows(page, isKept) {
    const sentence = isKept ? /stored for good/ : /stores the game until \w+ \d+, \d{4}\./;
    return until(async () => sentence.test((await page.locator(".ending").textContent()) ?? ""), `kept: ${isKept}`);
}

test("a player keeps a finished game, and takes it back; a spectator can't", { timeout: 120_000 }, async (t) => {
    const [ann, bo, cy] = await Promise.all(["Ann", "Bo", "Cy"].map((name) => site.visit(t, { name })));
    const link = await makeTable(ann, site.address(), { game: "chomp", ...TABLES.chomp, seats: "me,open" });
    await sitDown(bo, link);
    await cy.page.goto(watchLink(ann.page));
    await ann.page.locator(".room[data-phase=playing]").waitFor();
    assert.equal(await keepButton(ann.page).count(), 0, "the game isn't over");
    await giveUp(ann.page);
    await Promise.all([shows(ann.page, false), cy.page.locator(".ending").waitFor()]);
    assert.equal(await keepButton(cy.page).count(), 0, "only for players");
    await keepButton(ann.page).click();
    await Promise.all([shows(ann.page, true), shows(bo.page, true)]);
    assert.equal(await keepButton(ann.page).getAttribute("aria-pressed"), "true");
    assert.equal(await keepButton(bo.page).getAttribute("aria-pressed"), "false", "Bo has not said so");
    await ann.page.reload();
    await shows(ann.page, true);
    await keepButton(ann.page).click();
    await Promise.all([shows(ann.page, false), shows(bo.page, false)]);
});

test("a server that removes nothing doesn't ask", { timeout: 60_000 }, async (t) => {
    const server = await serve();
    t.after(server.close);
    const ann = await site.visit(t, { name: "Ann" });
    await makeTable(ann, server.address, { game: "chomp", ...TABLES.chomp, seats: "me,easy" });
    await ann.page.locator(".room[data-phase=playing]").waitFor();
    await giveUp(ann.page);
    assert.equal(await keepButton(ann.page).count(), 0);
    assert.doesNotMatch((await ann.page.locator(".ending").textContent()) ?? "", /stored|stores/);
});
