import { expect, it } from "vitest";
import { childOf, childrenOf, readXml, textOf } from "./xml.ts";

const ITEMS = `<item><title>One</title><link>https://a.example/1</link></item>
<item><title>Two <link>https://a.example/2</link><description>Second <b>bold</b></description></item>
<item><title>Three</title><link>https://a.example/3<pubDate>Thu, 17 Apr 2025 10:00:00 GMT</item>`;

it("gives an item back what follows a field that was not closed", () => {
  const { root, fault } = readXml(`<rss><channel><title>News <link>/</link>${ITEMS}</channel></rss>`, null);
  const channel = root && childOf(root, "channel");
  const items = channel ? childrenOf(channel, "item") : [];
  const fields = items.map((item) =>
    ["title", "link", "description", "pubdate"].map((name) => textOf(childOf(item, name)).trim()),
  );
  expect(fields).toEqual([
    ["One", "https://a.example/1", "", ""],
    ["Two", "https://a.example/2", "Second bold", ""],
    ["Three", "https://a.example/3", "", "Thu, 17 Apr 2025 10:00:00 GMT"],
  ]);
  expect(channel && textOf(childOf(channel, "title")).trim()).toBe("News");
  expect(fault).toBe("The element title in line 2 is not closed.");
});
