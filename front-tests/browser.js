// A real browser for tests: Chromium, wherever it is installed.
import { accessSync, constants } from "node:fs";
import { delimiter, join } from "node:path";
import { chromium } from "playwright-core";

const NAMES = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"];

/** The browser named by MEEPLE_BROWSER, or the first that the path has. */
export function browserPath() {
    if (process.env.MEEPLE_BROWSER) return process.env.MEEPLE_BROWSER;
    const folders = (process.env.PATH ?? "").split(delimiter);
    const found = folders.flatMap((folder) => NAMES.map((name) => join(folder, name))).find(isProgram);
    if (!found) throw new Error(`no browser: install one of ${NAMES.join(", ")}, or name it in MEEPLE_BROWSER`);
    return found;
}

function isProgram(path) {
    try {
        accessSync(path, constants.X_OK);
        return true;
    } catch {
        return false;
    }
}

/** Starts the browser; it asks nobody for anything. @param {string[]} [more] arguments */
export function launch(more = []) {
    const quiet = ["--no-sandbox", "--disable-gpu", "--disable-background-networking", "--disable-component-update", "--disable-sync", "--no-first-run"];
    return chromium.launch({ executablePath: browserPath(), args: [...quiet, ...more] });
}

/**
 * Opens a page and notes what must not happen: errors in its console, requests for anything else.
 * @param {import("playwright-core").Browser} browser @param {string} url @param {object} [options] of the context
 */
export async function open(browser, url, options = {}) {
    const context = await browser.newContext({ offline: true, ...options });
    const page = await context.newPage();
    page.setDefaultTimeout(15_000);
    const trouble = [];
    page.on("console", (message) => ["error", "warning"].includes(message.type()) && trouble.push(message.text()));
    page.on("pageerror", (error) => trouble.push(error.message));
    page.on("request", (request) => request.url().split("#")[0] !== url.split("#")[0] && trouble.push(`requested ${request.url()}`));
    await page.goto(url);
    return { page, trouble, close: () => context.close() };
}
