import { afterEach, beforeEach, expect, it } from "vitest";
import { fillWithArticles, MANY_FEED } from "../../../tests/support/manyArticles.ts";
import { completeRights, type Rights } from "../../editions/schema/rights.ts";
import { openDatabase } from "../../store/open.ts";
import type { Database } from "../../store/schema/schema.ts";
import type { IssueContent } from "../issueSchema.ts";
import { applyRightsToIssue } from "./issueRights.ts";

const STORED = "story-1-of-a-city-whose-council-meets";

let database: Database;
beforeEach(async () => {
  database = await openDatabase("sqlite::memory:");
  await fillWithArticles(database, "chicago", 1);
});
afterEach(() => database.destroy());

const createStory = (slug: string) => ({
  storyKey: slug,
  slug,
  title: slug,
  deck: "A deck.",
  source: "The Wire",
  section: "Local",
  pictureAlt: "A pier",
});

/** Applies a feed's rights to an issue with the given stories. The first story leads the issue. */
async function apply(rights: Partial<Rights>, slugs: [string, ...string[]]): Promise<IssueContent | null> {
  const [hero, ...rest] = slugs;
  const sections = [{ slug: "local", name: "Local", stories: rest.map(createStory) }];
  const feeds = [{ url: MANY_FEED, rights: { ...completeRights(), ...rights } }];
  const content = { hero: createStory(hero), sections, corrections: [], events: [], radio: null };
  return applyRightsToIssue(content, { id: "chicago", sections: [{ feeds }] }, database);
}

it.each<[Partial<Rights>, string, string | null]>([
  [{}, "A deck.", "A pier"],
  [{ text: "none" }, "", "A pier"],
  [{ images: "link" }, "A deck.", null],
])("shows in past issues what the rights %j permit now", async (rights, deck, pictureAlt) => {
  expect((await apply(rights, [STORED]))?.hero).toEqual({ ...createStory(STORED), deck, pictureAlt });
});

it("leaves out stories that may no longer be mailed, and leads with another", async () => {
  expect(await apply({ mail: false }, [STORED])).toBeNull();
  const content = await apply({ mail: false }, [STORED, STORED, "another"]);
  expect(content?.hero.slug).toBe("another");
  expect(content?.sections[0]?.stories.map(({ slug }) => slug)).toEqual(["another"]);
});

it("shows only the headline of a story that is no longer stored", async () => {
  expect((await apply({}, ["deleted"]))?.hero).toEqual({ ...createStory("deleted"), deck: "", pictureAlt: null });
});
