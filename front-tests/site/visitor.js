// Somebody with a browser of their own: a page, and everything that went wrong on it.
//
//     const ann = await visitor(browser, { name: "Ann" });
//     await ann.page.goto(...);
//     ann.isFine();                   no error in the console, nothing that the policy forbids
import assert from "node:assert/strict";

/** Generous: the machine may be busy. */
export const PATIENCE = 30_000;
export const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true, deviceScaleFactor: 2 };
const DESK = { viewport: { width: 1280, height: 800 } };

/** What a browser says by itself: while the network is gone, and where the server refuses something. */
export const OF_THE_NETWORK = /net::ERR_|WebSocket connection to|Failed to fetch/;
export const OF_A_REFUSAL = /the server responded with a status of 4\d\d/;

/**
 * @param {import("playwright-core").Browser} browser
 * @param {{ name?: string, theme?: "light" | "dark", motion?: boolean, phone?: boolean, expects?: RegExp, context?: object }} [who] expects: what may be said in the console, because it is provoked; context: other options of the browser's context
 */
export async function visitor(browser, { name = "", theme = "light", motion = false, phone = false, expects = undefined, context: options = {} } = {}) {
    const context = await browser.newContext({ ...(phone ? PHONE : DESK), colorScheme: theme, reducedMotion: motion ? "no-preference" : "reduce", ...options });
    const page = await context.newPage();
    page.setDefaultTimeout(PATIENCE);
    const trouble = [];
    const note = (text) => (expects?.test(text) ? undefined : trouble.push(text));
    page.on("console", (message) => ["error", "warning"].includes(message.type()) && note(`${message.text()} (${message.location().url})`));
    page.on("pageerror", (error) => note(error.stack ?? error.message));
    page.on("dialog", (dialog) => note(`a dialog: ${dialog.message()}`));
    await page.addInitScript(() => document.addEventListener("securitypolicyviolation", ({ violatedDirective, blockedURI }) => console.error(`forbidden: ${violatedDirective} ${blockedURI}`)));
    if (name) await page.addInitScript(keepName, name);
    return {
        name,
        page,
        context,
        /** Nothing has gone wrong so far. */
        isFine: () => assert.deepEqual(trouble, [], `${name || "a visitor"} at ${page.url()}`),
        close: () => context.close(),
    };
}

/** Runs in the page, before its scripts, but when the document's element is there. @param {string} name */
function keepName(name) {
    const keep = () => {
        const key = `meeple${document.documentElement.dataset.base ?? ""}.settings`;
        localStorage.getItem(key) ?? localStorage.setItem(key, JSON.stringify({ name }));
    };
    if (document.documentElement) keep();
    else new MutationObserver((_, observer) => (observer.disconnect(), keep())).observe(document, { childList: true });
}

/** @typedef {Awaited<ReturnType<typeof visitor>>} Visitor */

/** No sideways scrolling of the page. @param {import("playwright-core").Page} page */
export async function fits(page) {
    const [wide, screen] = await page.evaluate(() => [document.documentElement.scrollWidth, document.documentElement.clientWidth]);
    assert.ok(wide <= screen, `${page.url()} is ${wide} wide on a screen of ${screen}`);
}
