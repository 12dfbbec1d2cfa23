import { readFile } from "node:fs/promises";
import { z } from "zod";
import { readYaml } from "../../editions/yaml/yaml.ts";
import { EditorError } from "../../editorError.ts";
import { normalizePath } from "../../store/stories/formerPaths.ts";
import type { ImportReport } from "../../stories/import/importReport.ts";
import type { AddressPlan } from "../../stories/import/oldAddresses.ts";

const lists = z.array(z.object({ from: z.string(), to: z.string() }));
const tables = z.record(z.string(), z.record(z.string(), z.string()).nullable());

/**
 * Reads Ghost's redirects.json or redirects.yaml. Returns a map from old paths to targets, which are paths or URLs. If
 * the import gives a target a new address, the map contains the new address.
 *
 * @param path path of the file; undefined for none
 * @param report gets a remark for each omitted redirect; only redirects from one address to a path or URL are imported
 * @throws {EditorError} if the file can't be read
 * @throws {EditionError} if the file is not YAML or JSON, or is not a list or table of redirects
 */
export async function readRedirects(
  path: string | undefined,
  { addresses }: AddressPlan,
  report: ImportReport,
): Promise<Map<string, string>> {
  if (path === undefined) return new Map();
  const source = await readFile(path, "utf8").catch((error: Error) => {
    throw new EditorError(`${path}: ${error.message}.`);
  });
  // Also parses redirects.json, since JSON is a subset of YAML.
  const found = readYaml(path, source, z.union([lists, tables]));
  const pairs = Array.isArray(found)
    ? found
    : Object.values(found).flatMap((table) => Object.entries(table ?? {}).map(([from, to]) => ({ from, to })));
  const redirects = new Map<string, string>();
  for (const { from, to } of pairs) {
    const literal = from.replace(/^\^/, "").replace(/\$$/, "").replaceAll("\\/", "/").replace(/\/\?$/, "/");
    const old = /^\/[^\\^$*+?()[\]{}|]*$/.test(literal) ? normalizePath(literal) : null;
    const target = addresses.get(normalizePath(to) ?? "") ?? to;
    if (old !== null && /^(?:https?:\/\/|\/(?!\/))[^\s]*$/.test(target) && !target.includes("$"))
      redirects.set(old, target);
    else report.add(path, { kind: "address", text: `its redirect from ${from} is a pattern, which was left out` });
  }
  return redirects;
}
