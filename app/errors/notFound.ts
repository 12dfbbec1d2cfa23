import { data } from "react-router";
import type { News } from "../../server/news/news.ts";

const MAX_LATEST = 8;

/** Ends a loader with the not-found page; with status 410 for a story that was taken down. @throws always */
export async function throwNotFound(news: News, status: 404 | 410 = 404): Promise<never> {
  throw data({ latest: await news.latest(MAX_LATEST) }, { status });
}
