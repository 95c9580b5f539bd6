// The pages of the site: the first part of a page's address, and the module in pages/ that shows it.
// The build writes this list into dist/manifest.json, where the server reads it.

/** @type {Record<string, string>} */
export const PAGES = {
    "": "home",
    new: "new-game",
    room: "room",
    watch: "room",
    replay: "replay",
    analysis: "analysis",
    practice: "practice",
    rules: "rules",
    bots: "bots",
    tournaments: "tournaments",
    settings: "settings",
};
