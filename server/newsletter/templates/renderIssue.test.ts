import { expect, it } from "vitest";
import { createIssueContent } from "../../../tests/support/briefingIssue.ts";
import { loadEditions } from "../../editions/loading/load.ts";
import type { Look } from "../../editions/look/lookSchema.ts";
import { hasBriefing } from "../briefedEdition.ts";
import { encodeQuotedPrintable } from "./mime.ts";
import { renderIssue } from "./renderIssue.ts";

const LINKS = {
  site: "https://m.example",
  archive: "https://m.example/a",
  preferences: "https://m.example/p",
  unsubscribe: "https://m.example/u",
};

async function render(sections: number, deck: string, look?: Partial<Look>) {
  const [edition] = await loadEditions("editions");
  if (!edition || !hasBriefing(edition)) throw new Error("The edition has no briefing.");
  const content = createIssueContent(Array.from({ length: sections }, (_, index) => `section${index}`));
  for (const { stories } of content.sections) for (const story of stories) story.deck = deck;
  const own = look ? { ...edition, look: { ...edition.look, ...look } } : edition;
  return renderIssue(content, own, "2025-04-17", null, LINKS);
}

it("removes the last stories if Gmail would clip the encoded mail", async () => {
  const short = await render(3, "A sentence.");
  expect(short.html).toContain("section2-3");
  // In quoted-printable, each non-ASCII character of this text takes six or nine bytes.
  const long = await render(15, "Überraschung — “ça” ".repeat(40));
  expect(encodeQuotedPrintable(long.html).length).toBeLessThan(102_000);
  expect(encodeQuotedPrintable(long.html).length).toBeGreaterThan(90_000);
  expect(long.html).toContain("section0-1");
  expect(long.html).not.toContain("section14-3");
  // The text part omits the stories that the HTML part omits.
  expect(long.text).not.toContain("section14-3");
  expect(long.html).toContain("Unsubscribe");
});

it("lists corrections under a heading in the edition's language", async () => {
  const [edition] = await loadEditions("editions");
  if (!edition || !hasBriefing(edition)) throw new Error("The edition has no briefing.");
  const corrections = [{ slug: "ferry", title: "El ferry", text: "Son nueve barcos." }];
  const content = { ...createIssueContent(["local"]), corrections };
  const { html, text } = renderIssue(content, { ...edition, language: "es" }, "2025-04-17", null, LINKS);
  for (const part of ["Correcciones", "https://m.example/article/ferry", "El ferry", "Son nueve barcos."])
    expect(html).toContain(part);
  expect(text).toContain("El ferry\nSon nueve barcos.\nhttps://m.example/article/ferry");
});

it("marks sections with the edition's accent, in both themes", async () => {
  const { html } = await render(1, "A sentence.", { accent: { light: "#0b6e4f", dark: "#4fc394" } });
  expect(html).toContain("border-left:4px solid #0b6e4f");
  expect(html).toContain("border-color: #4fc394");
  expect(html).not.toMatch(/c8102e|ff5468/);
  // Each element with a white background has the class that makes the background dark in dark mode.
  const surfaces = html.match(/<[^>]*background-color:#ffffff[^>]*>/g) ?? [];
  expect(surfaces).toHaveLength(3);
  expect(surfaces.every((tag) => tag.includes('class="paper"'))).toBe(true);
});

it.each([
  ["newsreader", "Newsreader, Georgia, serif", "Newsreader, Georgia, serif"],
  ["franklin-headlines", "Helvetica, Arial, sans-serif", "Newsreader, Georgia, serif"],
  ["franklin-text", "Newsreader, Georgia, serif", "Helvetica, Arial, sans-serif"],
  [{ headlines: { files: ["a.woff2"], fallback: "serif" } }, "Georgia, serif", "Newsreader, Georgia, serif"],
] as const)("sets headlines and text in the fonts nearest to %j", async (typefaces, headlines, text) => {
  const { html } = await render(1, "A sentence.", { typefaces: typefaces as Look["typefaces"] });
  const fonts = (tag: string) => new RegExp(`<${tag}[^>]*font-family:([^;"]+)`).exec(html)?.[1];
  expect([fonts("h1"), fonts("h3"), fonts('p class="soft" style="font-size:18px')]).toEqual([
    headlines,
    headlines,
    text,
  ]);
});
