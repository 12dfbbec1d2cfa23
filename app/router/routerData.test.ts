import { expect, it } from "vitest";
import { toPageUrl } from "./routerData.ts";

it.each([
  ["/sports.data", "/sports"],
  ["/article/a-story.data?_routes=routes%2Farticle", "/article/a-story"],
  ["/search.data?q=river&_routes=routes%2Fsearch", "/search?q=river"],
  ["/_.data", "/"],
])("finds the page of %s", (dataPath, pagePath) => {
  expect(toPageUrl(`https://news.example${dataPath}`).href).toBe(`https://news.example${pagePath}`);
});
