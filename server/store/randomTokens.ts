import { createHash, randomBytes } from "node:crypto";

/** Returns random bytes in hexadecimal: many programs that link URLs in plain text stop at other characters. */
export function createRandomHex(bytes: number): string {
  return randomBytes(bytes).toString("hex");
}

/** Returns the hash that is stored in place of a token. */
export function hashToken(token: string): string {
  return createHash("sha256").update(token).digest("base64url");
}
