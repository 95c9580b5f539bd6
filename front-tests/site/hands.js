// Hands on a board: one move in each game by mouse, finger or keys, choosing what the page offers.
//
//     await byMouse.azul(page)        a group that glows, then a line that glows
//     await byTouch.chomp(page)       a square, and the same once more
//     await byKeys.grass(page)        Tab to the meadow, Enter
//
// Nothing here knows a rule: what may be chosen is what the page marks as such.
import assert from "node:assert/strict";
import { until } from "./room.js";

/** @typedef {import("playwright-core").Page} Page */
/** @typedef {(page: Page, x: number, y: number) => Promise<void>} Press */

/** @type {Press} */
const click = (page, x, y) => page.mouse.click(x, y);
/** @type {Press} */
const tap = (page, x, y) => page.touchscreen.tap(x, y);

/**
 * A point where a pointer meets an element, as soon as there is one; those with holes or corners are not
 * met in their middle.
 * @param {Page} page @param {string} selector @param {number} [index] which of them; from the end if negative
 * @returns {Promise<{ x: number, y: number, does: string | null }>} does: the element's `data-do`
 */
async function pointOn(page, selector, index = 0) {
    const found = await until(() => page.evaluate(([selector, index]) => {
        const element = [...document.querySelectorAll(selector)].at(index);
        if (!element) return null;
        const isSeen = ({ top, bottom }) => top >= 0 && bottom <= innerHeight;
        if (!isSeen(element.getBoundingClientRect())) element.scrollIntoView({ block: "center", behavior: "instant" });
        const { left, top, width, height } = element.getBoundingClientRect();
        for (const down of [0.5, 0.25, 0.75, 0.1, 0.9]) {
            for (const across of [0.5, 0.25, 0.75, 0.1, 0.9]) {
                const [x, y] = [left + width * across, top + height * down];
                const met = document.elementFromPoint(x, y);
                if (met && (element === met || element.contains(met))) return { point: { x, y, does: element.getAttribute("data-do") } };
            }
        }
        return { point: null };
    }, /** @type {const} */ ([selector, index])), `there is something to press: ${selector}`);
    assert.ok(found.point, `something lies over what is to be pressed: ${selector}`);
    return found.point;
}

/** @param {Page} page @param {Press} press @param {string} selector @param {number} [index] @returns {Promise<string | null>} what it does */
async function pressOn(page, press, selector, index) {
    const { x, y, does } = await pointOn(page, selector, index);
    await press(page, x, y);
    return does;
}

const has = async (page, selector) => (await page.locator(selector).count()) > 0;

/** A square in the middle of what is left; the poison only where nothing else is. */
const SQUARES = '.chomp-mine .chomp-cell[aria-label*="takes"]';

/** @param {Page} page */
async function middleSquare(page) {
    await page.locator(SQUARES).first().waitFor();
    return Math.floor(((await page.locator(SQUARES).count()) * 2) / 3);
}

/** A cell that the piece in hand can reach, on the screen. @param {Page} page */
async function reachable(page) {
    return page.evaluate(() => {
        const reach = /** @type {SVGPathElement | null} */ (document.querySelector(".filler-reach"));
        if (!reach) return null;
        const [, x, y] = reach.getAttribute("d").match(/M\s*([\d.]+)[ ,]([\d.]+)/).map(Number);
        const at = () => new DOMPoint(x + 0.5, y + 0.5).matrixTransform(reach.getScreenCTM());
        if (at().y < 0 || at().y > innerHeight) scrollBy(0, at().y - innerHeight / 2);
        return { x: at().x, y: at().y };
    });
}

/** Lays the piece where it can reach, or stops where it cannot. @param {Page} page @param {Press} press @param {number} times a finger's first tap only shows */
async function fill(page, press, times) {
    await page.locator(".filler-mine .filler-reach, .filler-mine [data-do=stop]").first().waitFor();
    const cell = await reachable(page);
    if (!cell) return pressOn(page, press, ".filler-hand [data-do=stop]");
    for (let count = 0; count < times; count += 1) await press(page, cell.x, cell.y);
}

/** Takes tiles and puts them on a line, or tiles the wall. @param {Page} page @param {Press} press @param {number} times for a cell of the wall */
async function draft(page, press, times) {
    const does = await pressOn(page, press, ".azul-mine .azul-open", -1);
    if (does.startsWith("group")) await pressOn(page, press, ".azul-open[data-do^=place]");
    else for (let count = 1; count < times; count += 1) await pressOn(page, press, `.azul-open[data-do="${does}"]`);
}

const LAY = ".grass-do";

/** Waits until the meadow asks for something. @param {Page} page */
async function asked(page) {
    await page.locator(`.grass-place.asked`).waitFor();
}

/** Clicks the ghost where it waits, or the button where there is none. @param {Page} page */
async function layByMouse(page) {
    await asked(page);
    // What waits under the mouse may not lie there: aside, it goes back to where it may.
    await page.mouse.move(2, 2);
    await page.locator(`${LAY}[aria-disabled=false]`).waitFor();
    if ((await page.locator(LAY).textContent()) !== "Lay") return pressOn(page, click, LAY);
    const place = page.locator(".grass-cursor");
    await place.scrollIntoViewIfNeeded();
    const { x, y, width, height } = await place.boundingBox();
    return click(page, x + width / 2, y + height / 2);
}

/** @param {Page} page */
async function layByTouch(page) {
    await asked(page);
    await page.locator(`${LAY}[aria-disabled=false]`).waitFor();
    await pressOn(page, tap, LAY);
}

/** One move by mouse. @type {Record<string, (page: Page) => Promise<void>>} */
export const byMouse = {
    chomp: async (page) => pressOn(page, click, SQUARES, await middleSquare(page)),
    filler: (page) => fill(page, click, 1),
    azul: (page) => draft(page, click, 1),
    grass: layByMouse,
};

/** One move by finger. @type {Record<string, (page: Page) => Promise<void>>} */
export const byTouch = {
    chomp: async (page) => {
        const index = await middleSquare(page);
        await pressOn(page, tap, SQUARES, index);
        await page.getByText("Tap again to bite").waitFor();
        await pressOn(page, tap, SQUARES, index);
    },
    filler: (page) => fill(page, tap, 2),
    azul: (page) => draft(page, tap, 2),
    grass: layByTouch,
};

/** Presses a key until what has the focus is such a thing. @param {Page} page @param {string} key @param {string} selector */
export async function keyTo(page, key, selector) {
    const isThere = () => page.evaluate((selector) => document.activeElement?.matches(selector) ?? false, selector);
    for (let count = 0; count < 120; count += 1) {
        if (await isThere()) return;
        await page.keyboard.press(key);
    }
    assert.fail(`${key} does not lead to ${selector}`);
}

/** A square in the middle of the row, by arrows. @param {Page} page */
async function biteByKeys(page) {
    await page.locator(SQUARES).first().waitFor();
    await keyTo(page, "Tab", ".chomp-cell");
    await page.keyboard.press("Home");
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("ArrowRight");
    const isPoison = await page.evaluate(() => document.activeElement.getAttribute("aria-label").includes("poison"));
    if (isPoison) await page.keyboard.press("End");
    await page.keyboard.press("Enter");
}

/** The next place, and there. @param {Page} page */
async function fillByKeys(page) {
    await page.locator(".filler-mine .filler-hand button").first().waitFor();
    if (!(await has(page, ".filler-reach"))) {
        await keyTo(page, "Tab", ".filler-hand [data-do=stop]");
        return page.keyboard.press("Enter");
    }
    await keyTo(page, "Tab", ".filler-hand [data-do=next]");
    await page.keyboard.press("Enter");
    await page.locator(".filler-ring").waitFor({ state: "attached" });
    await keyTo(page, "Tab", ".filler-hand [data-do=lay]");
    return page.keyboard.press("Enter");
}

/** A group, and the line that the focus has gone to. @param {Page} page */
async function draftByKeys(page) {
    await page.locator(".azul-mine .azul-open").first().waitFor();
    await keyTo(page, "Tab", ".azul-stop");
    await page.keyboard.press("Home");
    if (await has(page, ".azul-open[data-do^=cell]")) {
        await keyTo(page, "ArrowRight", ".azul-open[data-do^=cell]");
        return page.keyboard.press("Enter");
    }
    await keyTo(page, "ArrowRight", ".azul-open[data-do^=group]");
    await page.keyboard.press("Enter");
    await keyTo(page, "ArrowDown", ".azul-open[data-do^=place]");
    return page.keyboard.press("Enter");
}

/** The ghost waits where it may lie. @param {Page} page */
async function layByKeys(page) {
    await asked(page);
    await page.locator(`${LAY}[aria-disabled=false]`).waitFor();
    const isLaid = (await page.locator(LAY).textContent()) === "Lay";
    await keyTo(page, "Tab", isLaid ? ".grass-cursor" : LAY);
    await page.keyboard.press("Enter");
}

/** One move by Tab, arrows and Enter. @type {Record<string, (page: Page) => Promise<void>>} */
export const byKeys = { chomp: biteByKeys, filler: fillByKeys, azul: draftByKeys, grass: layByKeys };
