import { expect, it } from "vitest";
import type { Rule } from "../editions/ruleSchema.ts";
import type { RuledEdition } from "./hide.ts";
import { describeRules } from "./sentences.ts";

const FEED = "https://wbez.example/rss";

const RULES: Rule[] = [
  { drop: { categories: ["sponsored"] } },
  { drop: { words: ["betting tips", "horoscope"], olderThanDays: 2 }, section: "sports" },
  { drop: { links: ["/ads/"] }, feed: FEED },
  { keep: { languages: ["es"] } },
  { keep: { authors: ["Ann Lee"] } },
];

const describeIn = (language: string) => {
  const feed = { url: FEED, publisher: "WBEZ" };
  const sections = [{ slug: "sports", name: "Sports", feeds: [feed] }];
  return describeRules(RULES, { language, sections } as unknown as RuledEdition);
};

it("explains rules in English", () => {
  expect(describeIn("en-US")).toEqual([
    "Stories marked sponsored are left out.",
    "Stories in Sports with “betting tips” or “horoscope” in the headline or summary and older than 2 days are left out.",
    "Stories from WBEZ with “/ads/” in their address are left out.",
    "Only stories in Spanish or by Ann Lee are shown.",
  ]);
});

it("explains rules in Spanish", () => {
  expect(describeIn("es")).toEqual([
    "No mostramos las notas marcadas como sponsored.",
    "No mostramos las notas en Sports con “betting tips” o “horoscope” en el título o el resumen y de hace más de 2 días.",
    "No mostramos las notas de WBEZ con “/ads/” en su dirección.",
    "Solo mostramos las notas en español o de Ann Lee.",
  ]);
});
