import { readdir, readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { join } from "node:path";
import { chromium } from "@playwright/test";
import MarkdownIt from "markdown-it";
import sharp from "sharp";
import { editionSchema } from "../server/editions/schema/schema.ts";
import { readYaml } from "../server/editions/yaml/yaml.ts";

/**
 * Creates an edition's PDF documents for partners from Markdown.
 *
 * CHROME_PATH=/usr/bin/chromium node tools/documents.ts editions/chicago
 *
 * Writes media/{name}.pdf for each partner/{name}.md, and an image of each page: media/{name}.webp, media/{name}-2.webp
 * and so on. A line `---` begins a new page. Needs Chromium, at CHROME_PATH or installed by Playwright.
 */

/** Size of a US Letter sheet in pixels, at 96 pixels per inch. */
const SHEET = { width: 816, height: 1056 };
/** Width of a page's image in pixels. Sites show it at a width of up to about 800 px. */
const PREVIEW_WIDTH = 816;

const fonts = createRequire(import.meta.url);
const markdown = new MarkdownIt({ html: false, typographer: true });

const folder = process.argv[2];
if (!folder) {
  process.stderr.write("Usage: node tools/documents.ts EDITION, such as editions/chicago\n");
  process.exit(2);
}
await createDocuments(folder);

async function createDocuments(folder: string): Promise<void> {
  const file = join(folder, "edition.yaml");
  const edition = readYaml(file, await readFile(file, "utf8"), editionSchema);
  const styles = await readStyles();
  const browser = await chromium.launch({
    executablePath: process.env.CHROME_PATH || undefined,
    args: ["--no-sandbox"],
  });
  const page = await browser.newPage({ viewport: SHEET, deviceScaleFactor: 1.5 });
  for (const name of await readdir(join(folder, "partner"))) {
    const source = await readFile(join(folder, "partner", name), "utf8");
    await page.setContent(renderDocument(source, edition, styles));
    await page.evaluate(() => document.fonts.ready);
    const overflowing = await page
      .locator(".text")
      .evaluateAll((texts) =>
        texts.flatMap((text, index) => (text.scrollHeight > text.clientHeight ? [index + 1] : [])),
      );
    if (overflowing.length > 0) throw new Error(`${name}: page ${overflowing.join(", ")} has more text than fits.`);
    const target = join(folder, "media", name.replace(/\.md$/, ""));
    await page.pdf({ path: `${target}.pdf`, preferCSSPageSize: true, printBackground: true, tagged: true });
    for (const [index, sheet] of (await page.locator(".sheet").all()).entries()) {
      const preview = sharp(await sheet.screenshot())
        .resize(PREVIEW_WIDTH)
        .webp({ quality: 80 });
      await preview.toFile(`${target}${index === 0 ? "" : `-${index + 1}`}.webp`);
    }
    process.stdout.write(`${target}.pdf\n`);
  }
  await browser.close();
}

/** Returns the HTML of a document, with a sheet of paper per page. */
function renderDocument(source: string, edition: ReturnType<typeof editionSchema.parse>, styles: string): string {
  const { name, nameplate, emblem, language, copyright, place } = edition;
  const title = /^# (.+)$/m.exec(source)?.[1] ?? name;
  const parts = source.split(/^---$/m);
  const stars = emblem
    ? `<svg viewBox="0 0 24 24" width="9" height="9" aria-hidden="true"><path d="${emblem.path}"/></svg>`.repeat(
        emblem.count,
      )
    : "";
  const sheets = parts.map(
    (part, index) => `<section class="sheet">
      <header><p class="nameplate">${escapeHtml(nameplate.first)} <b>${escapeHtml(nameplate.second)}</b></p><p class="stars">${stars}</p></header>
      <div class="text">${markdown.render(part)}</div>
      <footer><span>${escapeHtml(copyright)}, ${escapeHtml(place)}</span><span>${escapeHtml(title)}, page ${index + 1} of ${parts.length}</span></footer>
    </section>`,
  );
  return `<!doctype html><html lang="${language}"><head><meta charset="utf-8"><title>${escapeHtml(title)} | ${escapeHtml(name)}</title><style>${styles}</style></head><body>${sheets.join("")}</body></html>`;
}

/** Returns the style sheet of documents, with the fonts Newsreader and Libre Franklin embedded. */
async function readStyles(): Promise<string> {
  const embedFont = async (family: string, file: string, style: string) => {
    const font = await readFile(fonts.resolve(`@fontsource-variable/${file}`));
    return `@font-face{font-family:"${family}";font-weight:200 900;font-style:${style};src:url(data:font/woff2;base64,${font.toString("base64")})}`;
  };
  const faces = await Promise.all([
    embedFont("Newsreader", "newsreader/files/newsreader-latin-wght-normal.woff2", "normal"),
    embedFont("Libre Franklin", "libre-franklin/files/libre-franklin-latin-wght-normal.woff2", "normal"),
  ]);
  return faces.join("") + (await readFile(new URL("documents.css", import.meta.url), "utf8"));
}

function escapeHtml(text: string): string {
  return markdown.utils.escapeHtml(text);
}
