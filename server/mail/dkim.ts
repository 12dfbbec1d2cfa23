import { createPrivateKey } from "node:crypto";
import { readFileSync } from "node:fs";
import type { Readable } from "node:stream";
import DKIM from "nodemailer/lib/dkim";
import { toMessage } from "../../core/toMessage.ts";
import { type Config, ConfigError } from "../config.ts";

/** Adds a DKIM signature for a domain to a composed message. Without a key, returns the message unchanged. */
export type Signer = (message: Buffer, domainName: string) => Readable | Buffer;

export interface DkimKey {
  keySelector: string;
  privateKey: string;
}

/** Headers to sign. nodemailer's default list lacks List-Unsubscribe-Post, which RFC 8058 requires. */
const SIGNED_HEADERS =
  "From:Reply-To:Subject:Date:Message-ID:To:MIME-Version:Content-Type:List-Id:List-Unsubscribe:List-Unsubscribe-Post:Feedback-ID:Auto-Submitted";

export function createSigner(key: DkimKey | null): Signer {
  if (!key) return (message) => message;
  return (message, domainName) => new DKIM({ domainName, ...key, headerFieldNames: SIGNED_HEADERS }).sign(message);
}

/**
 * Returns the DKIM key; null if DKIM_KEY_FILE is not set.
 *
 * @throws {ConfigError} if the file is unreadable, its key has a passphrase, or its key is not an RSA key: many mail
 * servers cannot verify other types of keys
 */
export function readDkimKey({ DKIM_KEY_FILE: file, DKIM_SELECTOR: keySelector }: Config): DkimKey | null {
  if (!file) return null;
  let privateKey: string;
  try {
    privateKey = readFileSync(file, "utf8");
  } catch (error) {
    throw new ConfigError(`DKIM_KEY_FILE: failed to read ${file}: ${toMessage(error)}.`);
  }
  if (!isRsaKey(privateKey))
    throw new ConfigError(
      `DKIM_KEY_FILE: ${file} holds no RSA private key without a passphrase; create one with "openssl genrsa -out ${file} 2048".`,
    );
  return { keySelector, privateKey };
}

function isRsaKey(pem: string): boolean {
  try {
    return createPrivateKey(pem).asymmetricKeyType === "rsa";
  } catch {
    return false;
  }
}
