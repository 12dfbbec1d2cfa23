import type { Config } from "../config.ts";
import { findImageUrl, listImagesByUrl } from "../store/articles/images.ts";
import { listFeedStates } from "../store/feeds/feeds.ts";
import type { TakedownKind } from "../store/schema/schema.ts";
import { findTakedown, type Takedown } from "../store/takedowns/takedowns.ts";
import { findArticleToErase, listArticlesWithImage } from "../store/takedowns/takenDownArticles.ts";
import { openSealer, SealError } from "../takedowns/sealer.ts";
import { type TakedownParts, takeDownImage, takeDownSource, takeDownStory } from "../takedowns/takeDown.ts";
import { deleteScheduledOnce } from "../takedowns/takenDownImages.ts";
import { undoTakedown } from "../takedowns/undo.ts";
import { expireCopies, UNDO_DAYS } from "../takedowns/undoPeriod.ts";
import { fail, formatMinute, InputError, openStore, print, tryLoadEditions } from "./command.ts";

interface Options {
  undo?: boolean;
  reason?: string;
}

const KINDS: readonly string[] = ["story", "source", "image"] satisfies TakedownKind[];

export function isTakedownKind(text: string | undefined): text is TakedownKind {
  return text !== undefined && KINDS.includes(text);
}

/** `npx broadsheet takedown`: erases a story, an image or all stories of a feed; with --undo, restores them. */
export async function runTakedownCommand(
  kind: TakedownKind,
  name: string,
  { undo = false, reason }: Options,
  config: Config,
): Promise<number> {
  await using database = await openStore(config);
  const folder = config.DATA_DIR;
  const now = Date.now();
  try {
    // Errors in the editions' files must not delay a takedown.
    const editions = await tryLoadEditions(config, (faults) =>
      process.stderr.write(`${faults}\nThe editions have errors, so this command knows no publishers by name.\n`),
    );
    await expireCopies({ database, editions, config }, now);
    const parts = { database, folder, now, editions, sealer: await openSealer(config) };
    const subjects = await listSubjects(parts, kind, name);
    for (const subject of subjects)
      print(
        undo ? await undoOne(parts, kind, subject) : await takeDownOne(parts, kind, subject, reason?.trim() || null),
      );
    return 0;
  } catch (error) {
    if (!(error instanceof InputError || error instanceof SealError)) throw error;
    return fail(error.message);
  } finally {
    const reason = await deleteScheduledOnce(database, { folder, location: config.IMAGES_URL });
    if (reason !== null) print(`Images are not deleted from S3 yet; the server tries until they are. ${reason}`);
  }
}

/** Resolves a name from the command line. Returns the slug of a story, the URLs of feeds, or the URL of an image. */
async function listSubjects(parts: TakedownParts, kind: TakedownKind, name: string): Promise<string[]> {
  if (kind === "source") return listFeedUrls(parts, name);
  return [kind === "story" ? toSlug(name) : await findImage(parts, name)];
}

/** Returns the slug of a story, given the slug itself or the URL of the story's page. */
function toSlug(slugOrUrl: string): string {
  return decodeURIComponent(slugOrUrl.replace(/^.*\/article\//, "").replace(/[?#].*/s, ""));
}

async function listFeedUrls({ database, editions }: TakedownParts, name: string): Promise<string[]> {
  const feeds = editions.flatMap(({ sections }) => sections.flatMap((section) => section.feeds));
  const own = feeds.filter(({ publisher }) => publisher.toLowerCase() === name.toLowerCase()).map(({ url }) => url);
  if (own.length > 0) return [...new Set(own)];
  if ((await listFeedStates(database, [name])).length > 0) return [name];
  throw new InputError(`No edition follows a feed or a publisher named ${name}. \`npx broadsheet feeds\` lists them.`);
}

async function findImage({ database }: TakedownParts, name: string): Promise<string> {
  const [, key] = /\/pictures\/([\w-]{16})\//.exec(name) ?? [];
  const url = key ? await findImageUrl(database, key) : URL.canParse(name) && !name.includes("/article/") ? name : null;
  if (url) return url;
  const article = await findArticleToErase(database, toSlug(name));
  if (article?.image_url) return article.image_url;
  throw new InputError(`There is no image ${name}. Give the URL of the original, or the slug of its story.`);
}

async function takeDownOne(
  parts: TakedownParts,
  kind: TakedownKind,
  subject: string,
  reason: string | null,
): Promise<string> {
  const { database } = parts;
  const earlier = await findTakedown(database, kind, subject);
  if (earlier) return `${subject} was already taken down on ${formatMinute(earlier.taken_down_at)}.`;
  const undo = `--undo restores it for ${UNDO_DAYS} days.`;
  if (kind === "source") {
    const count = await takeDownSource(parts, subject, reason);
    return `${subject} is taken down with its ${formatCount(count)}, and is no longer polled. ${undo}`;
  }
  if (kind === "image") {
    const feedUrl = await findFeedOfImage(parts, subject);
    await takeDownImage(parts, { url: subject, feedUrl }, reason);
    return `${subject} is taken down: no story shows it. ${undo}`;
  }
  const article = await findArticleToErase(database, subject);
  if (!article)
    throw new InputError(
      `No story from a feed has the slug ${subject}. Withdraw a staff story with "stories withdraw", and remove a sample story from samples.yaml.`,
    );
  if (article.taken_down_at) return `${subject} was already taken down with its source ${article.feed_url}.`;
  await takeDownStory(parts, article, reason);
  return `${subject} is taken down: /article/${subject} responds with 410. ${undo}`;
}

async function findFeedOfImage({ database }: TakedownParts, url: string): Promise<string> {
  const [image] = await listImagesByUrl(database, [url]);
  const [article] = await listArticlesWithImage(database, url);
  const feedUrl = image?.feedUrl ?? article?.feedUrl;
  if (feedUrl === undefined) throw new InputError(`No story has the image ${url}.`);
  return feedUrl;
}

async function undoOne(parts: TakedownParts, kind: TakedownKind, subject: string): Promise<string> {
  const takedown = await findTakedown(parts.database, kind, subject);
  if (!takedown) throw new InputError(await explainMissing(parts, kind, subject));
  if (kind === "story") await requireRestorable(parts, takedown);
  const { restored, gone } = await undoTakedown(parts, takedown);
  if (kind === "source") {
    const rest = gone > 0 ? ` ${formatCount(gone)} taken down more than ${UNDO_DAYS} days ago stay deleted.` : "";
    return `${subject} is restored with ${formatCount(restored)}, and is polled again.${rest}`;
  }
  return kind === "image" ? `${subject} is restored: the server downloads it again.` : `${subject} is restored.`;
}

async function explainMissing({ database }: TakedownParts, kind: TakedownKind, subject: string): Promise<string> {
  const article = kind === "story" ? await findArticleToErase(database, subject) : undefined;
  if (article?.taken_down_at)
    return `${subject} was taken down with its source. Restore it with \`takedown source ${article.feed_url} --undo\`.`;
  return `${subject} is not taken down.`;
}

async function requireRestorable({ database, now }: TakedownParts, takedown: Takedown): Promise<void> {
  const source = await findTakedown(database, "source", takedown.feed_url);
  if (source) throw new InputError(`Its source ${takedown.feed_url} is taken down. Restore that first.`);
  if (Date.parse(takedown.taken_down_at) < now - UNDO_DAYS * 24 * 60 * 60_000)
    throw new InputError(
      `It is too late: ${takedown.subject} was taken down on ${formatMinute(takedown.taken_down_at)}, and its copy was deleted after ${UNDO_DAYS} days.`,
    );
}

function formatCount(stories: number): string {
  return stories === 1 ? "1 story" : `${stories} stories`;
}
