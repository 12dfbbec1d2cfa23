import { readdir, readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { join } from "node:path";
import { chromium } from "@playwright/test";
import MarkdownIt from "markdown-it";
import sharp from "sharp";
import { editionSchema } from "../server/editions/schema.ts";
import { readYaml } from "../server/editions/yaml.ts";

/**
 * Prints an edition's documents for partners, each from its Markdown.
 *
 *     CHROME_PATH=/usr/bin/chromium node tools/documents.ts editions/chicago
 *
 * writes media/{name}.pdf and media/{name}.webp, a picture of its first page, for every partner/{name}.md. A line `---`
 * begins a new page. It needs Chromium, Playwright's own where CHROME_PATH names none.
 */

/** Letter paper at 96 dots to the inch. */
const SHEET = { width: 816, height: 1056 };
/** The previews are shown at most about 400 px wide. */
const PICTURE_WIDTH = 816;

const fonts = createRequire(import.meta.url);
const markdown = new MarkdownIt({ html: false, typographer: true });

const folder = process.argv[2];
if (!folder) {
  process.stderr.write("documents: the edition's folder is missing, such as editions/chicago\n");
  process.exit(2);
}
await printAll(folder);

async function printAll(folder: string): Promise<void> {
  const file = join(folder, "edition.yaml");
  const edition = readYaml(file, await readFile(file, "utf8"), editionSchema);
  const styles = await stylesOf();
  const browser = await chromium.launch({
    executablePath: process.env.CHROME_PATH || undefined,
    args: ["--no-sandbox"],
  });
  const page = await browser.newPage({ viewport: SHEET, deviceScaleFactor: 1.5 });
  for (const name of await readdir(join(folder, "partner"))) {
    const source = await readFile(join(folder, "partner", name), "utf8");
    await page.setContent(sheets(source, edition, styles));
    await page.evaluate(() => document.fonts.ready);
    const overfull = await page
      .locator(".text")
      .evaluateAll((texts) =>
        texts.flatMap((text, index) => (text.scrollHeight > text.clientHeight ? [index + 1] : [])),
      );
    if (overfull.length > 0) throw new Error(`${name}: page ${overfull.join(", ")} holds more than fits on it.`);
    const target = join(folder, "media", name.replace(/\.md$/, ""));
    await page.pdf({ path: `${target}.pdf`, preferCSSPageSize: true, printBackground: true, tagged: true });
    const picture = await page.locator(".sheet").first().screenshot();
    await sharp(picture).resize(PICTURE_WIDTH).webp({ quality: 80 }).toFile(`${target}.webp`);
    process.stdout.write(`${target}.pdf\n`);
  }
  await browser.close();
}

/** A document as a page for the browser: a sheet of paper for each part between two lines `---`. */
function sheets(source: string, edition: ReturnType<typeof editionSchema.parse>, styles: string): string {
  const { name, nameplate, emblem, language, copyright, place } = edition;
  const title = /^# (.+)$/m.exec(source)?.[1] ?? name;
  const parts = source.split(/^---$/m);
  const stars = emblem
    ? `<svg viewBox="0 0 24 24" width="9" height="9" aria-hidden="true"><path d="${emblem.path}"/></svg>`.repeat(
        emblem.count,
      )
    : "";
  const drawn = parts.map(
    (part, index) => `<section class="sheet">
      <header><p class="nameplate">${html(nameplate.first)} <b>${html(nameplate.second)}</b></p><p class="stars">${stars}</p></header>
      <div class="text">${markdown.render(part)}</div>
      <footer><span>${html(copyright)}, ${html(place)}</span><span>${html(title)}, page ${index + 1} of ${parts.length}</span></footer>
    </section>`,
  );
  return `<!doctype html><html lang="${language}"><head><meta charset="utf-8"><title>${html(title)} | ${html(name)}</title><style>${styles}</style></head><body>${drawn.join("")}</body></html>`;
}

/** The art direction on paper, with its two faces inside. */
async function stylesOf(): Promise<string> {
  const face = async (family: string, file: string, style: string) => {
    const font = await readFile(fonts.resolve(`@fontsource-variable/${file}`));
    return `@font-face{font-family:"${family}";font-weight:200 900;font-style:${style};src:url(data:font/woff2;base64,${font.toString("base64")})}`;
  };
  const faces = await Promise.all([
    face("Newsreader", "newsreader/files/newsreader-latin-wght-normal.woff2", "normal"),
    face("Libre Franklin", "libre-franklin/files/libre-franklin-latin-wght-normal.woff2", "normal"),
  ]);
  return faces.join("") + (await readFile(new URL("documents.css", import.meta.url), "utf8"));
}

function html(text: string): string {
  return markdown.utils.escapeHtml(text);
}
