/** Token in the envelope sender and the Message-ID. Only servers that handled the mail know it. */
const TOKEN = /\b[0-9a-f]{20}\b/i;

/** Returns the delivery token in an address, a header or a Message-ID; null if there is none. */
export function findToken(text: string): string | null {
  return TOKEN.exec(text)?.[0].toLowerCase() ?? null;
}
