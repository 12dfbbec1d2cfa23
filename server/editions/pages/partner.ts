import { join } from "node:path";
import { z } from "zod";
import { findFileInside } from "../../files/filesInside.ts";
import { email, type Provider, slug, text, webAddress } from "../fields.ts";
import { EditionError } from "../yaml/yaml.ts";

const addressWithId = webAddress.refine((value) => value.includes("{id}"), "an address that holds {id}");

/** Schema of `partner.yaml`: documents for partners, in the media folder or on a cloud drive. */
export const partnerSchema = z.strictObject({
  title: text.describe("Title of the page."),
  description: text.describe("Description for search engines."),
  intro: text.describe("Paragraph under the title."),
  documents: z
    .array(
      z.strictObject({
        id: slug.describe(
          "Name of the files: media/{id}.pdf and the images of its pages, media/{id}.webp, media/{id}-2.webp and so on.",
        ),
        title: text.describe("Title of the document."),
        description: text.describe("Sentence under the title."),
        driveId: z
          .string()
          .regex(/^[\w-]+$/, "letters, digits, _ and -")
          .meta({
            description: "Id of the document on the drive, for a document that is not in media/.",
            examples: ["1a2B3c4D5e6F7g8H9i0J"],
          })
          .optional(),
      }),
    )
    .min(1, "at least one document")
    .describe("Documents in the order of the page."),
  drive: z
    .strictObject({
      name: text.meta({ description: "Name of the drive, which readers see.", examples: ["Google Drive"] }),
      preview: addressWithId.meta({
        description: "Address of a document's preview.",
        examples: ["https://drive.google.com/file/d/{id}/preview"],
      }),
      view: addressWithId.meta({
        description: "Address of a document.",
        examples: ["https://drive.google.com/file/d/{id}/view"],
      }),
      download: addressWithId.meta({
        description: "Address of a document's file.",
        examples: ["https://drive.google.com/uc?export=download&id={id}"],
      }),
    })
    .default({
      name: "Google Drive",
      preview: "https://drive.google.com/file/d/{id}/preview",
      view: "https://drive.google.com/file/d/{id}/view",
      download: "https://drive.google.com/uc?export=download&id={id}",
    })
    .describe("Cloud drive with the documents that have a `driveId`, for which {id} is the placeholder."),
  contact: z
    .strictObject({
      title: text.describe("Title of this part."),
      text: text.describe("Text under the title."),
      email: email.describe("Address for partners."),
    })
    .describe("Whom partners can write to."),
});

type PartnerConfig = z.infer<typeof partnerSchema>;

export interface PartnerPage extends Omit<PartnerConfig, "documents" | "drive"> {
  documents: PartnerDocument[];
}

export interface PartnerDocument extends Omit<PartnerConfig["documents"][number], "driveId"> {
  view: string;
  download: string;
  /** `pages` are the URLs of the images that show the document's pages. */
  preview: { pages: string[]; bytes: number } | { provider: Provider };
}

/** Adds URLs and previews to the documents. @throws {EditionError} with a line per missing file of a document */
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
      const pages = [picture, ...(await listFurtherPages(document.id))];
      return { ...document, view, download: `${view}?download`, preview: { pages, bytes } };
    }),
  );
  if (missing.length > 0) throw new EditionError(missing.join("\n"));
  return { ...texts, documents: found };

  async function listFurtherPages(id: string): Promise<string[]> {
    const pages: string[] = [];
    for (let number = 2; ; number++) {
      const page = `media/${id}-${number}.webp`;
      if (!(await findFileInside(folder, page))) return pages;
      pages.push(`/${page}`);
    }
  }

  async function getSize(address: string): Promise<number> {
    const file = await findFileInside(folder, address.slice(1));
    if (!file) missing.push(`${join(folder, address)}: this file is missing; partner.yaml names its document.`);
    return file?.size ?? 0;
  }
}
