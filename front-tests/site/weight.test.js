// What a page weighs: everything that is fetched on a cold cache, as it comes over the wire.
//
// What a socket tells, and how long it all takes on a slow line, is said and not asserted: the one
// depends on the position, the other on the machine.
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { openHouse, TOGETHER } from "./house.js";
import { makeTable } from "./room.js";
import { GAMES } from "./tables.js";

const house = openHouse();
const MOST_BYTES = 200_000;
/** 1.6 Mbit/s down, 0.75 Mbit/s up, 150 ms there and back. */
const SLOW = { offline: false, latency: 150, downloadThroughput: 1.6e6 / 8, uploadThroughput: 0.75e6 / 8 };

/**
 * Opens an address on a slow line with nothing in the cache.
 * @param {import("node:test").TestContext} t @param {string} url @param {string} board what is to be seen
 */
async function weigh(t, url, board) {
    const { page, context } = await house.come(t);
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
    const start = performance.now();
    await page.goto(url, { waitUntil: "commit" });
    await page.locator(board).first().waitFor();
    const seconds = (performance.now() - start) / 1000;
    await page.waitForLoadState("networkidle");
    const told = `${(sizes.bytes / 1000).toFixed(0)} kB in ${sizes.requests} requests, ${(sizes.heard / 1000).toFixed(0)} kB through the socket, a board after ${seconds.toFixed(1)} s at 1.6 Mbit/s`;
    t.diagnostic(told);
    assert.ok(sizes.bytes > 10_000 && sizes.bytes < MOST_BYTES, told);
}

describe("everything before images is less than 200 kB", TOGETHER, () => {
    test("home", { timeout: 90_000 }, (t) => weigh(t, house.address(), ".card:last-child .living svg"));
    for (const game of GAMES) {
        test(`a room of ${game}`, { timeout: 90_000 }, async (t) => {
            const ann = await house.come(t, { name: "Ann" });
            await makeTable(ann, house.address(), { game, seats: "me,easy" });
            await weigh(t, ann.page.url(), ".board-place svg");
        });
    }
});
