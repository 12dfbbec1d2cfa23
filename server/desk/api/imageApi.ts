import { Hono } from "hono";
import { validator } from "hono/validator";
import { z } from "zod";
import { THUMBNAIL_WIDTHS } from "../../images/inspect.ts";
import { createLimit, type Limit, TooBusyError } from "../../jobs/limit.ts";
import { requireCapability } from "../../people/capabilities.ts";
import { getMediaUrl } from "../../store/stories/storyMedia.ts";
import { addImage } from "../../stories/library/addImage.ts";
import { describeImage, listImages, readImage, readThumbnail } from "../../stories/library/library.ts";
import { MAX_IMAGE_BYTES } from "../../stories/storyImages.ts";
import { limitBodies } from "../../web/bodyLimit.ts";
import type { Desk } from "../deskContext.ts";
import type { LibraryImage } from "./apiTypes.ts";
import { type EditionEnv, json, renewSession } from "./route.ts";

const detailsSchema = z.object({
  alt: z.string().max(1000),
  isDecorative: z.boolean(),
  caption: z.string().max(2000),
  credit: z.string().max(300),
  focus: z
    .string()
    .regex(/^(?:100|\d{1,2})% (?:100|\d{1,2})%$/)
    .nullable(),
});

/**
 * Maximum number of simultaneous uploads, in all and for one person. An upload may occupy 30 MB of memory for minutes.
 */
const MAX_UPLOADS = 8;
const MAX_UPLOADS_PER_PERSON = 3;
const TOO_LARGE = `The file is larger than ${MAX_IMAGE_BYTES / 1e6} MB. Save it smaller, and add it again.`;

const limitUpload = limitBodies(() => TOO_LARGE, MAX_IMAGE_BYTES);

const searchQuery = validator("query", ({ search, before }) => ({
  search: String(search ?? "").slice(0, 200),
  before: before === undefined ? undefined : String(before),
}));

/** Routes of the library of images. */
export function createImageApi({ imageInspector: { inspect }, wakeImages }: Desk) {
  const uploads = createLimit(MAX_UPLOADS);
  const ownUploads = new Map<number, Limit>();
  return (
    new Hono<EditionEnv>()
      .get("/images", searchQuery, async (context) => {
        const { search, before = null } = context.req.valid("query");
        const images = await listImages(context.get("editing"), { search, before });
        return context.json(images.map(toLibraryImage));
      })
      // The body is the file; the query parameter `name` is its name.
      .post("/images", limitUpload, async (context) => {
        const { actor, edition } = context.get("editing");
        requireCapability(actor, edition.id, "add images");
        const own = ownUploads.getOrInsertComputed(context.get("session").person.id, () =>
          createLimit(MAX_UPLOADS_PER_PERSON),
        );
        const add = async () => {
          const bytes = new Uint8Array(await context.req.arrayBuffer());
          await renewSession(context);
          return addImage(context.get("editing"), { name: context.req.query("name") ?? "", bytes }, inspect);
        };
        try {
          const key = await own.run(() => uploads.run(add));
          wakeImages();
          return context.json(toLibraryImage(await readImage(context.get("editing"), key)));
        } catch (error) {
          if (!(error instanceof TooBusyError)) throw error;
          return context.text("The desk is taking other images. Try again.", 503, { "retry-after": "2" });
        }
      })
      .get("/images/:key", async (context) => {
        return context.json(toLibraryImage(await readImage(context.get("editing"), context.req.param("key"))));
      })
      .put("/images/:key", json(detailsSchema), async (context) => {
        const key = context.req.param("key");
        await describeImage(context.get("editing"), key, context.req.valid("json"));
        return context.json(toLibraryImage(await readImage(context.get("editing"), key)));
      })
      .get("/images/:key/thumbnail", async (context) => {
        const width = THUMBNAIL_WIDTHS.find((known) => `${known}` === context.req.query("width")) ?? 320;
        const key = context.req.param("key");
        const bytes = await readThumbnail(context.get("editing"), { key, width }, inspect);
        return context.body(Uint8Array.from(bytes), 200, {
          "content-type": "image/webp",
          "content-disposition": "inline",
        });
      })
  );
}

function toLibraryImage(row: Awaited<ReturnType<typeof readImage>>): LibraryImage {
  const { key, name, alt, caption, credit, focus, width, height, stories } = row;
  return {
    key,
    url: getMediaUrl(key),
    name,
    alt,
    isDecorative: row.is_decorative === 1,
    caption,
    credit,
    focus,
    width,
    height,
    addedAt: row.added_at,
    addedBy: row.added_by,
    stories,
  };
}
