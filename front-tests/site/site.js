// A server, a browser, and visitors who go when a test is over: what every file here begins with.
//
//     const site = openSite();
//     test("...", async (t) => {
//         const ann = await site.visit(t, { name: "Ann" });
//         await ann.page.goto(`${site.address()}/rules`);
//     });
//
// A test in which something went wrong on a page fails, also where nobody asked for that.
import { after, before } from "node:test";
import { launch } from "../browser.js";
import { serve } from "./server.js";
import { visitor } from "./visitor.js";

/** So many tests of a file run at a time: most of their time they wait. */
export const TOGETHER = { concurrency: 4 };

/**
 * @param {(server: Awaited<ReturnType<typeof serve>>) => Promise<void>} [prepare] what else there is before the first test
 * @param {Parameters<typeof serve>[0]} [how]
 */
export function openSite(prepare, how) {
    /** @type {import("playwright-core").Browser} */
    let browser;
    /** @type {Awaited<ReturnType<typeof serve>>} */
    let server;
    before(async () => {
        browser = await launch();
        server = await serve(how);
        await prepare?.(server);
    });
    after(async () => {
        await browser?.close();
        await server?.close();
    });
    return {
        server: () => server,
        address: () => server.address,
        /** @param {import("node:test").TestContext} t the test that is visited @param {Parameters<typeof visitor>[1]} [who] */
        async visit(t, who) {
            const one = await visitor(browser, who);
            t.after(async () => {
                await one.close();
                one.isFine();
            });
            return one;
        },
    };
}
