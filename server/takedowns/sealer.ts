import { createCipheriv, createDecipheriv, randomBytes } from "node:crypto";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { z } from "zod";
import type { Config } from "../config.ts";
import { issueStorySchema } from "../newsletter/issueSchema.ts";
import { getStorePath } from "../store/open.ts";
import { parseStored } from "../store/storedJson.ts";
import { articleContentSchema } from "../store/takedowns/takenDownArticles.ts";

/** Schema of the content that a takedown removes from the store, and that an undo restores. */
const contentSchema = z.object({
  article: articleContentSchema,
  /** Original URLs of the images that were deleted with the story. */
  images: z.array(z.string()),
  /** The story's entries in past issues of the briefing. */
  issues: z.array(z.object({ id: z.number(), story: issueStorySchema })),
});

export type SealedContent = z.infer<typeof contentSchema>;

/** Thrown if a sealed copy or the key for it cannot be read. */
export class SealError extends Error {
  override name = "SealError";
}

const CIPHER = "aes-256-gcm";
const KEY_FILE = "takedown.key";
const KEY_BYTES = 32;
const IV_BYTES = 12;
const TAG_BYTES = 16;

export type Sealer = Awaited<ReturnType<typeof openSealer>>;

/**
 * Opens the key for sealed copies, and creates it on first use. The key is in a separate file beside the store.
 * Therefore, a copy of the store alone does not reveal the content.
 *
 * @throws {SealError} if the file does not contain a key
 */
export async function openSealer({ DATABASE_URL, DATA_DIR }: Pick<Config, "DATABASE_URL" | "DATA_DIR">) {
  const storePath = getStorePath(DATABASE_URL);
  const path = join(storePath ? dirname(storePath) : DATA_DIR, KEY_FILE);
  const key = await readKey(path);
  return {
    /**
     * Encrypts an article's content (AES-256-GCM). The article's id is authenticated, so that the copy can be opened
     * only for the same article.
     */
    seal(articleId: number, content: SealedContent): Uint8Array {
      const iv = randomBytes(IV_BYTES);
      const cipher = createCipheriv(CIPHER, key, iv).setAAD(Buffer.from(String(articleId)));
      const encrypted = Buffer.concat([cipher.update(JSON.stringify(content), "utf8"), cipher.final()]);
      return Buffer.concat([iv, cipher.getAuthTag(), encrypted]);
    },
    /**
     * Decrypts a sealed copy of an article's content.
     *
     * @throws {SealError} if the copy is damaged or was sealed with another key
     */
    unseal(articleId: number, sealed: Uint8Array): SealedContent {
      const bytes = Buffer.from(sealed);
      const decipher = createDecipheriv(CIPHER, key, bytes.subarray(0, IV_BYTES), { authTagLength: TAG_BYTES });
      decipher.setAAD(Buffer.from(String(articleId)));
      decipher.setAuthTag(bytes.subarray(IV_BYTES, IV_BYTES + TAG_BYTES));
      let json: string;
      try {
        const texts = [decipher.update(bytes.subarray(IV_BYTES + TAG_BYTES)), decipher.final()];
        json = Buffer.concat(texts).toString("utf8");
      } catch {
        throw new SealError(`The sealed copy cannot be read: ${path} is not the key with which it was sealed.`);
      }
      return parseStored(contentSchema, json, `sealed copy of article ${articleId}`);
    },
  };
}

async function readKey(path: string): Promise<Buffer> {
  await mkdir(dirname(path), { recursive: true });
  // Does not overwrite an existing file, since its key is in use.
  await writeFile(path, randomBytes(KEY_BYTES).toString("hex"), { mode: 0o600, flag: "wx" }).catch((error) => {
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
  });
  const text = (await readFile(path, "utf8")).trim();
  if (!/^[0-9a-f]{64}$/.test(text)) throw new SealError(`${path} is not a key of 64 hexadecimal digits.`);
  return Buffer.from(text, "hex");
}
