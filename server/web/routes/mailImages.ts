import type { Hono } from "hono";
import { LRUCache } from "lru-cache";
import { getWidths } from "../../../core/image.ts";
import { drawSkyline } from "../../../core/skyline.ts";
import type { Edition } from "../../editions/load.ts";
import type { Images } from "../../images/images.ts";
import { findArticleBySlug } from "../../store/articles.ts";
import type { Database } from "../../store/schema.ts";
import { POLICIES } from "../cacheControl.ts";

interface Parts {
  editionFor: (request: Request) => Edition;
  database: Database;
  images: Images;
}

interface MailImage {
  jpeg: Uint8Array<ArrayBuffer>;
  /** False for a skyline, which a photo may replace later. */
  isPhoto: boolean;
}

/** Twice the size at which mails show an image. */
const WIDTH = 1104;
const HEIGHT = 621;
/** A few are enough: in the minutes after an issue all its readers request the same image. */
const MAX_CACHED = 8;

/** Adds the images of mails: a story's photo or skyline as JPEG. URLs contain only the slug, so they last for years. */
export function addMailImages(site: Hono, { editionFor, database, images }: Parts): void {
  const cache = new LRUCache<string, Promise<MailImage>>({ max: MAX_CACHED });
  let lastRender: Promise<unknown> = Promise.resolve();

  /** Renders one image at a time, so that the minute after an issue leaves room for other work. */
  function getImage(edition: Edition, slug: string): Promise<MailImage> {
    const key = `${edition.id}/${slug}`;
    const cached = cache.get(key);
    if (cached) return cached;
    const image = lastRender.then(() => render(edition, slug));
    lastRender = image.catch(() => {});
    cache.set(key, image);
    image.then(
      ({ isPhoto }) => isPhoto || cache.delete(key),
      () => cache.delete(key),
    );
    return image;
  }

  async function render(edition: Edition, slug: string): Promise<MailImage> {
    const stored = await findArticleBySlug(database, edition.id, slug);
    const photo = stored?.isTakenDown ? null : (stored?.article.storedImage ?? null);
    const bytes = photo && (await images.get(photo.key, Math.max(...getWidths(photo.width)), "webp"));
    const isPhoto = bytes !== null && bytes !== "gone";
    const tone = edition.sections.find(({ slug }) => stored?.sections.includes(slug))?.tone ?? "lake";
    // Loaded on first use: sharp takes about 20 MB.
    const { default: sharp } = await import("sharp");
    const jpeg = await sharp(isPhoto ? bytes : Buffer.from(drawSkyline(slug, tone)), { density: 250 })
      .resize(WIDTH, isPhoto ? undefined : HEIGHT, { fit: "cover", position: "bottom" })
      .flatten({ background: "#ffffff" })
      .jpeg({ quality: 80, mozjpeg: true })
      .toBuffer();
    return { jpeg: new Uint8Array(jpeg), isPhoto };
  }

  site.get("/newsletter/pictures/:file{.+\\.jpg}", async (context) => {
    const edition = editionFor(context.req.raw);
    const { jpeg, isPhoto } = await getImage(edition, context.req.param("file").replace(/\.jpg$/, ""));
    return context.body(jpeg, 200, {
      "content-type": "image/jpeg",
      "cache-control": isPhoto ? POLICIES.day : POLICIES.standIn,
    });
  });
}
