import { articlePath, skylinePath } from "../../core/addresses.ts";
import { getMarkedTitle } from "../../core/byline.ts";
import { getImagePath } from "../../core/imageSizes.ts";
import type { ArticlePage, Story } from "../../server/news/views.ts";
import { storeChange } from "./deviceState.ts";
import { postToWorker, registerWorker, type WorkerMessage } from "./workerMessages.ts";

/** Saves a story without its text, then fetches and stores the text. */
export async function saveStory(story: Story): Promise<void> {
  const { slug, deck, author, date, source, section, image } = story;
  const { name, href, tone, scenery } = section;
  const fields = { title: getMarkedTitle(story), deck, author, date, source, section: { name, href, tone } };
  const saved = { slug, story: fields, original: null, bodyHtml: null };
  if (!(await storeChange(({ putStory }) => putStory(saved, Date.now())))) return;
  const picture = image && getImagePath(image);
  const skyline = skylinePath(slug, tone, scenery, image ? "" : "/wide");
  postWhenControlled({ type: "save", path: articlePath(slug), picture, skyline });
  await fetchText(slug);
}

/** The response of /api/article/{slug} (server/web/routes/deviceFiles.ts). */
type ArticleText = Pick<ArticlePage, "bodyHtml" | "original" | "expiresAt"> & {
  deck: string;
  mayExport: boolean;
  /** Title of the story; only for staff stories. */
  title?: string;
  corrections?: ArticlePage["corrections"];
  updatedAt?: string;
};

/** Fetches and stores the text of a saved story. After a failure, the page /saved tries again. */
export async function fetchText(slug: string): Promise<void> {
  const response = await fetch(`/api${articlePath(slug)}`).catch(() => null);
  if (!response?.ok) return;
  const { expiresAt, mayExport, ...text } = (await response.json()) as ArticleText;
  await storeChange(({ putText }) => putText(slug, { ...text, rights: { expiresAt, mayExport } }));
}

export async function unsaveStory(slug: string): Promise<void> {
  if (await storeChange(({ removeStory }) => removeStory(slug)))
    postToWorker({ type: "unsave", path: articlePath(slug) });
}

/** Posts a message to the service worker. Without a worker, registers one first, even on a metered connection. */
function postWhenControlled(message: WorkerMessage): void {
  const workers = navigator.serviceWorker;
  if (!workers || workers.controller) postToWorker(message);
  else {
    workers.addEventListener("controllerchange", () => postToWorker(message), { once: true });
    void registerWorker();
  }
}
