import { createHash, randomBytes } from "node:crypto";

/** Returns random bytes in hexadecimal, since mail programs may end a URL in plain text at other characters. */
export function createRandomHex(bytes: number): string {
  return randomBytes(bytes).toString("hex");
}

/** Returns the hash of a token, in base64url. The hash is stored instead of the token. */
export function hashToken(token: string): string {
  return createHash("sha256").update(token).digest("base64url");
}
