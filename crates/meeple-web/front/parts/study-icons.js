// Small drawings for the pages where people study, in the manner of icons.js:
//
//     |◀  ◀  ▶  ▮▮  ▶  ▶|     fields of 24 by 24, lines of one width
const PATHS = {
    first: "M6 5v14M19 5l-9 7 9 7z",
    previous: "M16 5l-9 7 9 7z",
    play: "M7 4l13 8-13 8z",
    pause: "M8 5v14M16 5v14",
    next: "M8 5l9 7-9 7z",
    last: "M18 5v14M5 5l9 7-9 7z",
    file: "M6 3h8l5 5v13H6zM14 3v5h5",
    download: "M12 4v11M7 11l5 5 5-5M5 20h14",
    edit: "M4 20l1-5L16 4l4 4L9 19zM13 7l4 4",
    bulb: "M9 18h6M10 21h4M8 14.500A6 6 0 1 1 16 14.500c-.7.600-1 1.300-1 2H9c0-.7-.3-1.400-1-2z",
    scale: "M12 4v16M7 20h10M5 7h14M5 7l-3 7h6zM19 7l-3 7h6z",
    bot: "M6 8h12v11H6zM12 8V4M9.500 13v.5M14.500 13v.5M3 12v4M21 12v4",
    cup: "M8 4h8v6a4 4 0 0 1-8 0zM8 6H4c0 4 2 5 4 5M16 6h4c0 4-2 5-4 5M12 14v4M8 20h8",
    board: "M4 4h16v16H4zM4 9.300h16M4 14.700h16M9.300 4v16M14.700 4v16",
};

/** @param {keyof typeof PATHS} name */
export function studyIcon(name) {
    return `<svg class="icon" viewBox="0 0 24 24" aria-hidden="true"><path d="${PATHS[name]}"/></svg>`;
}
