import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { EVENT_ID, getScalarValue, parseEvents, SCALAR_STYLE } from "js-yaml";

/** Matches a comment without a space after its `#`, probably meant as text. Sticky: matches only at its `lastIndex`. */
const COMMENT = /[ \t]+(#[^\s#][^\r\n]*)/y;

/**
 * Lists texts without quotes that YAML cuts short, although the file is valid. In `name: News #1` and in
 * `name: &Local News`, YAML reads only "News". Returns a message with file and line for each text.
 *
 * @param source a valid YAML file
 */
export function listCutTexts(file: string, source: string): string[] {
  const events = parseEvents(source, {});
  const named = new Set(
    events.flatMap((event) => (event.type === EVENT_ID.ALIAS ? source.slice(event.anchorStart, event.anchorEnd) : [])),
  );
  return events.flatMap((event) => {
    if (event.type !== EVENT_ID.SCALAR || event.style !== SCALAR_STYLE.PLAIN) return [];
    const place = `${file}:${source.slice(0, event.valueStart).split("\n").length}`;
    const text = getScalarValue(source, event);
    COMMENT.lastIndex = event.valueEnd;
    const comment = text && COMMENT.exec(source)?.[1];
    if (comment)
      return `${place}: found "${text}", and after it a comment, ${comment}; put quotes around both, or a space after #.`;
    const anchor = event.anchorStart < 0 ? undefined : source.slice(event.anchorStart, event.anchorEnd);
    if (anchor === undefined || named.has(anchor) || !text) return [];
    return `${place}: found "${text}" without &${anchor}, which YAML reads as the name of a value; put quotes around both.`;
  });
}

/** Lists the names of an edition's YAML files. Leaves out samples, which are stories. */
export async function listYamlFiles(folder: string): Promise<string[]> {
  return (await readdir(folder)).filter((name) => name.endsWith(".yaml") && name !== "samples.yaml").sort();
}

/** Lists texts that YAML cuts short in the files of a valid edition. */
export async function listCutTextsIn(folder: string): Promise<string[]> {
  const files = (await listYamlFiles(folder)).map((name) => join(folder, name));
  return (await Promise.all(files.map(async (file) => listCutTexts(file, await readFile(file, "utf8"))))).flat();
}
