import { join } from "node:path";
import { getFollowedFeeds } from "../../../core/ownFeeds.ts";
import type { Config } from "../../config.ts";
import type { Edition } from "../../editions/loading/load.ts";
import { findLineInFile } from "../../editions/yaml/yamlLines.ts";
import { fetchFeed } from "../../feeds/fetch/fetchFeed.ts";
import { type FetchTools, openFetchTools } from "../../feeds/fetch/fetchTools.ts";
import { showProgress } from "../command.ts";
import { findFeeds } from "../newEdition/findFeeds.ts";

/** Fetches the editions' feeds. Returns a message with file and line for each feed that cannot be read. */
export async function listFeedProblems(editions: readonly Edition[], config: Config): Promise<string[]> {
  const feeds = editions.flatMap(listFeeds);
  const byUrl = Map.groupBy(feeds, ({ url }) => url);
  const tools = openFetchTools(config, () => editions);
  let done = 0;
  try {
    const problems = await Promise.all(
      [...byUrl.values()].map(async ([feed]) => {
        const problem = feed && (await explainFailure(feed, tools));
        showProgress(++done, byUrl.size);
        return problem ? [`${feed.file}:${await findLineInFile(feed.file, feed.path)}: ${problem}`] : [];
      }),
    );
    return problems.flat();
  } finally {
    await tools.close();
  }
}

type CheckedFeed = ReturnType<typeof listFeeds>[number];

function listFeeds({ folder, sections, relays }: Edition) {
  const file = join(folder, "edition.yaml");
  return sections.flatMap((section, index) =>
    getFollowedFeeds(section).map(({ url, private: isPrivate }, feed) => ({
      url,
      isPrivate,
      relays,
      file,
      path: ["sections", index, "feeds", feed, "url"],
    })),
  );
}

/** Fetches a feed as the server does. Returns the error if the feed cannot be read, otherwise undefined. */
async function explainFailure({ url, isPrivate, relays }: CheckedFeed, tools: FetchTools): Promise<string | undefined> {
  const { feed, attempts } = await fetchFeed({ url, directUrl: url, isPrivate, relays }, tools);
  if (feed) return undefined;
  const { feeds, unread } = isPrivate ? { feeds: [], unread: [] } : await findFeeds([url], tools);
  if (feeds[0]) return `found the web page ${url}; expected a feed, such as the one it links to: ${feeds[0].url}`;
  if (unread[0]?.isFinal) return `found the web page ${url}, which links to no feed; expected the address of a feed.`;
  const reason = attempts.find(({ transport }) => transport === "direct")?.reason;
  return `failed to read the feed ${url}: ${reason ?? "it did not respond."}`;
}
