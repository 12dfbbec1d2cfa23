import { z } from "zod";
import { pixels, provider, slug, text } from "../fields.ts";

/** Schema of `embeds` in `edition.yaml`. */
export const embedsSchema = z
  .strictObject({
    events: z
      .strictObject({
        title: text.describe("Title of the wall.").optional(),
        height: pixels.default(440).describe("Height in pixels."),
        section: slug.describe("Section that lists the events."),
        provider: provider.optional(),
      })
      .describe("The wall of events.")
      .optional(),
    latest: z
      .strictObject({
        title: text.describe("Title of the wall.").optional(),
        height: pixels.default(1000).describe("Height in pixels."),
        provider: provider.optional(),
      })
      .describe("The wall of latest headlines.")
      .optional(),
    video: z
      .strictObject({
        title: text.describe("Title of the film."),
        caption: text.describe("Text under the film."),
        file: text.describe("Name of the film's file in media/."),
        poster: text.describe("Name of an image in media/ that is shown before the film plays."),
        width: pixels.describe("Width of the film in pixels."),
        height: pixels.describe("Height of the film in pixels."),
        provider: provider.optional(),
      })
      .describe("The film on the front page.")
      .optional(),
  })
  .describe("Blocks of the front page, each of which a `provider` replaces by a third party's page.")
  .prefault({});
