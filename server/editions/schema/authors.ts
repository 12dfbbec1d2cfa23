import { z } from "zod";
import { slugify } from "../../../core/slug.ts";
import { mediaFile, rejectDuplicates, slug, text } from "../fields.ts";

const author = z
  .strictObject({
    name: text.meta({ description: "Name as in the bylines of staff stories.", examples: ["Ada Moss"] }),
    slug: slug
      .meta({
        description: "Slug of the name in bylines, if they have another form of it; by default made from `name`.",
        examples: ["a-moss"],
      })
      .optional(),
    biography: text
      .meta({
        description: "A sentence or two about the author, in plain text.",
        examples: ["Ada Moss covers the harbor."],
      })
      .optional(),
    picture: mediaFile
      .meta({ description: "Name of an image in media/, which is shown as a square.", examples: ["ada-moss.webp"] })
      .optional(),
  })
  .transform(({ name, slug, biography = null, picture }) => {
    return {
      name,
      slug: slug ?? slugify(name),
      biography,
      picture: picture === undefined ? null : `/media/${picture}`,
    };
  });

/** Schema of `authors` in `edition.yaml`: biographies and pictures for the newsroom's author pages. */
export const authorsSchema = z.array(author).superRefine((authors, context) => {
  rejectDuplicates(context, [], authors, "slug", "a slug that no author above has");
});

/** Schema of `authors.yaml`. */
export const authorsFileSchema = z.strictObject({
  authors: authorsSchema.describe("Authors, as in `authors` of `edition.yaml`."),
});
