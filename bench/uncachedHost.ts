import { get } from "node:http";
import { text } from "node:stream/consumers";

/** Without SITE_URL pages are cached for so many unlisted host names: MAX_UNLISTED_HOSTS in server/web/sites.ts. */
const CACHED_HOSTS = 8;

/** Uses up the host names for which a site caches pages. Returns another one: its pages are rendered at each request. */
export async function findUncachedHost(url: string): Promise<string> {
  for (let number = 0; number < CACHED_HOSTS; number++) await requestAs(url, `cached-${number}.example`);
  return "uncached.example";
}

function requestAs(url: string, host: string): Promise<string> {
  return new Promise((resolve, reject) => {
    get(url, { headers: { host } }, (response) => resolve(text(response))).on("error", reject);
  });
}
