import { z } from "zod";
import { decodeBody } from "../../feeds/parse/decodeBody.ts";
import { readOpml, readPageLinks } from "./linkedFeeds.ts";

const categoriesSchema = z.array(z.object({ name: z.string(), link: z.url(), count: z.number() }));

/** Reads the feeds named in a document: in an OPML file, a web page, or WordPress's list of a site's categories. */
export function parse({ contentType, url }: { contentType: string | null; url: string }, body: Uint8Array) {
  const text = decodeBody(body, contentType);
  return {
    opml: readOpml(text),
    page: /<(html|head|body|!doctype html)\b/i.test(text) ? readPageLinks(text, url) : undefined,
    categories: /^\s*\[/.test(text.slice(0, 1000)) ? readCategories(text) : [],
  };
}

/** Parses WordPress's list of categories. Returns [] for any other text. */
function readCategories(text: string) {
  try {
    return categoriesSchema.safeParse(JSON.parse(text)).data ?? [];
  } catch {
    return [];
  }
}
