import { createHmac, randomBytes } from "node:crypto";
import { addRows } from "./batches.ts";
import type { Database } from "./schema/schema.ts";

/** Stored name of the key. It must not change: with a new key, links in mails that were already sent would break. */
const KEY_NAME = "newsletter";

/**
 * Returns a function that hashes a text with the site's secret key, to 40 hexadecimal digits. Creates the key on first
 * use. The database stores the key, so that links in old mails work as long as the list of subscribers exists.
 */
export async function loadKeyedHash(database: Database): Promise<(text: string) => string> {
  await addRows(database, "secrets", [{ name: KEY_NAME, value: randomBytes(32).toString("hex") }]);
  const secret = database.selectFrom("secrets").select("value").where("name", "=", KEY_NAME);
  const { value } = await secret.executeTakeFirstOrThrow();
  const key = Buffer.from(value, "hex");
  return (text) => createHmac("sha256", key).update(text).digest("hex").slice(0, 40);
}
