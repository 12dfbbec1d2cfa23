import { createHash, randomBytes } from "node:crypto";

/** Returns random bytes in hexadecimal. With other characters, mail programs may cut off a URL in plain text. */
export function createRandomHex(bytes: number): string {
  return randomBytes(bytes).toString("hex");
}

/** Returns the hash of a token, in base64url. The hash is stored instead of the token. */
export function hashToken(token: string): string {
  return createHash("sha256").update(token).digest("base64url");
}
