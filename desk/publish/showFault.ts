import type { CheckResult } from "../../server/desk/api/apiTypes.ts";
import { getTexts } from "../texts/texts.ts";
import { selectInText } from "./selectInText.ts";

/** Longest wait for a field, in ms. Phones load the fields when they open. */
const MAX_WAIT_MS = 3000;

/** Returns true for a fault beside the text. Phones show these fields in a dialog. */
export function isInDetails({ field }: CheckResult): boolean {
  return field !== "title" && field !== "deck" && field !== "body";
}

/** Focuses the field or the words that have a fault, once the screen shows them. */
export function showFault(result: CheckResult, sinceMs = performance.now()): void {
  requestAnimationFrame(() => {
    if (result.field === "body") selectInText(result);
    else if (!focusField(result) && performance.now() - sinceMs < MAX_WAIT_MS) showFault(result, sinceMs);
  });
}

function focusField(result: CheckResult): boolean {
  const { story } = getTexts();
  const group = result.field === "image" ? findLabeled(story.fields.leadImage)?.closest("fieldset") : document;
  const control = group ? findControl(getLabel(result), group) : undefined;
  if (!control) return false;
  const part = control.closest("details");
  if (part) part.open = true;
  control.focus();
  control.scrollIntoView({ block: "center" });
  return document.activeElement === control;
}

function getLabel({ kind, field }: CheckResult): string {
  const { story, images } = getTexts();
  const { fields } = story;
  switch (field) {
    case "title":
      return story.headline;
    case "deck":
      return story.deck;
    case "image":
      if (kind === "image") return images.replace;
      return kind === "alt" ? images.alt : kind === "credit" ? images.credit : images.caption;
    case "sponsor":
      return kind === "link" ? fields.sponsorLink : fields.sponsorName;
    case "expiresAt":
      return fields.end;
    case "body":
      return getTexts().editor.label;
    default:
      return fields[field];
  }
}

/** Finds a control by its label as people read it; the first one of a group. */
function findControl(name: string, root: ParentNode): HTMLElement | undefined {
  const named = root.querySelector<HTMLElement>(`[aria-label="${CSS.escape(name)}"]`);
  if (named) return named;
  const label = findLabeled(name, root);
  if (label instanceof HTMLLabelElement) return label.control ?? undefined;
  if (label instanceof HTMLButtonElement) return label;
  return label?.closest("fieldset")?.querySelector<HTMLElement>("input, select, textarea, button") ?? undefined;
}

function findLabeled(name: string, root: ParentNode = document): HTMLElement | undefined {
  const labels = root.querySelectorAll<HTMLElement>("label, legend, button");
  return [...labels].find(({ textContent }) => textContent.trim() === name);
}
