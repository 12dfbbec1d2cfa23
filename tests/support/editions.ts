import { cp, mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { type Document, isMap, parseDocument } from "yaml";

interface TestEdition {
  /** The feeds of a section, by its slug. */
  feeds(section: string): readonly (string | { url: string; publisher: string; fullText?: boolean })[];
  relays: readonly { kind: string; url: string }[];
  /** Its folder; "chicago" where it is not given. */
  id?: string;
  /** Where it is one of many: the host name under which it is served. */
  host?: string;
  /** Whatever else is to be different. */
  change?: ((edition: Document) => void) | undefined;
  /** The radio's stations, and how many may listen to them. */
  radio?: { stations: readonly object[]; caps?: object };
}

/**
 * Writes a folder of editions that holds the Chicago edition with other feeds and relays, and nothing else changed but what
 * a test changes itself.
 *
 * @returns the folder, for EDITIONS_DIR
 */
export async function writeTestEdition(
  folder: string,
  { feeds, relays, change, radio, id = "chicago", host }: TestEdition,
): Promise<string> {
  const edition = join(folder, id);
  await mkdir(folder, { recursive: true });
  await cp("editions/chicago", edition, { recursive: true });
  const file = join(edition, "edition.yaml");
  const document = parseDocument(await readFile(file, "utf8"));
  document.set("relays", document.createNode(relays));
  for (const [key, value] of Object.entries(radio ?? {})) document.setIn(["radio", key], document.createNode(value));
  if (host) {
    document.set("hosts", document.createNode([host]));
    document.set("default", false);
  }
  const sections = document.get("sections") as { items: unknown[] };
  for (const section of sections.items) {
    if (!isMap(section)) continue;
    const list = feeds(String(section.get("slug"))).map((feed) =>
      typeof feed === "string" ? { url: feed, publisher: "The Test Wire" } : feed,
    );
    section.set("feeds", document.createNode(list));
  }
  change?.(document);
  await writeFile(file, String(document));
  return folder;
}
