import type { Logger } from "pino";
import sharp from "sharp";
import { type Card, type Photograph, widthsOf } from "../../../core/picture.ts";
import type { Edition } from "../../editions/load.ts";
import type { SectionFile } from "../../editions/schema.ts";
import { CARD_HEIGHT, CARD_WIDTH, cardOfEdition } from "../../editions/socialImageUrl.ts";
import type { Pictures } from "../images.ts";
import { drawIcon, type IconShape } from "./appIcons.ts";
import { type CardWords, drawCard } from "./draw.ts";
import { openTypefaces, type Typefaces } from "./typefaces.ts";

/** The pictures that stand for pages where they are shared, made when they are first asked for. */
export interface Cards {
  /** The card of every page that is no story. */
  ofEdition(edition: Edition, version: string): Promise<MadeCard>;
  /** The icon of the edition as an app on a device. */
  icon(edition: Edition, shape: IconShape): Promise<Buffer<ArrayBuffer>>;
  /** Null where the edition has no such story. */
  ofStory(edition: Edition, slug: string, version: string): Promise<MadeCard | null>;
}

interface MadeCard {
  /** A JPEG file. */
  bytes: Buffer<ArrayBuffer>;
  /** Whether it is what its address will always show: not so where its address is an old one, or its photograph is missing. */
  isFinal: boolean;
}

interface ShownStory {
  story: { title: string; section: Pick<SectionFile, "name" | "tone">; picture: Photograph | null };
  card: Pick<Card, "src">;
}

interface Parts {
  pictures: Pictures;
  /** Finds a story of an edition by its slug; undefined where it has none, or it was taken down. */
  findStory: (edition: Edition, slug: string) => Promise<ShownStory | undefined>;
  /** Where the unpacked typefaces are kept. */
  folder: string;
  log: Logger;
}

/** About 60 kB each. */
const MOST_KEPT = 200;

export function openCards({ pictures, findStory, folder, log }: Parts): Cards {
  let typefaces: Promise<Typefaces> | undefined;
  /** By their address, the one that was asked for last at the end. */
  const kept = new Map<string, Promise<Buffer<ArrayBuffer>>>();

  function draw(key: string, words: CardWords): Promise<Buffer<ArrayBuffer>> {
    return keep(key, async () => {
      typefaces ??= openTypefaces(folder);
      return drawCard(words, await typefaces);
    });
  }

  function keep(key: string, make: () => Promise<Buffer<ArrayBuffer>>): Promise<Buffer<ArrayBuffer>> {
    const card = kept.get(key) ?? make();
    kept.delete(key);
    kept.set(key, card);
    const [oldest] = kept.keys();
    if (kept.size > MOST_KEPT && oldest !== undefined) kept.delete(oldest);
    card.catch(() => kept.delete(key));
    return card;
  }

  async function photographOf({ key, width }: Photograph): Promise<Uint8Array | null> {
    const found = await pictures.get(key, Math.max(...widthsOf(width)), "webp");
    return found === "gone" ? null : found;
  }

  return {
    async ofEdition(edition, version) {
      const { src } = cardOfEdition(edition);
      const { name, tagline, nameplate, emblem } = edition;
      const tone = edition.sections[0]?.tone ?? "lake";
      const bytes = await draw(src, { headline: tagline, section: null, nameplate, emblem, tone, seed: name });
      return { bytes, isFinal: src === `/cards/${version}.jpg` };
    },

    icon({ nameplate, emblem }, shape) {
      return keep(JSON.stringify([nameplate, emblem, shape]), async () => {
        typefaces ??= openTypefaces(folder);
        return drawIcon({ nameplate, emblem }, shape, await typefaces);
      });
    },

    async ofStory(edition, slug, version) {
      const page = await findStory(edition, slug);
      if (!page) return null;
      const { story, card } = page;
      const isCurrent = card.src.startsWith(`/cards/${version}/`);
      const photograph = story.picture && (await photographOf(story.picture));
      if (photograph)
        try {
          return { bytes: await keep(`${card.src} photograph`, () => crop(photograph)), isFinal: isCurrent };
        } catch (error) {
          log.warn({ slug, err: error }, "card not made of its photograph: the headline is drawn");
        }
      const { nameplate, emblem } = edition;
      const { section, title } = story;
      const words = { headline: title, section: section.name, nameplate, emblem, tone: section.tone, seed: slug };
      return { bytes: await draw(card.src, words), isFinal: isCurrent && !story.picture };
    },
  };
}

function crop(photograph: Uint8Array): Promise<Buffer<ArrayBuffer>> {
  return sharp(photograph)
    .resize(CARD_WIDTH, CARD_HEIGHT, { fit: "cover", position: "attention" })
    .jpeg({ quality: 82, mozjpeg: true })
    .toBuffer();
}
