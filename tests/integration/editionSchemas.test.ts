import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { Ajv, type ValidateFunction } from "ajv";
import { load } from "js-yaml";
import { describe, expect, it } from "vitest";
import { FILE_KINDS } from "../../server/editions/fileSchemas.ts";
import { readYaml } from "../../server/editions/yaml/yaml.ts";
import type { JsonSchema } from "../../tools/editionSchemas.ts";
import { formatReference } from "../../tools/reference.ts";

const reference = await formatReference();
const kinds = await Promise.all(
  FILE_KINDS.map(async (kind) => {
    const json: JsonSchema = JSON.parse(reference[`schemas/${kind.id}.schema.json`] ?? "");
    // Strict mode is off, since it rejects the schemas' keywords for text editors. Formats need no check, since Zod
    // adds a pattern for each format.
    const ajv = new Ajv({ strict: false, validateFormats: false });
    return { ...kind, json, validate: ajv.compile(json), files: await listShippedFiles(kind.path) };
  }),
);

describe("the references", () => {
  it.each(Object.keys(reference))("%s is what `node tools/reference.ts` writes", async (path) => {
    expect(await readFile(path, "utf8")).toBe(reference[path]);
  });

  it.each(kinds)("describes every key of $path", ({ json }) => {
    const keys = listKeys(json);
    expect(keys.length).toBeGreaterThan(2);
    expect(keys.filter(([, { description }]) => !description?.endsWith("."))).toEqual([]);
  });

  it.each(kinds.flatMap(({ files, ...kind }) => files.map((file) => ({ ...kind, file }))))(
    "$file names its schema, which accepts it",
    async ({ id, path, validate, file }) => {
      const source = await readFile(file, "utf8");
      const [first, second] = source.split("\n");
      const up = path.includes("/") ? "../../.." : "../..";
      expect(path.endsWith(".md") ? second : first).toBe(
        `# yaml-language-server: $schema=${up}/schemas/${id}.schema.json`,
      );
      expect([validate(readContent(source)), validate.errors]).toEqual([true, null]);
    },
  );

  it("ships a file of every kind", () => {
    expect(kinds.filter(({ files }) => files.length === 0)).toEqual([]);
  });
});

describe("a schema refuses what `check` refuses", () => {
  const MISTAKES: [string, string][] = [
    ["a misspelled key", "nmae: The Light"],
    ["a key of the wrong type", "default: sometimes"],
    ["an unknown value", "sections: [{ slug: local, name: Local, layout: feature }]"],
    ["an address that is none", "hub: news.example"],
    ["a deep unknown key", "look: { nameplate: { weight: 400 } }"],
    ["a color without quotes", "look: { accent: 123456 }"],
    ["an upper-case slug", "sections: [{ slug: Local, name: Local }]"],
    [
      "a key of an earlier version",
      "sections: [{ slug: local, name: Local, feeds: [{ url: 'https://a.test', publisher: A, fullText: true }] }]",
    ],
  ];
  const valid = "place: Port Harbor\nlanguage: en-US\ntimeZone: America/Chicago\n";
  const rest = (text: string) =>
    (/^name|^nmae/.test(text) ? "" : "name: The Light\n") +
    (text.startsWith("sections") ? "" : "sections: [{ slug: local, name: Local }]\n");
  const { schema, validate } = kinds.find(({ id }) => id === "edition") as {
    schema: (typeof FILE_KINDS)[number]["schema"];
    validate: ValidateFunction;
  };

  it.each([["nothing", ""] as const, ...MISTAKES])("%s", (name, text) => {
    const source = `${valid}${rest(text)}${text}\n`;
    const isValid = name === "nothing";
    expect(validate(load(source))).toBe(isValid);
    if (isValid) expect(readYaml("edition.yaml", source, schema)).toMatchObject({ name: "The Light" });
    else expect(() => readYaml("edition.yaml", source, schema)).toThrow("edition.yaml:");
  });
});

/** Values of each type, each wrong for most keys. */
const WRONG = [-1, 1e9, 0.5, true, null, "", " x ", [], ["x"], {}, { x: 1 }];
/** Matches Zod's own messages, which our schemas replace. */
const LIBRARY = /Invalid|Too (small|big)|Unrecognized|expected (string|array|object|record|int)\b/;

it.each(kinds)("says in its own words what is wrong in any value of $path", ({ json, schema }) => {
  let count = 0;
  for (const path of listPaths(json))
    for (const value of WRONG) {
      const faults = findFaults(JSON.stringify(path.reduceRight<unknown>(nest, value)), schema);
      expect(faults.filter((fault) => LIBRARY.test(fault) || !fault.endsWith(".") === !fault.endsWith("?"))).toEqual(
        [],
      );
      count += faults.length;
    }
  expect(count).toBeGreaterThan(20);
});

/** Puts a value into a list if `part` is 0, else under the key `part`. */
function nest(value: unknown, part: string | number): unknown {
  return part === 0 ? [value] : { [part]: value };
}

function findFaults(source: string, schema: (typeof FILE_KINDS)[number]["schema"]): string[] {
  try {
    readYaml("file.yaml", source, schema);
    return [];
  } catch (error) {
    return (error as Error).message.split("\n");
  }
}

/** Lists the paths of all values that a schema allows. In a path, 0 is an item of a list, and "x" a key of any name. */
function listPaths(schema: JsonSchema): (string | number)[][] {
  const under = (part: string | number, child: JsonSchema) => [
    [part],
    ...listPaths(child).map((path) => [part, ...path]),
  ];
  const { properties = {}, items = [], anyOf = [], additionalProperties: values } = schema;
  return [
    ...Object.entries(properties).flatMap(([key, child]) => under(key, child)),
    ...[items].flat().flatMap((child) => under(0, child)),
    ...(typeof values === "object" ? under("x", values) : []),
    ...anyOf.flatMap(listPaths),
  ];
}

/** Lists a schema's keys with their schemas, including the keys of inner objects. */
function listKeys(schema: JsonSchema): [string, JsonSchema][] {
  const { properties = {}, items = [], anyOf = [], additionalProperties: values } = schema;
  const inner = [items, anyOf, typeof values === "object" ? values : []].flat();
  return [
    ...Object.entries(properties).flatMap(([key, child]): [string, JsonSchema][] => [[key, child], ...listKeys(child)]),
    ...inner.flatMap(listKeys),
  ];
}

async function listShippedFiles(path: string): Promise<string[]> {
  const [folder, name = folder] = path.split("/");
  const files = await Promise.all(
    (await readdir("editions")).map(async (edition) => {
      const parent = join("editions", edition, name === folder ? "" : (folder ?? ""));
      const names = await readdir(parent).catch(() => []);
      return names
        .filter((file) => (name === "NAME.md" ? file.endsWith(".md") : file === name))
        .map((file) => join(parent, file));
    }),
  );
  return files.flat();
}

/** Returns the content of a YAML file, or of the front matter of a page. */
function readContent(source: string): unknown {
  return load(source.startsWith("---\n") ? (source.split(/^---$/m)[1] ?? "") : source);
}
