// Lets a part of the page look like a text, and keeps what is already there.
//
//     <ul><li data-key="a"> a </li>            morph(ul, '<li data-key="b">B</li>')
//         <li data-key="b"> b </li></ul>  ──►  <ul><li data-key="b"> B </li></ul>
//                                              the same <li>: focus, motion and listeners stay
//
// Children are matched by `data-key` where they have one, else by their place. What a person has
// opened (`open` of details and dialogs) or a script has set (`element.style`) is left alone, and so
// is everything inside an element with `data-keep`: somebody else owns it.

/**
 * Makes the children of an element those of a text of HTML or, inside a drawing, of SVG.
 * @param {Element} element
 * @param {string} html what it is to look like; text from outside is already escaped in it
 */
export function morph(element, html) {
    const isDrawing = element.namespaceURI === "http://www.w3.org/2000/svg" && element.localName !== "foreignObject";
    const template = document.createElement("template");
    template.innerHTML = isDrawing ? `<svg>${html}</svg>` : html;
    const focused = document.activeElement;
    morphChildren(element, isDrawing ? template.content.firstElementChild : template.content);
    // Moving an element takes its focus away where a browser cannot move it in one step.
    if (focused instanceof HTMLElement || focused instanceof SVGElement) {
        if (focused !== document.activeElement && element.contains(focused)) focused.focus({ preventScroll: true });
    }
}

/** @param {Node} old @param {Node} wanted */
function morphChildren(old, wanted) {
    const comingKeys = new Set([...wanted.childNodes].map(keyOf));
    const keyed = new Map([...old.childNodes].filter(keyOf).map((child) => [keyOf(child), child]));
    let next = old.firstChild;
    for (const coming of [...wanted.childNodes]) {
        // Whoever leaves goes first, so that those behind need not move.
        while (next && keyOf(next) && !comingKeys.has(keyOf(next))) next = removed(next);
        const key = keyOf(coming);
        const here = key ? keyed.get(key) : next;
        if (!here || !isSameKind(here, coming)) {
            old.insertBefore(coming, next);
        } else {
            if (here === next) next = next.nextSibling;
            else moved(old, here, next);
            morphNode(here, coming);
        }
    }
    while (next) next = removed(next);
}

/** @param {Node} old @param {Node} coming */
function morphNode(old, coming) {
    if (!(old instanceof Element) || !(coming instanceof Element)) {
        if (old.nodeValue !== coming.nodeValue) old.nodeValue = coming.nodeValue;
    } else if (!old.hasAttribute("data-keep")) {
        morphAttributes(old, coming);
        morphChildren(old, coming);
    }
}

/** @param {Element} old @param {Element} coming */
function morphAttributes(old, coming) {
    const isLeftAlone = (name) => name === "style" || (name === "open" && /^(details|dialog)$/.test(old.localName));
    for (const { name } of [...old.attributes]) {
        if (coming.hasAttribute(name) || isLeftAlone(name)) continue;
        old.removeAttribute(name);
        if (name === "checked" || name === "selected") old[name] = false;
    }
    for (const { name, value } of [...coming.attributes]) {
        if (isLeftAlone(name) || old.getAttribute(name) === value) continue;
        old.setAttribute(name, value);
        // What a person has typed is a property: the attribute alone would no longer show.
        if (name === "value" && "value" in old && old.value !== value) old.value = value;
        if (name === "checked" || name === "selected") old[name] = true;
    }
}

/** @param {Node} node */
const keyOf = (node) => (node instanceof Element ? node.getAttribute("data-key") : null);

/** @param {Node} one @param {Node} other */
const isSameKind = (one, other) => one.nodeName === other.nodeName && keyOf(one) === keyOf(other);

/** Removes a node. @param {ChildNode} node @returns what stood behind it */
function removed(node) {
    const { nextSibling } = node;
    node.remove();
    return nextSibling;
}

/** @param {any} parent @param {Node} node @param {Node | null} before */
function moved(parent, node, before) {
    if (parent.moveBefore) parent.moveBefore(node, before);
    else parent.insertBefore(node, before);
}
