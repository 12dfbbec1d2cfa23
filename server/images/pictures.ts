import { mkdir, readFile, rename, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Logger } from "pino";
import sharp from "sharp";
import type { Outbound } from "../http/outbound.ts";
import { picturesOf } from "../store/articles.ts";
import type { Database } from "../store/open.ts";
import { digest, WIDTHS } from "./address.ts";
import { pictureUrlsIn } from "./bodyPictures.ts";

/** Photographs of stories, fetched once and kept in the few sizes that pages use. */
export interface Pictures {
  /**
   * @param version the digest that stands in the picture's address
   * @param width one of WIDTHS
   * @returns a WebP file; null where the article has no such picture, or it cannot be had
   */
  get(slug: string, version: string, width: number): Promise<Uint8Array<ArrayBuffer> | null>;
}

interface Parts {
  database: Database;
  outbound: Outbound;
  folder: string;
  log: Logger;
}

const MAX_PIXELS = 20_000_000;
/** A drawing in SVG may name other files and is no photograph. */
const PHOTOGRAPHS = ["jpeg", "png", "webp", "gif", "heif", "avif", "tiff"];
/** How long a picture that could not be had is not asked for again. */
const FORGIVE_MS = 60 * 60 * 1000;

export function openPictures({ database, outbound, folder, log }: Parts): Pictures {
  const underWay = new Map<string, Promise<boolean>>();
  const failedAt = new Map<string, number>();
  const fileOf = (version: string, width: number) => join(folder, `${version}-${width}.webp`);

  async function get(slug: string, version: string, width: number) {
    if (!WIDTHS.some((known) => known === width) || !/^[\w-]{12}$/.test(version)) return null;
    const kept = await readFile(fileOf(version, width)).catch(() => null);
    if (kept) return kept;
    if (Date.now() - (failedAt.get(version) ?? 0) < FORGIVE_MS) return null;
    const url = await originalOf(slug, version);
    if (!url) return null;
    const work = underWay.get(version) ?? keep(url, version).finally(() => underWay.delete(version));
    underWay.set(version, work);
    return (await work) ? readFile(fileOf(version, width)) : null;
  }

  /** Only what a story really shows is fetched, so that nobody can make us fetch anything else. */
  async function originalOf(slug: string, version: string): Promise<string | undefined> {
    const known = await picturesOf(database, slug);
    const urls = known ? [known.imageUrl ?? "", ...known.texts.flatMap(pictureUrlsIn)] : [];
    return urls.find((url) => url !== "" && digest(url) === version);
  }

  /** Fetches a picture and keeps it in every width. */
  async function keep(url: string, version: string): Promise<boolean> {
    try {
      const answer = await outbound.get(url, { accept: "image/avif,image/webp,image/*;q=0.8" });
      if (answer.status !== 200) throw new Error(`Answered with status ${answer.status}.`);
      await mkdir(folder, { recursive: true });
      const picture = sharp(answer.body, { limitInputPixels: MAX_PIXELS });
      const { format } = await picture.metadata();
      if (!PHOTOGRAPHS.includes(format)) throw new Error(`This is ${format}, and no photograph.`);
      const original = picture.autoOrient();
      for (const width of WIDTHS) {
        const bytes = await original
          .clone()
          .resize({ width, withoutEnlargement: true })
          .webp({ quality: 74 })
          .toBuffer();
        // Written aside and moved, so that a killed process leaves no half picture under the real name.
        const aside = `${fileOf(version, width)}.part`;
        await writeFile(aside, bytes);
        await rename(aside, fileOf(version, width));
      }
      return true;
    } catch (error) {
      failedAt.set(version, Date.now());
      log.warn({ picture: url, reason: (error as Error).message }, "picture not had: the skyline stays");
      return false;
    }
  }

  return { get };
}
