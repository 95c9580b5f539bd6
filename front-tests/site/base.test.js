// The whole site below a path of its host, as `meeple serve --base /games` has it.
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { byMouse } from "./hands.js";
import { furnish, PLACES } from "./places.js";
import { makeTable, playOut, sitDown } from "./room.js";
import { openSite, TOGETHER } from "./site.js";

const BASE = "/fun/games";
let record = "";
const site = openSite(async ({ folder }) => {
    record = await furnish(folder);
}, "--base", BASE);

/** What a page has asked for, and that all of it was below the path. @param {import("playwright-core").Page} page */
function asked(page) {
    /** @type {string[]} */
    const paths = [];
    const note = (url) => paths.push(new URL(url).pathname);
    page.on("request", (request) => request.url().startsWith("http") && note(request.url()));
    page.on("websocket", (socket) => note(socket.url()));
    return { paths, areBelow: () => assert.deepEqual(paths.filter((path) => path !== BASE && !path.startsWith(`${BASE}/`)), []) };
}

/** Every link of a page, as its path. @param {import("playwright-core").Page} page */
function links(page) {
    return page.evaluate(() => [...document.querySelectorAll("a[href]")].map((link) => new URL(/** @type {HTMLAnchorElement} */ (link).href).pathname));
}

describe("every page asks and leads only below the path", TOGETHER, () => {
    for (const [name, come] of Object.entries(PLACES)) {
        test(name, { timeout: 120_000 }, async (t) => {
            const ann = await site.visit(t, { name: "Ann", expects: name === "nowhere" ? /status of 404|There is no such/ : undefined });
            const { paths, areBelow } = asked(ann.page);
            await come(ann, { address: site.address(), record });
            areBelow();
            assert.ok(paths.some((path) => path.startsWith(`${BASE}/pages/`)), "a page is a script of its own");
            assert.deepEqual((await links(ann.page)).filter((path) => !path.startsWith(`${BASE}/`)), []);
        });
    }
});

test("two people play by a link, come back to their seats, and look at the game", { timeout: 120_000 }, async (t) => {
    const [ann, bo] = [await site.visit(t, { name: "Ann" }), await site.visit(t, { name: "Bo" })];
    const notes = [asked(ann.page), asked(bo.page)];
    const link = await makeTable(ann, site.address(), { game: "chomp", seats: "me,open", options: { width: "3", height: "2" } });
    assert.ok(link?.startsWith(`${site.address()}/room/`), `${link}`);
    await ann.page.locator("figure.code svg").waitFor();
    await sitDown(bo, link);
    await ann.page.reload(); // the secret of the seat is found again
    await playOut([ann, bo], byMouse.chomp);
    for (const { paths, areBelow } of notes) {
        areBelow();
        assert.ok(paths.some((path) => path.endsWith("/socket")), "over a WebSocket");
    }
    await ann.page.locator(".ending a[href*='/replay/']").click();
    await ann.page.waitForURL(`${site.address()}/replay/*`);
    await ann.page.locator(".study-board svg").first().waitFor();
});

test("moving between pages loads no document, and reports open as documents of their own", { timeout: 60_000 }, async (t) => {
    const { page } = await site.visit(t);
    const documents = [];
    page.on("request", (request) => request.isNavigationRequest() && documents.push(new URL(request.url()).pathname));
    await page.goto(site.address()); // without the slash at the end
    for (const name of ["Practice", "Rules", "Tournaments"]) await page.locator("nav").getByRole("link", { name }).click();
    await page.locator(".study-report").waitFor();
    assert.equal(new URL(page.url()).pathname, `${BASE}/tournaments`);
    assert.equal(await page.locator("nav [aria-current=page]").textContent(), "Tournaments");
    assert.deepEqual(documents, [BASE, `${BASE}/`]);
    await page.locator(".study-report").click();
    await page.waitForURL(`${site.address()}/tournaments/small/report.html`);
});

test("what the browser stores has a name of its own, so that two sites on one host don't meet", { timeout: 60_000 }, async (t) => {
    const { page } = await site.visit(t);
    await page.goto(`${site.address()}/settings`);
    await page.locator("[name=theme][value=dark]").check({ force: true });
    await page.goto(`${site.address()}/new?game=chomp&seats=me,easy`);
    await page.locator(".new-game .final button").click();
    await page.waitForURL(/\/room\//);
    const names = await page.evaluate(() => Object.keys(localStorage).sort());
    assert.ok(names.includes(`meeple${BASE}.settings`) && names.includes(`meeple${BASE}.rooms`), names.join());
    assert.deepEqual(names.filter((name) => !name.startsWith(`meeple${BASE}.`)), []);
});

test("commands for bots have the whole address", { timeout: 60_000 }, async (t) => {
    const { page } = await site.visit(t);
    await page.goto(`${site.address()}/bots`);
    await page.locator("form button").first().click();
    const command = page.locator(".bot-connect code").first();
    await command.waitFor();
    assert.match(await command.textContent(), new RegExp(`--connect '?${site.address()}/room/[a-z0-9]+#bot=`));
    assert.ok((await page.locator("[data-sample=games]").textContent()).includes(`${site.address()}/api/games`));
});
