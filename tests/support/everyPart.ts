import { cp, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { parse, stringify } from "yaml";

/** Keys whose values are not texts for readers. */
const NO_TEXT = /^(id|driveId|email|support|theme|search|href|url)$/;

/** Returns a value of a YAML file with its texts in capitals, and without links. */
function toCapitals(value: unknown, key = ""): unknown {
  if (typeof value === "string") return NO_TEXT.test(key) ? value : value.replace(/\]\([^)]*\)/g, "]").toUpperCase();
  if (Array.isArray(value)) return value.map((item) => toCapitals(item, key));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, child]) => [name, toCapitals(child, name)]));
}

/**
 * Adds Chicago's optional pages to an edition. The pages' texts are in capitals, so that only the interface has small
 * letters.
 *
 * @param events slug of the section of events
 * @returns keys to add to `edition.yaml`
 */
export async function addEveryPart(folder: string, events: string): Promise<Record<string, unknown>> {
  for (const name of ["books", "contact", "faq", "signup"]) {
    const content = parse(await readFile(`editions/chicago/${name}.yaml`, "utf8"));
    const { desks } = content;
    // Removes links to pages that the edition lacks.
    for (const desk of desks ?? []) delete desk.link;
    delete content.visit?.link;
    await writeFile(join(folder, `${name}.yaml`), stringify(toCapitals(content)));
  }
  const { documents, ...partner } = parse(await readFile("editions/chicago/partner.yaml", "utf8"));
  const [own] = documents;
  // The first document is a file in media/, and the second a file on Google Drive.
  const drive = { id: "drive", title: "Rates", description: "What each place costs.", driveId: "1a2B3c4D" };
  await writeFile(join(folder, "partner.yaml"), stringify(toCapitals({ ...partner, documents: [own, drive] })));
  for (const name of [`${own.id}.pdf`, `${own.id}.webp`])
    await cp(`editions/chicago/media/${name}`, join(folder, "media", name));
  await cp("editions/chicago/media/loop-44100.mp3", join(folder, "media/loop.mp3"), { recursive: true });
  return {
    newsletter: {
      title: "EL CORREO",
      hour: "06:00",
      from: { name: "LA VOZ", address: "correo@voz.example" },
      postalAddress: ["LA VOZ", "WISCONSIN"],
    },
    radio: {
      title: "RADIO VOZ",
      subtitle: "MÚSICA",
      description: "MÚSICA DEL LAGO.",
      stations: [{ port: 8076, name: "VOZ 1", url: "http://radio.example/live.mp3" }],
      loop: ["loop.mp3"],
    },
    donation: { title: "AYUDA", text: "AYUDA.", uses: ["SALARIOS."], label: "DAR", href: "https://donar.example/" },
    embeds: { latest: {}, events: { section: events } },
  };
}
