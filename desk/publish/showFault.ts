import type { CheckResult } from "../../server/desk/api/apiTypes.ts";
import { type FieldName, focusField } from "../ui/focusField.ts";
import { selectInText } from "./selectInText.ts";

/** Names of the screen's fields, by the story's field. `getFieldName` handles the story's other fields. */
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
  // Selects the text in the next frame, since a closing dialog first returns the focus to where it was.
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
