import type { z } from "zod";
import { rejectDuplicates } from "../fields.ts";
import { findSharedSlug } from "./sources.ts";

// Checks of references within `edition.yaml`. They run even if other parts of the file are invalid, so that all errors
// are reported at once. If a value to compare is invalid, that error is already reported, so the check is skipped.

/** Paths of the values that `checkSectionReferences` compares. */
export const SECTION_REFERENCE_PATHS =
  /^(sections(\.\d+(\.slug)?)?|(hero|frontPage)(\..*)?|embeds(\.events.*)?|calendars)$/;
/** Paths of the values that `checkFeedReferences` compares. */
export const FEED_REFERENCE_PATHS = /^(sections(\.\d+(\.feeds(\.\d+(\.(url|slug|publisher))?)?)?)?|publishers)$/;
/** Paths of the values that `checkRuleReferences` compares. */
export const RULE_REFERENCE_PATHS = /^(sections(\.\d+(\.(slug|feeds(\.\d+(\.url)?)?))?)?|rules(\..*)?)$/;
/** Paths of the values that `checkAdServer` compares. */
export const AD_SERVER_PATHS = /^(ads(\.\d+(\.zone)?)?|adServer)$/;
/** Paths of the values that `checkEmblem` compares. */
export const EMBLEM_PATHS = /^(emblem|look)(\..*)?$/;

/** Returns options for `superRefine` that skip a check if a value whose path matches `compared` is invalid. */
export function unlessBroken(compared: RegExp): { when: (payload: z.core.ParsePayload) => boolean } {
  return {
    when: ({ value, issues }) =>
      typeof value === "object" &&
      value !== null &&
      !Array.isArray(value) &&
      !issues.some(({ code, path }) => code !== "unrecognized_keys" && compared.test((path ?? []).join("."))),
  };
}

interface Referring {
  sections: {
    slug: string;
    feeds: { url?: string | undefined; publisher?: string | undefined; slug?: string | undefined }[];
  }[];
  hero?: { sections?: string[] | undefined } | undefined;
  frontPage?: { sections?: string[] | undefined } | undefined;
  embeds: { events?: { section: string } | undefined };
  calendars: unknown[];
  publishers: Record<string, unknown>;
  ads: { zone?: number | undefined }[];
  adServer?: unknown;
  emblem?: unknown;
  look: { emblem?: unknown };
  rules: { section?: string | undefined; feed?: string | undefined }[];
}

/** Adds an issue per duplicate slug of a section and per reference to a missing section. */
export function checkSectionReferences(
  { sections, hero, frontPage, embeds, calendars }: Referring,
  context: z.RefinementCtx,
) {
  rejectDuplicates(context, ["sections"], sections, "slug", "a slug that no other section has");
  for (const [index, slug] of (hero?.sections ?? []).entries()) requireSection(slug, ["hero", "sections", index]);
  for (const [index, slug] of (frontPage?.sections ?? []).entries())
    requireSection(slug, ["frontPage", "sections", index]);
  if (embeds.events) requireSection(embeds.events.section, ["embeds", "events", "section"]);
  else if (calendars.length > 0)
    context.addIssue({ code: "custom", path: ["calendars"], message: "no calendar without embeds.events" });

  function requireSection(slug: string, path: (string | number)[]) {
    const slugs = sections.map((section) => section.slug);
    if (!slugs.includes(slug))
      context.addIssue({ code: "custom", path, message: `the slug of a section: ${slugs.join(", ")}` });
  }
}

/** Adds an issue for a slug that several feeds have, and one per entry of `publishers` that no feed names. */
export function checkFeedReferences({ sections, publishers }: Referring, context: z.RefinementCtx) {
  const path = findSharedSlug({ sections });
  if (path) context.addIssue({ code: "custom", path, message: "a slug that no other feed has" });
  const names = new Set(sections.flatMap(({ feeds }) => feeds.flatMap(({ publisher }) => publisher ?? [])));
  const message =
    names.size > 0 ? `the publisher of a feed: ${[...names].join(", ")}` : "no publisher, since no section has a feed";
  for (const name of Object.keys(publishers))
    if (!names.has(name)) context.addIssue({ code: "custom", path: ["publishers", name], message });
}

/** Adds an issue per rule whose section or feed is missing from the edition. */
export function checkRuleReferences({ sections, rules }: Referring, context: z.RefinementCtx) {
  const slugs = sections.map(({ slug }) => slug);
  const urls = new Set(sections.flatMap(({ feeds }) => feeds.flatMap(({ url }) => url ?? [])));
  for (const [index, { section, feed }] of rules.entries()) {
    const path = (key: string) => ["rules", index, key];
    if (section !== undefined && !slugs.includes(section))
      context.addIssue({
        code: "custom",
        path: path("section"),
        message: `the slug of a section: ${slugs.join(", ")}`,
      });
    if (feed !== undefined && !urls.has(feed))
      context.addIssue({ code: "custom", path: path("feed"), message: "the url of a feed in `sections`" });
  }
}

/** Adds an issue per ad slot with a `zone` if there is no ad server. */
export function checkAdServer({ ads, adServer }: Referring, context: z.RefinementCtx) {
  for (const [index, { zone }] of ads.entries())
    if (zone !== undefined && !adServer)
      context.addIssue({ code: "custom", path: ["ads", index, "zone"], message: "no zone without an adServer" });
}

/** Adds an issue if the emblem is set in two places. */
export function checkEmblem({ emblem, look }: Pick<Referring, "emblem" | "look">, context: z.RefinementCtx) {
  if (emblem && look.emblem)
    context.addIssue({ code: "custom", path: ["emblem"], message: "no emblem beside `look.emblem`" });
}
