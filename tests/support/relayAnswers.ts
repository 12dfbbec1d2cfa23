import { parseRssFeed } from "feedsmith";
import type { Content } from "./faults.ts";

export type RelayKind = "wrapper" | "passthrough" | "converter";

/** Returns a relay's response for a feed. */
export function createRelayResponse(kind: RelayKind, content: Content): Content {
  const body = typeof content.body === "string" ? content.body : new TextDecoder().decode(content.body);
  switch (kind) {
    case "wrapper":
      return toJson({
        contents: body,
        status: { url: "", content_type: content.contentType ?? "application/xml", http_code: 200 },
      });
    case "passthrough":
      return content;
    case "converter":
      return toJson(convert(body));
  }
}

/** Converts RSS to the format of public RSS-to-JSON converters, with a parser other than ours. */
function convert(body: string): unknown {
  const feed = tryParse(body);
  if (!feed) return { status: "error", message: "Cannot parse this RSS feed" };
  return {
    status: "ok",
    feed: { url: "", title: feed.title, link: feed.link, author: "", description: feed.description, image: "" },
    items: (feed.items ?? []).map((item) => ({
      title: item.title ?? "",
      pubDate: item.pubDate ? new Date(item.pubDate).toISOString().slice(0, 19).replace("T", " ") : "",
      link: item.link ?? "",
      guid: item.guid?.value ?? "",
      author: item.dc?.creators?.[0] ?? "",
      thumbnail: "",
      description: item.description ?? "",
      content: item.content?.encoded ?? item.description ?? "",
      enclosure: item.enclosures?.[0] ? { link: item.enclosures[0].url, type: item.enclosures[0].type } : {},
      categories: (item.categories ?? []).map(({ name }) => name),
    })),
  };
}

function tryParse(body: string) {
  try {
    return parseRssFeed(body);
  } catch {
    return null;
  }
}

function toJson(value: unknown): Content {
  return { body: JSON.stringify(value), contentType: "application/json; charset=utf-8" };
}
