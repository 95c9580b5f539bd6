// Pictures of every page, light and dark, on a desktop and on a phone, for people to look at.
//
//     MEEPLE_SCREENSHOTS=/tmp/pictures node --test site/screenshots.test.js
//
// Not taken unless that folder is named.
import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { describe, test } from "node:test";
import { openSite } from "./site.js";
import { furnish, PLACES } from "./places.js";

const FOLDER = process.env.MEEPLE_SCREENSHOTS;
const SCREENS = { desktop: false, phone: true };

if (FOLDER) {
    let record = "";
    const site = openSite(async ({ folder }) => {
        record = await furnish(folder);
        await mkdir(FOLDER, { recursive: true });
    });
    describe("pictures", { concurrency: 2 }, () => {
        for (const [name, come] of Object.entries(PLACES)) {
            for (const [screen, phone] of Object.entries(SCREENS)) {
                test(`${name} ${screen}`, { timeout: 120_000 }, async (t) => {
                    const ann = await site.visit(t, { name: "Ann", phone, expects: name === "nowhere" ? /status of 404|There is no such/ : undefined });
                    await come(ann, { address: site.address(), record });
                    await ann.page.mouse.move(0, 0);
                    await ann.page.waitForLoadState("networkidle");
                    for (const colorScheme of /** @type {const} */ (["light", "dark"])) {
                        await ann.page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
                        const path = join(FOLDER, `${name.replaceAll(" ", "-")}-${screen}-${colorScheme}.png`);
                        await ann.page.screenshot({ path, fullPage: /rules|home|new|practice$|bots|editor|analys|settings|waiting/.test(name) });
                    }
                });
            }
        }
    });
}
