import {
  findChild,
  getText,
  listChildren,
  listDescendants,
  parseXml,
  type XmlElement,
} from "../../server/feeds/parse/xml.ts";

const RFC_822 =
  /^(Mon|Tue|Wed|Thu|Fri|Sat|Sun), \d\d (Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec) \d{4} \d\d:\d\d:\d\d GMT$/;
const MIME = /^[\w.+-]+\/[\w.+-]+$/;
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters to find
const BAD_CHARACTERS = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\ufffd-\uffff]|\p{Surrogate}/u;

/**
 * Checks RSS 2.0 by the rules of the W3C feed validator (w3c/feedvalidator: channel.py, item.py, image.py).
 *
 * @param self the URL of the feed
 * @returns a sentence for each violation
 */
export function breachesOfFeedRules(xml: string, self: string): string[] {
  const violations: string[] = [];
  const must = (holds: boolean, rule: string) => {
    if (!holds) violations.push(rule);
  };
  const { root, fault } = parseXml(xml, null);
  must(fault === null, `is well-formed: ${fault}`);
  must(!BAD_CHARACTERS.test(xml), "has no character that XML forbids or advises against");
  must(root?.name === "rss" && root.attributes.version === "2.0", "is RSS 2.0");
  const channel = root && findChild(root, "channel");
  if (!channel) return [...violations, "has a channel"];

  for (const name of ["title", "link", "description", "language", "ttl", "image"])
    must(listChildren(channel, name).length === 1, `the channel has one ${name}`);
  must(/^[1-9]\d*$/.test(textIn(channel, "ttl")), "ttl is a positive number");
  must(isWeb(textIn(channel, "link")), "the channel's link is absolute");
  const links = listChildren(channel, "atom:link").filter(({ attributes }) => attributes.rel === "self");
  must(links.length === 1 && links[0]?.attributes.href === self, `the channel's atom:link self is ${self}`);
  for (const date of listChildren(channel, "lastbuilddate")) must(isDate(getText(date)), "lastBuildDate is a date");
  const image = findChild(channel, "image");
  if (image) {
    for (const name of ["title", "link"])
      must(textIn(image, name) === textIn(channel, name), `the image's ${name} is the channel's`);
    must(/^https?:.+\.(png|jpe?g|gif)$/.test(textIn(image, "url")), "the image is a PNG, JPEG or GIF file");
    must(Number(textIn(image, "width")) <= 144 && Number(textIn(image, "height")) <= 400, "the image is not too large");
  }
  const items = listChildren(channel, "item");
  const names = channel.children.flatMap((child) => (typeof child === "string" ? [] : [child.name]));
  must(
    names.slice(names.length - items.length).every((name) => name === "item"),
    "items come last",
  );

  const guids = items.map((item) => textIn(item, "guid"));
  must(new Set(guids).size === guids.length, "guids are unique");
  for (const item of items) violations.push(...findItemViolations(item));
  return violations;
}

function findItemViolations(item: XmlElement): string[] {
  const violations: string[] = [];
  const title = textIn(item, "title");
  const must = (holds: boolean, rule: string) => {
    if (!holds) violations.push(`${JSON.stringify(title)}: ${rule}`);
  };
  for (const name of ["title", "link", "guid", "pubdate", "description", "dc:creator"])
    must(listChildren(item, name).length === 1, `has one ${name}`);
  for (const name of ["content:encoded", "enclosure", "source", "atom:title"])
    must(listChildren(item, name).length <= 1, `has at most one ${name}`);
  must(title.trim() !== "", "the title is not blank");
  must(listChildren(item, "author").length === 0, "author, which wants an e-mail address, is left to dc:creator");
  must(isWeb(textIn(item, "link")) && isWeb(textIn(item, "guid")), "link and guid are absolute");
  must(findChild(item, "guid")?.attributes.ispermalink === "true", "the guid is the permanent address");
  must(isDate(textIn(item, "pubdate")), "pubDate is a date");
  for (const category of listChildren(item, "category")) must(getText(category).trim() !== "", "no category is blank");
  for (const { attributes } of listChildren(item, "enclosure"))
    must(
      isWeb(attributes.url) && /^\d+$/.test(attributes.length ?? "") && MIME.test(attributes.type ?? ""),
      "the enclosure has its address, length and type",
    );
  for (const { attributes } of listChildren(item, "source")) must(isWeb(attributes.url), "the source has its address");
  for (const { attributes } of listDescendants(item, "media:content"))
    must(isWeb(attributes.url) && MIME.test(attributes.type ?? ""), "the picture has its address and type");
  const order = item.children.flatMap((child) => (typeof child === "string" ? [] : [child.name]));
  const content = order.indexOf("content:encoded");
  must(content === -1 || order.indexOf("description") < content, "the description comes before the content");
  for (const name of ["description", "content:encoded"]) {
    const html = textIn(item, name);
    must(!/<(script|style|iframe|form|object|embed)\b|<[^>]*\s(on\w+|style)=/i.test(html), `${name} is safe`);
    const addresses = Array.from(html.matchAll(/<[a-z][^<>]*?\s(?:href|src|poster)="([^"]*)"/g), ([, found]) => found);
    must(
      addresses.every((address) => isWeb(address) || address?.startsWith("mailto:")),
      `${name} has no relative address`,
    );
  }
  return violations;
}

function textIn(element: XmlElement, name: string): string {
  return getText(findChild(element, name));
}

function isWeb(address = ""): boolean {
  return /^https?:\/\/[^\s]+$/.test(address) && URL.canParse(address);
}

/** Accepts a date in the format of RFC 822 that has the right weekday and is at most ten minutes in the future. */
function isDate(text: string): boolean {
  const time = Date.parse(text);
  return RFC_822.test(text) && new Date(time).toUTCString() === text && time < Date.now() + 600_000;
}
