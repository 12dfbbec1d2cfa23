import { expect, it } from "vitest";
import { listLosses } from "./losses.ts";

const BASE = "https://old.example/2019/ferry/";
const toNew = async (url: URL) => (url.pathname === "/2019/fog/" ? "/article/fog" : url.href);
const compare = (source: string, shown: string) => listLosses(source, shown, BASE, toNew);

it("finds no loss in a story that shows all words and links", async () => {
  const source =
    '<p>W<b>or</b>ds “quoted”, <a href="/2019/fog/">fog</a> and <a href="https://a.example/?utm_source=x">a</a></p><a href="/b.jpg"><img src="/b-300x200.jpg"></a><a href="/2019/ferry/b/"><img src="/b.jpg"></a><script>no()</script><a href="#n1">1</a>';
  const shown = '<p>Words "quoted", <a href="/article/fog">fog</a> and <a href="https://a.example/">a</a></p><p>1</p>';
  expect(await compare(source, shown)).toEqual([]);
});

it.each([
  ["words", "<form><label>Your mail</label></form><p>Kept.</p>", ["lost the words “Your mail”"]],
  ["a word of several", "<p>Kept, kept. Kept.</p>", ["lost the words “kept Kept”"]],
  ["a link", '<p><a href="https://a.example/b">Kept</a>.</p>', ["lost the link to https://a.example/b"]],
  [
    "the link of an image",
    '<p>Kept<a href="/tickets"><img src="a.jpg"></a></p>',
    ["lost the link to https://old.example/tickets"],
  ],
  ["a frame", '<p>Kept</p><iframe src="https://maps.example/1"></iframe>', ["lost the link to https://maps.example/1"]],
  ["nothing from deep markup", `${"<div>".repeat(20_000)}Kept`, []],
])("names %s", async (_, source, losses) => {
  expect(await compare(source, "<p>Kept.</p>")).toEqual(losses);
});
