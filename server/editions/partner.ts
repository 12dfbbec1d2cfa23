import { stat } from "node:fs/promises";
import { join } from "node:path";
import { z } from "zod";
import { email, type Provider, slug, text, webAddress } from "./fields.ts";
import { EditionError } from "./yaml.ts";

const withId = webAddress.refine((value) => value.includes("{id}"), "an address that holds {id}");

/** Schema of `partner.yaml`: documents for partners, in the media folder or on a cloud drive. */
export const partnerSchema = z.strictObject({
  title: text,
  /** For search engines. */
  description: text,
  intro: text,
  documents: z
    .array(
      z.strictObject({
        /** Also names the files: `media/{id}.pdf` and the images of its pages, `media/{id}.webp`, `media/{id}-2.webp` and so on. */
        id: slug,
        title: text,
        description: text,
        /** Id of the document on the drive; undefined for a document in the media folder. */
        driveId: z
          .string()
          .regex(/^[\w-]+$/, "letters, digits, _ and -")
          .optional(),
      }),
    )
    .min(1, "at least one document"),
  /** URLs on the drive, with the placeholder {id} for `driveId`. */
  drive: z.strictObject({ name: text, preview: withId, view: withId, download: withId }).default({
    name: "Google Drive",
    preview: "https://drive.google.com/file/d/{id}/preview",
    view: "https://drive.google.com/file/d/{id}/view",
    download: "https://drive.google.com/uc?export=download&id={id}",
  }),
  contact: z.strictObject({ title: text, text, email }),
});

type PartnerConfig = z.infer<typeof partnerSchema>;

export interface PartnerPage extends Omit<PartnerConfig, "documents" | "drive"> {
  documents: PartnerDocument[];
}

export interface PartnerDocument extends Omit<PartnerConfig["documents"][number], "driveId"> {
  view: string;
  download: string;
  /** `pages` are the URLs of images. */
  preview: { pages: string[]; bytes: number } | { provider: Provider };
}

/** @throws {EditionError} with a line per missing file of a document */
export async function loadPartnerPage(config: PartnerConfig, folder: string): Promise<PartnerPage> {
  const { documents, drive, ...texts } = config;
  const missing: string[] = [];
  const found = await Promise.all(
    documents.map(async ({ driveId, ...document }): Promise<PartnerDocument> => {
      if (driveId) {
        const toUrl = (address: string) => address.replaceAll("{id}", driveId);
        const preview = { provider: { name: drive.name, url: toUrl(drive.preview) } };
        return { ...document, view: toUrl(drive.view), download: toUrl(drive.download), preview };
      }
      const view = `/media/${document.id}.pdf`;
      const picture = `/media/${document.id}.webp`;
      const [bytes] = await Promise.all([getSize(view), getSize(picture)]);
      const pages = [picture, ...(await findFurtherPages(document.id))];
      return { ...document, view, download: `${view}?download`, preview: { pages, bytes } };
    }),
  );
  if (missing.length > 0) throw new EditionError(missing.join("\n"));
  return { ...texts, documents: found };

  async function findFurtherPages(id: string): Promise<string[]> {
    const pages: string[] = [];
    for (let number = 2; ; number++) {
      const page = `/media/${id}-${number}.webp`;
      if (!(await stat(join(folder, page)).catch(() => null))) return pages;
      pages.push(page);
    }
  }

  async function getSize(address: string): Promise<number> {
    const path = join(folder, address);
    const file = await stat(path).catch(() => null);
    if (!file) missing.push(`${path}: this file is missing; partner.yaml names its document.`);
    return file?.size ?? 0;
  }
}
