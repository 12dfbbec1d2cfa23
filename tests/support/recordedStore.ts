import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Edition } from "../../server/editions/loading/load.ts";
import { readFeed } from "../../server/feeds/parse/readFeed.ts";
import { saveArticles } from "../../server/store/articles/saveArticles.ts";
import { recordFollows } from "../../server/store/feeds/feeds.ts";
import type { Database } from "../../server/store/schema/schema.ts";

/** Third-party feeds next to the repository. */
const RECORDED = "../shared/corpora/real";
const NOW = "2026-11-01T00:00:00.000Z";

export const hasRecordedFeeds = existsSync(RECORDED);

/** Stores every valid recorded feed, as if the edition's first section followed it. */
export async function storeRecordedFeeds(database: Database, edition: Edition): Promise<void> {
  const section = edition.sections[0]?.slug ?? "";
  for (const name of readdirSync(RECORDED).filter((file) => file !== "index.json")) {
    const url = `https://recorded.example/${name}`;
    try {
      const { feed } = readFeed(readFileSync(join(RECORDED, name)), { url });
      await recordFollows(database, [{ edition: edition.id, section, feed_url: url }]);
      await saveArticles(database, { feedUrl: url, feed, now: NOW, isReserved: () => false });
    } catch {
      // Skips an invalid feed. Some feeds were recorded because they are invalid.
    }
  }
}
