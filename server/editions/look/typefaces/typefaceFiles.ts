import { hash } from "node:crypto";
import { join } from "node:path";
import { findFileInside, readFileInside } from "../../../files/filesInside.ts";
import { findLineInFile } from "../../yaml/yamlLines.ts";
import { measureTypeface, type TypefaceMetrics } from "./measureTypeface.ts";
import { type OwnTypefaces, TYPEFACE_ROLES, type TypefaceRole } from "./typefaceSchema.ts";

/** A file of an edition's own typefaces. */
export interface TypefaceFile extends TypefaceMetrics {
  /** Digest of the content. The file's URL contains it, so a changed file gets a new URL. */
  digest: string;
  bytes: Buffer<ArrayBuffer>;
}

/** An edition's own typeface files, by role: headlines or text. Files of a role are in the order of `edition.yaml`. */
export type TypefaceFiles = Partial<Record<TypefaceRole, readonly TypefaceFile[]>>;

interface Loaded {
  files: TypefaceFiles;
  /** Error messages, each with the path of `edition.yaml` and a line number in it. */
  faults: string[];
}

/** Maximum size of a file, in bytes. A file with all Chinese characters is about as large. */
const MAX_BYTES = 5_000_000;
/** Range of weights for body text. Without a file in this range, all text would be too bold or too thin to read. */
const REGULAR_WEIGHTS = { least: 350, most: 450 };

/** Reads and measures an edition's own typeface files from its media folder. If there are faults, returns no files. */
export async function loadTypefaceFiles(folder: string, own: OwnTypefaces): Promise<Loaded> {
  const edition = join(folder, "edition.yaml");
  const files: TypefaceFiles = {};
  const faults: string[] = [];
  for (const role of TYPEFACE_ROLES) {
    const names = own[role]?.files;
    if (!names) continue;
    const loaded: TypefaceFile[] = [];
    for (const [index, name] of names.entries()) {
      const file = await loadFile(folder, join("media", name));
      if (typeof file !== "string") loaded.push(file);
      else {
        const line = await findLineInFile(edition, ["look", "typefaces", role, "files", index]);
        faults.push(`${edition}:${line}: found the typeface "${name}"${file}.`);
      }
    }
    files[role] = loaded;
    const missing = loaded.length === names.length && findMissing(role, loaded);
    if (missing) faults.push(`${edition}:${await findLineInFile(edition, ["look", "typefaces", role])}: ${missing}`);
  }
  return faults.length > 0 ? { files: {}, faults } : { files, faults };
}

/** Loads a typeface's file. If the file is unusable, returns the end of an error message instead. */
async function loadFile(folder: string, file: string): Promise<TypefaceFile | string> {
  const size = (await findFileInside(folder, file))?.size;
  if (size === undefined) return `, but there is no ${join(folder, file)}; expected a WOFF2 file in the media folder`;
  if (size > MAX_BYTES)
    return ` of ${(size / 1e6).toFixed(1)} MB; the limit is ${MAX_BYTES / 1e6} MB, and a first visit should load at most 64 kB`;
  const bytes = await readFileInside(folder, file, MAX_BYTES);
  const metrics = await measureTypeface(bytes).catch(() => null);
  if (!metrics) return ", which is not a WOFF2 file; expected WOFF2, to which other formats can be converted";
  if (!metrics.hasLatin) return " without the letters A to Z; expected a typeface that has them";
  return { ...metrics, digest: hash("sha256", bytes, "base64url").slice(0, 16), bytes };
}

/** Returns an error message if no file has the weight and style that most text of `role` needs. */
function findMissing(role: TypefaceRole, files: readonly TypefaceFile[]): string | undefined {
  const upright = files.filter(({ isItalic }) => !isItalic);
  const isRegular = ({ weights: [least, most] }: TypefaceFile) =>
    least <= REGULAR_WEIGHTS.most && most >= REGULAR_WEIGHTS.least;
  if (role === "headlines" ? upright.length > 0 : upright.some(isRegular)) return undefined;
  const found = files.map(({ weights, isItalic }) => [...new Set(weights)].join(" to ") + (isItalic ? " italic" : ""));
  const needed = role === "headlines" ? "a file that is not italic" : "a file of weight 400 that is not italic";
  return `look.typefaces.${role}: found files of weight ${found.join(", ")}; expected a list with ${needed}.`;
}

/** Returns the upright file with the weight nearest to `weight`; undefined if all files are italic. */
export function findUpright(files: readonly TypefaceFile[], weight: number): TypefaceFile | undefined {
  const distance = ({ weights: [least, most] }: TypefaceFile) => Math.max(least - weight, weight - most, 0);
  return files.filter(({ isItalic }) => !isItalic).toSorted((a, b) => distance(a) - distance(b))[0];
}
