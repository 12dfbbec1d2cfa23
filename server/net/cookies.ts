/** Maximum number of cookies in one request, and maximum length of each cookie in characters. */
const MAX_COOKIES = 20;
const MAX_LENGTH = 4096;
/** Matches a cookie's name and value if all their characters are safe in a header. */
const PAIR = /^[\x21-\x3a\x3c\x3e-\x7e]+=[\x21-\x3a\x3c-\x7e]*$/;

/**
 * Creates a jar for the cookies of one request and its redirects. A cookie is sent only to the origin that set it,
 * whatever the cookie's attributes.
 */
export function createCookies() {
  const jars = new Map<string, Map<string, string>>();
  return {
    add({ origin }: URL, setCookies: readonly string[]): void {
      const jar = jars.getOrInsertComputed(origin, () => new Map());
      for (const header of setCookies) {
        const pair = header.split(";", 1)[0]?.trim() ?? "";
        const name = pair.slice(0, pair.indexOf("="));
        if (pair.length <= MAX_LENGTH && PAIR.test(pair) && (jar.has(name) || jar.size < MAX_COOKIES))
          jar.set(name, pair);
      }
    },
    toHeaders({ origin }: URL): { cookie?: string } {
      const pairs = [...(jars.get(origin)?.values() ?? [])];
      return pairs.length > 0 ? { cookie: pairs.join("; ") } : {};
    },
  };
}
