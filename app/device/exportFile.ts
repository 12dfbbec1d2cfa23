import type { Choice } from "../ui/theme.ts";
import { CHOICES } from "../ui/theme.ts";
import { isOwnPath } from "./cleanText.ts";
import type { Follow, ReadStory, SavedStory, Shelf } from "./types.ts";

/** All that a reader keeps, as one JSON file: to take to another device, or to put away. */
export interface ExportFile extends Shelf {
  format: typeof FORMAT;
  version: 1;
  /** The edition's name. */
  edition: string;
  exportedAt: string;
  choices: Partial<Record<Choice, string>>;
}

const FORMAT = "broadsheet-my-page";

/** A file that is refused; the message says why to the reader. */
export class ImportError extends Error {}

export function writeExport(shelf: Shelf, choices: ExportFile["choices"], edition: string, now: number): string {
  const file: ExportFile = {
    format: FORMAT,
    version: 1,
    edition,
    exportedAt: new Date(now).toISOString(),
    choices,
    ...shelf,
  };
  return `${JSON.stringify(file, null, 2)}\n`;
}

/**
 * Reads such a file, and holds every value in it to what it may be.
 *
 * @param clean takes out of a story's text what could do anything but be read
 * @throws {ImportError} for any other file
 */
export function readExport(text: string, clean: (html: string) => string): Shelf & Pick<ExportFile, "choices"> {
  let file: unknown;
  try {
    file = JSON.parse(text);
  } catch {
    throw new ImportError("This file is no JSON, or it was cut off. Choose a file that Export has written.");
  }
  const { format, version, saved, follows, history, choices } = record(file, "The file");
  if (format !== FORMAT) throw new ImportError("This file was not written by Export. Nothing was changed.");
  if (version !== 1)
    throw new ImportError("This file was written by a newer version of this site. Reload the page, and try again.");
  return {
    saved: list(saved, "saved").map((story, place) => savedStory(story, `saved story ${place + 1}`, clean)),
    follows: list(follows, "follows").map((follow, place) => followed(follow, `follow ${place + 1}`)),
    history: list(history, "history").map((read, place) => readStory(read, `history ${place + 1}`)),
    choices: Object.fromEntries(
      Object.entries(record(choices ?? {}, "choices")).filter(
        ([name, value]) =>
          Object.hasOwn(CHOICES, name) && (CHOICES[name as Choice] as readonly unknown[]).includes(value),
      ),
    ),
  };
}

function savedStory(value: unknown, name: string, clean: (html: string) => string): SavedStory {
  const { slug, savedAt, story, original, bodyHtml } = record(value, name);
  const { title, deck, author, date, source, section } = record(story, name);
  const { instant, text: dateText } = record(date, name);
  const { name: sectionName, href, tone } = record(section, name);
  return {
    slug: slugOf(slug, name),
    savedAt: time(savedAt, name),
    story: {
      title: text(title, name),
      deck: text(deck, name),
      author: text(author, name),
      date: { instant: instant === null ? null : text(instant, name), text: text(dateText, name) },
      source: source === null ? null : text(source, name),
      section: { name: text(sectionName, name), href: ownPath(href, name), tone: text(tone, name) as "lake" },
    },
    original: original === null ? null : originalOf(original, name),
    bodyHtml: bodyHtml === null ? null : clean(text(bodyHtml, name)),
  };
}

function originalOf(value: unknown, name: string): SavedStory["original"] {
  const { href, publisher } = record(value, name);
  if (!/^https?:\/\//.test(text(href, name))) throw wrong(name);
  return { href: text(href, name), publisher: text(publisher, name) };
}

function followed(value: unknown, name: string): Follow {
  const { kind, id, followedAt } = record(value, name);
  if (kind !== "section" && kind !== "source") throw wrong(name);
  return { kind, id: text(id, name), followedAt: time(followedAt, name) };
}

function readStory(value: unknown, name: string): ReadStory {
  const { slug, title, section, readAt } = record(value, name);
  return {
    slug: slugOf(slug, name),
    title: text(title, name),
    section: text(section, name),
    readAt: time(readAt, name),
  };
}

function record(value: unknown, name: string): Record<string, unknown> {
  if (typeof value !== "object" || value === null || Array.isArray(value)) throw wrong(name);
  return value as Record<string, unknown>;
}

function list(value: unknown, name: string): unknown[] {
  if (!Array.isArray(value)) throw wrong(name);
  return value;
}

function text(value: unknown, name: string): string {
  if (typeof value !== "string") throw wrong(name);
  return value;
}

/** What can stand in an address: half of a pair of characters cannot, and the page that links to it would break. */
function slugOf(value: unknown, name: string): string {
  const slug = text(value, name);
  if (slug === "" || /[/?#\\]/.test(slug) || !slug.isWellFormed()) throw wrong(name);
  return slug;
}

function ownPath(value: unknown, name: string): string {
  if (!isOwnPath(text(value, name))) throw wrong(name);
  return text(value, name);
}

/** A moment that was: what is saved next stands after it, and has to be a moment, too. */
function time(value: unknown, name: string): number {
  if (typeof value !== "number" || !(value > 0 && value < 8.64e15)) throw wrong(name);
  return Math.min(value, Date.now());
}

function wrong(name: string): ImportError {
  return new ImportError(`Part of this file is damaged (${name}). Nothing was changed.`);
}
