// Small drawings on buttons: lines of one width on a field of 24 by 24, in the colour of the text.

const PATHS = {
    settings: "M4 7h9M19 7h1M4 17h1M11 17h9M13 7a3 3 0 1 0 6 0 3 3 0 1 0-6 0M5 17a3 3 0 1 0 6 0 3 3 0 1 0-6 0",
    menu: "M4 7h16M4 12h16M4 17h16",
    system: "M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18zM12 3v18M12 8h6.500M12 12h9M12 16h6.5",
    light: "M12 8a4 4 0 1 0 0 8 4 4 0 0 0 0-8zM12 2v2M12 20v2M4.9 4.900l1.4 1.400M17.7 17.700l1.4 1.400M2 12h2M20 12h2M4.9 19.100l1.4-1.400M17.7 6.300l1.4-1.4",
    dark: "M20 14.500A8.5 8.5 0 0 1 9.5 4a8.5 8.5 0 1 0 10.5 10.500z",
    close: "M6 6l12 12M18 6 6 18",
    copy: "M9 9h11v11H9zM15 9V4H4v11h5",
    done: "M5 12.500l4.5 4.500L19 7.5",
    hint: "M9 18h6M10 21h4M12 3a6 6 0 0 0-3.5 10.900c.9.7 1 1.3 1 2.100h5c0-.8.1-1.4 1-2.100A6 6 0 0 0 12 3z",
    back: "M9 5 4 10l5 5M4 10h10a6 6 0 0 1 0 12h-3",
    flag: "M5 21V4M5 4h12l-2.5 4L17 12H5",
    again: "M20 11a8 8 0 1 0-2.3 6.300M20 4v7h-7",
    smile: "M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18zM8.5 14.500a4.5 4.5 0 0 0 7 0M9 9.500v.5M15 9.500v.5",
    keys: "M3 7h18v11H3zM7 11h.01M11 11h.01M15 11h.01M8 15h8",
    more: "M4 12a1.2 1.2 0 1 0 2.4 0 1.2 1.2 0 1 0-2.4 0M10.8 12a1.2 1.2 0 1 0 2.4 0 1.2 1.2 0 1 0-2.4 0M17.6 12a1.2 1.2 0 1 0 2.4 0 1.2 1.2 0 1 0-2.4 0",
    chart: "M4 4v16h16M7 15l4-5 3 3 5-7",
    plus: "M12 5v14M5 12h14",
    eye: "M2.5 12S6 5.5 12 5.5 21.5 12 21.5 12 18 18.5 12 18.5 2.5 12 2.5 12zM12 9a3 3 0 1 0 0 6 3 3 0 0 0 0-6z",
    link: "M10 14a4 4 0 0 0 5.7 0l3.3-3.300a4 4 0 0 0-5.7-5.700L12 6.300M14 10a4 4 0 0 0-5.7 0L5 13.300A4 4 0 0 0 10.7 19l1.3-1.3",
    play: "M7 4.500l12 7.5-12 7.500z",
    keep: "M6 4h12v17l-6-4.500L6 21z",
    forward: "M9 5l7 7-7 7",
    first: "M6 5v14M18 5l-8 7 8 7z",
};

/** @param {keyof typeof PATHS} name */
export function icon(name) {
    return `<svg class="icon" viewBox="0 0 24 24" aria-hidden="true"><path d="${PATHS[name]}"/></svg>`;
}
