import { get } from "node:http";
import { text } from "node:stream/consumers";

/** Where SITE_URL is not set, pages of so many names are kept (server/web/sites.ts). */
const NAMES = 8;

/** Has a site keep pages of all the names that it can. @returns another name, under which it makes pages for each request */
export async function takeAllNames(url: string): Promise<string> {
  for (let name = 0; name < NAMES; name++) await askAs(url, `kept-${name}.example`);
  return "one-more.example";
}

function askAs(url: string, host: string): Promise<string> {
  return new Promise((resolve, reject) => {
    get(url, { headers: { host } }, (response) => resolve(text(response))).on("error", reject);
  });
}
