import { readdirSync, readFileSync } from "node:fs";
import { pick, type Random } from "../../core/random.ts";

/** Paragraphs as newsrooms write them, with characters that the typographer and Markdown interpret. */
const PARAGRAPHS = [
  "The ferry sails again on the first weekend of May.",
  'Mayor Ada Moss said the "Harbor Plan" would cost $4.2 million -- twice the first estimate.',
  "Residents of Elm Street (and of Oak Street) met on Tuesday… and stayed until 11 p.m.",
  "The board voted 5-2 to keep the school's *music* program, which **300 pupils** attend.",
  "A full list is at [the county's site](https://county.example/list?a=1&b=2), or by phone at 555-0100.",
  "“We waited eleven years,” said Ben Cole, a fisherman. “Eleven.”",
  "It opens at 9 a.m.; tickets are \\$5 (children: free).",
  "See `parcel 12_b` in the survey, and *The Daily_Harbor*'s report.",
  "Snow fell on __Monday__ and ~~Tuesday~~ *Wednesday*, the service said.",
  "Lines that end with a backslash\\\nbreak, as in a poem.\\\nThree times.",
  'The company, AT&T, did not reply; its "terms" (c) 2026 say +-5%...',
  "1\\. is how the sentence begins, not a list.",
  "\\# 4 is the number on the door.",
  "Ángel García, of São Paulo, lives on the Straße since 1990's end.",
  "He wrote to <desk@harbor.example> and to <https://harbor.example/tips>.",
  "The road is closed***now***, said the state.",
  "Cost: 5 * 3 = 15 and 2 * 2; a_b_c, x < y > z & more.",
  'It was \\"quoted\\" straight, and (\\c) was no copyright.',
  "The vote[^1] was the second[^2] this year.",
];

/** Blocks other than paragraphs. */
const BLOCKS = [
  "## Timetable\n\n| Day      | Boats | Price |\n| -------- | ----: | :---: |\n| Saturday | 9     | $5    |\n| *Sunday* | 11    | [more](https://x.example/a) |",
  "| Name | Votes |\n|---|---|\n| Moss | 1,204 |\n| Cole \\| Dunn | 988 |",
  '![The boat at sea](boat.jpg "At sea")',
  "![The pier at noon](<own:media/abc-pier noon.jpg>)",
  '![A \\[wide\\] view](own:media/xyz "The \\"old\\" pier, 1911. Photo: Cy Dunn")',
  '![](x.webp "Only a caption")',
  "```quote\nThe ferry is the town.\n— Ada Moss\n```",
  "```quote\nNobody asked us.\nNobody.\n```",
  "~~~quote\nWe *knew*.\n-- Ben Cole\n~~~",
  "[Watch the council](https://www.youtube.com/watch?v=dQw4w9WgXcQ)",
  "[Play](https://player.vimeo.com/video/76979871)",
  "[Hear the meeting](/media/council.mp3)",
  "[A page](https://county.example/page)",
  "<https://youtu.be/dQw4w9WgXcQ>",
  "- Bring a coat\n- Bring *water*\n- Leave the dog",
  "* one\n* two\n\n  with a second paragraph\n\n* three",
  "1. First\n2. Second\n   - inner\n   - inner two\n3. Third",
  "5) five\n6) six",
  "> A block quote\n> of two lines\n>\n> - with a list",
  "### What is next?",
  "#### Q&A #2",
  "Heading\n-------",
  "***",
  "---",
  "    indented code\n    two",
  "```\n<b>raw</b>\n```",
  '```json\n{"a": 1}\n```',
  'See [the plan][plan] and [the map].\n\n[plan]: https://plan.example "The plan"\n[the map]: https://map.example',
  "- [x] done\n- [ ] open",
  "Term  \nwith two spaces",
  '![one](a.jpg) ![two](b.jpg "t")',
  "[![linked](a.jpg)](https://x.example)",
  "<div>raw html</div> is text",
  "&nbsp;&copy; 2026 &amp; later &lt;b&gt;",
  "[^1]: The first note, with *emphasis*.\n[^2]: The second.",
];

/** Composes stories in our Markdown dialect from parts that newsrooms use. */
export function composeStories(count: number, random: Random): string[] {
  return Array.from({ length: count }, (_, index) => {
    const blocks = Array.from({ length: random.integer(4, 17) }, () => {
      if (random.integer(1, 100) > 55) return pick(BLOCKS, random);
      const sentences = Array.from({ length: random.integer(1, 3) }, () => pick(PARAGRAPHS, random));
      return sentences.join(random.integer(1, 5) === 1 ? "\n" : " ");
    });
    const text = [...blocks, ...BLOCKS.slice(index, index + 1)].join("\n\n");
    return random.integer(1, 10) === 1 ? text.replaceAll("\n", "\r\n") : text;
  });
}

/** Returns the texts of the Markdown files in a folder and its subfolders. */
export function readMarkdownFiles(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".md"))
    .map((name) => readFileSync(`${folder}/${name}`, "utf8"));
}
