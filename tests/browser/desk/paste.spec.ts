import { build, type Rolldown } from "vite";
import { CLIPBOARDS, HOSTILE_CLIPBOARDS } from "../../support/clipboards.ts";
import { expect, test } from "../fixtures.ts";

/** Bundles the editor with a function that pastes into it. */
async function bundlePastePage(): Promise<string> {
  const built = (await build({
    configFile: false,
    logLevel: "error",
    define: { "process.env.NODE_ENV": '"production"' },
    build: { write: false, rolldownOptions: { input: "tests/support/pastePage.ts", output: { format: "iife" } } },
  })) as Rolldown.RolldownOutput;
  return built.output[0].code;
}

let script: string;

test.beforeAll(async () => {
  script = await bundlePastePage();
});

test("pastes from Word, Google Docs, mail and web pages come out clean", async ({ page }) => {
  await page.addScriptTag({ content: script });
  for (const { name, html, before = "", markdown, missing = 0, files = 0 } of CLIPBOARDS) {
    const pasted = await page.evaluate(([clipboard, body]) => pasteInto(clipboard, body), [html, before] as const);
    expect.soft(pasted.markdown, name).toBe(markdown);
    expect.soft([pasted.missing, pasted.files.length], `${name}: images`).toEqual([missing, files]);
  }
});

test("hostile clipboards run nothing and load nothing", async ({ page }) => {
  const requests: string[] = [];
  page.on("request", (request) => requests.push(request.url()));
  const calls: unknown[] = [];
  await page.exposeFunction("hack", () => calls.push("hack"));
  await page.addScriptTag({ content: script });
  for (const [html, text] of Object.entries(HOSTILE_CLIPBOARDS)) {
    const pasted = await page.evaluate((clipboard) => pasteInto(clipboard, ""), html);
    expect.soft(pasted.markdown, html).toBe(text);
  }
  // Waits two frames. A script from a clipboard would run during this time.
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
  expect(calls).toEqual([]);
  expect(requests).toEqual([]);
  expect(page.url()).toBe("about:blank");
});
