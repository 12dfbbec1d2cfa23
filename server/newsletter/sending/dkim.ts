import { readFileSync } from "node:fs";
import type { Readable } from "node:stream";
import DKIM from "nodemailer/lib/dkim";
import { type Config, ConfigError } from "../../config.ts";

/** Signs a mail for a domain; without a key it leaves it as it is. */
export type Signer = (bytes: Buffer, domain: string) => Readable | Buffer;

/** RFC 8058 wants both headers of the one click signed, and nodemailer's own list lacks the second. */
const SIGNED =
  "From:Reply-To:Subject:Date:Message-ID:To:MIME-Version:Content-Type:List-Id:List-Unsubscribe:List-Unsubscribe-Post:Feedback-ID:Auto-Submitted";

/** @throws {ConfigError} where there is no key in the file */
export function openSigner({ DKIM_KEY_FILE, DKIM_SELECTOR }: Pick<Config, "DKIM_KEY_FILE" | "DKIM_SELECTOR">): Signer {
  if (!DKIM_KEY_FILE) return (bytes) => bytes;
  const privateKey = readKey(DKIM_KEY_FILE);
  const signers = new Map<string, DKIM>();
  return (bytes, domainName) => {
    const signer =
      signers.get(domainName) ??
      new DKIM({ domainName, keySelector: DKIM_SELECTOR, privateKey, headerFieldNames: SIGNED });
    signers.set(domainName, signer);
    return signer.sign(bytes);
  };
}

function readKey(file: string): string {
  try {
    return readFileSync(file, "utf8");
  } catch (error) {
    throw new ConfigError(`DKIM_KEY_FILE: ${file} could not be read: ${(error as Error).message}.`);
  }
}
