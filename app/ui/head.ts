import type { MetaDescriptor } from "react-router";
import { FORMATS } from "../../core/feed/formats.ts";
import type { Card } from "../../core/picture.ts";
import type { PublicEdition } from "../../server/editions/public.ts";

/** What the root's loader says, on which every page stands. */
interface Site {
  edition: PublicEdition;
  siteUrl: string;
}

interface PageHead {
  /** The page's own name, without the edition's. */
  title: string;
  /** What stands in the window's title where it is not "page | edition". */
  wholeTitle?: string;
  description: string;
  /** Its address from its first slash. */
  path: string;
  /** Where the same is published first, if not here. */
  canonical?: string | undefined;
  /** The edition's own card where left out. */
  card?: Card;
  /** The feed by which readers of feeds follow it: what stands in its address before the last part, and a query after it. */
  feed?: { title: string; base: string; query?: string };
  /** The same in other forms, for machines. */
  alternates?: readonly { type: string; title: string; path: string }[];
  article?: { published: string | null; section: string };
  /** What the page holds in the words of schema.org, for machines that read it. */
  data?: readonly object[];
}

/** What a page says of itself in its head: to browsers, to search engines and to networks where it is shared. */
export function headOf({ edition, siteUrl }: Site, page: PageHead): MetaDescriptor[] {
  const { title, wholeTitle, description, path, canonical, card = edition.card, article, data = [] } = page;
  const address = siteUrl + path;
  return [
    { title: wholeTitle ?? `${title} | ${edition.name}` },
    { name: "description", content: description },
    { tagName: "link", rel: "canonical", href: canonical ?? address },
    ...[...feedLinks(page.feed), ...(page.alternates ?? [])].map(({ type, title, path }) => ({
      ...{ tagName: "link", rel: "alternate", type, title, href: siteUrl + path },
    })),
    { property: "og:type", content: article ? "article" : "website" },
    { property: "og:site_name", content: edition.name },
    { property: "og:locale", content: edition.language.replace("-", "_") },
    { property: "og:title", content: title },
    { property: "og:description", content: description },
    { property: "og:url", content: address },
    { property: "og:image", content: siteUrl + card.src },
    { property: "og:image:type", content: "image/jpeg" },
    { property: "og:image:width", content: String(card.width) },
    { property: "og:image:height", content: String(card.height) },
    { property: "og:image:alt", content: card.alt },
    ...(article?.published ? [{ property: "article:published_time", content: article.published }] : []),
    ...(article ? [{ property: "article:section", content: article.section }] : []),
    { name: "twitter:card", content: "summary_large_image" },
    // The router prints these so that no text in them can end the script.
    ...data.map((thing) => ({ "script:ld+json": { "@context": "https://schema.org", ...thing } })),
  ];
}

/** A feed in all its formats; readers of feeds take the first. */
function feedLinks(feed: PageHead["feed"]): { type: string; title: string; path: string }[] {
  if (!feed) return [];
  const { title, base, query = "" } = feed;
  return Object.entries(FORMATS).map(([format, { type, file, name }]) => ({
    type,
    title: format === "rss" ? title : `${title} (${name})`,
    path: `${base}/${file}${query}`,
  }));
}
