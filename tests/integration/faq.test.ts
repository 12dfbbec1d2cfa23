import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { loadEditions } from "../../server/editions/loading/load.ts";
import { broadsheet } from "../support/commandLine.ts";
import { writeTestEdition } from "../support/editions.ts";
import { type Site, startSite, temporaryFolder } from "../support/site.ts";

describe("the FAQ of the Chicago edition", () => {
  let folder: Awaited<ReturnType<typeof temporaryFolder>>;
  let site: Site;
  let editions: string;
  let html: string;

  beforeAll(async () => {
    folder = await temporaryFolder();
    editions = await writeTestEdition(join(folder.path, "editions"), { feeds: () => [], relays: [] });
    site = await startSite({ editions, data: folder.path });
    html = await (await fetch(`${site.url}/faq`)).text();
  });

  afterAll(async () => {
    await site?.stop();
    await folder.remove();
  });

  const getQuestions = async () =>
    (await loadEditions(editions))[0]?.faq?.categories.flatMap(({ entries }) => entries) ?? [];

  it("lists questions by category, each with its answer and its address", async () => {
    const [chicago] = await loadEditions(editions);
    const categories = chicago?.faq?.categories ?? [];
    expect(categories).toHaveLength(13);
    for (const { slug, name, entries } of categories) {
      expect(entries.length, name).toBeGreaterThanOrEqual(4);
      expect(html).toContain(`href="#${slug}"`);
      expect(html).toContain(`id="${slug}"`);
      for (const entry of entries) {
        expect(html).toContain(`<div id="${entry.slug}"`);
        expect(html).toContain(entry.html);
      }
    }
    const shown = Array.from(html.matchAll(/<summary[^>]*><h3>(.*?)<\/h3>/g), ([, text]) =>
      text?.replaceAll("&quot;", '"'),
    );
    expect(shown).toEqual((await getQuestions()).map(({ question }) => question));
    // Of all <details> with the same name, browsers keep only one open.
    expect(html.match(/<details name="faq"/g)).toHaveLength(shown.length);
  });

  it("names the buttons and lists that open every section as the page does", async () => {
    const answer = (await getQuestions()).find(({ question }) => question.startsWith("Which parts"))?.html;
    expect(answer).toContain(
      "The Menu button (More, at the end of the bar on wide screens) and the bottom of every page",
    );
    expect(html).toMatch(
      /<button[^>]* popoverTarget="menu"[^>]*>(?:<svg.*?<\/svg>)?<span[^>]*>Menu<\/span><\/button>/i,
    );
    expect(html).toMatch(/<button[^>]* popoverTarget="menu"[^>]*>More<\/button>/i);
    const [footer = ""] = /<footer[\s\S]*<\/footer>/.exec(html) ?? [];
    const [chicago] = await loadEditions(editions);
    const missing = chicago?.sections.filter(({ slug }) => !footer.includes(`href="/${slug}"`));
    expect(missing).toEqual([]);
  });

  it("links the contact page and support", () => {
    expect(html).toMatch(/<a [^>]*href="\/contact"[^>]*>Contact Us<\/a>/);
    expect(html).toMatch(/<a [^>]*href="mailto:support@chicagomeridian\.example">Email Support<\/a>/);
  });

  it("contains all questions in its JSON-LD", async () => {
    const source = /<script type="application\/ld\+json">(.*?)<\/script>/s.exec(html)?.[1] ?? "";
    const { "@type": type, mainEntity } = JSON.parse(source);
    expect(type).toBe("FAQPage");
    expect(mainEntity).toEqual(
      (await getQuestions()).map(({ question, html }) => ({
        "@type": "Question",
        name: question,
        acceptedAnswer: { "@type": "Answer", text: html },
      })),
    );
  });

  it("rejects a duplicate question with file and line", async () => {
    const file = join(editions, "chicago", "faq.yaml");
    const source = await readFile(file, "utf8");
    await writeFile(file, source.replace("question: Do I need an account?", "question: How do I listen?"));
    const line =
      (await readFile(file, "utf8")).split("\n").findLastIndex((text) => text.endsWith("How do I listen?")) + 1;
    const { status, output } = await broadsheet(["check"], { EDITIONS_DIR: editions });
    expect(status).toBe(1);
    expect(output).toContain(`${file}:${line}: `);
    expect(output).toContain('found "How do I listen?"; expected a question that is not asked above.');
  });
});
