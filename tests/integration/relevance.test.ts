import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { parseSearchRequest } from "../../core/search/request.ts";
import { removeLineControls } from "../../core/typography.ts";
import { type Edition, loadEditions } from "../../server/editions/loading/load.ts";
import type { Search } from "../../server/news/search/search.ts";
import { createSearch } from "../../server/news/search/search.ts";
import type { Database } from "../../server/store/schema/schema.ts";
import { hasRecordedFeeds, storeRecordedFeeds } from "../support/recordedStore.ts";
import { openIndexOf } from "../support/searchIndex.ts";
import { openDatabase } from "../support/stores.ts";

/** A query, and the beginning of a headline that must be among its first three results. */
const TABLE: [query: string, headline: string][] = [
  ["anzac", "Princess of Wales pays tribute to Anzac"],
  ["russian attack dnipro", "Seven dead in major Russian attack"],
  ["bestsellers tiktok", "Why bookworms looking for a bestseller"],
  ["fugitive white house", "Fugitive wanted for attempted murder"],
  ["paper animation monsters", "Watch this terrific paper animation"],
  ["jamie oliver restaurant", "Jamie Oliver closes six restaurants"],
  ["stunt driving", "Ont. man clocked at 218 kph"],
  ["lotto jackpots quebec", "$60 million Lotto Max jackpot"],
  ["missionaries haiti", "Up to 17 Christian missionaries"],
  ["billy porter skirts", "Billy Porter takes credit"],
  ["swindon stabbed", "Teenage boy, 17, is charged"],
  ["benintendi yankees", "Yankees Acquire Andrew Benintendi"],
  ['"highland park"', "Highland Park shooting suspect"],
  ["sesame place", "$25 Million Lawsuit"],
  ["mcafee update", "McAfee update brings systems down"],
  ["gnome 2.26.3", "GNOME 2.26.3 released"],
  ["python updates", "No more updates for Python 3.0"],
  ["photo editing apps", "The 13 Best Photo & Video Editing"],
  ["typography emotion", "Fonts & Feelings"],
  ["graph machine learning", "Introduction to Graph Machine Learning"],
  ["stable diffusion apple", "Using Stable Diffusion with Core ML"],
  ["ivory coast mutiny", "Fresh gunfire in Ivory Coast"],
  ["ivory coast minister", "Ivory Coast defence minister"],
  ["mosul tigris", "Iraq forces near Tigris"],
  ["gmail ads reading", "Google Will Stop Reading Your Emails"],
  ["whittier halloween", "Two teens and a man shot"],
  ["unvaccinated city workers", "Column: The clock is ticking"],
  ["lady gaga warhol", "Lady Gaga"],
  ["quanta factory", "Apple Working to Remedy Labor"],
  ["ios 11.2 beta 5", "iOS 11.2: Beta 5"],
  ["black friday -nintendo apple", "Black Friday/Cyber Monday deals"],
  ["foraging oils vinegar", "Wild Flavors All Year Round"],
  ["emoji mysql", "Today I Learned: Storing Emoji"],
  ["thomas jefferson hotel", "The haunting pictures taken inside"],
  ["ohtani interpreter", "Theft in translation"],
  ["reddit stocks", "Reddit stock starts trading"],
  ["grace mugabe", "In Zimbabwe, a First Lady"],
  ["maryland tests south korea", "Frustrated by Lack of Coronavirus Tests"],
  ["wheat bag fire", "Firefighter's warning after wheat bag"],
  ["all blacks romania", "Smoking plane and the 'spy'"],
];

describe.skipIf(!hasRecordedFeeds)("relevance in the recorded feeds (skipped without ../shared/corpora)", () => {
  let database: Database;
  let edition: Edition;
  let search: Search;
  let indexed: ReturnType<typeof openIndexOf>;

  beforeAll(async () => {
    database = await openDatabase("sqlite::memory:");
    edition = (await loadEditions("editions"))[0] as Edition;
    await storeRecordedFeeds(database, edition);
    indexed = openIndexOf(database);
    await indexed.update();
    search = createSearch(edition, { database, index: indexed.index });
  });

  afterAll(() => Promise.all([database?.destroy(), indexed?.close()]));

  it("has 40 queries", () => expect(TABLE).toHaveLength(40));

  it.each(TABLE)("%s finds “%s…” among the first three", async (query, headline) => {
    const { results } = await search.find(parseSearchRequest(new URLSearchParams({ q: query })));
    const first = results.slice(0, 3).map(({ story }) => removeLineControls(story.title).replace(/[‘’]/g, "'"));
    expect(
      first.some((title) => title.startsWith(headline)),
      first.join("\n"),
    ).toBe(true);
  });
});
