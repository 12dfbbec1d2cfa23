import type { Hono } from "hono";
import { articlePath } from "../../../core/addresses.ts";
import { getTextStyle, type TextSite } from "../../syndication/text/frame.ts";
import type { Markup } from "../../syndication/text/html.ts";
import {
  renderTextArticle,
  renderTextFrontPage,
  renderTextNotFound,
  renderTextSection,
} from "../../syndication/text/pages.ts";
import { createFileRoutes, type ServeFile } from "../fileService.ts";
import type { Services } from "../services.ts";

/** Content-Security-Policy of pages that load only a style sheet. */
const CSP =
  "default-src 'none'; style-src 'self'; img-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

const HTML = { type: "text/html; charset=utf-8", headers: { "content-security-policy": CSP } };

/** Adds the text edition: the same news in pages without scripts or images. */
export function addTextEditionRoutes(routes: Hono, serveFile: ServeFile): void {
  const addFile = createFileRoutes(routes, serveFile);
  addFile("/text/style.css", ({ edition }) => ({
    body: getTextStyle(edition.look),
    type: "text/css; charset=utf-8",
    policy: "immutable",
  }));

  addFile("/text", async (services) => {
    const page = await services.news.frontPage();
    const isLoading = page.hero.state === "loading" || page.blocks.some(({ state }) => state === "loading");
    return toFile(renderTextFrontPage(await toSite(services), page), isLoading);
  });

  routes.get("/text/article/:slug", ({ req }) => {
    const slug = req.param("slug");
    const number = req.query("page") ?? "1";
    const address = `/text${articlePath(slug)}${number === "1" ? "" : `?page=${number}`}`;
    const isNumber = /^[1-9]\d{0,3}$/.test(number);
    return serveFile(req.raw, isNumber ? address : null, async (services) => {
      const article = await services.news.articleOfAnySlug(slug);
      if (article?.isTakenDown) return toNotFoundFile(services, 410);
      const page = article && isNumber && renderTextArticle(await toSite(services), article, Number(number));
      return page ? toFile(page, false) : toNotFoundFile(services);
    });
  });

  routes.get("/text/:section", ({ req }) => {
    const slug = req.param("section");
    const after = req.query("after") ?? null;
    const address = `/text/${encodeURIComponent(slug)}${after === null ? "" : `?after=${encodeURIComponent(after)}`}`;
    return serveFile(req.raw, address, async (services) => {
      const { news, archive } = services;
      const site = await toSite(services);
      const section = await news.section(slug);
      if (!section) return toNotFoundFile(services);
      const { title, standIn, block } = section;
      if (after === null) {
        const hasOlder = (await archive.olderThan(slug, block.stories)) !== null;
        const page = renderTextSection(site, `/${slug}`, { title, standIn, block }, { after, hasOlder });
        return toFile(page, block.state === "loading");
      }
      const found = await archive.older(slug, after);
      if (!found) return toNotFoundFile(services);
      const olderPage = { title, standIn: null, block: { state: block.state, notice: null, stories: found.stories } };
      const hasOlder = found.older !== null;
      return toFile(renderTextSection(site, `/${slug}`, olderPage, { after, hasOlder }), false);
    });
  });

  routes.get("/text/*", ({ req }) => serveFile(req.raw, null, (services) => toNotFoundFile(services)));
}

async function toSite({ alerts, edition, siteUrl, hasAddress }: Services): Promise<TextSite> {
  return { edition, siteUrl, hasAddress, alerts: await alerts() };
}

function toFile({ html }: Markup, isLoading: boolean) {
  return { ...HTML, body: html, policy: isLoading ? ("loading" as const) : ("page" as const) };
}

async function toNotFoundFile(services: Services, status: 404 | 410 = 404) {
  return { ...HTML, status, body: renderTextNotFound(await toSite(services)).html, policy: "standIn" as const };
}
