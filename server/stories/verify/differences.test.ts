import { expect, it } from "vitest";
import { illustrationPath, skylinePath } from "../../../core/addresses.ts";
import { type ExpectedPage, listDifferences } from "./differences.ts";
import { readShownPage, type ShownPage } from "./shownPage.ts";

const BASE = "https://site.example/article/ferry";
const EXPECTED: ExpectedPage = {
  title: "Ferry Returns",
  deck: "It sails again.",
  byline: ["Ada Moss", "Ben Cole"],
  publishedAt: "2019-04-02T12:00:00.000Z",
  sponsor: null,
  image: { alt: "The pier", caption: "", credit: "Cy Dunn" },
  html: '<p>Nine boats sail, says <a href="/article/fog">Fog</a>.</p><img src="own:a" alt="A"><p>They return at ten.</p>',
};
const BODY = EXPECTED.html.replace("own:a", "/pictures/b.jpg");
const HEAD =
  '<p><a href="/local">Local</a></p><h1>Ferry Returns</h1><p>It sails again.</p><p><span>By <a href="/author/ada-moss">Ada Moss</a> and <a href="/author/ben-cole">Ben Cole</a></span><time datetime="2019-04-02T12:00:00.000Z">April 2</time></p>';
const PHOTO =
  '<img src="/scenes/lake/harbor/a.svg"><img src="/pictures/a.jpg"><figcaption>The pier <span>Photo: Cy Dunn</span></figcaption>';

function format(head = HEAD, photo = PHOTO, body = BODY): string {
  return `<header><h1>Paper</h1></header><main><article><header>${head}</header><div><figure>${photo}</figure><div>${body}</div><section>More</section></div></article></main>`;
}

const compare = (html: string) => listDifferences(EXPECTED, readShownPage(html, BASE) as ShownPage, BASE);

it("finds no difference in a page that shows what is expected", () => {
  expect(compare(format())).toEqual([]);
  expect(readShownPage("<main><p>Nothing here</p></main>", BASE)).toBeNull();
});

it.each([
  ["a title", HEAD.replace("Returns", "Leaves"), ["has the title “Ferry Leaves” in place of “Ferry Returns”"]],
  ["a deck", HEAD.replace("again", "once"), ["lacks the words “again” of its deck"]],
  [
    "an author",
    HEAD.replaceAll("Ben Cole", "Ada Moss"),
    ["has the byline “Ada Moss, Ada Moss” in place of “Ada Moss, Ben Cole”"],
  ],
  [
    "a date",
    HEAD.replace("-02T", "-03T"),
    ["has the date 2019-04-03T12:00:00.000Z in place of 2019-04-02T12:00:00.000Z"],
  ],
])("names %s that differs", (_, head, differences) => {
  expect(compare(format(head))).toEqual(differences);
});

it.each([
  [
    "two changes of words",
    BODY.replace("Nine", "Ten").replace(" at ten", ""),
    ["has “Ten” in place of “Nine”", "lacks the words “at ten”"],
  ],
  ["added words", `${BODY}<p>By law.</p>`, ["has added words, “By law”"]],
  [
    "a link",
    BODY.replace("/article/fog", "/article/mist"),
    ["lacks the link to https://site.example/article/fog", "has another link, to https://site.example/article/mist"],
  ],
  [
    "an image in the text",
    BODY.replace("/pictures/b.jpg", illustrationPath("b", "lake")),
    ["shows 0 of the 1 images in its text"],
  ],
])("names %s", (_, body, differences) => {
  expect(compare(format(HEAD, PHOTO, body))).toEqual(differences);
});

it("names a lead image that is missing or has another credit", () => {
  const drawn = format(HEAD, `<img src="${skylinePath("a", "lake", {}, "/wide")}">`);
  expect(compare(drawn)).toEqual(["lacks its lead image"]);
  expect(listDifferences({ ...EXPECTED, image: null }, readShownPage(drawn, BASE) as ShownPage, BASE)).toEqual([]);
  expect(compare(format(HEAD, PHOTO.replace("Cy Dunn", "Bea Lund")))).toEqual([
    "lacks the words “Cy Dunn” below its lead image",
  ]);
});
