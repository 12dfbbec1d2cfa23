import type { MetaDescriptor } from "react-router";
import { FORMATS } from "../../core/feed/formats.ts";
import type { SocialImage } from "../../core/imageSizes.ts";
import { removeLineControls } from "../../core/typography.ts";
import type { PublicEdition } from "../../server/editions/derived/publicEdition.ts";

/** The part of the root loader's data that every page's `<head>` needs. */
interface Site {
  edition: PublicEdition;
  /** The site's URL without a slash at the end. */
  siteUrl: string;
  /** False if the edition has no `url` and does not list the requested host. The page then states no address. */
  hasAddress: boolean;
}

interface PageHead {
  /** The page's title without the edition's name. */
  title: string;
  /** The window title in place of "title | edition". */
  wholeTitle?: string;
  description: string;
  /** The page's path, beginning with a slash. */
  path: string;
  /** URL of a syndicated story's original; by default the page's own URL. */
  canonical?: string | undefined;
  /** The social image; by default the edition's social image. */
  socialImage?: SocialImage;
  /** Title of the page's feed, and the feed's path without the last slash and the file name. */
  feed?: { title: string; base: string };
  /** Machine-readable versions of the page. */
  alternates?: readonly { type: string; title: string; path: string }[];
  article?: { published: string | null; modified: string | null; section: string; byline: string };
  /** Structured data (schema.org). */
  data?: readonly object[];
  /** Robots directive for pages that search engines must not list. */
  robots?: "noindex" | "noindex, follow" | undefined;
  /** ISO 8601 instant after which neither search engines nor this site's service worker may serve a copy. */
  expiresAt?: string | null;
}

/** Returns a page's head tags for browsers, search engines and social networks. */
export function createHead({ edition, siteUrl, hasAddress }: Site, page: PageHead): MetaDescriptor[] {
  const { article, socialImage = edition.socialImage } = page;
  const [title, description] = [removeLineControls(page.title), removeLineControls(page.description)];
  const robots = [page.robots, page.expiresAt && `unavailable_after: ${page.expiresAt}`].filter(Boolean).join(", ");
  const url = hasAddress ? siteUrl + page.path : undefined;
  const canonical = page.canonical ?? url;
  const alternates = [...createFeedLinks(page.feed), ...(page.alternates ?? [])];
  return [
    { title: page.wholeTitle ?? `${title} | ${edition.name}` },
    { name: "description", content: description },
    ...(canonical === undefined ? [] : [{ tagName: "link", rel: "canonical", href: canonical }]),
    ...alternates.map(({ path, ...link }) => ({ tagName: "link", rel: "alternate", ...link, href: siteUrl + path })),
    { property: "og:type", content: article ? "article" : "website" },
    { property: "og:site_name", content: edition.name },
    { property: "og:locale", content: edition.language.replace("-", "_") },
    { property: "og:title", content: title },
    { property: "og:description", content: description },
    ...(canonical === undefined ? [] : [{ property: "og:url", content: canonical }]),
    { property: "og:image", content: siteUrl + socialImage.src },
    { property: "og:image:type", content: "image/jpeg" },
    { property: "og:image:width", content: String(socialImage.width) },
    { property: "og:image:height", content: String(socialImage.height) },
    { property: "og:image:alt", content: socialImage.alt },
    ...(article?.published ? [{ property: "article:published_time", content: article.published }] : []),
    ...(article?.modified ? [{ property: "article:modified_time", content: article.modified }] : []),
    ...(article
      ? [
          { property: "article:section", content: article.section },
          // The byline of a syndicated story names the publisher. A photo as social image does not name the publisher.
          { name: "author", content: article.byline },
        ]
      : []),
    { name: "twitter:card", content: "summary_large_image" },
    // The router escapes the data, so that no text can end the script element.
    ...(page.data ?? []).map((thing) => ({ "script:ld+json": { "@context": "https://schema.org", ...thing } })),
    ...(robots ? [{ name: "robots", content: robots }] : []),
  ];
}

/** Returns the head tags of a page that is neither indexed nor shared, such as a frame's content. */
export function getUnlistedHead(title: string, description: string): MetaDescriptor[] {
  return [{ title }, { name: "description", content: description }, { name: "robots", content: "noindex" }];
}

/** Returns a link for each format of a feed, RSS first, since feed readers use the first link. */
function createFeedLinks(feed: PageHead["feed"]): { type: string; title: string; path: string }[] {
  if (!feed) return [];
  return Object.entries(FORMATS).map(([format, { type, file, name }]) => ({
    type,
    title: format === "rss" ? feed.title : `${feed.title} (${name})`,
    path: `${feed.base}/${file}`,
  }));
}
