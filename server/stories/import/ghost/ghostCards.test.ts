import { expect, it } from "vitest";
import type { Remark } from "../remarks.ts";
import { toMarkdown } from "../toMarkdown.ts";
import { simplifyCards } from "./ghostCards.ts";
import { documentToHtml } from "./ghostDocuments.ts";

const BASE = "https://old.example/ferry/";

function convert(html: string) {
  const remarks: Remark[] = [];
  return { markdown: toMarkdown(simplifyCards(html, remarks), BASE), remarks: remarks.map(({ kind }) => kind) };
}

it.each([
  [
    "bookmark",
    '<figure class="kg-card kg-bookmark-card kg-card-hascaption"><a class="kg-bookmark-container" href="https://a.example/b"><div class="kg-bookmark-content"><div class="kg-bookmark-title">Boats &amp; Bells</div><div class="kg-bookmark-description">All of them.</div><div class="kg-bookmark-metadata"><img class="kg-bookmark-icon" src="https://a.example/i.ico"><span class="kg-bookmark-publisher">The Bell</span></div></div><div class="kg-bookmark-thumbnail"><img src="https://a.example/t.jpg"></div></a><figcaption>Read it</figcaption></figure>',
    "[Boats & Bells](https://a.example/b) (The Bell)\\\nAll of them.\n\nRead it",
  ],
  [
    "audio",
    '<div class="kg-card kg-audio-card"><img class="kg-audio-thumbnail" src="/t.jpg"><div class="kg-audio-player-container"><audio src="/content/media/a.mp3"></audio><div class="kg-audio-title">The Bell</div><span class="kg-audio-duration">1:00</span></div></div>',
    "[The Bell](https://old.example/content/media/a.mp3)",
  ],
  [
    "video",
    '<figure class="kg-card kg-video-card"><div class="kg-video-container"><video src="/content/media/v.mp4"></video><button>1x</button></div><figcaption>At sea</figcaption></figure>',
    "[v.mp4](https://old.example/content/media/v.mp4)\n\nAt sea",
  ],
  [
    "file",
    '<div class="kg-card kg-file-card"><a class="kg-file-card-container" href="/content/files/p.pdf"><div class="kg-file-card-title">Plan</div><div class="kg-file-card-caption">Of the pier</div><div class="kg-file-card-filename">p.pdf</div><div class="kg-file-card-filesize">1 MB</div></a></div>',
    "[Plan](https://old.example/content/files/p.pdf) (p.pdf, 1 MB)\n\nOf the pier",
  ],
  [
    "product",
    '<div class="kg-card kg-product-card"><img class="kg-product-card-image" src="/m.jpg"><h4 class="kg-product-card-title">Mug</h4><svg></svg><div class="kg-product-card-description"><p>Blue.</p></div><a class="kg-product-card-button" href="https://shop.example/"><span>Buy</span></a></div>',
    "**Mug**\n\n![](https://old.example/m.jpg)\n\nBlue.\n\n[Buy](https://shop.example/)",
  ],
  [
    "toggle",
    '<div class="kg-card kg-toggle-card"><div class="kg-toggle-heading"><h4 class="kg-toggle-heading-text">Why?</h4><button><svg></svg></button></div><div class="kg-toggle-content"><p>So.</p></div></div>',
    "**Why?**\n\nSo.",
  ],
  [
    "callout",
    '<div class="kg-card kg-callout-card"><div class="kg-callout-emoji">💡</div><div class="kg-callout-text">A <b>tip</b></div></div>',
    "> 💡 A **tip**",
  ],
  [
    "header",
    '<div class="kg-card kg-header-card"><h2 class="kg-header-card-header">Top</h2><h3 class="kg-header-card-subheader">Below</h3><a class="kg-header-card-button" href="https://a.example/">Go</a></div>',
    "## Top\n\nBelow\n\n[Go](https://a.example/)",
  ],
  [
    "button",
    '<div class="kg-card kg-button-card"><a class="kg-btn kg-btn-accent" href="https://a.example/">Go</a></div>',
    "[Go](https://a.example/)",
  ],
  [
    "cta",
    '<div class="kg-card kg-cta-card"><div class="kg-cta-sponsor-label">SPONSORED</div><div class="kg-cta-content"><div class="kg-cta-text"><p>Ride.</p></div><a class="kg-cta-button" href="https://a.example/">Go</a></div></div>',
    "**SPONSORED**\n\nRide.\n\n[Go](https://a.example/)",
  ],
  [
    "gallery",
    '<figure class="kg-card kg-gallery-card"><div class="kg-gallery-container"><div class="kg-gallery-row"><div class="kg-gallery-image"><img src="/1.jpg" alt="One" title="First"></div><div class="kg-gallery-image"><img src="/2.jpg" alt="Two"></div></div></div><figcaption>Both</figcaption></figure>',
    '![One](https://old.example/1.jpg "First")\n\n![Two](https://old.example/2.jpg)\n\nBoth',
  ],
  [
    "embed",
    '<figure class="kg-card kg-embed-card"><blockquote class="twitter-tweet"><p>Fog.</p>— Ada (@ada) <a href="https://twitter.com/ada/status/1">May 1</a></blockquote><script src="x.js"></script></figure>',
    "> Fog.\n>\n> — Ada (@ada) [May 1](https://twitter.com/ada/status/1)",
  ],
])("converts a %s card", (_, html, markdown) => {
  expect(convert(`<p>A</p>${html}<p>B</p>`)).toEqual({ markdown: `A\n\n${markdown}\n\nB`, remarks: [] });
});

it.each(["signup", "email", "email-cta"])("removes a %s card with a remark", (name) => {
  const card = `<div class="kg-card kg-${name}-card"><form><button>Subscribe</button></form></div>`;
  expect(convert(`<p>A</p>${card}`)).toEqual({ markdown: "A", remarks: ["card"] });
});

it("removes buttons of Ghost's own forms with a remark", () => {
  const button = '<div class="kg-card kg-button-card"><a class="kg-btn" href="#/portal/signup">Join</a></div>';
  expect(convert(button)).toEqual({ markdown: "", remarks: ["card"] });
});

it("reads a document of 20,000 cards within each other", () => {
  const nested = `${'<div class="kg-card kg-other-card">'.repeat(20_000)}A`;
  expect(convert(nested).markdown).toBe("A");
});

const text = (value: string, format = 0) => ({ type: "extended-text", text: value, format });

it("converts the format of Ghost's present editor", () => {
  const lexical = JSON.stringify({
    root: {
      type: "root",
      children: [
        { type: "heading", tag: "h2", children: [text("Pier")] },
        {
          type: "paragraph",
          children: [
            text("A "),
            text("bold", 1),
            { type: "link", url: "https://a.example/", children: [text(" link")] },
          ],
        },
        { type: "list", listType: "number", start: 2, children: [{ type: "listitem", children: [text("Two")] }] },
        { type: "bookmark", url: "https://b.example/", metadata: { title: "Bell", description: "Rings." } },
        { type: "toggle", heading: "Why?", content: "<p>So.</p>" },
        { type: "image", src: "/1.jpg", alt: "One", caption: "First" },
        { type: "gallery", images: [{ src: "/2.jpg", caption: "Second" }], caption: "" },
        { type: "horizontalrule" },
        { type: "signup" },
      ],
    },
  });
  expect(convert(documentToHtml({ lexical, mobiledoc: "" }) ?? "")).toEqual({
    markdown: [
      "## Pier",
      "A **bold** [link](https://a.example/)",
      "2. Two",
      "[Bell](https://b.example/)\\\nRings.",
      "**Why?**",
      "So.",
      '![One](https://old.example/1.jpg "First")',
      '![](https://old.example/2.jpg "Second")',
      "***",
    ].join("\n\n"),
    remarks: ["card"],
  });
});

it("converts the format of Ghost's former editor", () => {
  const mobiledoc = JSON.stringify({
    version: "0.3.1",
    markups: [["strong"], ["a", ["href", "https://a.example/"]]],
    atoms: [["soft-return", "", {}]],
    cards: [
      ["image", { src: "/1.jpg", caption: "First" }],
      ["card-markdown", { markdown: "## Sub" }],
      ["hr", {}],
    ],
    sections: [
      [
        1,
        "p",
        [
          [0, [], 0, "A "],
          [0, [0], 1, "bold"],
          [1, [], 0, 0],
          [0, [1], 1, "link"],
        ],
      ],
      [3, "ul", [[[0, [], 0, "One"]], [[0, [], 0, "Two"]]]],
      [10, 0],
      [10, 1],
      [10, 2],
    ],
  });
  expect(convert(documentToHtml({ lexical: "", mobiledoc }) ?? "").markdown).toBe(
    'A **bold**\\\n[link](https://a.example/)\n\n- One\n- Two\n\n![](https://old.example/1.jpg "First")\n\n## Sub\n\n***',
  );
});

it("returns null for a post in neither format", () => {
  expect(documentToHtml({ lexical: "{", mobiledoc: "" })).toBeNull();
});
