import { createPrivateKey } from "node:crypto";
import { readFileSync } from "node:fs";
import type { Readable } from "node:stream";
import DKIM from "nodemailer/lib/dkim";
import { type Config, ConfigError } from "../../config.ts";

/** Signs a mail for a domain; without a key it leaves it as it is. */
export type Signer = (bytes: Buffer, domain: string) => Readable | Buffer;

/** RFC 8058 wants both headers of the one click signed, and nodemailer's own list lacks the second. */
const SIGNED =
  "From:Reply-To:Subject:Date:Message-ID:To:MIME-Version:Content-Type:List-Id:List-Unsubscribe:List-Unsubscribe-Post:Feedback-ID:Auto-Submitted";

/** What signs a mail beside the domain that it is signed for. */
export interface DkimKey {
  keySelector: string;
  privateKey: string;
}

type KeySettings = Pick<Config, "DKIM_KEY_FILE" | "DKIM_SELECTOR">;

/** @throws {ConfigError} where there is no key in the file */
export function openSigner(config: KeySettings): Signer {
  const key = readDkimKey(config);
  if (!key) return (bytes) => bytes;
  const signers = new Map<string, DKIM>();
  return (bytes, domainName) => {
    const signer = signers.get(domainName) ?? new DKIM({ domainName, ...key, headerFieldNames: SIGNED });
    signers.set(domainName, signer);
    return signer.sign(bytes);
  };
}

/**
 * @returns null where the operator set none
 * @throws {ConfigError} where there is no key in the file
 */
export function readDkimKey({ DKIM_KEY_FILE: file, DKIM_SELECTOR: keySelector }: KeySettings): DkimKey | null {
  if (!file) return null;
  const privateKey = readText(file);
  if (!isRsaKey(privateKey))
    throw new ConfigError(
      `DKIM_KEY_FILE: ${file} holds no RSA private key without a passphrase; "openssl genrsa -out ${file} 2048" makes one.`,
    );
  return { keySelector, privateKey };
}

function readText(file: string): string {
  try {
    return readFileSync(file, "utf8");
  } catch (error) {
    throw new ConfigError(`DKIM_KEY_FILE: ${file} could not be read: ${(error as Error).message}.`);
  }
}

/** The only kind that all mailboxes verify. */
function isRsaKey(text: string): boolean {
  try {
    return createPrivateKey(text).asymmetricKeyType === "rsa";
  } catch {
    return false;
  }
}
