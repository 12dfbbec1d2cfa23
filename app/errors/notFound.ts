import { data, redirect } from "react-router";
import type { News } from "../../server/news/news.ts";
import type { TakenDown } from "../../server/news/views.ts";

const MAX_LATEST = 8;

/** Ends a loader with the not-found page. @throws always */
export async function throwNotFound(news: News): Promise<never> {
  throw data({ latest: await news.latest(MAX_LATEST) }, { status: 404 });
}

/** Ends a loader with a redirect from a former address, otherwise with the not-found page. @throws always */
export async function throwMovedOrNotFound(news: News, { url }: Request): Promise<never> {
  const target = await news.findRedirect(new URL(url).pathname);
  if (target === undefined) return throwNotFound(news);
  throw redirect(target, 301);
}

/** Ends a loader with the page of a story that was taken down or withdrawn. @throws always */
export async function throwGone(news: News, { line }: TakenDown): Promise<never> {
  throw data({ latest: await news.latest(MAX_LATEST), line }, { status: 410 });
}
