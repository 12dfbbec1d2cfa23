import type { CheckResult } from "../../server/desk/api/apiTypes.ts";
import { type FieldName, focusField } from "../ui/focusField.ts";
import { selectInText } from "./selectInText.ts";

/** Names of the screen's fields, by the story's fields that correspond to exactly one of them. */
const FIELDS = {
  title: "headline",
  deck: "deck",
  sections: "section",
  byline: "byline",
  topics: "topics",
  place: "place",
  canonical: "canonical",
  language: "details",
  expiresAt: "end",
} as const satisfies Partial<Record<CheckResult["field"], FieldName>>;

/** Focuses the field or the words that have a fault. Call this function when the dialog that lists the fault closes. */
export function showFault(result: CheckResult): void {
  // A closing dialog first returns the focus to where it was, so the text is selected in the next frame.
  if (result.field === "body") requestAnimationFrame(() => selectInText(result));
  else focusField(getFieldName(result));
}

function getFieldName({ kind, field }: CheckResult): FieldName {
  switch (field) {
    case "body":
      return "text";
    case "sponsor":
      return kind === "link" ? "sponsorLink" : "sponsor";
    case "image":
      if (kind === "alt" || kind === "credit" || kind === "image") return kind;
      return "caption";
    default:
      return FIELDS[field];
  }
}
