import type { Context, Hono } from "hono";
import type { Services } from "../services.ts";
import { STYLE } from "../text/frame.ts";
import type { Markup } from "../text/html.ts";
import { textArticlePage, textFrontPage, textNotFound, textSectionPage } from "../text/pages.ts";
import { answerDocument, KEEP } from "./document.ts";

/** What these pages may load is one style sheet. */
const POLICY =
  "default-src 'none'; style-src 'self'; img-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/** Answers for the text edition: the same news in pages of text alone. */
export function addTextEdition(site: Hono, servicesOf: (context: Context) => Services): void {
  site.get("/text/style.css", (context) =>
    context.body(STYLE, 200, {
      "content-type": "text/css; charset=utf-8",
      "cache-control": "public, max-age=31536000, immutable",
    }),
  );

  site.get("/text", async (context) => {
    const services = servicesOf(context);
    const page = await services.news.frontPage();
    const isLoading = page.hero.state === "loading" || page.blocks.some(({ state }) => state === "loading");
    return answer(context, textFrontPage(services, page), isLoading);
  });

  site.get("/text/article/:slug", async (context) => {
    const services = servicesOf(context);
    const article = await services.news.article(context.req.param("slug"));
    if (article?.isTakenDown) return missing(context, 410);
    const asked = context.req.query("page") ?? "1";
    const page = article && /^[1-9]\d{0,3}$/.test(asked) && textArticlePage(services, article, Number(asked));
    return page ? answer(context, page, false) : missing(context, 404);
  });

  site.get("/text/:section", async (context) => {
    const services = servicesOf(context);
    const slug = context.req.param("section");
    const section = await services.news.section(slug);
    if (!section) return missing(context, 404);
    const { title, block } = section;
    const path = `/${slug}`;
    const after = context.req.query("after") ?? null;
    const stories = after === null ? block.stories : await services.news.olderIn(slug, after);
    if (!stories) return missing(context, 404);
    const last = stories.at(-1);
    const older = last && (await services.news.olderIn(slug, last.slug));
    const page = textSectionPage(
      services,
      path,
      { title, block: after === null ? block : { state: block.state, notice: null, stories } },
      { after, hasOlder: (older?.length ?? 0) > 0 },
    );
    return answer(context, page, block.state === "loading");
  });

  site.get("/text/*", (context) => missing(context, 404));

  function missing(context: Context, status: 404 | 410): Response {
    return context.body(textNotFound(servicesOf(context)).html, status, {
      "content-type": "text/html; charset=utf-8",
      "cache-control": KEEP.page,
      "content-security-policy": POLICY,
    });
  }
}

function answer(context: Context, page: Markup, isLoading: boolean): Response {
  return answerDocument(context, {
    body: page.html,
    type: "text/html",
    keep: isLoading ? KEEP.filling : KEEP.page,
    headers: { "content-security-policy": POLICY },
  });
}
