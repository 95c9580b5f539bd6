// Games by people and computers, in browsers of their own, from making the table to the replay.
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { byMouse } from "./hands.js";
import { openSite, TOGETHER } from "./site.js";
import { makeTable, moveOnce, nextOf, playOut, sitDown, stand, until, watchLink } from "./room.js";
import { GAMES, TABLES } from "./tables.js";
import { OF_THE_NETWORK } from "./visitor.js";

const site = openSite();

/** Ann makes a table, Bo sits down, Cy watches. @param {import("node:test").TestContext} t @param {string} game @param {object} [who] of all of them */
async function three(t, game, who = {}) {
    const [ann, bo, cy] = await Promise.all(["Ann", "Bo", "Cy"].map((name) => site.visit(t, { name, ...who })));
    const link = await makeTable(ann, site.address(), { game, ...TABLES[game] });
    await sitDown(bo, link);
    await cy.page.goto(watchLink(ann.page));
    await cy.page.locator(".room[data-phase=playing]").waitFor();
    return { ann, bo, cy };
}

/** Nothing on the page of somebody who watches lets them act. @param {import("playwright-core").Page} page */
async function onlyWatches(page) {
    await page.getByText("You watch.").waitFor();
    for (const verb of ["hint", "take-back", "resign", "rematch", "lay", "stop"]) assert.equal(await page.locator(`[data-do=${verb}]`).count(), 0, verb);
    assert.equal(await page.locator(".azul-open, .chomp-mine, .filler-mine, .grass-place.asked, .grass-do:visible").count(), 0);
    assert.equal(await page.locator(".status.mine").count(), 0);
}

describe("two people and a spectator, and where three can play a computer, finish a game", TOGETHER, () => {
    for (const game of GAMES) {
        test(game, { timeout: 240_000 }, async (t) => {
            const { ann, bo, cy } = await three(t, game);
            await onlyWatches(cy.page);
            await playOut([ann, bo], byMouse[game], { between: async (count) => count === 1 && onlyWatches(cy.page) });
            const [own, other, seen] = await Promise.all([ann, bo, cy].map(async ({ page }) => {
                await page.locator(".ending").waitFor();
                return { ...(await stand(page)), verdict: await page.locator(".ending h2").textContent(), why: await page.locator(".ending h2 + p").textContent() };
            }));
            assert.deepEqual(other.told, own.told, "all see the same moves");
            assert.deepEqual(seen.told, own.told);
            assert.equal(own.why, seen.why);
            assert.match(`${own.verdict} ${other.verdict}`, /You (won|lost)|share/);
            assert.match(seen.verdict, /won|shared/);
        });
    }
});

test("the board is drawn before the socket connects, once per page load", { timeout: 60_000 }, async (t) => {
    const ann = await site.visit(t, { name: "Ann" });
    await makeTable(ann, site.address(), { game: "chomp", ...TABLES.chomp, seats: "me,easy" });
    const { page } = ann;
    await page.locator(".room[data-phase=playing]").waitFor();
    await nextOf([ann]);
    await page.routeWebSocket(/\/socket$/, () => {}); // it hears everything and says nothing
    await page.reload();
    await page.locator(".board-place svg").first().waitFor();
    assert.equal(await page.locator(".status.mine").count(), 1, "her seat is known");
    await page.locator("header a[href='/']").first().click();
    await page.locator(".living svg").first().waitFor();
    await page.goBack();
    await page.locator(".stage-board .wait").waitFor();
    assert.equal(await page.locator(".board-place svg").count(), 0, "what came with the page is not news any more");
});

describe("a game against a computer", TOGETHER, () => {
    for (const game of ["chomp", "filler"]) {
        test(game, { timeout: 120_000 }, async (t) => {
            const ann = await site.visit(t, { name: "Ann", motion: true });
            await makeTable(ann, site.address(), { game, ...TABLES[game], seats: "me,normal" });
            await playOut([ann], byMouse[game]);
            await ann.page.locator(".ending h2").waitFor();
            await ann.page.getByRole("link", { name: "Replay and analysis" }).click();
            await ann.page.locator(".replay .study-board svg").first().waitFor();
        });
    }
});

test("reloading the page keeps the seat", { timeout: 60_000 }, async (t) => {
    const { ann, bo, cy } = await three(t, "azul");
    await playOut([ann, bo], byMouse.azul, { moves: 3 });
    const before = await stand(ann.page);
    await Promise.all([ann, bo, cy].map(({ page }) => page.reload()));
    await nextOf([ann, bo]);
    assert.deepEqual((await stand(ann.page)).told.slice(0, before.told.length), before.told);
    await onlyWatches(cy.page);
    await playOut([ann, bo], byMouse.azul, { moves: 2 });
});

test("a tile that the server rejects returns to the hand", { timeout: 60_000 }, async (t) => {
    const ann = await site.visit(t, { name: "Ann" });
    let refused = 0;
    await ann.page.routeWebSocket(/\/socket$/, (socket) => {
        const server = socket.connectToServer();
        socket.onMessage((text) => {
            const { id, do: verb } = JSON.parse(String(text));
            if (verb !== "play" || refused > 0) return server.send(text);
            refused += 1;
            return socket.send(JSON.stringify({ re: id, refused: { code: "broken", message: "Not now." } }));
        });
    });
    await makeTable(ann, site.address(), { game: "grass", seats: "me,easy" });
    await nextOf([ann]);
    await byMouse.grass(ann.page);
    await ann.page.locator(".said").getByText("Not now.").waitFor();
    await moveOnce(ann.page, byMouse.grass);
    assert.equal(refused, 1);
});

/** The page says that the connection is lost. @param {import("playwright-core").Page} page */
const saysLost = (page) => page.locator(".lost").getByText("The connection is lost.").waitFor();
/** It came back by itself. @param {import("playwright-core").Page} page */
const isBack = (page) => page.locator(".lost").waitFor({ state: "hidden" });

test("a page without network says so, and catches up when it is back", { timeout: 90_000 }, async (t) => {
    const { ann, bo } = await three(t, "filler", { expects: OF_THE_NETWORK });
    await playOut([ann, bo], byMouse.filler, { moves: 2 });
    const mover = /** @type {import("./visitor.js").Visitor} */ (await nextOf([ann, bo]));
    const other = mover === ann ? bo : ann;
    await other.context.setOffline(true);
    await saysLost(other.page);
    await moveOnce(mover.page, byMouse.filler);
    const { told } = await stand(mover.page);
    assert.notDeepEqual((await stand(other.page)).told, told, "the one without network has not heard of it");
    await other.context.setOffline(false);
    await isBack(other.page);
    await until(async () => (await stand(other.page)).told.join() === (await stand(mover.page)).told.join(), "both know the same");
    await playOut([ann, bo], byMouse.filler, { moves: 2 });
});

test("a server that is killed loses nothing: all pages reconnect, and the game goes on", { timeout: 90_000 }, async (t) => {
    const { ann, bo, cy } = await three(t, "chomp", { expects: OF_THE_NETWORK });
    await moveOnce(ann.page, byMouse.chomp);
    const { told } = await stand(ann.page);
    const mover = /** @type {import("./visitor.js").Visitor} */ (await nextOf([ann, bo]));
    await site.server().kill();
    await Promise.all([ann, bo, cy].map(({ page }) => saysLost(page)));
    await site.server().again();
    await Promise.all([ann, bo, cy].map(({ page }) => isBack(page)));
    for (const { page } of [ann, bo, cy]) assert.deepEqual((await stand(page)).told, told);
    assert.equal(await nextOf([ann, bo]), mover, "the same one is to move");
    await playOut([ann, bo], byMouse.chomp);
    await Promise.all([ann, bo, cy].map(({ page }) => page.locator(".ending").waitFor()));
});
