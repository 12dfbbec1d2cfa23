import { data } from "react-router";
import type { News } from "../server/services.ts";

/** How many of the latest stories stand under the not-found page. */
const STORIES = 8;

/** What a loader throws where an address leads nowhere: the not-found page, its status, and the latest stories. */
export async function notFound(news: News) {
  return data({ latest: await news.latest(STORIES) }, { status: 404 });
}

/** What the not-found page is told; null where a loader threw the bare status. */
export type NotFoundData = Awaited<ReturnType<typeof notFound>>["data"] | null;
