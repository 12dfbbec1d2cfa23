import { readdirSync, readFileSync, statSync } from "node:fs";
import { dirname, join, normalize, relative } from "node:path";
import { pathToFileURL } from "node:url";

/** The folders from which each top-level folder may import values and types. */
const MAY_IMPORT: Record<string, { values: string[]; types: string[] }> = {
  core: { values: ["core"], types: ["core"] },
  server: { values: ["server", "core"], types: ["server", "core"] },
  app: { values: ["app", "core"], types: ["app", "core", "server"] },
  desk: { values: ["desk", "core"], types: ["desk", "core", "server"] },
};

/** The floors of the server, lowest first. A file imports from its own floor and from lower ones. */
export const FLOORS: readonly (readonly string[])[] = [
  [
    "config.ts",
    "environmentFile.ts",
    "environmentSyntax.ts",
    "environmentTable.ts",
    "serviceUrls.ts",
    "fileErrors.ts",
    "editorError.ts",
    "secretFiles.ts",
    "log.ts",
    "logOutput.ts",
    "files",
    "net",
    "html",
    "jobs",
    "isolation",
    "editions",
    "store",
    "cluster",
    "rights",
  ],
  ["feeds", "calendars", "images", "mail"],
  [
    "news",
    "newsletter",
    "contact",
    "radio",
    "stories",
    "alerts",
    "rules",
    "syndication",
    "takedowns",
    "people",
    "health",
    "metrics",
  ],
  ["pollWorker", "web", "desk"],
  [
    "main.ts",
    "runServer.ts",
    "foundation.ts",
    "backgroundWork.ts",
    "leaderWork.ts",
    "stopOnSignals.ts",
    "cli.ts",
    "commands",
  ],
];

/** Matches the files in app/ that may use a loader's context. */
const MAY_USE_CONTEXT = /^app\/(routes\/.+|root\.tsx|entry\.server\.tsx)$/;
/** Matches the files in server/ that may use Node's network modules or undici: the HTTP clients and the HTTP server. */
const MAY_USE_NETWORK = /^server\/(net|web)\/([\w/]+\/)?(outbound|guard|listen|probe|socketPath|s3Client)\.ts$/;
/** Words that only some files of the server may use. Other code could use them to bypass the rights of publishers. */
const RESERVED_WORDS: readonly { words: RegExp; files: RegExp; rule: string }[] = [
  {
    words: /\b(getRights|CONTENT)\b/,
    files: /^server\/(rights\/permit|editions\/schema\/rights|store\/articles\/articleRows)\.ts$/,
    rule: "only server/rights/permit.ts decides which texts and images of an article are shown",
  },
  {
    // Columns with an article's texts and images.
    words: /\b(content_html|description_html|image_(url|alt|caption|credit))\b|["'.]excerpt["'\]]/,
    // Files about editions and feeds may use the columns' names, since editions and feeds have keys with these names.
    // Files of the store may write, index, compare and erase the columns.
    files:
      /^server\/((editions|feeds\/parse)\/.+|store\/(articles\/(articleRows|saveArticles)|stories\/staffArticles|search\/indexing|rules\/ruledEntries|(schema|migrations|takedowns)\/\w+)|takedowns\/takenDownImages|commands\/takedownCommand)\.ts$/,
    rule: "texts and images are read by server/store/articles/articleRows.ts, and shown by server/rights/permit.ts",
  },
];
/** Folders whose files may have at most MAX_LINES lines. */
const PRODUCT_FOLDERS = [...Object.keys(MAY_IMPORT), "bin", "tools"];
const MAX_LINES = 300;
const VAGUE_NAME = /(^|\/)(utils?|helpers?|common|misc)(\/|\.|$)/;

interface Import {
  line: number;
  target: string;
  isType: boolean;
  isLazy: boolean;
}

/**
 * Checks the rules on imports, names, reserved words and lengths.
 *
 * @param root the folder of the repository
 * @returns one line per breach, with the file and the rule; empty if there is none
 */
export function listBreaches(root: string): string[] {
  const files = Object.keys(MAY_IMPORT)
    .flatMap((part) => listFiles(join(root, part)))
    .map((file) => relative(root, file));
  const sources = new Map(files.map((file) => [file, parseImports(readFileSync(join(root, file), "utf8"))]));
  const graph = new Map(
    files
      .filter((file) => !isTest(file))
      .map((file) => [file, listLocalTargets(file, sources.get(file) ?? []).filter((target) => sources.has(target))]),
  );
  return [
    ...files.filter((file) => VAGUE_NAME.test(file)).map((file) => `${file}: the name does not say what is inside`),
    ...files.flatMap((file) => findImportBreaches(file, sources.get(file) ?? [])),
    ...files.flatMap((file) => findFetchBreaches(file, readFileSync(join(root, file), "utf8"))),
    ...files.flatMap((file) => findReservedWords(file, readFileSync(join(root, file), "utf8"))),
    ...files.flatMap((file) => findWrongVerbs(file, readFileSync(join(root, file), "utf8"))),
    ...findCycleBreaches(graph),
    ...PRODUCT_FOLDERS.flatMap((part) => listFiles(join(root, part), /\.([jt]sx?|css)$/)).flatMap((path) =>
      findLengthBreaches(root, path),
    ),
  ];
}

function findLengthBreaches(root: string, path: string): string[] {
  const lines = readFileSync(path, "utf8").split("\n").length - 1;
  return lines > MAX_LINES ? [`${relative(root, path)}: ${lines} lines are more than ${MAX_LINES}`] : [];
}

function findImportBreaches(file: string, imports: readonly Import[]): string[] {
  const [part = ""] = file.split("/");
  const rules = MAY_IMPORT[part];
  const breaches: string[] = [];
  for (const { line, target, isType, isLazy } of imports) {
    const breach = (rule: string) => breaches.push(`${file}:${line}: imports ${target}: ${rule}`);
    if (!target.startsWith(".")) {
      const isMarkdown = target === "markdown-it" && file.startsWith("core/markdown/");
      if (part === "core" && !isMarkdown && !isTest(file)) breach("core imports nothing from outside core");
      const isNetwork = /^(undici|node:(https?|net|tls|dns|http2))$/.test(target);
      if (part === "server" && isNetwork && !isType && !MAY_USE_NETWORK.test(file) && !isTest(file))
        breach("only server/net/outbound.ts reaches out");
      continue;
    }
    const imported = normalize(join(dirname(file), target));
    const [other = ""] = imported.split("/");
    if (imported.startsWith("..") || imported === "package.json" || target.startsWith("./+types")) continue;
    const allowed = isType ? rules?.types : rules?.values;
    if (!allowed?.includes(other) && !(isTest(file) && other === "tests"))
      breach(`${part} may import ${isType ? "types" : "values"} only from ${allowed?.join(" and ")}`);
    if (file.startsWith("app/routes/") && target.endsWith(".module.css"))
      breach("a route has no styles: they stand beside its screen's component");
    if ((part === "app" || part === "desk") && part === other && isLazy && !/\.lazy\.tsx?$/.test(target))
      breach("a lazily loaded module is named .lazy.ts or .lazy.tsx");
    if (imported === "app/services.ts" && !MAY_USE_CONTEXT.test(file))
      breach("only app/routes uses a loader's context");
    if (part === "server" && other === "server" && !isTest(file) && getFloor(imported) > getFloor(file))
      breach(`a file on floor ${getFloor(file)} may not import from floor ${getFloor(imported)}`);
  }
  return breaches;
}

/** Returns a file's floor, from 1. A folder that FLOORS lacks is on the highest floor: nothing may import it. */
function getFloor(file: string): number {
  const [, entry = ""] = file.split("/");
  const floor = FLOORS.findIndex((entries) => entries.includes(entry));
  return floor === -1 ? FLOORS.length + 1 : floor + 1;
}

/**
 * Finds files, and entries of a folder, that import each other in a circle. An entry is a file, or a subfolder with
 * everything in it. Type imports count, too.
 */
function findCycleBreaches(graph: ReadonlyMap<string, readonly string[]>): string[] {
  const breaches = findCycles(graph).map((files) => `${files.join(", ")}: these files import each other in a circle`);
  const folders = new Set([...graph.keys()].flatMap(listAncestors));
  for (const folder of folders) {
    const entries = new Map<string, Set<string>>();
    const toEntry = (file: string) => file.slice(folder.length + 1).split("/", 1)[0] ?? "";
    for (const [file, targets] of graph) {
      if (!file.startsWith(`${folder}/`)) continue;
      const inside = targets.filter((target) => target.startsWith(`${folder}/`)).map(toEntry);
      const known = entries.get(toEntry(file)) ?? new Set();
      for (const target of inside) if (target !== toEntry(file)) known.add(target);
      entries.set(toEntry(file), known);
    }
    for (const names of findCycles(entries))
      if (names.some((name) => !/\.tsx?$/.test(name)))
        breaches.push(`${folder}: ${names.join(", ")} import each other in a circle`);
  }
  return breaches;
}

/** Returns the strongly connected components with more than one node (Tarjan's algorithm), each sorted by name. */
function findCycles(graph: ReadonlyMap<string, Iterable<string>>): string[][] {
  const order = new Map<string, number>();
  const lowest = new Map<string, number>();
  const stack: string[] = [];
  const found: string[][] = [];
  function visit(node: string): number {
    let low = order.size;
    order.set(node, low);
    stack.push(node);
    for (const next of graph.get(node) ?? [])
      if (!order.has(next)) low = Math.min(low, visit(next));
      else if (stack.includes(next)) low = Math.min(low, order.get(next) ?? low);
    lowest.set(node, low);
    if (low === order.get(node)) {
      const cycle = stack.splice(stack.indexOf(node));
      if (cycle.length > 1) found.push(cycle.sort());
    }
    return low;
  }
  for (const node of graph.keys()) if (!order.has(node)) visit(node);
  return found;
}

function listAncestors(file: string): string[] {
  const folder = dirname(file);
  return folder === "." ? [] : [folder, ...listAncestors(folder)];
}

function listLocalTargets(file: string, imports: readonly Import[]): string[] {
  return imports
    .filter(({ target }) => target.startsWith("."))
    .map(({ target }) => normalize(join(dirname(file), target)));
}

function findFetchBreaches(file: string, source: string): string[] {
  if (/^(app|desk)\//.test(file) || isTest(file)) return [];
  const lines = source.split("\n").flatMap((line, index) => (/(^|[^\w.])fetch\(/.test(line) ? [index + 1] : []));
  return lines.map((line) => `${file}:${line}: calls fetch: only server/net/outbound.ts reaches out`);
}

function findReservedWords(file: string, source: string): string[] {
  if (!file.startsWith("server/") || isTest(file)) return [];
  return RESERVED_WORDS.filter(({ files }) => !files.test(file)).flatMap(({ words, rule }) =>
    source.split("\n").flatMap((line, index) => {
      const word = /^\s*(\/?\*|\/\/)/.test(line) ? null : words.exec(line)?.[0];
      return word ? [`${file}:${index + 1}: uses ${word}: ${rule}`] : [];
    }),
  );
}

/** Finds functions named find… whose return type holds several things: such functions must be named list…. */
function findWrongVerbs(file: string, source: string): string[] {
  const functions = isTest(file)
    ? []
    : source.matchAll(
        /(?:\bfunction |^\s+(?:async )?)(find[A-Z]\w*)[^{}]*?\((?:(?!\bfunction\b)[^{}]|\{[^{}]*\})*?\): ([^{]+) \{$/gm,
      );
  return Array.from(functions, ({ 1: name, 2: type = "", index }) => ({ name, type, index }))
    .filter(({ type }) => /\[\]>?$|^(Promise<)?(readonly |(Readonly)?(Array|Map|Set)<)/.test(type))
    .map(({ name, index }) => {
      const line = source.slice(0, index).split("\n").length;
      return `${file}:${line}: ${name} returns several: find… returns one, list… returns many`;
    });
}

function parseImports(source: string): Import[] {
  const pattern =
    /^(?:import|export)\s+(type\s+)?(?:[^"';]*?\sfrom\s+)?["']([^"']+)["']|\bimport\(\s*["']([^"']+)["']\s*\)/gm;
  return Array.from(source.matchAll(pattern), ({ index, 1: type, 2: from, 3: dynamic }) => ({
    line: source.slice(0, index).split("\n").length,
    target: from ?? dynamic ?? "",
    isType: type !== undefined,
    isLazy: dynamic !== undefined,
  }));
}

function isTest(file: string): boolean {
  return /\.test\.tsx?$/.test(file);
}

function listFiles(folder: string, pattern = /\.tsx?$/): string[] {
  return readdirSync(folder).flatMap((name) => {
    const path = join(folder, name);
    if (statSync(path).isDirectory()) return listFiles(path, pattern);
    return pattern.test(name) ? [path] : [];
  });
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) {
  const breaches = listBreaches(".");
  for (const breach of breaches) process.stdout.write(`${breach}\n`);
  process.exitCode = breaches.length > 0 ? 1 : 0;
}
