import { describe, expect, it } from "vitest";
import type { Rule } from "../editions/schema/ruleSchema.ts";
import type { RuledEdition } from "./hide.ts";
import { describeReviews, describeRules } from "./sentences.ts";

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

describe("a feed whose publisher has others in the edition", () => {
  const WORLD = "https://times.example/world";
  const ARTS = "https://times.example/arts";
  const review = { hours: 24, overdue: "drop" };
  const pier = { edition: "pier", name: "The Pier", rules: [], review: { hours: 2, overdue: "show" } };
  const from = (url: string, more: object = {}) => ({ url, publisher: "The Times", ...more });
  const sections = [
    { slug: "world", name: "World News", feeds: [from(WORLD, { review: true })] },
    { slug: "business", name: "Business", feeds: [from(WORLD, { review: true }), { url: FEED, publisher: "WBEZ" }] },
    { slug: "arts", name: "Arts", feeds: [from(ARTS), from("own:hill/arts")] },
    {
      slug: "pier",
      name: "From the Pier",
      feeds: [from(ARTS, { review: true, origin: { ...pier, section: "culture" } })],
    },
    { slug: "harbor", name: "Harbor", feeds: [from(FEED, { origin: { ...pier, section: "local" } })] },
  ];
  const edition = { id: "hill", language: "en-US", review, sections } as unknown as RuledEdition;

  it("is explained with its sections", () => {
    const rules: Rule[] = [
      { drop: { words: ["horoscope"] }, feed: WORLD },
      { keep: { words: ["Chicago"] }, feed: ARTS },
    ];
    expect(describeRules(rules, edition)).toEqual([
      "Stories from The Times in World News and Business with “horoscope” in the headline or summary are left out.",
      "Of the stories from The Times in Arts and From the Pier, only those with “Chicago” in the headline or summary are shown.",
    ]);
  });

  it("is explained with the sections that take it from the edition with the rule", () => {
    const rules: Rule[] = [
      { drop: { categories: ["ad"] }, feed: ARTS },
      { drop: { categories: ["sponsored"] }, section: "culture" },
      { drop: { authors: ["Ann Lee"] } },
    ];
    expect(describeRules(rules, edition, { id: "pier", name: "The Pier" })).toEqual([
      "Stories from The Times in From the Pier marked ad are left out.",
      "Stories from The Pier in From the Pier marked sponsored are left out.",
      "Stories from The Pier by Ann Lee are left out.",
    ]);
  });

  it("is explained with its sections if an editor reviews it", () => {
    expect(describeReviews(edition)).toEqual([
      "An editor approves stories from The Times in World News and Business before we show them.",
      "An editor has 2 hours to reject stories from The Times in From the Pier before we show them.",
    ]);
  });
});
