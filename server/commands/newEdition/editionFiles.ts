import { join, relative, sep } from "node:path";
import { getEditionTexts } from "../../../core/language/catalogs.ts";
import { LANDSCAPES } from "../../../core/motifs.ts";
import { getSchemaFile } from "../../editions/fileSchemas.ts";
import { getMostPermitted } from "../../editions/loading/knownTerms.ts";
import { formatAbout, formatPrivacy } from "./editionPages.ts";
import type { UnreadAddress } from "./findFeeds.ts";
import { FIRST_STORY, formatFirstStory } from "./firstStory.ts";
import type { ProposedSection } from "./proposeSections.ts";

/** Answers to the questions of `npx broadsheet new`. */
export interface NewEdition {
  id: string;
  name: string;
  place: string;
  region: string;
  timeZone: string;
  language: string;
  /** Public address; "" if there is none yet. */
  url: string;
  /** Name of the landscape that is drawn in place of missing photos. */
  motif: string;
}

/** Rights for publishers whose terms are unknown, stricter than the defaults: no copies of photos, and no ads. */
const CAREFUL_RIGHTS = { images: "link", ads: false };

/**
 * Returns the contents of a new edition's files by path.
 *
 * @param today date such as 2026-11-22
 * @param folder the edition's folder
 */
export function formatEditionFiles(
  edition: NewEdition,
  sections: readonly ProposedSection[],
  unread: readonly UnreadAddress[],
  today: string,
  folder: string,
): Record<string, string> {
  return {
    "edition.yaml": `${formatSchemaLine(folder, "edition")}${formatEdition(edition, sections, unread, today)}`,
    "pages/about.md": inFrontMatter(formatAbout(edition)),
    "pages/privacy.md": inFrontMatter(formatPrivacy(edition, today)),
    [FIRST_STORY]: formatFirstStory(edition, sections[0]?.slug ?? "", folder),
  };

  function inFrontMatter(page: string): string {
    return page.replace(/^---\n/, (line) => line + formatSchemaLine(join(folder, "pages"), "page"));
  }
}

/** Returns a YAML comment that tells text editors the path of a file's JSON Schema, relative to `folder`. */
function formatSchemaLine(folder: string, id: string): string {
  const path = relative(folder, getSchemaFile(id)).replaceAll(sep, "/");
  return `# yaml-language-server: $schema=${path}\n`;
}

function formatEdition(
  { id, name, place, region, timeZone, language, url, motif }: NewEdition,
  sections: readonly ProposedSection[],
  unread: readonly UnreadAddress[],
  today: string,
): string {
  const { links } = getEditionTexts(language);
  const pages = unread.filter(({ isFinal }) => isFinal);
  return `# ${toComment(name)}. A running site loads changes as they are saved; \`npx broadsheet check\` validates them first.
# docs/edition.md describes every key; editions/chicago uses most of them.

name: ${quote(name)}
place: ${quote(place)}
${region ? `region: ${quote(region)}` : "# region: for the bar with the date"}
language: ${quote(language)}
timeZone: ${timeZone}
# One sentence about the publication, for the footer and for search engines:
# tagline: News for …
# Receives readers' mail, such as from publishers about their stories:
# newsroomEmail: newsroom@…

# The public address, and the host names that show this edition. Names that end in .localhost are this computer's.
${url ? `url: ${quote(url)}` : "# url: https://…"}
hosts: [${[`${id}.localhost`, ...(url ? [URL.parse(url)?.hostname ?? url] : [])].map(quote).join(", ")}]

# The drawing where a story has no photo: ${LANDSCAPES.join(", ")}. Colors need quotes.
look:
  motif: ${quote(motif)}
  # accent: "#0b6e4f"

# Sections in the order of the front page; the first two lead it. \`slug\` is the section's path: local is /local.
sections:
${sections.map((section) => formatSection(section, today)).join("")}${pages.map(formatPage).join("")}
# What each publisher permits. These are careful: a summary with a link, photos only as links, no advertisement beside
# the stories. Read the publisher's terms, set \`terms\` to their address, and permit no more than they do. Where they allow
# copies of photos, \`images: copy\` shows them; until then, the motif is drawn in their place.
${formatPublishers(sections)}
# The wall of the latest stories beside the sections:
embeds:
  latest: {}

links:
  pages:
    - { label: ${quote(links.about)}, href: /about }
    - { label: ${quote(links.privacy)}, href: /privacy }
    - { label: ${quote(links.sources)}, href: /sources }
`;
}

function formatSection({ slug, name, feeds }: ProposedSection, today: string): string {
  const lines = feeds.map(({ url, publisher, language, reason }) => {
    const feed = `      - { url: ${quote(url)}, publisher: ${quote(publisher)}${language ? `, language: ${quote(language)}` : ""} }\n`;
    return reason === null
      ? feed
      : `      # Not read on ${today}; the server tries it again. ${toComment(reason)}\n${feed}`;
  });
  const list =
    lines.length > 0 ? `    feeds:\n${lines.join("")}` : "    feeds: [] # - { url: https://…, publisher: … }\n";
  return `  - slug: ${quote(slug)}\n    name: ${quote(name)}\n${list}`;
}

function formatPage({ url, reason }: UnreadAddress): string {
  return `# Not followed: ${toComment(url)}\n#   ${toComment(reason)}\n`;
}

function formatPublishers(sections: readonly ProposedSection[]): string {
  const feeds = sections.flatMap(({ feeds }) => feeds);
  const publishers = [...Map.groupBy(feeds, ({ publisher }) => publisher)];
  if (publishers.length === 0) return "# publishers:\n";
  const lines = publishers.map(([publisher, feeds]) => {
    const known = feeds.map(({ url }) => getMostPermitted(url));
    const rights = Object.assign({ ...CAREFUL_RIGHTS }, ...known);
    const keys = Object.entries(rights).map(([right, value]) => `${right}: ${value}`);
    return `  ${quote(publisher)}: { ${keys.join(", ")} }\n`;
  });
  return `publishers:\n${lines.join("")}`;
}

/** Returns a text as a YAML scalar, in double quotes if YAML might read the bare text as something else. */
function quote(text: string): string {
  const isPlain = /^\p{L}[\p{L}\p{M}\p{N} .’()/+-]*$/u.test(text) && !text.endsWith(" ");
  return isPlain && !/^(true|false|null|yes|no|on|off|y|n)$/i.test(text) ? text : JSON.stringify(text);
}

/** Replaces line breaks and repeated spaces with single spaces, for a comment of one line. */
function toComment(text: string): string {
  return text.replace(/\s+/g, " ").trim();
}
