import { expect, it } from "vitest";
import { findChild, getText, listChildren, parseXml } from "./xml.ts";

const ITEMS = `<item><title>One</title><link>https://a.example/1</link></item>
<item><title>Two <link>https://a.example/2</link><description>Second <b>bold</b></description></item>
<item><title>Three</title><link>https://a.example/3<pubDate>Thu, 17 Apr 2025 10:00:00 GMT</item>`;

it("moves the fields after an unclosed field to the item", () => {
  const { root, fault } = parseXml(`<rss><channel><title>News <link>/</link>${ITEMS}</channel></rss>`, null);
  const channel = root && findChild(root, "channel");
  const items = channel ? listChildren(channel, "item") : [];
  const fields = items.map((item) =>
    ["title", "link", "description", "pubdate"].map((name) => getText(findChild(item, name)).trim()),
  );
  expect(fields).toEqual([
    ["One", "https://a.example/1", "", ""],
    ["Two", "https://a.example/2", "Second bold", ""],
    ["Three", "https://a.example/3", "", "Thu, 17 Apr 2025 10:00:00 GMT"],
  ]);
  expect(channel && getText(findChild(channel, "title")).trim()).toBe("News");
  expect(fault).toBe("The element title in line 2 is not closed.");
});

it("reads prefixes and namespaces with names of JavaScript's own", () => {
  const feed = `<rss><channel xmlns:toString="constructor"><toString:a>1</toString:a><valueOf:b>2</valueOf:b></channel></rss>`;
  const { root, fault } = parseXml(feed, null);
  const channel = root && findChild(root, "channel");
  expect(channel?.children).toMatchObject([{ name: "other-toString:a" }, { name: "other-valueOf:b" }]);
  expect(fault).toBeNull();
});
