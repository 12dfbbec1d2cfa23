import { readdirSync, statSync } from "node:fs";
import { join, relative } from "node:path";
import { pathToFileURL } from "node:url";
import { findSlowParts } from "./patternCost.ts";
import { readPatterns } from "./patternSources.ts";

/** A pattern that is allowed although it may take more than twice the time for a text of twice the length. */
interface Exception {
  file: string;
  /** Beginning of the pattern's source. */
  start: string;
  /** Reason why the pattern does no harm. */
  reason: string;
}

const EXCEPTIONS: readonly Exception[] = [
  {
    file: "server/feeds/clean/cleanHtml.ts",
    start: "<(p|div|span|figure",
    reason: "The repetition takes <br> only, with which no attempt begins.",
  },
  {
    file: "server/feeds/clean/imageCleaner.ts",
    start: "(^|\\/)((lazy|lazyload",
    reason: "The name is cut to 80 characters.",
  },
  {
    file: "server/feeds/dates/parseDate.ts",
    start: "(?<=\\d{4}",
    reason: "The date is rejected if it is longer than 100 characters.",
  },
  {
    file: "server/feeds/parse/repairXml.ts",
    start: "<!\\[CDATA\\[",
    reason: "An unclosed section matches up to the end, so there is no second attempt.",
  },
];

/** Folders whose regular expressions are applied to texts from outside, such as feeds. */
const FOLDERS = ["core", "server"];

/**
 * Checks that each regular expression takes time in proportion to the text's length.
 *
 * @param root the folder of the repository
 * @returns one line per breach, with file, line and the part of the pattern; empty if there is none
 */
export function findSlowPatterns(root: string, exceptions = EXCEPTIONS): string[] {
  const files = FOLDERS.flatMap((folder) => listFiles(join(root, folder)));
  const unused = new Set(exceptions);
  const breaches: string[] = [];
  for (const path of files) {
    const file = relative(root, path);
    for (const { line, source, flags } of readPatterns(path)) {
      const place = `${file}:${line}`;
      if (source === null) breaches.push(`${place}: this pattern is not constant and can't be checked`);
      else {
        const parts = findSlowParts(source, flags);
        if (parts.length === 0) continue;
        const exception = exceptions.find((known) => known.file === file && source.startsWith(known.start));
        if (exception) unused.delete(exception);
        else breaches.push(`${place}: /${source}/${flags} is super-linear: ${parts.join("; ")}`);
      }
    }
  }
  const needless = Array.from(unused, ({ file, start }) => `${file}: no slow pattern begins with ${start}`);
  return [...breaches, ...needless];
}

function listFiles(folder: string): string[] {
  return readdirSync(folder).flatMap((name) => {
    const path = join(folder, name);
    if (statSync(path).isDirectory()) return listFiles(path);
    return /(?<!\.test)\.ts$/.test(name) ? [path] : [];
  });
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) {
  const breaches = findSlowPatterns(".");
  for (const breach of breaches) process.stdout.write(`${breach}\n`);
  process.exitCode = breaches.length > 0 ? 1 : 0;
}
