// A room as people see it: how it stands, who is to move, and a whole game by several people.
//
//     await makeTable(ann, server.address, { game: "azul", seats: "me,open,easy" })   ──►  the link to share
//     await sitDown(bo, link);
//     await playOut("azul", [ann, bo], byMouse);
import assert from "node:assert/strict";
import { setTimeout as pause } from "node:timers/promises";
import { PATIENCE } from "./visitor.js";

/** @typedef {import("./visitor.js").Visitor} Visitor */
/** @typedef {import("playwright-core").Page} Page */

/**
 * Makes a table on the page for new games.
 * @param {Visitor} who @param {string} address @param {{ game: string, seats: string, options?: Record<string, string> }} wish
 * @returns {Promise<string | null>} the link that lets others sit down
 */
export async function makeTable({ page }, address, { game, seats, options = {} }) {
    const query = new URLSearchParams({ game, seats });
    await page.goto(`${address}/new?${query}`);
    for (const [name, value] of Object.entries(options)) await page.locator(`[name="option:${name}"]`).fill(value);
    await page.locator(".new-game .final button").click();
    await page.waitForURL(/\/(room|watch)\//);
    return seats.includes("open") ? page.locator("#share-link").inputValue() : null;
}

/** @param {Visitor} who @param {string} link */
export async function sitDown({ page, name }, link) {
    await page.goto(link);
    const field = page.locator("#sit-name");
    await field.waitFor();
    if ((await field.inputValue()) === "") await field.fill(name);
    await page.getByRole("button", { name: "Sit down" }).click();
    await page.locator(".room[data-phase=playing]").waitFor();
}

/** The address for somebody who only looks. @param {Page} page */
export function watchLink(page) {
    return page.url().replace("/room/", "/watch/").replace(/\?.*/, "");
}

/** How a room stands on a page. @param {Page} page */
export function stand(page) {
    return page.evaluate(() => ({
        isMine: document.querySelector(".status.mine") !== null,
        isOver: document.querySelector(".ending") !== null,
        told: [...document.querySelectorAll(".moves li .did")].map(({ textContent }) => textContent),
    }));
}

/** Waits until something holds of some pages. @template T @param {() => Promise<T | false | null | undefined>} look @param {string} what @returns {Promise<T>} */
export async function until(look, what) {
    const end = Date.now() + PATIENCE;
    for (;;) {
        const found = await look();
        if (found) return found;
        assert.ok(Date.now() < end, `waited in vain: ${what}`);
        await pause(25);
    }
}

/** Who is to move, or that it is over. @param {Visitor[]} people @returns {Promise<Visitor | "over">} */
export function nextOf(people) {
    return until(async () => {
        const all = await Promise.all(people.map(({ page }) => stand(page)));
        if (all.every(({ isOver }) => isOver)) return "over";
        return people.find((_, index) => all[index].isMine && !all[index].isOver);
    }, "somebody is to move, or the game is over");
}

/** Makes one move and waits until the page tells of it. @param {Page} page @param {(page: Page) => Promise<void>} make */
export async function moveOnce(page, make) {
    const { told } = await stand(page);
    await make(page);
    await until(async () => {
        const now = await stand(page);
        return now.told.length !== told.length || now.isOver;
    }, "the move is told");
}

/**
 * Plays until the game is over, or so many moves.
 * @param {Visitor[]} people @param {(page: Page) => Promise<void>} make a move
 * @param {{ moves?: number, between?: (count: number) => Promise<void> }} [how]
 * @returns {Promise<number>} how many moves these people have made
 */
export async function playOut(people, make, { moves = Infinity, between } = {}) {
    for (let count = 0; ; count += 1) {
        const next = await nextOf(people);
        if (next === "over" || count >= moves) return count;
        await moveOnce(next.page, make);
        await between?.(count + 1);
    }
}
