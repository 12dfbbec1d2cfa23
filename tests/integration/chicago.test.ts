import { readdir, readFile } from "node:fs/promises";
import { describe, expect, it } from "vitest";
import { MAX_ITEMS } from "../../core/article.ts";
import { ITEMS_IN_FEED, TTL_MINUTES } from "../../core/feed/feed.ts";
import { getServerTexts, getSiteTexts } from "../../core/language/catalogs.ts";
import { getFollowedFeeds } from "../../core/ownFeeds.ts";
import { loadEditions } from "../../server/editions/loading/load.ts";
import { getUsualIntervalMinutes } from "../../server/feeds/pollSchedule.ts";
import { getNotice } from "../../server/news/sectionNews.ts";
import { CONFIRM_HOURS } from "../../server/newsletter/subscribing/confirmation.ts";
import { UNDO_DAYS } from "../../server/takedowns/undoPeriod.ts";

/** Shipped edition that these tests compare with the specification. */
const [chicago] = await loadEditions("editions");
if (!chicago) throw new Error("There is no edition.");
const getFeeds = (slug: string) => {
  const section = chicago.sections.find((section) => section.slug === slug);
  return section ? getFollowedFeeds(section) : [];
};

describe("the Chicago edition", () => {
  it("has the featured layout for Business, Technology, Culture and Food, and the list layout elsewhere", () => {
    const layouts = chicago.sections.filter(({ frontPage }) => frontPage).map(({ slug, layout }) => [slug, layout]);
    expect(layouts.filter(([, layout]) => layout === "featured").map(([slug]) => slug)).toEqual([
      "business",
      "technology",
      "culture",
      "food",
    ]);
    expect(layouts).toHaveLength(15);
  });

  it.each([
    ["local", "nyt/US.xml"],
    ["national", "feeds.npr.org"],
    ["world", "nyt/World.xml"],
    ["politics", "nyt/Politics.xml"],
    ["business", "nyt/Business.xml"],
    ["technology", "nyt/Technology.xml"],
    ["automotive", "nyt/Automobiles.xml"],
    ["real-estate", "nyt/RealEstate.xml"],
    ["health", "nyt/Health.xml"],
    ["culture", "nyt/Arts.xml"],
    ["food", "theguardian.com/food"],
    ["lifestyle", "theguardian.com/lifeandstyle"],
    ["opinion", "theguardian.com/profile"],
    ["archives", "archives.gov"],
  ])("follows one feed for %s", (slug, address) => {
    expect(getFeeds(slug).map(({ url }) => url)).toEqual([expect.stringContaining(address)]);
  });

  it("follows five feeds for Sports, and none for Local Events", () => {
    const sports = getFeeds("sports").map(({ url }) => /(\w+)\.xml$/.exec(url)?.[1]);
    expect(sports).toEqual(["Baseball", "Tennis", "Golf", "Hockey", "Soccer"]);
    expect(getFeeds("events")).toEqual([]);
  });

  it("uses a wrapper, a pass-through and a converter as relays, in this order", () => {
    expect(chicago.relays.map(({ kind }) => kind)).toEqual(["wrapper", "passthrough", "converter"]);
  });

  it("takes its hero from Local and National, and has the specified heights of embeds", () => {
    expect(chicago.hero).toEqual({ sections: ["local", "national"], label: "Breaking News", readTime: "5 min read" });
    expect(chicago.embeds.latest?.height).toBe(1000);
    expect(chicago.contact?.form.height).toBe(789);
  });

  it("has at least 15 samples in each section, so that none is ever blank", () => {
    for (const { slug } of chicago.sections) expect(chicago.samples.get(slug)?.length, slug).toBeGreaterThanOrEqual(15);
  });

  it("has samples with a title, author, date, description and unique slug", () => {
    const samples = [...chicago.samples.values()].flat();
    for (const { title, author, date, description, slug } of samples) {
      for (const text of [title, author, description]) expect(text, title).toMatch(/\w/);
      expect(Date.parse(date), title).not.toBeNaN();
      expect(slug, title).toMatch(/^[a-z0-9]+(-[a-z0-9]+)*$/);
    }
    expect(new Set(samples.map(({ slug }) => slug)).size).toBe(samples.length);
  });

  it("numbers its ad slots and shows one of them on phones", () => {
    expect(chicago.ads.map(({ id }) => id)).toEqual([1, 2, 3, 4]);
    expect(chicago.ads.filter(({ phone }) => phone).map(({ place }) => place)).toEqual(["rail"]);
  });
});

describe("the texts of the Chicago edition", () => {
  const questions = chicago.faq?.categories.flatMap(({ entries }) => entries) ?? [];
  const getAnswer = (start: string) => questions.find(({ question }) => question.startsWith(start))?.html ?? "";
  /** Returns the minutes between two polls of a feed that publishes a story every `hours` hours. */
  const getInterval = ({ everyMinutes }: { everyMinutes: number }, hours: number) => {
    const dates = [1, 2, 3, 4, 5].map((count) => -count * hours * 3_600_000);
    return getUsualIntervalMinutes(everyMinutes, dates, 0);
  };
  /** The FAQ's words for each place where pages show ads. */
  const PLACES = {
    banner: "a banner above the front page",
    rail: "one in the column beside it",
    section: "one at the end of each section page",
    article: "one below a story",
  };

  it.each([
    ["Which parts of the news", "Sixteen sections", chicago.sections.length === 16],
    [
      "Where do your stories come from",
      getServerTexts("en").news.sample,
      chicago.samples.size === chicago.sections.length,
    ],
    [
      "What does “Using cached articles” mean",
      "or have sent nothing",
      getNotice("samples", [], "en") === "Using cached articles",
    ],
    ["What does “Using cached articles” mean", "Local Events has no feed", getFeeds("events").length === 0],
    ["How do I find out what is on", "Until then both show sample stories", chicago.calendars.length === 0],
    [
      "How often is the site updated",
      "a busy feed every 5 to 15 minutes",
      getFeeds("local").every((feed) => getInterval(feed, 1) === 5 && getInterval(feed, 3) === 15),
    ],
    [
      "How often is the site updated",
      "one that seldom has news every few hours",
      getFeeds("archives").every((feed) => getInterval(feed, 24 * 7) === 360),
    ],
    ["Who decides which story leads", "Local and National News", `${chicago.hero.sections}` === "local,national"],
    ["How many stories does a section", "its 15 newest", MAX_ITEMS === 15],
    [
      "Do you ever take a story down",
      "“Did you write or publish this?”",
      getSiteTexts("en").article.isYours.startsWith("Did you write or publish this?"),
    ],
    ["What is in the main RSS feed", "The 50 newest stories", ITEMS_IN_FEED === 50],
    ["What is in the main RSS feed", "for 60 minutes", TTL_MINUTES === 60],
    ["What is in the daily email briefing", "before 7\u00a0a.m.", (chicago.newsletter?.hour ?? "") < "07:00"],
    ["How do I sign up", "good for 48 hours", CONFIRM_HOURS === 48],
    ["Do other companies track me", "Nothing from another company loads", chicago.adServer === undefined],
  ])("answers %j truly: %s", (question, phrase, isTrue) => {
    expect(getAnswer(question)).toContain(phrase);
    expect(isTrue).toBe(true);
  });

  it.each([
    ["pages/privacy.md", "The server deletes its copy after a year", chicago.contact?.keepDays === 365],
    ["pages/privacy.md", "Its link is good for 48 hours", CONFIRM_HOURS === 48],
    ["pages/privacy.md", "no tracking, analytics or advertising networks", chicago.adServer === undefined],
    ["pages/terms.md", "For 30 days we keep an encrypted copy", UNDO_DAYS === 30],
    ["partner/advertising-guidelines.md", "our own server sends", chicago.adServer === undefined],
  ])("states in %s truly: %s", async (file, phrase, isTrue) => {
    expect(await readFile(`editions/chicago/${file}`, "utf8")).toContain(phrase);
    expect(isTrue).toBe(true);
  });

  it("offers in the media kit the ad places that pages have, in their sizes, and counts no reader", async () => {
    const kit = await readFile("editions/chicago/partner/media-kit.md", "utf8");
    const places = Array.from(kit.matchAll(/^\| (\w+) +\| (\d+) × (\d+)/gm), ([, place, width, height]) => [
      place?.toLowerCase(),
      `${width}x${height}`,
    ]);
    expect(places).toEqual(chicago.ads.map(({ place, size }) => [place, size]));
    // Nothing on the site counts how often an advertisement is shown or followed.
    expect(kit).toContain("We don’t count views or clicks");
  });

  it("names every place where ads are, and no other", () => {
    const answer = getAnswer("How can I tell an advertisement");
    const isNamed = Object.entries(PLACES).filter(([, words]) => answer.includes(words));
    expect(isNamed.map(([place]) => place)).toEqual(chicago.ads.map(({ place }) => place));
    expect(answer).toContain("on a phone only the one from the column");
  });

  it("tells nowhere of a printed edition after 2018, and spells email in one way", async () => {
    const folder = "editions/chicago";
    const names = await readdir(folder, { recursive: true });
    const texts = names.filter((name) => /\.(md|yaml)$/.test(name) && name !== "samples.yaml");
    for (const name of texts) {
      const text = await readFile(`${folder}/${name}`, "utf8");
      expect(text, name).not.toMatch(/\be-mail/i);
      expect(text, name).not.toMatch(/edition in print|our print edition|in print and online|print subscri/i);
    }
  });
});
