import type { SectionLink } from "../../server/editions/derived/publicEdition.ts";
import type { ArrangedFrontPage } from "./arrangement.ts";

/** Matches the seconds of an instant. No page shows seconds, and their random digits take 1 % of a page's bytes. */
const SECONDS = /:\d\d\.\d{3}Z$/;

/** Writes a front page as JSON. Replaces a repeated section with its slug, and leaves out the seconds of instants. */
export function writeFrontPage(page: ArrangedFrontPage): string {
  const written = new Set<string>();
  return JSON.stringify(page, (key, value) => {
    if (key === "instant") return value?.replace(SECONDS, "Z") ?? null;
    if (key !== "section") return value;
    if (written.has(value.slug)) return value.slug;
    written.add(value.slug);
    return value;
  });
}

/** Parses the output of `writeFrontPage`. */
export function readFrontPage(json: string): ArrangedFrontPage {
  const sections: Record<string, SectionLink> = {};
  return JSON.parse(json, (key, value) => {
    if (key !== "section") return value;
    if (value.slug) sections[value.slug] = value;
    return sections[value.slug ?? value];
  });
}
