import type { Hono } from "hono";
import { articlePath } from "../../../core/addresses.ts";
import { STYLE } from "../../syndication/text/frame.ts";
import type { Markup } from "../../syndication/text/html.ts";
import { textArticlePage, textFrontPage, textNotFound, textSectionPage } from "../../syndication/text/pages.ts";
import { POLICIES } from "../cacheControl.ts";
import type { ServeFile } from "../fileService.ts";
import type { Services } from "../services.ts";

/** What these pages may load is one style sheet. */
const POLICY =
  "default-src 'none'; style-src 'self'; img-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

const HTML = { type: "text/html; charset=utf-8", headers: { "content-security-policy": POLICY } };

/** Answers for the text edition: the same news in pages of text alone. */
export function addTextEdition(routes: Hono, serveFile: ServeFile): void {
  routes.get("/text/style.css", (context) =>
    context.body(STYLE, 200, { "content-type": "text/css; charset=utf-8", "cache-control": POLICIES.immutable }),
  );

  routes.get("/text", ({ req }) =>
    serveFile(req.raw, "/text", async (services) => {
      const page = await services.news.frontPage();
      const isLoading = page.hero.state === "loading" || page.blocks.some(({ state }) => state === "loading");
      return fileOf(textFrontPage(services, page), isLoading);
    }),
  );

  routes.get("/text/article/:slug", ({ req }) => {
    const slug = req.param("slug");
    const asked = req.query("page") ?? "1";
    const address = `/text${articlePath(slug)}${asked === "1" ? "" : `?page=${asked}`}`;
    const isNumber = /^[1-9]\d{0,3}$/.test(asked);
    return serveFile(req.raw, isNumber ? address : null, async (services) => {
      const article = await services.news.article(slug);
      if (article?.isTakenDown) return missing(services, 410);
      const page = article && isNumber && textArticlePage(services, article, Number(asked));
      return page ? fileOf(page, false) : missing(services, 404);
    });
  });

  routes.get("/text/:section", ({ req }) => {
    const slug = req.param("section");
    const after = req.query("after") ?? null;
    const address = `/text/${encodeURIComponent(slug)}${after === null ? "" : `?after=${encodeURIComponent(after)}`}`;
    return serveFile(req.raw, address, async (services) => {
      const { news, archive } = services;
      const section = await news.section(slug);
      if (!section) return missing(services, 404);
      const { title, block } = section;
      if (after === null) {
        const older = await archive.olderThan(slug, block.stories);
        const page = textSectionPage(services, `/${slug}`, { title, block }, { after, hasOlder: older !== null });
        return fileOf(page, block.state === "loading");
      }
      const found = await archive.older(slug, after);
      if (!found) return missing(services, 404);
      const { stories, older } = found;
      const shown = { title, block: { state: block.state, notice: null, stories } };
      return fileOf(textSectionPage(services, `/${slug}`, shown, { after, hasOlder: older !== null }), false);
    });
  });

  routes.get("/text/*", ({ req }) => serveFile(req.raw, null, (services) => missing(services, 404)));
}

function fileOf({ html }: Markup, isLoading: boolean) {
  return { ...HTML, body: html, policy: isLoading ? ("loading" as const) : ("page" as const) };
}

function missing(services: Services, status: 404 | 410) {
  return { ...HTML, status, body: textNotFound(services).html, policy: "standIn" as const };
}
