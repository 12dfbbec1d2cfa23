import { stat } from "node:fs/promises";
import { join } from "node:path";
import { z } from "zod";
import { email, type Provider, slug, text, webAddress } from "./fields.ts";
import { EditionError } from "./yaml.ts";

const withId = webAddress.refine((value) => value.includes("{id}"), "an address that holds {id}");

/** What an edition's `partner.yaml` may hold: its documents for partners, its own PDFs or those on a cloud drive. */
export const partnerSchema = z.strictObject({
  title: text,
  /** For search engines. */
  description: text,
  intro: text,
  documents: z
    .array(
      z.strictObject({
        /** Names the files too: `media/{id}.pdf` and the picture of its first page, `media/{id}.webp`. */
        id: slug,
        title: text,
        description: text,
        /** By which the drive knows the document, where it is there and not in the edition's folder. */
        driveId: z
          .string()
          .regex(/^[\w-]+$/, "letters, digits, _ and -")
          .optional(),
      }),
    )
    .min(1, "at least one document"),
  /** Where the drive has the documents that have a `driveId`. */
  drive: z.strictObject({ name: text, preview: withId, view: withId, download: withId }).default({
    name: "Google Drive",
    preview: "https://drive.google.com/file/d/{id}/preview",
    view: "https://drive.google.com/file/d/{id}/view",
    download: "https://drive.google.com/uc?export=download&id={id}",
  }),
  contact: z.strictObject({ title: text, text, email }),
});

type PartnerFile = z.infer<typeof partnerSchema>;

/** A document, where it is seen and had, and what shows it before: a picture of ours, or a page of somebody else's. */
export interface PartnerDocument {
  id: string;
  title: string;
  description: string;
  view: string;
  download: string;
  preview: { picture: string; bytes: number } | { provider: Provider };
}

export interface PartnerPage extends Omit<PartnerFile, "documents" | "drive"> {
  documents: PartnerDocument[];
}

/** @throws {EditionError} naming each file of a document that is not there */
export async function partnerPageOf({ documents, drive, ...words }: PartnerFile, folder: string): Promise<PartnerPage> {
  const missing: string[] = [];
  const found = await Promise.all(
    documents.map(async ({ driveId, ...document }): Promise<PartnerDocument> => {
      if (driveId) {
        const at = (address: string) => address.replaceAll("{id}", driveId);
        const preview = { provider: { name: drive.name, url: at(drive.preview) } };
        return { ...document, view: at(drive.view), download: at(drive.download), preview };
      }
      const [pdf, picture] = [`${document.id}.pdf`, `${document.id}.webp`];
      const [bytes] = await Promise.all([sizeOf(pdf), sizeOf(picture)]);
      const view = `/media/${pdf}`;
      return { ...document, view, download: `${view}?download`, preview: { picture: `/media/${picture}`, bytes } };
    }),
  );
  if (missing.length > 0) throw new EditionError(missing.join("\n"));
  return { ...words, documents: found };

  async function sizeOf(name: string): Promise<number> {
    const path = join(folder, "media", name);
    const file = await stat(path).catch(() => null);
    if (!file) missing.push(`${path}: this file is missing; partner.yaml names its document.`);
    return file?.size ?? 0;
  }
}
