// Names and invitations: what the server refuses is said where the name was entered.
import assert from "node:assert/strict";
import { test } from "node:test";
import { openSite } from "./site.js";
import { makeTable } from "./room.js";
import { OF_A_REFUSAL, OF_THE_NETWORK } from "./visitor.js";

const site = openSite();

test("somebody with the name of a level is asked for another one, and plays", { timeout: 60_000 }, async (t) => {
    const { page } = await site.visit(t, { name: "Max", expects: OF_A_REFUSAL });
    await page.goto(site.address());
    await page.locator(".play-now button").click();
    const field = page.locator("dialog #asked-name");
    await field.waitFor();
    assert.match(await page.locator("#asked-name-error").textContent(), /“Max” looks like the name of a computer player/);
    assert.equal(await field.inputValue(), "Max");
    await field.fill("Ann\u202e");
    await page.getByRole("button", { name: "Continue" }).click();
    await page.locator("#asked-name-error").getByText("U+202E").waitFor();
    await page.locator("dialog #asked-name").fill("Ann");
    await page.getByRole("button", { name: "Continue" }).click();
    await page.locator(".room[data-phase=playing]").waitFor();
    const { name } = await page.evaluate(() => JSON.parse(localStorage.getItem("meeple.settings")));
    assert.equal(name, "Ann", "she is not asked again");
});

test("whoever wants no other name stays where they were", { timeout: 60_000 }, async (t) => {
    const { page } = await site.visit(t, { name: "Ann", expects: OF_A_REFUSAL });
    await page.goto(`${site.address()}/new?game=chomp&seats=me,easy`);
    await page.locator("[name='name:0']").fill("Server");
    await page.locator(".new-game .final button").click();
    await page.locator("dialog #asked-name").waitFor();
    await page.keyboard.press("Escape");
    await page.locator("#seats-error").getByText("looks like the name of a computer player").waitFor();
    assert.match(page.url(), /\/new/);
});

test("a name like another one at the table is refused beside its field", { timeout: 60_000 }, async (t) => {
    const [ann, bo] = await Promise.all(["Ann", "\u0410nn"].map((name) => site.visit(t, { name, expects: OF_A_REFUSAL })));
    const link = await makeTable(ann, site.address(), { game: "chomp", seats: "me,open" });
    await bo.page.goto(link);
    await bo.page.locator("#sit-name").waitFor();
    await bo.page.getByRole("button", { name: "Sit down" }).click();
    await bo.page.locator("#sit-name-error").getByText("who sits here").waitFor();
    await bo.page.locator("#sit-name").fill("Bo");
    await bo.page.getByRole("button", { name: "Sit down" }).click();
    await bo.page.locator(".room[data-phase=playing]").waitFor();
});

test("the link to share is still there after a reload and after the server has started again", { timeout: 90_000 }, async (t) => {
    const ann = await site.visit(t, { name: "Ann", expects: OF_THE_NETWORK });
    const link = await makeTable(ann, site.address(), { game: "azul", seats: "me,open" });
    assert.match(link, /\?invite=./);
    await ann.page.reload();
    assert.equal(await ann.page.locator("#share-link").inputValue(), link);
    await site.server().kill();
    await site.server().again();
    await ann.page.reload();
    assert.equal(await ann.page.locator("#share-link").inputValue(), link);
    const bo = await site.visit(t, { name: "Bo" });
    await bo.page.goto(link);
    await bo.page.getByRole("button", { name: "Sit down" }).click();
    await bo.page.locator(".room[data-phase=playing]").waitFor();
});

test("anybody can sit down at a public table, from the list or with its bare address", { timeout: 60_000 }, async (t) => {
    const [ann, bo] = await Promise.all(["Ann", "Bo"].map((name) => site.visit(t, { name })));
    await ann.page.goto(site.address());
    await ann.page.locator("[data-do=open-table]").click();
    await ann.page.waitForURL(/\/room\//);
    const link = await ann.page.locator("#share-link").inputValue();
    assert.equal(link, ann.page.url(), "its address is enough");
    await bo.page.goto(site.address());
    await bo.page.locator(".waiting-rooms a").first().click();
    await bo.page.getByRole("button", { name: "Sit down" }).click();
    await bo.page.locator(".room[data-phase=playing]").waitFor();
});
