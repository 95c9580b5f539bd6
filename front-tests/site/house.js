// A server, a browser, and visitors who go when a test is over: what every file here begins with.
//
//     const house = openHouse();
//     test("...", async () => {
//         const ann = await house.come({ name: "Ann" });
//         await ann.page.goto(`${house.address()}/rules`);
//     });
//
// A test in which something went wrong on a page fails, also where nobody asked for that.
import { after, afterEach, before } from "node:test";
import { launch } from "../browser.js";
import { serve } from "./server.js";
import { visitor } from "./visitor.js";

/** @param {(server: Awaited<ReturnType<typeof serve>>) => Promise<void>} [prepare] what else there is before the first test */
export function openHouse(prepare) {
    /** @type {import("playwright-core").Browser} */
    let browser;
    /** @type {Awaited<ReturnType<typeof serve>>} */
    let server;
    /** @type {import("./visitor.js").Visitor[]} */
    let visitors = [];
    before(async () => {
        browser = await launch();
        server = await serve();
        await prepare?.(server);
    });
    after(async () => {
        await browser?.close();
        await server?.close();
    });
    afterEach(async () => {
        const all = visitors;
        visitors = [];
        await Promise.all(all.map(({ close }) => close()));
        for (const { isFine } of all) isFine();
    });
    return {
        browser: () => browser,
        server: () => server,
        address: () => server.address,
        /** @param {Parameters<typeof visitor>[1]} [who] */
        async come(who) {
            const one = await visitor(browser, who);
            visitors.push(one);
            return one;
        },
    };
}
