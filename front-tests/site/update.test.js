// Somebody has a page open while the server is updated.
import { test } from "node:test";
import { openHouse } from "./house.js";

const house = openHouse();

test("a page of a newer server is loaded with everything that it needs", { timeout: 60_000 }, async (t) => {
    const { page } = await house.come(t);
    await page.goto(`${house.address()}/settings`);
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
