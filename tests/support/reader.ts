import { chromium, type Page } from "@playwright/test";
import { CHROMIUM_ARGS } from "./chromium.ts";

/** A reader's browser, Chromium. */
export interface Reader {
  /** Loads a page without JavaScript. Returns its status and its visible text in lower case. */
  read(url: string): Promise<{ status: number; text: string }>;
  /** Opens a page with JavaScript, and keeps the page open. */
  open(url: string): Promise<Page>;
  close(): Promise<void>;
}

export async function startReader(): Promise<Reader> {
  const { CHROME_PATH: executablePath } = process.env;
  const browser = await chromium.launch({
    ...(executablePath && { executablePath }),
    args: [...CHROMIUM_ARGS],
  });
  const context = await browser.newContext({ javaScriptEnabled: false });
  // Sets no time limit for waits, since the test's limit ends them.
  context.setDefaultTimeout(0);
  // Intercepts requests. This also turns off the browser's cache, in which a page could be outdated.
  await context.route("**", (route) => (route.request().resourceType() === "image" ? route.abort() : route.continue()));
  const page = await context.newPage();
  return {
    async read(url) {
      const response = await page.goto(url, { waitUntil: "domcontentloaded" });
      // biome-ignore lint/performance/useDomNodeTextContent: textContent has what is hidden, too
      const text = await page.locator("body").innerText();
      // Returns lower case, since a style sheet may show capitals.
      return { status: response?.status() ?? 0, text: text.toLowerCase() };
    },
    async open(url) {
      const opened = await browser.newPage({ reducedMotion: "reduce", serviceWorkers: "block" });
      opened.setDefaultTimeout(0);
      await opened.goto(url);
      return opened;
    },
    close: () => browser.close(),
  };
}
