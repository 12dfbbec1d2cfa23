import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { toPageUrl } from "./routerData.ts";

it("is written for the installed version of React Router", () => {
  // If this fails, compare routerData.ts with `singleFetchUrl` and `fetchAndDecodeViaTurboStream` in the new version's
  // dist/development/lib/dom/ssr/single-fetch.js, run tests/browser/offline.spec.ts, and change the version here.
  const { version } = JSON.parse(readFileSync("node_modules/react-router/package.json", "utf8"));
  expect(version).toBe("8.4.0");
});

it.each([
  ["/sports.data", "/sports"],
  ["/article/a-story.data?_routes=routes%2Farticle", "/article/a-story"],
  ["/search.data?q=river&_routes=routes%2Fsearch", "/search?q=river"],
  ["/_.data", "/"],
])("finds the page of %s", (dataPath, pagePath) => {
  expect(toPageUrl(`https://news.example${dataPath}`).href).toBe(`https://news.example${pagePath}`);
});
