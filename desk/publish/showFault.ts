import type { CheckResult } from "../../server/desk/api/apiTypes.ts";
import { type FieldName, focusField } from "../ui/focusField.ts";
import { selectInText } from "./selectInText.ts";

/** Fields of the screen by the field of the story, where one has the other. */
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

/** Focuses the field or the words that have a fault. Called with the closing of the dialog that names it. */
export function showFault(result: CheckResult): void {
  // A dialog that closes gives the focus back before the next frame.
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
