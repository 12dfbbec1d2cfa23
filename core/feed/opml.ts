import { element, emptyElement, joinLines, toAttributes } from "./xml.ts";

interface ListedFeed {
  title: string;
  /** Address of the feed. */
  feed: string;
  /** Address of the page with the feed's stories. */
  page?: string;
  language?: string;
}

interface FeedFolder {
  title: string;
  feeds: ListedFeed[];
}

interface FeedDirectory {
  title: string;
  owner: string;
  ownerPage: string;
  entries: (ListedFeed | FeedFolder)[];
}

/** Builds OPML 2.0, a list of feeds that feed readers import. */
export function buildOpml({ title, owner, ownerPage, entries }: FeedDirectory): string {
  const head = [
    element("title", title),
    element("ownerName", owner),
    element("ownerId", ownerPage),
    element("docs", "http://opml.org/spec2.opml"),
  ];
  return `<?xml version="1.0" encoding="UTF-8"?>
<opml version="2.0">
<head>
${joinLines(head)}
</head>
<body>
${joinLines(entries.map((entry) => ("feeds" in entry ? buildFolder(entry) : buildOutline(entry))))}
</body>
</opml>
`;
}

function buildFolder({ title, feeds }: FeedFolder): string {
  return `<outline${toAttributes({ text: title, title })}>\n${joinLines(feeds.map(buildOutline))}\n</outline>`;
}

function buildOutline({ title, feed, page, language }: ListedFeed): string {
  return emptyElement("outline", { type: "rss", text: title, title, xmlUrl: feed, htmlUrl: page, language });
}
