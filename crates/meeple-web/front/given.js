// What came with the page: answers to what it would ask first, so that it need not ask.
//
//     <script type="application/json" id="given">{"/api/games": {...}}</script>
//
//     given("/api/games")     once: whoever asks a second time wants news
//
// They belong to the page that was opened with the document; the next one begins with nothing.

/** @type {Record<string, any> | null} not read yet */
let answers = null;

/** What the server would have answered there, or nothing. @param {string} path @returns {any} */
export function given(path) {
    answers ??= read();
    const answer = answers[path];
    delete answers[path];
    return answer;
}

/** When it came, in milliseconds by this machine's clock. */
export function givenAt() {
    const [page] = /** @type {PerformanceNavigationTiming[]} */ (performance.getEntriesByType("navigation"));
    return page?.responseStart ? performance.timeOrigin + page.responseStart : Date.now();
}

/** The page that it was for is left. */
export function forgetGiven() {
    answers = {};
}

/** @returns {Record<string, any>} */
function read() {
    try {
        return JSON.parse(document.querySelector("#given")?.textContent ?? "{}");
    } catch {
        return {};
    }
}
