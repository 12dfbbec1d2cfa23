import { buffer } from "node:stream/consumers";
import type { Logger } from "pino";
import { getWidths, type SocialImage, type StoredImage } from "../../../core/imageSizes.ts";
import type { Scenery, Tone } from "../../../core/motifs.ts";
import type { Edition } from "../../editions/loading/load.ts";
import { getTypefaceForDrawing, toDrawnLook } from "../../editions/look/drawnLook.ts";
import type { BookCover } from "../../editions/pages/books.ts";
import type { SectionConfig } from "../../editions/schema/schema.ts";
import { getEditionSocialImage } from "../../editions/schema/socialImageUrl.ts";
import { TooBusyError } from "../../jobs/limit.ts";
import type { Images } from "../images.ts";
import type { IconShape } from "./appIcon.ts";
import { openDrawingStore } from "./drawingStore.ts";
import { toHeadlineDrawing } from "./socialImageFiles.ts";

/** Icons of the installed app, by file name without extension. */
export const APP_ICONS = {
  "icon-192": { side: 192, isMaskable: false },
  "icon-512": { side: 512, isMaskable: false },
  "maskable-512": { side: 512, isMaskable: true },
  "apple-touch-icon": { side: 180, isMaskable: true },
} as const satisfies Record<string, IconShape>;

type Bytes = Buffer<ArrayBuffer>;

/** Images that are drawn and stored on first request. */
export type DrawnImages = Awaited<ReturnType<typeof openDrawnImages>>;

interface DrawnStory {
  title: string;
  section: Pick<SectionConfig, "name" | "tone" | "scenery">;
  image: StoredImage | null;
  source: string | null;
}

interface StoryPage {
  story: DrawnStory & { isSample?: true };
  socialImage: Pick<SocialImage, "src">;
}

interface Parts {
  images: Pick<Images, "get">;
  /** Returns a story by its slug; undefined if the edition has no such story, or the story was taken down. */
  findStory: (edition: Edition, slug: string) => Promise<StoryPage | undefined>;
  /** Folder in which drawn images are stored. */
  folder: string;
  log: Logger;
}

interface DrawnImage {
  /** A JPEG file. */
  bytes: Bytes;
  /** False if the URL will later show another image: the URL's version is old, or the story's photo is missing. */
  isFinal: boolean;
}

/** Opens the service that draws and stores images. Its methods throw a `TooBusyError` if too many drawings wait. */
export async function openDrawnImages({ images, findStory, folder, log }: Parts) {
  const store = await openDrawingStore({ folder, log });

  async function findImageBytes(image: StoredImage | null): Promise<Uint8Array | null> {
    const file = image && (await images.get(image.key, Math.max(...getWidths(image.width)), "webp"));
    if (!file || typeof file === "string") return null;
    return "content" in file ? buffer(file.content) : file;
  }

  /** Draws a story's social image: the story's photo if it is stored, otherwise the headline. */
  async function drawSocialImage(edition: Edition, slug: string, story: DrawnStory): Promise<DrawnImage> {
    const { image, section, title, source } = story;
    const imageBytes = await findImageBytes(image);
    if (image && imageBytes)
      try {
        return { bytes: await store.get({ kind: "socialPhoto", key: image.key }, imageBytes), isFinal: true };
      } catch (error) {
        if (error instanceof TooBusyError) throw error;
        log.warn({ slug, err: error }, "photo not cropped; drawing the headline");
      }
    const drawing = toHeadlineDrawing(edition, section, { title, slug, source });
    return { bytes: await store.get(drawing, getTypefaceForDrawing(edition)?.bytes), isFinal: !image };
  }

  /** Draws a story's photo for a mail, or a skyline if it has none. */
  async function drawMailImage(slug: string, { image, section }: DrawnStory): Promise<DrawnImage> {
    const imageBytes = await findImageBytes(image);
    if (image && imageBytes)
      return { bytes: await store.get({ kind: "mailPhoto", key: image.key }, imageBytes), isFinal: true };
    const { tone, scenery } = section;
    return { bytes: await store.get({ kind: "mailSkyline", seed: slug, tone, scenery }), isFinal: false };
  }

  return {
    /** Returns the social image of pages other than stories. */
    async getEditionSocialImage(edition: Edition, version: string): Promise<DrawnImage> {
      const { src } = getEditionSocialImage(edition);
      const { name, tagline, nameplate, emblem } = edition;
      const look = toDrawnLook(edition);
      const input = { headline: tagline, label: null, nameplate, emblem, look, ...getFirstTone(edition), seed: name };
      const bytes = await store.get({ kind: "socialImage", input }, getTypefaceForDrawing(edition)?.bytes);
      return { bytes, isFinal: src === `/cards/${version}.jpg` };
    },

    /** Returns a story's social image; null if the edition has no such story, or the story is a sample. */
    async getStorySocialImage(edition: Edition, slug: string, version: string): Promise<DrawnImage | null> {
      const page = await findStory(edition, slug);
      if (!page || page.story.isSample) return null;
      const { bytes, isFinal } = await drawSocialImage(edition, slug, page.story);
      return { bytes, isFinal: isFinal && page.socialImage.src.startsWith(`/cards/${version}/`) };
    },

    /** Returns a story's photo for a mail, or a skyline if it has none; null if the edition has no such story. */
    async getMailImage(edition: Edition, slug: string): Promise<DrawnImage | null> {
      const page = await findStory(edition, slug);
      return page ? drawMailImage(slug, page.story) : null;
    },
    /** `drawSocialImage` and `drawMailImage` draw the images for a preview of a story that is not public. */
    drawSocialImage,
    drawMailImage,

    /** Returns a PNG file. */
    getAppIcon: (edition: Edition, shape: IconShape): Promise<Bytes> => {
      const { nameplate, emblem } = edition;
      const drawing = { kind: "appIcon", nameplate, emblem, look: toDrawnLook(edition), shape } as const;
      return store.get(drawing, getTypefaceForDrawing(edition)?.bytes);
    },
    /** Returns the image of an edition's feeds as a PNG file. */
    getFeedImage: (edition: Edition): Promise<Bytes> => {
      const { name, emblem } = edition;
      return store.get({ kind: "feedImage", name, ...getFirstTone(edition), emblem, look: toDrawnLook(edition) });
    },
    /** Returns an ICO file. */
    getFavicon: (edition: Edition): Promise<Bytes> =>
      store.get({ kind: "favicon", emblem: edition.emblem, look: toDrawnLook(edition) }),
    /** Returns an SVG file. */
    getBookCover: (cover: BookCover): Promise<Bytes> => store.get({ kind: "bookCover", cover }),
    close: store.close,
  };
}

function getFirstTone({ sections }: Edition): { tone: Tone; scenery?: Scenery | undefined } {
  const { tone = "lake", scenery } = sections[0] ?? {};
  return { tone, scenery };
}
