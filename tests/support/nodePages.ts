import { expect } from "vitest";
import type { Reader } from "./reader.ts";
import { readUntil } from "./readUntil.ts";
import type { Site } from "./site.ts";

export interface Page {
  status: number;
  text: string;
  location: string | null;
}

/** Creates functions that wait until the pages of all servers show a change in the store. */
export function createNodePages(nodes: () => readonly Site[], reader: () => Reader | undefined) {
  async function get(path: string, node = nodes()[0]): Promise<Page> {
    const response = await fetch(`${node?.url}${path}`, { redirect: "manual" });
    return { status: response.status, text: await response.text(), location: response.headers.get("location") };
  }

  /** Requests a page of each node until `isDone` accepts the page. Returns the page of the last node. */
  async function until(path: string, isDone: (page: Page) => boolean): Promise<Page> {
    let last: Page | undefined;
    for (const node of nodes()) last = await readUntil(() => get(path, node), isDone);
    return last as Page;
  }

  /**
   * Requests pages of each node until they contain a text or, if `isThere` is false, until they lack it. Then looks for
   * the text in the browser, if there is one: opening pages takes much CPU time.
   */
  async function see(paths: readonly string[], text: string, { isThere = true, status = 200 } = {}): Promise<void> {
    for (const path of paths) {
      await until(path, (page) => page.status === status && page.text.includes(text) === isThere);
      const browser = reader();
      // The browser cannot show a text that the page lacks.
      if (!browser || !isThere || path.includes(".")) continue;
      const page = await browser.read(`${nodes()[0]?.url}${path}`);
      expect(page.status, path).toBe(status);
      expect(page.text, path).toContain(text.toLowerCase());
    }
  }

  return { get, until, see };
}
