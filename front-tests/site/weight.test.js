// What a page weighs: everything that is fetched on a cold cache, as it comes over the wire; and how
// little of it is needed until a board is seen.
//
// A board stands after two steps: the page, then its style and a few scripts at once. How long that
// takes on a slow line, and what a socket tells, is said and not asserted: the one depends on the
// machine, the other on the position.
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { openSite } from "./site.js";
import { makeTable } from "./room.js";
import { GAMES } from "./tables.js";

const site = openSite();
const MOST_BYTES = 200_000;
/** Until the first board: the page, its style, the main script, the page's, two of the board; one more for what a browser wants. */
const FIRST = { requests: 7, bytes: 100_000 };
/** 1.6 Mbit/s down, 0.75 Mbit/s up, 150 ms there and back. */
const SLOW = { offline: false, latency: 150, downloadThroughput: 1.6e6 / 8, uploadThroughput: 0.75e6 / 8 };

/** Notes in the page when something is first seen: whoever asks from outside looks twice a second only. @param {string} what */
function noteFirst(what) {
    const look = () => {
        const isSeen = document.querySelector(what)?.getBoundingClientRect().width > 0;
        if (isSeen) Object.assign(window, { firstSeen: performance.now() });
        else requestAnimationFrame(look);
    };
    look();
}

/** What had come by then, as the page has counted it. */
async function untilFirst() {
    const seen = /** @type {any} */ (window);
    while (seen.firstSeen === undefined) await new Promise(requestAnimationFrame);
    const { firstSeen } = seen;
    const all = /** @type {PerformanceResourceTiming[]} */ ([...performance.getEntriesByType("navigation"), ...performance.getEntriesByType("resource")]);
    const come = all.filter(({ responseEnd }) => responseEnd > 0 && responseEnd <= firstSeen);
    return { seconds: firstSeen / 1000, names: come.map(({ name }) => new URL(name).pathname), bytes: come.reduce((sum, { transferSize }) => sum + transferSize, 0) };
}

/**
 * Opens an address on a slow line with nothing in the cache.
 * @param {import("node:test").TestContext} t @param {string} url @param {string} board what is to be seen
 */
async function weigh(t, url, board) {
    const { page, context } = await site.visit(t);
    const line = await context.newCDPSession(page);
    const images = new Set();
    const sizes = { bytes: 0, requests: 0, heard: 0 };
    line.on("Network.requestWillBeSent", ({ requestId, type }) => type === "Image" && images.add(requestId));
    line.on("Network.loadingFinished", ({ requestId, encodedDataLength }) => {
        if (images.has(requestId)) return;
        sizes.bytes += encodedDataLength;
        sizes.requests += 1;
    });
    line.on("Network.webSocketFrameReceived", ({ response }) => (sizes.heard += response.payloadData.length));
    await line.send("Network.enable");
    await line.send("Network.setCacheDisabled", { cacheDisabled: true });
    await line.send("Network.emulateNetworkConditions", SLOW);
    await page.addInitScript(noteFirst, board);
    await page.goto(url, { waitUntil: "commit" });
    await page.locator(board).first().waitFor();
    const first = await page.evaluate(untilFirst);
    await page.waitForLoadState("networkidle");
    const kilo = (bytes) => `${(bytes / 1000).toFixed(0)} kB`;
    const told = `a board after ${kilo(first.bytes)} in ${first.names.length} requests and ${first.seconds.toFixed(2)} s at 1.6 Mbit/s; ${kilo(sizes.bytes)} in ${sizes.requests} requests, ${kilo(sizes.heard)} through the socket`;
    t.diagnostic(told);
    assert.ok(first.names.length <= FIRST.requests && first.bytes < FIRST.bytes, `${told}: ${first.names.join(", ")}`);
    assert.ok(first.bytes > 10_000 && sizes.bytes < MOST_BYTES, told);
}

describe("a page is light, and its first board lighter", () => {
    test("home", { timeout: 90_000 }, (t) => weigh(t, site.address(), ".card:last-child .living svg"));
    for (const game of GAMES) {
        test(`a room of ${game}`, { timeout: 90_000 }, async (t) => {
            const ann = await site.visit(t, { name: "Ann" });
            await makeTable(ann, site.address(), { game, seats: "me,easy" });
            await weigh(t, ann.page.url(), ".board-place svg");
        });
    }
});
