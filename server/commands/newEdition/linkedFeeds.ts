import { Parser } from "htmlparser2";

/** A link to a feed in an OPML file or a web page. */
export interface LinkedFeed {
  url: string;
  title: string;
  /** Title of the feed's folder in an OPML file, or the feed's category in WordPress or Ghost; null for neither. */
  category: string | null;
}

/** Content management systems whose feeds have known addresses. */
export type Generator = "wordpress" | "ghost";

/** Title of a web page, and the feeds that the page names. */
export interface PageFeeds {
  /** Title of the page; may be "". */
  title: string;
  feeds: LinkedFeed[];
  generator: Generator | null;
}

const FEED_TYPES = new Set([
  "application/rss+xml",
  "application/atom+xml",
  "application/feed+json",
  "application/rdf+xml",
]);
const COMMENTS = /comment|comentario/i;

/** Returns the feeds of an OPML file, with unvalidated URLs; undefined if the text is not OPML. */
export function readOpml(text: string): LinkedFeed[] | undefined {
  if (!/<opml[\s>]/i.test(text.slice(0, 1000))) return undefined;
  const feeds: LinkedFeed[] = [];
  /** Stack of the open `outline` elements: the title of a folder, null for a feed. */
  const open: (string | null)[] = [];
  const parser = new Parser(
    {
      onopentag(name, attributes) {
        if (name !== "outline") return;
        const { xmlurl, text = "", title = text } = attributes;
        const category = open.findLast((folder) => folder) ?? null;
        if (xmlurl) feeds.push({ url: toWebAddress(xmlurl) ?? xmlurl, title, category });
        open.push(xmlurl ? null : title);
      },
      onclosetag(name) {
        if (name === "outline") open.pop();
      },
    },
    // Some files write the attribute as xmlurl or XMLURL instead of xmlUrl.
    { xmlMode: true, lowerCaseTags: true, lowerCaseAttributeNames: true },
  );
  parser.end(text);
  return feeds;
}

/** Finds the feeds that the web page at `url` names in `<link>` elements. Leaves out feeds of comments. */
export function readPageLinks(html: string, url: string): PageFeeds {
  const page: PageFeeds = { title: "", feeds: [], generator: null };
  let isTitle = false;
  const parser = new Parser({
    onopentag(name, { rel = "", type = "", href = "", title = "", name: metaName = "", content = "" }) {
      // Many WordPress sites hide the generator but not the path of their theme.
      if (href.includes("/wp-content/")) page.generator ??= "wordpress";
      isTitle = name === "title" && page.title === "";
      if (name === "meta" && metaName.toLowerCase() === "generator") page.generator ??= toGenerator(content);
      if (name !== "link") return;
      if (rel === "https://api.w.org/") page.generator ??= "wordpress";
      const address = toWebAddress(href, url);
      const isFeed = /\balternate\b/i.test(rel) && FEED_TYPES.has(type.toLowerCase());
      if (isFeed && address && !COMMENTS.test(title + address))
        page.feeds.push({ url: address, title, category: null });
    },
    ontext(text) {
      if (isTitle) page.title += text;
    },
    onclosetag() {
      isTitle = false;
    },
  });
  parser.end(html);
  return page;
}

function toGenerator(content: string): Generator | null {
  return (/^(wordpress|ghost)\b/i.exec(content)?.[1]?.toLowerCase() as Generator | undefined) ?? null;
}

function toWebAddress(href: string, base?: string): string | null {
  const url = URL.parse(href.trim(), base);
  return url && /^https?:$/.test(url.protocol) ? url.href : null;
}
