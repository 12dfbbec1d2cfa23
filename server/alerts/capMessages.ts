import { toCleanLine } from "../../core/controls.ts";
import { parseInstant } from "../../core/instant.ts";
import { findChild, getText, listChildren, parseXml, resolveUrl, type XmlElement } from "../feeds/parse/xml.ts";

/** A message of the Common Alerting Protocol 1.2. Enumerated values are in lower case; missing values are "". */
export interface CapMessage {
  /** Sender's identifier for the message. Other messages refer to the message by `sender`, `identifier` and `sent`. */
  identifier: string;
  sender: string;
  /** ISO 8601; "" if missing. */
  sent: string;
  status: string;
  type: string;
  scope: string;
  references: CapReference[];
  /** Name of the authority that sent the message. */
  authority: string;
  infos: CapInfo[];
}

export type CapReference = Pick<CapMessage, "sender" | "identifier" | "sent">;

/** An `<info>` of a message: its text in one language, for some areas. */
export interface CapInfo {
  /** Language tag; the standard's default if the message names no language. */
  language: string;
  categories: string[];
  responseTypes: string[];
  severity: string;
  event: string;
  headline: string;
  authority: string;
  areas: string[];
  link: string | null;
  /** Time from which the info applies, ISO 8601; null if no valid time is given. */
  from: string | null;
  /** ISO 8601; "" if no end is given, null if the end is invalid. */
  until: string | null;
}

// Limits that no real message reaches. Fields are cut before a regular expression is applied to them.
const MAX_MESSAGES = 2000;
const MAX_INFOS = 100;
const MAX_AREAS = 100;
const MAX_FIELD_LENGTH = 1000;
const MAX_REFERENCES_LENGTH = 50_000;
const DEFAULT_LANGUAGE = "en-us";

/**
 * Reads the messages of a document: a CAP message, or an Atom feed. The feed's entries contain messages or, at the
 * National Weather Service and at MeteoAlarm, the elements of a message. MeteoAlarm has an entry for each area and
 * language of a message. Leaves out messages without an identifier.
 *
 * @param url address of the document, the base of its relative links; null if unknown
 * @throws {Error} if the document is neither a message nor an Atom feed
 */
export function readCapMessages(source: string, url: string | null): CapMessage[] {
  const { root } = parseXml(source, url);
  if (root && getLocalName(root) === "alert") return mergeParts([readMessage(root)]);
  if (root?.name !== "atom:feed") throw new Error("The document is neither a CAP message nor an Atom feed.");
  const entries = listChildren(root, "atom:entry").slice(0, MAX_MESSAGES);
  return mergeParts(entries.map((entry) => readEntry(entry, url)));
}

/** Returns a key made of the three values that identify a message. */
export function getMessageKey({ sender, identifier, sent }: CapReference): string {
  return JSON.stringify([sender, identifier, sent]);
}

/**
 * Merges the infos of messages that a document lists several times. Messages that differ in status, type or scope are
 * different messages, even if their keys are equal.
 */
function mergeParts(parts: readonly CapMessage[]): CapMessage[] {
  const messages = new Map<string, CapMessage>();
  for (const part of parts) {
    if (part.identifier === "") continue;
    const { status, type, scope } = part;
    const message = messages.getOrInsert(JSON.stringify([getMessageKey(part), status, type, scope]), part);
    if (message !== part) message.infos = [...message.infos, ...part.infos].slice(0, MAX_INFOS);
  }
  return [...messages.values()];
}

function readMessage(element: XmlElement, link: string | null = null): CapMessage {
  const message = readHead(element, "");
  const infos = listLocal(element, "info").slice(0, MAX_INFOS);
  return { ...message, infos: infos.map((info) => readInfo(info, { sent: message.sent, link })) };
}

function readEntry(entry: XmlElement, url: string | null): CapMessage {
  const [content] = listChildren(entry, "atom:content");
  const message = content && listLocal(content, "alert")[0];
  const { link, language } = findLink(entry, url);
  if (message) return readMessage(message, link);
  const author = findChild(entry, "atom:author");
  const head = readHead(entry, author ? readField(author, "name") : "");
  const info = readInfo(entry, { sent: head.sent, link });
  return {
    ...head,
    identifier: head.identifier || readField(entry, "id"),
    // Feeds list only public messages, and leave out the element `scope`.
    scope: head.scope || "public",
    infos: [{ ...info, ...(language !== null && readField(entry, "language") === "" && { language }) }],
  };
}

function readHead(element: XmlElement, author: string): CapMessage {
  const read = (name: string) => readField(element, name);
  return {
    identifier: read("identifier"),
    sender: read("sender") || author,
    sent: parseInstant(read("sent")) ?? "",
    status: read("status").toLowerCase(),
    // MeteoAlarm calls the element `message_type` instead of `msgType`.
    type: (read("msgtype") || read("message_type")).toLowerCase(),
    scope: read("scope").toLowerCase(),
    references: readReferences(readField(element, "references", MAX_REFERENCES_LENGTH)),
    authority: author || read("sender"),
    infos: [],
  };
}

/** Parses references, each of the form "sender,identifier,sent". Leaves out incomplete references. */
function readReferences(text: string): CapReference[] {
  return text.split(" ").flatMap((reference) => {
    const [sender, identifier, time, ...rest] = reference.split(",");
    const sent = parseInstant(time ?? "");
    return sender && identifier && sent && rest.length === 0 ? [{ sender, identifier, sent }] : [];
  });
}

/** @param message instant at which the message was sent, and the link of its entry */
function readInfo(element: XmlElement, message: { sent: string; link: string | null }): CapInfo {
  const read = (name: string) => readField(element, name);
  const readAll = (name: string) =>
    listLocal(element, name)
      .slice(0, MAX_AREAS)
      .map((child) => clean(child).toLowerCase());
  const areas = listLocal(element, "area").slice(0, MAX_AREAS);
  const end = read("expires");
  return {
    language: read("language").toLowerCase() || DEFAULT_LANGUAGE,
    categories: readAll("category"),
    responseTypes: readAll("responsetype"),
    severity: read("severity").toLowerCase(),
    event: read("event"),
    headline: read("headline"),
    authority: read("sendername"),
    areas: [...areas.map((area) => readField(area, "areadesc")), read("areadesc")].filter((area) => area !== ""),
    link: toWebAddress(read("web"), null) ?? message.link,
    from: read("effective") === "" ? message.sent || null : parseInstant(read("effective")),
    until: end === "" ? "" : parseInstant(end),
  };
}

/**
 * Returns an entry's link to a page for readers, and the language of the page. If there is no such link, returns the
 * entry's first link, such as the link to the message itself.
 */
function findLink(entry: XmlElement, url: string | null): { link: string | null; language: string | null } {
  const links = listChildren(entry, "atom:link").flatMap(({ attributes, baseUrl }) => {
    const { href = "", type = "", rel = "alternate", hreflang = null } = attributes;
    const link = toWebAddress(href.slice(0, MAX_FIELD_LENGTH), baseUrl ?? url);
    const isPage = ["", "text/html"].includes(type) && ["alternate", "related"].includes(rel);
    return link === null || rel === "self" ? [] : [{ link, isPage, language: hreflang?.toLowerCase() ?? null }];
  });
  return {
    link: (links.find(({ isPage }) => isPage) ?? links[0])?.link ?? null,
    language: links.find(({ language }) => language)?.language ?? null,
  };
}

function toWebAddress(reference: string, base: string | null): string | null {
  const address = reference === "" ? null : resolveUrl(reference, base);
  return address !== null && /^https?:\/\//.test(address) ? address : null;
}

/** Returns the text of the first child with the local name `name`, on one line; "" if there is none. */
function readField(element: XmlElement, name: string, maxLength = MAX_FIELD_LENGTH): string {
  const child = element.children.find((child) => typeof child !== "string" && getLocalName(child) === name);
  return child === undefined || typeof child === "string" ? "" : clean(child, maxLength);
}

function clean(element: XmlElement, maxLength = MAX_FIELD_LENGTH): string {
  return toCleanLine(getText(element).slice(0, maxLength));
}

/** Returns the children with the local name `name`, whatever their namespace prefix. */
function listLocal(element: XmlElement, name: string): XmlElement[] {
  return element.children.filter(
    (child): child is XmlElement => typeof child !== "string" && getLocalName(child) === name,
  );
}

function getLocalName({ name }: XmlElement): string {
  return name.slice(name.lastIndexOf(":") + 1);
}
