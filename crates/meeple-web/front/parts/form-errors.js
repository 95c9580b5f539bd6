// What is wrong with a form, said beside the field it concerns. It stays until the form is sent again:
// a text that goes while somebody is about to press a button moves the button away.

/** @param {HTMLFormElement} form @param {string} field its name, or nothing: the form as a whole @param {string} message */
export function placeError(form, field, message) {
    const input = /** @type {HTMLElement | null} */ (field ? form.elements.namedItem(field) : null);
    const place = (input && errorOf(input)) ?? form.querySelector(`#${CSS.escape(field)}-error`) ?? form.querySelector("#form-error");
    place.textContent = message;
    input?.closest("details")?.setAttribute("open", "");
    input?.setAttribute("aria-invalid", "true");
    (input ?? /** @type {HTMLElement} */ (place)).scrollIntoView({ block: "nearest" });
    input?.focus();
}

/** @param {HTMLFormElement} form */
export function clearErrors(form) {
    for (const place of form.querySelectorAll(".error")) place.textContent = "";
    for (const input of form.querySelectorAll("[aria-invalid]")) input.removeAttribute("aria-invalid");
}

/** @param {HTMLElement} input */
function errorOf(input) {
    return input.closest(".field")?.querySelector(".error") ?? null;
}
