import { LRUCache } from "lru-cache";
import type { Logger } from "pino";
import { getWidths, type SocialImage, type StoredImage } from "../../../core/image.ts";
import type { BookCover } from "../../editions/books.ts";
import type { Edition } from "../../editions/load.ts";
import type { SectionFile } from "../../editions/schema.ts";
import { getEditionSocialImage } from "../../editions/socialImageUrl.ts";
import type { Images } from "../images.ts";
import type { IconShape } from "./appIcon.ts";
import type { SocialImageInput } from "./socialImage.ts";

/** Icons of an edition as an app, by file name without extension. */
export const APP_ICONS = {
  "icon-192": { side: 192, isMaskable: false },
  "icon-512": { side: 512, isMaskable: false },
  "maskable-512": { side: 512, isMaskable: true },
  "apple-touch-icon": { side: 180, isMaskable: true },
} as const satisfies Record<string, IconShape>;

type Bytes = Buffer<ArrayBuffer>;

/** Images drawn on the first request for them, and cached. */
export interface DrawnImages {
  /** Returns the social image of pages that are not stories. */
  getEditionSocialImage(edition: Edition, version: string): Promise<DrawnSocialImage>;
  /** Returns the social image of a story; null if the edition has no such story. */
  getStorySocialImage(edition: Edition, slug: string, version: string): Promise<DrawnSocialImage | null>;
  getAppIcon(edition: Edition, shape: IconShape): Promise<Bytes>;
  getBookCover(cover: BookCover): Promise<Bytes>;
}

interface DrawnSocialImage {
  /** A JPEG file. */
  bytes: Bytes;
  /** False where the URL will show another image later: its version is old, or the story's photo is missing. */
  isFinal: boolean;
}

interface StoryPage {
  story: { title: string; section: Pick<SectionFile, "name" | "tone">; image: StoredImage | null };
  socialImage: Pick<SocialImage, "src">;
}

interface Parts {
  images: Images;
  /** Finds a story by its slug; undefined if the edition has none, or it was taken down. */
  findStory: (edition: Edition, slug: string) => Promise<StoryPage | undefined>;
  log: Logger;
}

/** Social images have about 60 kB each. */
const MAX_CACHED = 200;

/** Loads the drawing code, its typefaces and sharp on the first request for an image: they take about 30 MB. */
export function createDrawnImages({ images, findStory, log }: Parts): DrawnImages {
  const cache = new LRUCache<string, Promise<Bytes>>({ max: MAX_CACHED });

  function getOrDraw(key: string, draw: () => Promise<Bytes>): Promise<Bytes> {
    const known = cache.get(key);
    if (known) return known;
    const drawing = draw();
    cache.set(key, drawing);
    drawing.catch(() => cache.delete(key));
    return drawing;
  }

  function getSocialImage(url: string, input: SocialImageInput): Promise<Bytes> {
    return getOrDraw(url, async () => (await import("./socialImage.ts")).drawSocialImage(input));
  }

  return {
    async getEditionSocialImage(edition, version) {
      const { src } = getEditionSocialImage(edition);
      const { name, tagline, nameplate, emblem, sections } = edition;
      const tone = sections[0]?.tone ?? "lake";
      const input = { headline: tagline, section: null, nameplate, emblem, tone, seed: name };
      return { bytes: await getSocialImage(src, input), isFinal: src === `/cards/${version}.jpg` };
    },

    async getStorySocialImage(edition, slug, version) {
      const page = await findStory(edition, slug);
      if (!page) return null;
      const { story, socialImage } = page;
      const isCurrent = socialImage.src.startsWith(`/cards/${version}/`);
      const { image } = story;
      const photo = image && (await images.get(image.key, Math.max(...getWidths(image.width)), "webp"));
      if (photo && photo !== "gone")
        try {
          const crop = async () => (await import("./socialImage.ts")).cropSocialImage(photo);
          return { bytes: await getOrDraw(`${socialImage.src} photo`, crop), isFinal: isCurrent };
        } catch (error) {
          log.warn({ slug, err: error }, "photo not cropped; drawing the headline");
        }
      const { nameplate, emblem } = edition;
      const { section, title } = story;
      const input = { headline: title, section: section.name, nameplate, emblem, tone: section.tone, seed: slug };
      return { bytes: await getSocialImage(socialImage.src, input), isFinal: isCurrent && !image };
    },

    getAppIcon({ nameplate, emblem }, shape) {
      const draw = async () => (await import("./appIcon.ts")).drawAppIcon({ nameplate, emblem }, shape);
      return getOrDraw(JSON.stringify([nameplate, emblem, shape]), draw);
    },

    getBookCover(cover) {
      const draw = async () => Buffer.from((await import("./bookCover.ts")).drawBookCover(cover));
      return getOrDraw(`cover ${cover.version}`, draw);
    },
  };
}
