import { ALERT_SEVERITIES } from "../editions/sectionSchema.ts";
import { findChild, findChildren, getText, parseXml, type XmlElement } from "../feeds/parse/xml.ts";
import { MAX_TEXT_LENGTH } from "./alerts.ts";

/** An alert of an authority that is in force. Instants are ISO 8601. */
export interface OfficialAlert {
  identifier: string;
  level: "breaking" | "weather";
  text: string;
  /** Name of the authority. */
  sender: string;
  area: string;
  link: string | null;
  from: string;
  until: string;
}

interface Message extends OfficialAlert {
  status: string;
  type: string;
  scope: string;
  severity: string;
  isAllClear: boolean;
  /** Identifiers of the messages that this one updates or cancels. */
  references: string[];
}

const MAX_AREA_LENGTH = 120;
/** Time for which an alert without an end is shown. The standard leaves this duration to the recipient. */
const DEFAULT_DURATION_MS = 24 * 60 * 60 * 1000;

/**
 * Reads the alerts in force from a message of the Common Alerting Protocol 1.2, or from an Atom feed whose entries
 * contain messages or, as at the National Weather Service, the elements of a message. Leaves out tests, drafts, private
 * messages and all-clears, and messages that another one in the document updates or cancels.
 *
 * @param language language of the texts, if a message has several
 * @param now milliseconds since 1970
 * @throws {Error} if the document is neither a message nor an Atom feed
 */
export function readOfficialAlerts(
  source: string,
  { minSeverity, language, now }: { minSeverity: (typeof ALERT_SEVERITIES)[number]; language: string; now: number },
): OfficialAlert[] {
  const messages = findMessages(source).flatMap((element) => readMessage(element, language) ?? []);
  const replaced = new Set(messages.flatMap(({ references }) => references));
  const severities: readonly string[] = ALERT_SEVERITIES.slice(ALERT_SEVERITIES.indexOf(minSeverity));
  return messages
    .filter(
      ({ identifier, status, type, scope, severity, isAllClear, until }) =>
        status === "actual" &&
        (type === "alert" || type === "update") &&
        (scope === "" || scope === "public") &&
        severities.includes(severity) &&
        !isAllClear &&
        !replaced.has(identifier) &&
        Date.parse(until) > now,
    )
    .map(({ identifier, level, text, sender, area, link, from, until }) => {
      return { identifier, level, text, sender, area, link, from, until };
    });
}

function findMessages(source: string): XmlElement[] {
  const { root } = parseXml(source, null);
  if (root && getLocalName(root) === "alert") return [root];
  if (root?.name !== "atom:feed") throw new Error("The document is neither a CAP message nor an Atom feed.");
  return findChildren(root, "atom:entry").map((entry) => {
    const [content] = findChildren(entry, "atom:content");
    return (content && findLocal(content, "alert")[0]) ?? entry;
  });
}

/** Returns undefined if a required part is missing. */
function readMessage(element: XmlElement, language: string): Message | undefined {
  const infos = findLocal(element, "info");
  const matching = infos.find((info) => readField([info], "language").slice(0, 2) === language.slice(0, 2));
  const info = matching ?? infos[0];
  const read = (name: string) => readField(info ? [info, element] : [element], name);
  const identifier = read("identifier") || read("id");
  const from = toInstant(read("effective") || read("sent"));
  const end = read("expires");
  const until =
    end === "" && from !== null ? new Date(Date.parse(from) + DEFAULT_DURATION_MS).toISOString() : toInstant(end);
  const headline = read("headline") || read("event");
  if (identifier === "" || headline === "" || from === null || until === null) return undefined;
  const author = findChild(element, "atom:author");
  const areas = info ? findLocal(info, "area").map((area) => readField([area], "areadesc")) : [read("areadesc")];
  const web = read("web");
  return {
    identifier,
    level: read("category").toLowerCase() === "met" ? "weather" : "breaking",
    text: shorten(headline.length > MAX_TEXT_LENGTH ? read("event") || headline : headline, MAX_TEXT_LENGTH),
    sender: read("sendername") || (author ? readField([author], "name") : "") || read("sender"),
    area: shorten(areas.join("; "), MAX_AREA_LENGTH),
    link: /^https?:\/\/\S+$/.test(web) ? web : null,
    from,
    until,
    status: read("status").toLowerCase(),
    type: read("msgtype").toLowerCase(),
    scope: read("scope").toLowerCase(),
    severity: read("severity").toLowerCase(),
    isAllClear: read("responsetype").toLowerCase() === "allclear",
    // Each reference is "sender,identifier,sent".
    references: read("references")
      .split(/\s+/)
      .flatMap((reference) => reference.split(",")[1] ?? []),
  };
}

/** Returns the text of the first child with this local name, in the first element that has one; "" if none has. */
function readField(elements: readonly XmlElement[], name: string): string {
  for (const element of elements) {
    const [child] = findLocal(element, name);
    if (child) return getText(child).replaceAll(/\s+/g, " ").trim();
  }
  return "";
}

/** Returns the children with a local name, whichever prefix their namespace has. */
function findLocal(element: XmlElement, name: string): XmlElement[] {
  return element.children.filter(
    (child): child is XmlElement => typeof child !== "string" && getLocalName(child) === name,
  );
}

function getLocalName({ name }: XmlElement): string {
  return name.replace(/^.*:/, "");
}

function toInstant(time: string): string | null {
  return /(Z|[+-]\d\d:\d\d)$/.test(time) && !Number.isNaN(Date.parse(time)) ? new Date(time).toISOString() : null;
}

function shorten(text: string, maxLength: number): string {
  return text.length <= maxLength
    ? text
    : `${text
        .slice(0, maxLength - 1)
        .toWellFormed()
        .trimEnd()}…`;
}
