import sharp from "sharp";
import type { LibraryImage } from "../../../server/desk/api/apiTypes.ts";
import { type DeskSite, startDeskSite } from "../../support/desk.ts";
import { violationsNow } from "../accessibility.ts";
import { expect, test } from "../fixtures.ts";
import { signInByLink } from "./signInByLink.ts";

// The browser logs the response to the rejected file.
test.use({ allowedErrors: /422/ });

let desk: DeskSite;

test.beforeAll(async () => {
  desk = await startDeskSite();
});
test.afterAll(() => desk?.stop());

test("images are added, described with a focus, found, and chosen for a story", async ({ page }) => {
  await signInByLink(page.context(), desk.url + (await desk.addPerson("Ada Moss", "writer")));
  await page.goto(`${desk.url}/images/chicago`);
  await expect(page.getByText("There are no images yet.")).toBeVisible();

  const chooser = page.waitForEvent("filechooser");
  await page.getByRole("button", { name: "Add images" }).click();
  const image = (name: string, buffer: Buffer) => ({ name, mimeType: "image/jpeg", buffer });
  await (await chooser).setFiles([
    image("pier.jpg", await paint(900, 600)),
    image("notes.jpg", Buffer.from("Call the mayor.")),
    image("mill.jpg", await paint(600, 900)),
  ]);
  await expect(page.getByText("mill.jpg was added.")).toBeVisible();
  await expect(page.getByText("notes.jpg is not an image that the site can show.")).toBeVisible();
  await page.getByRole("button", { name: "Dismiss" }).click();
  await expect(page.getByText("2 images")).toBeVisible();
  await page.evaluate(pasteImage, (await paint(640, 480)).toString("base64"));
  await expect(page.getByText("3 images")).toBeVisible();

  await page.getByRole("button", { name: "pier.jpg No alt text" }).click();
  const dialog = page.getByRole("dialog");
  await expect(dialog.getByText("No story shows it.")).toBeVisible();
  await expect(dialog.getByText("Changing them here changes no story.")).toBeHidden();
  await dialog.getByRole("radio", { name: "50% from the left, 25% from the top" }).press("ArrowRight");
  await page.keyboard.press("ArrowUp");
  await expect(dialog.getByRole("radio", { name: "75% from the left, 0% from the top" })).toBeFocused();
  await expect(dialog.getByRole("radio", { checked: true })).toHaveAccessibleName("75% from the left, 0% from the top");
  const crops = await dialog
    .getByRole("listitem")
    .locator("img")
    .evaluateAll((images) => images.map((crop) => getComputedStyle(crop).objectPosition));
  expect(crops).toEqual(Array.from({ length: 4 }, () => "75% 0%"));
  await dialog.getByRole("textbox", { name: "Alt text" }).fill("Boats at the pier");
  await dialog.getByRole("textbox", { name: "Credit" }).fill("Cy Dunn");
  await page.keyboard.press("Escape");
  await expect(dialog.getByText("Your changes are not saved.")).toBeVisible();
  expect(await violationsNow(page)).toEqual([]);
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect(dialog).toBeHidden();
  await page.getByRole("searchbox").fill("boat dunn");
  await expect(page.getByText("1 image", { exact: true })).toBeVisible();
  expect(await violationsNow(page)).toEqual([]);
  await expect(page).toHaveURL(/\?search=boat\+dunn$/);
  await page.getByRole("link", { name: "Stories" }).click();
  await expect(page.getByRole("heading", { name: "Stories" })).toBeVisible();
  await page.goBack();
  await expect(page.getByRole("searchbox")).toHaveValue("boat dunn");
  await expect(page.getByText("1 image", { exact: true })).toBeVisible();
  await page.getByRole("link", { name: "Images" }).click();
  await expect(page.getByText("3 images")).toBeVisible();
  await expect(page.getByRole("searchbox")).toHaveValue("");

  await page.getByRole("link", { name: "Stories" }).click();
  await page.getByRole("button", { name: "New story" }).first().click();
  await page.getByRole("button", { name: "Choose an image" }).click();
  await expect(page.getByRole("searchbox")).toBeFocused();
  await page.getByRole("button", { name: "Boats at the pier pier.jpg" }).click();
  await page.getByRole("button", { name: "Use image" }).click();
  await expect(page.getByRole("textbox", { name: "Alt text" })).toHaveValue("Boats at the pier");
  await expect(page.getByRole("textbox", { name: "Credit" })).toHaveValue("Cy Dunn");
  await expect(page.getByRole("img", { name: "Boats at the pier" })).toHaveCSS("object-position", "75% 0%");
  await page.getByRole("button", { name: "Remove", exact: true }).click();
  await page.getByRole("button", { name: "Put it back" }).click();
  let saves = 0;
  page.on("response", (response) => {
    if (response.request().method() === "PUT" && response.url().includes("/images/")) saves++;
  });
  await page.getByRole("checkbox", { name: "Decorative" }).check();
  await expect(page.getByRole("textbox", { name: "Alt text" })).toBeHidden();
  await page.getByRole("checkbox", { name: "Decorative" }).uncheck();
  await expect(page.getByRole("textbox", { name: "Alt text" })).toHaveValue("Boats at the pier");
  await expect.poll(() => saves).toBe(2);
  const readLibrary = async () => (await page.request.get(`${desk.url}/api/chicago/images`)).json();
  const pier = ((await readLibrary()) as LibraryImage[]).find(({ name }) => name === "pier.jpg");
  expect(pier).toMatchObject({ alt: "Boats at the pier", isDecorative: false });

  // Pastes formatted text, and then the same text without its formats. Then pastes text with styles, which must not
  // violate the content security policy.
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  await page.evaluate(copy, [
    '<p>The <b>boat</b> sails.</p><img src="https://lh7.example/x.png">',
    "The boat sails.",
  ] as const);
  const text = page.getByRole("textbox", { name: "Text of the story" });
  await text.click();
  await page.keyboard.press("ControlOrMeta+V");
  await expect(text.locator("strong")).toHaveText(["boat"]);
  await expect(page.getByText("One image could not be pasted")).toBeVisible();
  await page.keyboard.press("ControlOrMeta+Shift+V");
  await expect(text).toContainText("The boat sails.The boat sails.");
  await expect(text.locator("strong")).toHaveCount(1);
  await text.evaluate(
    pasteHtml,
    '<style>p {}</style><p style="x: y" onclick="z()"><span style="font-weight:700">B</span></p>',
  );
  await expect(text.locator("strong")).toHaveText(["boat", "B"]);

  await expect
    .poll(async () => ((await readLibrary()) as LibraryImage[]).find(({ name }) => name === "pier.jpg")?.stories)
    .toHaveLength(1);
  await page.getByRole("link", { name: "Images" }).click();
  await page.getByRole("button", { name: /pier\.jpg/ }).click();
  await expect(dialog.getByText("Changing them here changes no story.")).toBeVisible();
});

function copy([html, plain]: readonly [string, string]): Promise<void> {
  const toBlob = (type: string, content: string) => new Blob([content], { type });
  const item = new ClipboardItem({
    "text/html": toBlob("text/html", html),
    "text/plain": toBlob("text/plain", plain),
  });
  return navigator.clipboard.write([item]);
}

function pasteHtml(element: HTMLElement | SVGElement, html: string): void {
  const clipboardData = new DataTransfer();
  clipboardData.setData("text/html", html);
  element.dispatchEvent(new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true }));
}

function paint(width: number, height: number): Promise<Buffer> {
  return sharp({ create: { width, height, channels: 3, background: { r: width % 255, g: 90, b: 120 } } })
    .jpeg()
    .toBuffer();
}

/** Pastes an image into the page, as if the user pasted a screenshot. */
function pasteImage(base64: string): void {
  const clipboardData = new DataTransfer();
  const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
  clipboardData.items.add(new File([bytes], "image.png", { type: "image/jpeg" }));
  document.body.dispatchEvent(new ClipboardEvent("paste", { clipboardData, bubbles: true }));
}
