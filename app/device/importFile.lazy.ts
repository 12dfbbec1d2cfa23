import { removeControls } from "../../core/controls.ts";
import type { ReaderTexts } from "../../core/language/en/reader.ts";
import { SETTINGS, type SettingName } from "../ui/readerSettings.ts";
import { isSitePath } from "./cleanStoryHtml.lazy.ts";
import type { DeviceData, Follow, HistoryEntry, SavedStory } from "./deviceData.ts";
import { type ExportFile, FORMAT } from "./exportFile.ts";

type ImportFault = keyof ReaderTexts["importFaults"];

/** Thrown for an invalid file. */
export class ImportError extends Error {
  readonly fault: ImportFault;
  /** The damaged part of the file, such as "saved story 1"; "" if the fault concerns the whole file. */
  readonly part: string;

  constructor(fault: ImportFault, part = "") {
    super(`${fault} ${part}`);
    this.fault = fault;
    this.part = part;
  }
}

/** Parses and checks an export file. Skips unknown choices; sets dates after `now` to `now`. @throws {ImportError} */
export function readExport(
  json: string,
  cleanHtml: (html: string) => string,
  now: number,
): DeviceData & Pick<ExportFile, "choices"> {
  let parsed: unknown;
  try {
    parsed = JSON.parse(json);
  } catch {
    throw new ImportError("unreadable");
  }
  const file = record(parsed, "The file");
  if (file.format !== FORMAT) throw new ImportError("otherFile");
  if (file.version !== 1) throw new ImportError("newer");
  const { savedStory, follow, readStory } = createParsers(cleanHtml, now);
  return {
    saved: parseList(file.saved, "saved", "saved story", savedStory),
    follows: parseList(file.follows, "follows", "follow", follow),
    history: parseList(file.history, "history", "history", readStory),
    choices: Object.fromEntries(
      Object.entries(record(file.choices ?? {}, "choices")).filter(
        ([name, value]) =>
          Object.hasOwn(SETTINGS, name) && (SETTINGS[name as SettingName] as readonly unknown[]).includes(value),
      ),
    ),
  };
}

/**
 * Checks a value of the file, and returns the value, cleaned if necessary.
 *
 * @param label the part of the file that contains the value, such as "saved story 1"
 * @throws {ImportError} "damaged", with `label` as the damaged part, if the value is invalid
 */
type Parser<Value> = (value: unknown, label: string) => Value;

function createParser<Value>(isValid: (value: unknown) => boolean): Parser<Value> {
  return (value, label) => {
    if (!isValid(value)) throw new ImportError("damaged", label);
    return value as Value;
  };
}

const record = createParser<Record<string, unknown>>(
  (value) => typeof value === "object" && value !== null && !Array.isArray(value),
);
const array = createParser<unknown[]>(Array.isArray);
const createTextParser = (isValid: (text: string) => boolean) =>
  createParser<string>((value) => typeof value === "string" && isValid(value));
const anyText = createTextParser(() => true);
const text: Parser<string> = (value, label) => removeControls(anyText(value, label));
/** Accepts a path segment without lone surrogates, since a link with a lone surrogate would break the page. */
const slug = createTextParser((text) => text !== "" && !/[/?#\\]/.test(text) && text.isWellFormed());
const sitePath = createTextParser(isSitePath);
const webAddress = createTextParser((text) => /^https?:\/\//.test(text));
const followKind = createParser<Follow["kind"]>((value) => value === "section" || value === "source");
const time = createParser<number>((value) => typeof value === "number" && value > 0 && value < 8.64e15);

function acceptNull<Value>(read: Parser<Value>): Parser<Value | null> {
  return (value, label) => (value === null ? null : read(value, label));
}

function parseList<Value>(value: unknown, name: string, itemName: string, read: Parser<Value>): Value[] {
  return array(value, name).map((item, index) => read(item, `${itemName} ${index + 1}`));
}

function createObjectParser<Value>(parsers: { [Field in keyof Value]: Parser<Value[Field]> }): Parser<Value> {
  return (value, label) => {
    const fields = record(value, label);
    return Object.fromEntries(
      Object.entries<Parser<unknown>>(parsers).map(([name, read]) => [name, read(fields[name], label)]),
    ) as Value;
  };
}

function createParsers(cleanHtml: (html: string) => string, now: number) {
  const publisher: Parser<string | null> = (value = null, label) => acceptNull(text)(value, label);
  const pastTime: Parser<number> = (value, label) => Math.min(time(value, label), now);
  return {
    savedStory: createObjectParser<SavedStory>({
      slug,
      savedAt: pastTime,
      story: createObjectParser({
        title: text,
        deck: text,
        author: text,
        date: createObjectParser({ instant: acceptNull(text), text }),
        source: acceptNull(text),
        section: createObjectParser({ name: text, href: sitePath, tone: text as Parser<"lake"> }),
      }),
      original: acceptNull(createObjectParser({ href: webAddress, publisher: text })),
      bodyHtml: acceptNull((value, label) => cleanHtml(text(value, label))),
    }),
    follow: createObjectParser<Follow>({ kind: followKind, id: text, followedAt: pastTime }),
    readStory: createObjectParser<HistoryEntry>({
      slug,
      title: text,
      section: text,
      source: publisher,
      readAt: pastTime,
    }),
  };
}
