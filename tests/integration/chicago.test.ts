import { describe, expect, it } from "vitest";
import { loadEditions } from "../../server/editions/load.ts";

/** Checks the edition's files against the specification. */
const [chicago] = await loadEditions("editions");
if (!chicago) throw new Error("There is no edition.");
const getFeeds = (slug: string) => chicago.sections.find((section) => section.slug === slug)?.feeds ?? [];

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
    expect(chicago.embeds.latest.height).toBe(1000);
    expect(chicago.contact.form.height).toBe(789);
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
