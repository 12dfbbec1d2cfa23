import { data } from "react-router";
import type { News } from "../../server/news/news.ts";

/** How many of the latest stories stand under the not-found page. */
const STORIES = 8;

/**
 * What a loader throws where an address leads nowhere: the not-found page, its status, and the latest stories.
 *
 * @param status 410 where there was something that is taken down
 */
export async function notFound(news: News, status: 404 | 410 = 404) {
  return data({ latest: await news.latest(STORIES) }, { status });
}

/** What the not-found page is told. */
export type NotFoundData = Awaited<ReturnType<typeof notFound>>["data"];
