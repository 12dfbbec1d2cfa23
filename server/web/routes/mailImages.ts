import type { Hono } from "hono";
import sharp from "sharp";
import { widthsOf } from "../../../core/picture.ts";
import { drawSkyline } from "../../../core/skyline.ts";
import type { Edition } from "../../editions/load.ts";
import type { Editions } from "../../editions/registry.ts";
import type { Pictures } from "../../images/images.ts";
import { articleBySlug } from "../../store/articles.ts";
import type { Database } from "../../store/schema.ts";
import { POLICIES } from "../cacheControl.ts";

interface Parts {
  editions: Editions;
  database: Database;
  pictures: Pictures;
}

type Bytes = Uint8Array<ArrayBuffer>;

/** Twice as wide as a mail shows them. */
const WIDTH = 1104;
const HEIGHT = 621;
/** Pictures kept ready: in the minutes after an issue all its readers ask for one. */
const KEPT = 8;

/**
 * Photographs for mails: JPEG, which every mail program shows, and the skyline where there is none. An address names the story
 * alone, so that mails of years ago go on showing something.
 */
export function addMailPictures(site: Hono, { editions, database, pictures }: Parts): void {
  const kept = new Map<string, Promise<{ bytes: Bytes; isFinal: boolean }>>();
  let turn: Promise<unknown> = Promise.resolve();

  /** One after the other: a machine has better things to do in the minute after an issue. */
  function drawn(edition: Edition, slug: string) {
    const key = `${edition.id}/${slug}`;
    const known = kept.get(key);
    if (known) return known;
    const drawing = turn.then(() => draw(edition, slug));
    turn = drawing.catch(() => {});
    kept.set(key, drawing);
    drawing.then(
      ({ isFinal }) => isFinal || kept.delete(key),
      () => kept.delete(key),
    );
    const [oldest] = kept.keys();
    if (kept.size > KEPT && oldest !== undefined) kept.delete(oldest);
    return drawing;
  }

  async function draw(edition: Edition, slug: string) {
    const stored = await articleBySlug(database, edition.id, slug);
    const kept = stored?.isTakenDown ? null : (stored?.article.photograph ?? null);
    const bytes = kept && (await pictures.get(kept.key, Math.max(...widthsOf(kept.width)), "webp"));
    const photograph = bytes === "gone" ? null : bytes;
    const tone = edition.sections.find(({ slug }) => stored?.sections.includes(slug))?.tone ?? "lake";
    const source = photograph ?? Buffer.from(drawSkyline(slug, tone));
    const jpeg = await sharp(source, { density: 250 })
      .resize(WIDTH, photograph ? undefined : HEIGHT, { fit: "cover", position: "bottom" })
      .flatten({ background: "#ffffff" })
      .jpeg({ quality: 80, mozjpeg: true })
      .toBuffer();
    return { bytes: new Uint8Array(jpeg), isFinal: photograph !== null };
  }

  site.get("/newsletter/pictures/:file{.+\\.jpg}", async (context) => {
    const edition = editions.forHost(new URL(context.req.url).host);
    const { bytes, isFinal } = await drawn(edition, context.req.param("file").replace(/\.jpg$/, ""));
    return context.body(bytes, 200, {
      "content-type": "image/jpeg",
      "cache-control": isFinal ? POLICIES.day : POLICIES.standIn,
    });
  });
}
