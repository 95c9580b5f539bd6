// The page of a tournament, as people use it: MEEPLE_PAGES is the folder that
// `cargo run -p meeple-arena --example reports -- FOLDER` has filled.
import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { launch, open } from "./browser.js";

const FOLDER = process.env.MEEPLE_PAGES;
assert.ok(FOLDER, "MEEPLE_PAGES names the folder of pages");
const address = (name, hash = "") => pathToFileURL(join(FOLDER, `${name}.html`)).href + hash;

/** Each page, a game in it to step through, and a ply at which something lies on the board. */
const GAMES = [
    { name: "chomp", game: 1, ply: 1 },
    { name: "filler", game: 5, ply: 40 },
    { name: "filler-large", game: 1, ply: 600 },
    { name: "azul", game: 1, ply: 20 },
    { name: "azul-four", game: 1, ply: 40 },
    { name: "grass", game: 1, ply: 20 },
    { name: "grass-four", game: 1, ply: 30 },
    { name: "grass-nine", game: 1, ply: 120 },
];

/** @type {import("playwright-core").Browser} */
let browser;
before(async () => {
    browser = await launch();
});
after(() => browser.close());

/** Opens, does, and sees that nothing went wrong. */
async function visit(name, hash, options, what) {
    const { page, trouble, close } = await open(browser, address(name, hash), options);
    try {
        await what(page);
        assert.deepEqual(trouble, []);
    } finally {
        await close();
    }
}

const board = (page) => page.locator("#replay .board").innerHTML();
const ply = async (page) => Number((await page.locator("#replay output").textContent()).split("/")[0]);
const last = async (page) => Number((await page.locator("#replay output").textContent()).split("/")[1]);
/** Waits until the stage shows a ply: unpacking takes a moment. */
const shows = (page, number) => page.waitForFunction((number) => document.querySelector("#replay output").textContent.startsWith(`${number} /`), number);

/** On a phone neither the replay nor the page behind it scrolls sideways. */
async function fitsPhone(page) {
    await page.setViewportSize({ width: 360, height: 740 });
    const [box, inside] = await page.locator("#replay").evaluate((dialog) => [dialog.clientWidth, dialog.scrollWidth]);
    assert.equal(box, 360);
    assert.ok(inside <= box, `the replay is ${inside} wide on ${box}`);
    assert.ok(await page.getByRole("button", { name: "Back" }).isVisible());
    await page.getByRole("button", { name: "Close the replay" }).click();
    assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), "the page is too wide");
}

describe("a replay of every game", () => {
    for (const { name, game, ply: at } of GAMES) {
        test(name, () => visit(name, `#game-${game}-ply-${at}`, {}, async (page) => {
            await shows(page, at);
            assert.ok(await page.locator("#replay .board svg").isVisible(), "a board is drawn");
            const before = await board(page);
            await page.keyboard.press("ArrowRight");
            assert.equal(await ply(page), at + 1);
            assert.notEqual(await board(page), before, "another ply, another board");
            await page.keyboard.press("ArrowLeft");
            assert.equal(await board(page), before, "back is the same board");
            assert.match(page.url(), new RegExp(`#game-${game}-ply-${at}$`));

            await page.keyboard.press("Home");
            assert.equal(await ply(page), 0);
            await page.getByRole("button", { name: "Forward" }).click();
            assert.equal(await ply(page), 1);
            await page.keyboard.press("End");
            assert.equal(await ply(page), await last(page));
            assert.ok(await page.getByRole("button", { name: "Forward" }).isDisabled());
            assert.notEqual(await page.locator("#replay .due").textContent(), "", "how it stands");
            const moves = await page.locator("#replay .moves li a").count();
            assert.equal(moves, await last(page), "every deal and move is told");
            await fitsPhone(page);
        }));
    }
});

test("lead changes are linked", () => visit("filler", "#game-5-ply-0", {}, async (page) => {
    await shows(page, 0);
    const scores = () => page.locator("#replay .players .number").allTextContents();
    const leads = await page.locator("#replay .moves li.lead a").evaluateAll((links) => links.map((link) => Number(link.hash.split("-").at(-1))));
    assert.ok(leads.length > 0);
    for (const lead of leads) {
        await page.getByRole("button", { name: /Next lead change/ }).click();
        assert.equal(await ply(page), lead);
        const [own, other] = (await scores()).map(Number);
        assert.notEqual(own, other);
    }
}));

test("a replay plays automatically and can be stopped", () => visit("chomp", "#game-1-ply-0", {}, async (page) => {
    await shows(page, 0);
    await page.locator("[data-pace]").selectOption("very fast");
    await page.getByRole("button", { name: "Play", exact: true }).click();
    await shows(page, await last(page));
    await page.getByRole("button", { name: "Play", exact: true }).waitFor();
    await page.locator("#replay input[type=range]").fill("1");
    assert.equal(await ply(page), 1);
}));

test("a row opens its replay, Escape closes it, and invalid URLs lead nowhere", () => visit("azul", "", {}, async (page) => {
    await page.getByRole("link", { name: "Replay game 3", exact: true }).click();
    await shows(page, 0);
    await page.locator("#replay .moves li a").nth(11).click();
    await shows(page, 12);
    await page.keyboard.press("Escape");
    await page.waitForURL(/#game-3$/);
    assert.equal(await page.locator("#replay").isVisible(), false);

    await page.goto(address("azul", "#game-3-ply-999"));
    await shows(page, await last(page));
    await page.goto(address("azul", "#game-999-ply-1"));
    await page.locator("#replay").waitFor({ state: "hidden" });
}));

test("faults are shown at their ply, with the stderr output", () => visit("azul", "", {}, async (page) => {
    const fault = page.locator("#faults li").first();
    assert.match(await fault.textContent(), /students\/cy\.sh.*crash/s);
    await fault.locator("summary").click();
    assert.equal((await fault.locator("pre").textContent()).trim(), "<b>no memory</b> for the board");
    const number = (await fault.locator("a").getAttribute("href")).split("-").at(-1);
    await page.goto(address("azul", `#game-${number}-ply-0`));
    await shows(page, 0);
    await page.keyboard.press("End");
    assert.match(await page.locator("#replay .due").textContent(), /students\/cy\.sh: crash/);
    assert.match(await page.locator("#replay .moves .fault").textContent(), /exited with status 3/);
}));

test("a hostile name is shown as text", () => visit("grass", "#game-1-ply-20", {}, async (page) => {
    await shows(page, 20);
    const name = "<script>document.title='taken'</script>";
    assert.equal(await page.locator("#replay .players bdi").last().textContent(), name);
    assert.notEqual(await page.title(), "taken");
    assert.ok((await page.locator("table.standing").textContent()).includes(name));
}));

test("dark and light themes differ, and both are legible", async () => {
    const contrast = (page) => page.evaluate(() => {
        const light = (text) => {
            const parts = text.match(/[\d.]+/g).slice(0, 3).map((part) => Number(part) / 255);
            const [r, g, b] = parts.map((part) => (part <= 0.03928 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4));
            return 0.2126 * r + 0.7152 * g + 0.0722 * b;
        };
        const { color, backgroundColor } = getComputedStyle(document.body);
        const quiet = light(getComputedStyle(document.querySelector(".note")).color);
        const [text, ground] = [light(color), light(backgroundColor)];
        const ratio = (a, b) => (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
        return { ground, text: ratio(text, ground), quiet: ratio(quiet, ground) };
    });
    const grounds = {};
    for (const colorScheme of ["light", "dark"]) {
        await visit("azul", "", { colorScheme }, async (page) => {
            grounds[colorScheme] = await contrast(page);
        });
    }
    assert.ok(grounds.light.ground > 0.8 && grounds.dark.ground < 0.05);
    for (const { text, quiet } of Object.values(grounds)) assert.ok(text >= 7 && quiet >= 4.5, JSON.stringify(grounds));
});

test("print shows the tables on white, without controls", () => visit("azul", "", { colorScheme: "dark" }, async (page) => {
    await page.emulateMedia({ media: "print" });
    for (const table of ["standing", "crosstable", "time", "amounts", "games"]) {
        assert.ok(await page.locator(`table.${table}`).first().isVisible(), table);
    }
    assert.equal(await page.locator("nav").isVisible(), false);
    assert.equal(await page.locator(".watch").first().isVisible(), false);
    assert.equal(await page.evaluate(() => getComputedStyle(document.body).color), "rgb(34, 36, 42)");
    assert.ok((await page.pdf()).length > 10_000);
}));

test("without scripts all numbers are shown, and a sentence says what is missing", () => visit("azul", "", { javaScriptEnabled: false }, async (page) => {
    const standing = await page.locator("table.standing tbody tr").allTextContents();
    assert.equal(standing.length, 4);
    assert.match(standing[0], /1greedy.*to.*%/s);
    assert.equal(await page.locator("table.games tbody tr").count(), 32);
    assert.ok(await page.locator("#standing .chart").isVisible());
    assert.match(await page.locator("#games").textContent(), /Replays need JavaScript/);
    assert.equal(await page.locator(".watch").first().isVisible(), false);
}));
