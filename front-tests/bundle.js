// Bundles crates/meeple-web/front and the drawings with esbuild.
//
//     chunk-HASH.js             main.js, and every module that more than one page or game needs
//     pages/NAME.js             the other modules of a page
//     boards/, editors/GAME.js  the other modules of a game; what both need is in a chunk of its own
//     style.css                 all style sheets
//     index.html                the page, with the name of its script and the symbols of the seats
//     manifest.json             pages: which page belongs to an address; preload: the files of each entry
import { readFile, readdir } from "node:fs/promises";
import { basename, join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import * as esbuild from "esbuild";

export const CRATES = fileURLToPath(new URL("../crates/", import.meta.url));
export const FRONT = "meeple-web/front";
export const DRAWINGS = "meeple-view/drawings";
export const DIST = "meeple-web/dist";
/** Files that browsers get as they are. */
const COPIED = ["icon.svg", "manifest.webmanifest"];

/** Finds the drawings, which the front imports as /drawings/NAME. @type {esbuild.Plugin} */
export const drawings = {
    name: "drawings",
    setup: ({ onResolve }) => onResolve({ filter: /^\/drawings\// }, ({ path }) => ({ path: join(CRATES, DRAWINGS, basename(path)) })),
};

/** The games: each has a drawing. */
export async function games() {
    const scripts = (await readdir(join(CRATES, DRAWINGS))).filter((name) => name.endsWith(".js"));
    return scripts.map((name) => basename(name, ".js")).filter((name) => name !== "drawing" && name !== "replay").sort();
}

/** All files of dist/ by their names. @returns {Promise<Map<string, Uint8Array>>} */
export async function bundled() {
    const { PAGES } = await import(`../crates/${FRONT}/pages.js?${Date.now()}`);
    const ofGames = (await games()).flatMap((game) => [`boards/${game}`, `editors/${game}`]);
    const scripts = [...new Set(Object.values(PAGES))].map((page) => `pages/${page}`).concat(ofGames);
    const shared = sharedBy(scripts, (await run(scripts, [])).metafile.inputs);
    const { outputFiles, metafile } = await run(scripts, [...shared, `${FRONT}/main.js`]);

    const nameOf = (output) => output.slice(`${DIST}/`.length);
    const main = Object.keys(metafile.outputs).find((output) => `${FRONT}/main.js` in metafile.outputs[output].inputs);
    const filesOf = (script) => [...reached(metafile.outputs, `${DIST}/${script}.js`)].filter((output) => output !== main).map(nameOf);
    const manifest = { pages: PAGES, preload: Object.fromEntries(scripts.map((script) => [script, filesOf(script)])) };

    const files = outputFiles.map(({ path, contents }) => [relative(join(CRATES, DIST), path).replaceAll("\\", "/"), contents]);
    const copied = await Promise.all(COPIED.map(async (name) => [name, await readFile(join(CRATES, FRONT, name))]));
    const written = [["index.html", await page(nameOf(main))], ["manifest.json", `${JSON.stringify(manifest, null, 4)}\n`]];
    return new Map([...files, ...copied, ...written.map(([name, text]) => [name, Buffer.from(text)])]);
}

/**
 * Runs esbuild. It makes a chunk for every set of entries that need a module; modules that all entries
 * import are therefore in one chunk.
 * @param {string[]} scripts @param {string[]} shared modules that every script is made to import
 */
function run(scripts, shared) {
    const entries = new Map(scripts.map((script) => [script, join(CRATES, FRONT, `${script}.js`)]));
    const paths = new Set(entries.values());
    const imports = shared.map((module) => `import ${JSON.stringify(join(CRATES, module))};`).join("");
    const sharing = {
        name: "sharing",
        setup: ({ onLoad }) => onLoad({ filter: /\.js$/ }, async ({ path }) => (paths.has(path) ? { contents: imports + (await readFile(path, "utf8")) } : null)),
    };
    return esbuild.build({
        absWorkingDir: CRATES,
        entryPoints: { ...Object.fromEntries(entries), style: join(CRATES, FRONT, "style.css") },
        outdir: join(CRATES, DIST),
        bundle: true,
        splitting: true,
        format: "esm",
        minify: true,
        charset: "utf8",
        metafile: true,
        write: false,
        plugins: [drawings, sharing],
    });
}

/** The modules that more than one page or game needs. @param {string[]} scripts @param {esbuild.Metafile["inputs"]} inputs */
function sharedBy(scripts, inputs) {
    const needs = scripts.map((script) => {
        const [folder, name] = script.split("/");
        return { owner: folder === "pages" ? script : name, modules: reached(inputs, `${FRONT}/${script}.js`) };
    });
    const ownersOf = (module) => new Set(needs.filter(({ modules }) => modules.has(module)).map(({ owner }) => owner));
    return Object.keys(inputs).filter((module) => ownersOf(module).size > 1).sort();
}

/** A file with all that it imports. @param {Record<string, { imports: { path: string, kind: string }[] }>} files @param {string} first */
function reached(files, first) {
    const found = new Set([first]);
    for (const path of found) {
        for (const { path: next, kind } of files[path].imports) if (kind === "import-statement") found.add(next);
    }
    return found;
}

/** The page. @param {string} main its script */
async function page(main) {
    const read = (path) => readFile(join(CRATES, path), "utf8");
    const [index, shapes] = await Promise.all([read(`${FRONT}/index.html`), read(`${DRAWINGS}/marks.svg`)]);
    const marks = `<svg class="unseen" aria-hidden="true">${shapes.match(/<symbol .*<\/symbol>/g).join("")}</svg>`;
    return index.replace("/main.js", `/${main}`).replace("</body>", `${marks}\n</body>`);
}
