import { join } from "node:path";
import { findLineInFile } from "../../yaml/yamlLines.ts";
import type { TypefaceFiles } from "./typefaceFiles.ts";
import { getOwnTypefaces, TYPEFACE_ROLES, type Typefaces } from "./typefaceSchema.ts";

/** Maximum kilobytes of typefaces in a first visit. tests/support/budgets.ts has the same limit. */
const MAX_KB = 64;
/** Kilobytes of each file of app/styles/fonts that pages preload. */
export const SHIPPED_KB = { libreFranklin: 20.5, newsreader: 32.9 } as const;

interface MeasuredEdition {
  folder: string;
  look: { typefaces: Typefaces };
  lookFiles: { typefaces: TypefaceFiles };
}

/** Returns a warning if an edition's typefaces make first visits slow. Ignores italics, which few first visits load. */
export async function listTypefaceWarnings({
  folder,
  look,
  lookFiles: { typefaces },
}: MeasuredEdition): Promise<string[]> {
  if (!getOwnTypefaces(look)) return [];
  const upright = TYPEFACE_ROLES.flatMap((role) => typefaces[role] ?? []).filter(({ isItalic }) => !isItalic);
  const byDigest = new Map(upright.map(({ digest, bytes }) => [digest, bytes.length / 1000]));
  const shipped =
    SHIPPED_KB.libreFranklin + (TYPEFACE_ROLES.every((role) => typefaces[role]) ? 0 : SHIPPED_KB.newsreader);
  const total = [...byDigest.values()].reduce((sum, size) => sum + size, shipped);
  if (total <= MAX_KB) return [];
  const file = join(folder, "edition.yaml");
  const line = await findLineInFile(file, ["look", "typefaces"]);
  return [
    `${file}:${line}: a first visit loads ${Math.round(total)} kB of typefaces, ${Math.round(shipped)} kB of them ours; more than ${MAX_KB} kB are slow on phones. Subsets of the characters that you print, or fewer weights, are smaller.`,
  ];
}
