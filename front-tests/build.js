// Writes crates/meeple-web/dist, which is committed and becomes part of the program.
//
//     node build.js             writes it
//     node build.js --check     fails if it is not up to date
//     node build.js --watch     writes it again after every change
import { mkdir, readFile, readdir, rm, stat, writeFile } from "node:fs/promises";
import { dirname, join, relative } from "node:path";
import { setTimeout } from "node:timers/promises";
import { CRATES, DIST, DRAWINGS, FRONT, bundled } from "./bundle.js";

const FOLDER = join(CRATES, DIST);

/** What is there now. @returns {Promise<Map<string, Buffer>>} */
async function present() {
    const read = async (path) => [relative(FOLDER, path).replaceAll("\\", "/"), await readFile(path)];
    return new Map(await Promise.all((await filesIn(FOLDER)).map(read)));
}

async function write() {
    const files = await bundled();
    for (const [name, contents] of files) {
        const path = join(FOLDER, name);
        await mkdir(dirname(path), { recursive: true });
        await writeFile(path, contents);
    }
    for (const name of (await present()).keys()) if (!files.has(name)) await rm(join(FOLDER, name));
}

async function check() {
    const [files, there] = [await bundled(), await present()];
    const names = [...new Set([...files.keys(), ...there.keys()])];
    const differing = names.filter((name) => !files.has(name) || !there.get(name)?.equals(files.get(name)));
    if (differing.length === 0) return;
    console.error(`crates/${DIST} is not up to date (${differing.join(", ")}).\nRun \`cargo xtask front\` and commit what it writes.`);
    process.exitCode = 1;
}

/** Writes after every change. */
async function follow() {
    for (let [before, now] = ["", await state()]; ; [before, now] = [now, await state()]) {
        if (now !== before) await write().catch(({ message }) => console.error(message));
        await setTimeout(300);
    }
}

/** When each file was changed: the same text as long as nothing changes. */
async function state() {
    const lists = await Promise.all([FRONT, DRAWINGS].map((folder) => filesIn(join(CRATES, folder))));
    const times = lists.flat().map(async (path) => `${path} ${(await stat(path).catch(() => null))?.mtimeMs}`);
    return (await Promise.all(times)).join("\n");
}

/** @param {string} folder */
async function filesIn(folder) {
    const entries = await readdir(folder, { recursive: true, withFileTypes: true });
    return entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
}

const [mode = "--write"] = process.argv.slice(2);
await { "--write": write, "--check": check, "--watch": follow }[mode]();
