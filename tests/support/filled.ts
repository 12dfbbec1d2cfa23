import type { Site } from "./site.ts";

/** A page as a reader without JavaScript gets it, who asks again while it says that it is loading. */
export async function pageOnceFilled(site: Site, path = "/"): Promise<string> {
  for (;;) {
    const html = await (await fetch(site.url + path)).text();
    if (!html.includes('http-equiv="refresh"')) return html;
  }
}
