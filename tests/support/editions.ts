import { cp, mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { type Document, isMap, parseDocument } from "yaml";

interface TestEdition {
  feeds(section: string): readonly (string | { url: string; publisher: string; rights?: object; private?: boolean })[];
  relays: readonly { kind: string; url: string; private?: boolean }[];
  /** Name of the edition's folder; "chicago" by default. */
  id?: string;
  /** Folder of the edition to copy; Chicago's by default. */
  source?: string;
  /** Hostname, for an edition that is not the default one. */
  host?: string;
  /** Makes other changes to the edition's file. */
  change?: ((edition: Document) => void) | undefined;
  radio?: { stations: readonly object[]; caps?: object };
}

/** Options of `writeTestEdition` for an edition without feeds, so that a site polls nothing. */
export const NO_FEEDS = { feeds: () => [], relays: [] };

/** Copies an edition, with other feeds and relays. @returns the folder, for EDITIONS_DIR */
export async function writeTestEdition(
  folder: string,
  { feeds, relays, change, radio, id = "chicago", source = "editions/chicago", host }: TestEdition,
): Promise<string> {
  const edition = join(folder, id);
  await mkdir(folder, { recursive: true });
  await cp(source, edition, { recursive: true });
  const file = join(edition, "edition.yaml");
  const document = parseDocument(await readFile(file, "utf8"));
  document.set("relays", document.createNode(relays));
  for (const [key, value] of Object.entries(radio ?? {})) document.setIn(["radio", key], document.createNode(value));
  if (host) {
    document.set("hosts", document.createNode([host]));
    document.set("default", false);
  }
  document.delete("example");
  // Removes Chicago's publishers, which the test feeds do not name.
  document.delete("publishers");
  const sections = document.get("sections") as { items: unknown[] };
  for (const section of sections.items) {
    if (!isMap(section)) continue;
    const list = feeds(String(section.get("slug"))).map((feed) =>
      typeof feed === "string" ? { url: feed, publisher: "The Test Wire" } : feed,
    );
    section.set("feeds", document.createNode(list));
  }
  // Keeps the site from composing an issue during a test that runs in the six hours after 6 a.m. in Chicago.
  if (document.has("newsletter")) document.setIn(["newsletter", "hoursLate"], 0);
  change?.(document);
  await writeFile(file, String(document));
  return folder;
}
