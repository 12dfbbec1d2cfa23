import { z } from "zod";
import { decodeBody } from "../../feeds/parse/decodeBody.ts";
import { readOpml, readPageLinks } from "./linkedFeeds.ts";

const categoriesSchema = z.array(z.object({ name: z.string(), link: z.url(), count: z.number() }));

/** Extracts links to feeds from an OPML file or a web page. Extracts categories from WordPress's list of categories. */
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
