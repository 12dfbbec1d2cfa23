import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Page } from "@playwright/test";
import sharp from "sharp";
import { type DeskSite, startDeskSite } from "../../support/desk.ts";
import { violationsNow } from "../accessibility.ts";
import { expect, test } from "../fixtures.ts";
import { signInByLink } from "./signInByLink.ts";

let desk: DeskSite;

test.beforeAll(async () => {
  desk = await startDeskSite();
});
test.afterAll(() => desk?.stop());

/** Adds a draft, and opens it as its writer. */
async function openStory(page: Page, title: string, body: string): Promise<void> {
  const name = `Writer of ${title}`;
  const link = await desk.addPerson(name, "writer");
  const file = join(desk.folder, `${title.replaceAll(" ", "-")}.md`);
  await writeFile(file, `---\ntitle: ${title}\nsection: local\n---\n\n${body}`);
  await desk.run("stories", "add", file, "--as", name);
  await signInByLink(page.context(), desk.url + link);
  await page.goto(`${desk.url}/stories`);
  await page.getByRole("link", { name: title }).click();
  await expect(getText(page)).toBeVisible();
}

function getText(page: Page) {
  return page.getByRole("textbox", { name: "Text of the story", exact: true });
}

async function chooseFromMenu(page: Page, name: string): Promise<void> {
  await page.getByRole("button", { name: "More tools" }).click();
  await page.getByRole("button", { name: new RegExp(`^${name}`) }).click();
}

/** Opens the Markdown mode, returns its text, and leaves the mode again. */
async function readMarkdown(page: Page): Promise<string> {
  await chooseFromMenu(page, "Edit as Markdown");
  const body = await page.getByRole("textbox", { name: "Text of the story in Markdown" }).inputValue();
  await page.getByRole("button", { name: "Back to the text" }).click();
  return body;
}

const TYPED = `A **bold** word, an *italic* one, ~~struck~~, \`code\`, [linked](https://county.example), and **more**.

She said: “It’s the ’90s,” he wrote — twice.

## A heading

- One
- Two
  - Deeper

1. First
2. Second

> Quoted

\`\`\`quote
We *knew*.
— Ada Moss
\`\`\`

\`\`\`
let boats = 9;
\`\`\`

***

https://youtu.be/dQw4w9WgXcQ

| Day | Boats |  |
| --- | ---: | --- |
| Saturday | 9 |  |
|  |  |  |

A line\\
and the next[^1]

[^1]: The minutes.`;

test("what is typed with the keyboard becomes the Markdown of the story", async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 900 });
  await openStory(page, "Typed", "");
  const { keyboard } = page;
  await getText(page).focus();
  await keyboard.type("A **bold** word, an ");
  await keyboard.press("Control+i");
  await keyboard.type("italic");
  await keyboard.press("Control+i");
  await keyboard.type(" one, ~~struck~~, `code`, linked");
  await keyboard.press("Control+Shift+ArrowLeft");
  await keyboard.press("Control+k");
  await expect(page.getByRole("textbox", { name: "Text", exact: true })).toHaveValue("linked");
  await expect(page.getByRole("textbox", { name: "Address" })).toBeFocused();
  await keyboard.type("not an address");
  await keyboard.press("Enter");
  await expect(page.getByRole("alert")).toHaveText("That is not an address. Try one such as https://county.example.");
  await page.getByRole("textbox", { name: "Address" }).fill("county.example");
  await keyboard.press("Enter");
  await expect(getText(page)).toBeFocused();
  await keyboard.press("End");
  await keyboard.type(", and ");
  await page.getByRole("button", { name: "Bold", exact: true }).click();
  await expect(page.getByRole("button", { name: "Bold", exact: true })).toHaveAttribute("aria-pressed", "true");
  await keyboard.type("more");
  await keyboard.press("Control+b");
  await keyboard.type(".\nShe said: \"It's the '90s,\" he wrote -- twice.\n## A heading\n- One\nTwo\n");
  await keyboard.press("Tab");
  await keyboard.type("Deeper\n\n\n1. First\nSecond\n\n> Quoted\n\nWe *knew");
  await page.getByRole("button", { name: "Pull quote" }).click();
  await keyboard.type("*.");
  await page.getByRole("textbox", { name: "Who said it" }).fill("Ada Moss");
  await keyboard.press("Enter");
  await keyboard.type("```let boats = 9;\n\n\n---https://youtu.be/dQw4w9WgXcQ\n");
  await page.getByRole("button", { name: "Table" }).click();
  await keyboard.type("Day");
  await keyboard.press("Tab");
  await keyboard.type("Boats");
  await page.getByRole("button", { name: "Align right" }).click();
  await keyboard.press("Tab");
  await keyboard.press("Tab");
  await keyboard.type("Saturday");
  await keyboard.press("Tab");
  await keyboard.type("9");
  await keyboard.press("Control+End");
  await keyboard.type("A line");
  await keyboard.press("Shift+Enter");
  await keyboard.type("and the next");
  await chooseFromMenu(page, "Footnote");
  await keyboard.type("The minutes.");
  expect(await readMarkdown(page)).toBe(TYPED);

  // Backspace after a typed quotation mark restores the straight mark.
  await keyboard.press("Control+End");
  await keyboard.type('6 "');
  await keyboard.press("Backspace");
  expect(await readMarkdown(page)).toBe(`${TYPED}\n\n6 \\"`);
  await expect(page.getByText(/words · 1 min read$/)).toHaveText("47 words · 1 min read");
});

const BODY = `The *ferry* sails.

* Star
* Star

Setext
------

[n]: https://county.example/note

The ferry's "old" boat_name [n].

![](ferry.png "The ferry at sea")`;

test("the editor keeps what is not touched, finds, replaces and is reached by keyboard", async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 800 });
  await sharp({ create: { width: 640, height: 400, channels: 3, background: "#778899" } }).toFile(
    join(desk.folder, "ferry.png"),
  );
  await openStory(page, "Kept", BODY);
  const { keyboard } = page;
  const body = await readMarkdown(page);
  expect(body.replace(/own:media\/\w+/, "ferry.png")).toBe(BODY);
  await expect(page.getByText("This part stays as Markdown")).toBeVisible();
  await expect(page.getByText("No alt text.")).toBeVisible();
  expect(await violationsNow(page)).toEqual([]);

  await page.getByRole("textbox", { name: "Alt text" }).fill("A boat");
  await expect(page.getByText("No alt text.")).toBeHidden();
  const described = body.replace("![]", "![A boat]");
  expect(await readMarkdown(page)).toBe(described);

  await getText(page).getByText("sails").click();
  await keyboard.press("Control+f");
  await keyboard.type("FERRY");
  await expect(page.getByText("2 found", { exact: true })).toBeVisible();
  await keyboard.press("Enter");
  await expect(page.getByText("2 of 2", { exact: true })).toBeVisible();
  await page.getByRole("textbox", { name: "Replace with" }).fill("Ship");
  await page.getByRole("checkbox", { name: "Match case" }).check();
  await expect(page.getByText("Not found", { exact: true })).toBeVisible();
  await page.getByRole("textbox", { name: "Find", exact: true }).fill("ferry's");
  await page.getByRole("button", { name: "Replace all" }).click();
  await expect(page.getByText("Replaced once", { exact: true })).toBeVisible();
  await keyboard.press("Escape");
  // In a changed paragraph, a link contains its address instead of a reference. The definition of the reference stays,
  // since other paragraphs may use it.
  const replaced = described.replace("The ferry's", "The Ship").replace("[n].", "[n](https://county.example/note).");
  expect(await readMarkdown(page)).toBe(replaced);

  // Editing in Markdown keeps the bytes of unchanged parts, and Undo reverts the edit.
  await chooseFromMenu(page, "Edit as Markdown");
  const field = page.getByRole("textbox", { name: "Text of the story in Markdown" });
  await expect(page.getByRole("toolbar").locator('button:not([tabindex="-1"])')).toHaveCount(1);
  await field.evaluate((element: HTMLTextAreaElement) => element.setSelectionRange(12, 17));
  await page.getByRole("button", { name: "Bold", exact: true }).click();
  const bold = replaced.replace("*ferry*", "*ferry* **sails**").replace("** sails", "**");
  expect(await field.inputValue()).toBe(bold);
  await page.getByRole("button", { name: "Back to the text" }).click();
  expect(await readMarkdown(page)).toBe(bold);

  // Alt+F10 focuses the toolbar, which is a single Tab stop. Inside the toolbar, arrow keys and End move the focus.
  await getText(page).focus();
  await keyboard.press("Alt+F10");
  await expect(page.getByRole("button", { name: "Bold", exact: true })).toBeFocused();
  await keyboard.press("ArrowRight");
  await expect(page.getByRole("button", { name: "Italic", exact: true })).toBeFocused();
  await keyboard.press("End");
  await expect(page.getByRole("button", { name: "More tools" })).toBeFocused();
  await keyboard.press("Enter");
  await expect(page.getByRole("button", { name: /^Smaller heading/ })).toBeFocused();
  expect(await violationsNow(page)).toEqual([]);
  await keyboard.press("Escape");
  await expect(page.getByRole("button", { name: "More tools" })).toBeFocused();
});
