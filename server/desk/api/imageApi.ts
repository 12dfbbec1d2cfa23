import { Hono } from "hono";
import { z } from "zod";
import type { Desk } from "../deskContext.ts";
import type { LibraryImage } from "./apiTypes.ts";
import { type EditionEnv, json, notYet } from "./route.ts";

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

/** Routes of the library of images. */
export function createImageApi(_desk: Desk) {
  return (
    new Hono<EditionEnv>()
      // ?search=…&before=KEY
      .get("/images", (context) => context.json(notYet<LibraryImage[]>()))
      // The body is the file, and ?name= its name.
      .post("/images", (context) => context.json(notYet<LibraryImage>()))
      .get("/images/:key", (context) => context.json(notYet<LibraryImage>()))
      .put("/images/:key", json(detailsSchema), (context) => context.json(notYet<LibraryImage>()))
  );
  // GET /images/:key/thumbnail?width=320|960: a WebP.
}
