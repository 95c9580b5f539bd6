// Somebody has a page open while the server is updated.
import { test } from "node:test";
import { openSite } from "./site.js";

const site = openSite();

test("a page of a newer server is loaded with all its files", { timeout: 60_000 }, async (t) => {
    const { page } = await site.visit(t);
    await page.goto(`${site.address()}/settings`);
    await page.locator("main h1").waitFor();
    const loaded = page.waitForEvent("load");
    await page.evaluate(() => {
        // Its pages import the main script under another name.
        const script = document.createElement("script");
        script.type = "module";
        script.src = `${/** @type {HTMLScriptElement} */ (document.querySelector("script[type=module]")).src}?newer`;
        document.head.append(script);
    });
    await loaded;
    await page.locator("main h1").waitFor();
});
