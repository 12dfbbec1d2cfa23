import { readdirSync, readFileSync, statSync } from "node:fs";
import { dirname, join, normalize, relative } from "node:path";
import { pathToFileURL } from "node:url";

/** The parts of the house, and what each may import of the others: values, or types alone. */
const MAY_IMPORT: Record<string, { values: string[]; types: string[] }> = {
  core: { values: ["core"], types: ["core"] },
  server: { values: ["server", "core"], types: ["server", "core"] },
  app: { values: ["app", "core"], types: ["app", "core", "server"] },
};
/** The only files of the app that know a loader's context. */
const KNOWS_CONTEXT = /^app\/(routes\/.+|root\.tsx|entry\.server\.tsx)$/;
/** The only files that reach out of the machine, those that listen, and the one that writes answers down as node:http would. */
const REACHES_OUT = ["server/net/outbound.ts", "server/net/guard.ts"];
const LISTENS = ["server/web/listen.ts", "server/web/viteApp.ts"];
const WRITES = ["server/web/fastPath/rawResponse.ts"];
const NAMELESS = /(^|\/)(utils?|helpers?|common|misc)(\/|\.|$)/;

interface Import {
  line: number;
  target: string;
  isType: boolean;
}

/**
 * Finds where the house's rules on imports are broken.
 *
 * @param root the folder of the repository
 * @returns a line for each breach: file, line, and the rule; none where all holds
 */
export function findBreaches(root: string): string[] {
  const files = Object.keys(MAY_IMPORT).flatMap((part) =>
    listFiles(join(root, part)).map((file) => relative(root, file)),
  );
  return files.flatMap((file) => [
    ...nameBreaches(file),
    ...importBreaches(file, readFileSync(join(root, file), "utf8")),
  ]);
}

function nameBreaches(file: string): string[] {
  return NAMELESS.test(file) ? [`${file}: a name that says nothing of what is inside`] : [];
}

function importBreaches(file: string, source: string): string[] {
  const [part = ""] = file.split("/");
  const rules = MAY_IMPORT[part];
  const isTest = /\.test\.tsx?$/.test(file);
  const breaches = isTest || part === "app" ? [] : fetchBreaches(file, source);
  for (const { line, target, isType } of importsOf(source)) {
    const breach = (rule: string) => breaches.push(`${file}:${line}: imports ${target}: ${rule}`);
    if (!target.startsWith(".")) {
      if (part === "core" && !isTest) breach("core imports nothing from beside it");
      const isNetwork = /^(undici|node:(https?|net|tls|dns|http2))$/.test(target);
      if (
        part === "server" &&
        isNetwork &&
        !isType &&
        ![...REACHES_OUT, ...LISTENS, ...WRITES].includes(file) &&
        !isTest
      )
        breach("only server/net/outbound.ts reaches out");
      continue;
    }
    const goal = normalize(join(dirname(file), target));
    const [other = ""] = goal.split("/");
    if (goal.startsWith("..") || goal === "package.json" || target.startsWith("./+types")) continue;
    const allowed = isType ? rules?.types : rules?.values;
    if (!allowed?.includes(other) && !(isTest && other === "tests"))
      breach(`${part} may import ${isType ? "types" : "values"} of ${allowed?.join(" and ")} alone`);
    if (goal === "app/services.ts" && !KNOWS_CONTEXT.test(file)) breach("only app/routes touches a loader's context");
    if (goal === "server/main.ts") breach("server/main.ts wires the parts and is part of none");
  }
  return breaches;
}

function fetchBreaches(file: string, source: string): string[] {
  const lines = source.split("\n").flatMap((line, index) => (/(^|[^\w.])fetch\(/.test(line) ? [index + 1] : []));
  return lines.map((line) => `${file}:${line}: calls fetch: only server/net/outbound.ts reaches out`);
}

function importsOf(source: string): Import[] {
  const pattern =
    /^(?:import|export)\s+(type\s+)?(?:[^"';]*?\sfrom\s+)?["']([^"']+)["']|\bimport\(\s*["']([^"']+)["']\s*\)/gm;
  return Array.from(source.matchAll(pattern), ({ index, 1: type, 2: from, 3: dynamic }) => ({
    line: source.slice(0, index).split("\n").length,
    target: from ?? dynamic ?? "",
    isType: type !== undefined,
  }));
}

function listFiles(folder: string): string[] {
  return readdirSync(folder).flatMap((name) => {
    const path = join(folder, name);
    if (statSync(path).isDirectory()) return listFiles(path);
    return /\.tsx?$/.test(name) ? [path] : [];
  });
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) {
  const breaches = findBreaches(".");
  for (const breach of breaches) process.stdout.write(`${breach}\n`);
  process.exitCode = breaches.length > 0 ? 1 : 0;
}
