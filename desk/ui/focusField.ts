/** Names of the fields on a story's screen. `details` is the whole panel beside the text. */
export type FieldName =
  | ("headline" | "deck" | "text" | "details" | "section" | "byline" | "topics" | "place")
  | ("image" | "alt" | "caption" | "credit" | "sponsor" | "sponsorLink" | "canonical" | "end");

/** Id of the button that opens the fields if there is no room for them beside the text. */
export const DETAILS_BUTTON = "story-details";
/** Longest wait, in ms, for a field that is still loading. */
const LOADING_MS = 5000;
const CONTROL = ':is(input, select, textarea, button):enabled, [contenteditable="true"]';

/**
 * Focuses the first control of a field. Opens the panel that hides the field, and waits until the field is loaded. May
 * be called while a dialog closes.
 */
export function focusField(name: FieldName): void {
  // Focuses the field in the next frame, since a closing dialog first returns the focus to where it was.
  requestAnimationFrame(() => {
    if (focusNow(name)) return;
    document.getElementById(DETAILS_BUTTON)?.click();
    const observer = new MutationObserver(() => focusNow(name) && observer.disconnect());
    observer.observe(document.body, { childList: true, subtree: true });
    setTimeout(() => observer.disconnect(), LOADING_MS);
  });
}

function focusNow(name: FieldName): boolean {
  const field = `[data-field="${name}"]`;
  for (const { parentElement } of document.querySelectorAll(field)) {
    const hiding = parentElement?.closest("details");
    if (hiding) hiding.open = true;
  }
  const controls = document.querySelectorAll<HTMLElement>(`${field}:is(${CONTROL}), ${field} :is(${CONTROL})`);
  const control = [...controls].find((found) => found.checkVisibility());
  if (name === "section" && control?.ariaExpanded === "false") control.click();
  control?.focus();
  control?.scrollIntoView({ block: "nearest" });
  return control !== undefined;
}
