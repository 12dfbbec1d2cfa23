import { expect, it } from "vitest";
import type { SectionLink } from "../../server/editions/derived/publicEdition.ts";
import { findWallSection, SECTION_QUERY } from "./wallSection.ts";

const sports = { slug: "sports" } as SectionLink;
const edition = { sections: [{ slug: "local" } as SectionLink, sports] };

it.each([
  ["?section=sports", sports],
  ["?section=gardening", null],
  ["", null],
])("finds the section of a wall with the query %j", (query, section) => {
  expect(findWallSection(new Request(`https://news.example/embed/latest${query}`), edition)).toBe(section);
});

it("allows sections of the edition only in a wall's query", () => {
  expect(SECTION_QUERY.section("sports", {}, edition)).toBe(true);
  expect(SECTION_QUERY.section("gardening", {}, edition)).toBe(false);
});
