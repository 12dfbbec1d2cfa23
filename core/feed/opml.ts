import { attributesOf, element, empty, lines } from "./xml.ts";

/** A feed as lists of feeds name it. */
interface ListedFeed {
  title: string;
  /** The feed's address. */
  feed: string;
  /** The address of what it is the feed of, where that is known. */
  page?: string;
  language?: string;
}

interface FeedFolder {
  title: string;
  feeds: ListedFeed[];
}

interface FeedDirectory {
  title: string;
  /** Whose list it is, and where that is. */
  owner: string;
  ownerPage: string;
  entries: (ListedFeed | FeedFolder)[];
}

/** Writes a list of feeds as OPML 2.0, which readers of feeds take in whole. */
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
${lines(head)}
</head>
<body>
${lines(entries.map((entry) => ("feeds" in entry ? folder(entry) : outline(entry))))}
</body>
</opml>
`;
}

function folder({ title, feeds }: FeedFolder): string {
  return `<outline${attributesOf({ text: title, title })}>\n${lines(feeds.map(outline))}\n</outline>`;
}

function outline({ title, feed, page, language }: ListedFeed): string {
  return empty("outline", {
    ...{ type: "rss", text: title, title, xmlUrl: feed },
    ...(page && { htmlUrl: page }),
    ...(language && { language }),
  });
}
