import { data } from "react-router";
import type { News } from "../../server/news/news.ts";

const MAX_LATEST = 8;

/**
 * Returns the response that a loader throws for an unknown address: it renders the not-found page.
 *
 * @param status 410 for a story that was taken down
 */
export async function notFound(news: News, status: 404 | 410 = 404) {
  return data({ latest: await news.latest(MAX_LATEST) }, { status });
}

export type NotFoundData = Awaited<ReturnType<typeof notFound>>["data"];
