import { articlePath } from "../../../core/addresses.ts";
import { describeHeadline, getMarkedTitle } from "../../../core/byline.ts";
import { formatByline } from "../../../core/cleanAuthor.ts";
import { getServerTexts, getSiteTexts } from "../../../core/language/catalogs.ts";
import type { ArticlePage, FrontPage, SectionPage, Story } from "../../news/views.ts";
import { getContentBytes, renderFrame, shorten, type TextPage, type TextSite } from "./frame.ts";
import { countBytes, html, type Markup } from "./html.ts";
import { paginate, renderBlocks, toTextBlocks } from "./textBlocks.ts";

/** Maximum number of stories per section on the front page. Fewer are listed if the page would be too large. */
const MAX_STORIES_IN_SECTION = 3;
/** Maximum number of other publishers that are named under a story. */
const MAX_SOURCES = 8;
/** Maximum size, in bytes, of the link to the next page of a list, without the slug in its URL. */
const PAGE_LINK_BYTES = 64;

/** Renders the front page: the lead story and the newest stories of each section. */
export function renderTextFrontPage(site: TextSite, { standIn, hero, secondary, blocks }: FrontPage): Markup {
  const { name, tagline, language } = site.edition;
  const texts = getServerTexts(language).textEdition;
  const lead = hero.state === "loaded" ? hero.story : null;
  const isLoading = hero.state === "loading" || blocks.some(({ state }) => state === "loading");
  const page: TextPage = { title: name, description: tagline, normal: "/", isLoading };
  const renderContent = (maxStories: number) => {
    const sections = blocks.map(({ section, notice, stories }) => {
      const listed = stories.filter(({ slug }) => slug !== lead?.slug).slice(0, maxStories);
      return html`<h2><a href="/text${section.href}">${section.name}</a></h2>
${notice ? html`<p>${notice}</p>` : null}
${renderList(listed.map((story) => toLinkItem(story)))}`;
    });
    return html`<h1>${name}</h1>
<p>${tagline}</p>
${standIn ? html`<p>${standIn}</p>` : null}
${hero.state === "empty" ? html`<p>${hero.message}</p>` : null}${isLoading ? html`<p>${texts.loading}</p>` : null}${lead ? renderStory(lead, true) : null}
${hero.state === "loaded" && hero.notice ? html`<p>${hero.notice}</p>` : null}
${secondary.length > 0 ? renderList(secondary.map((story) => toLinkItem(story))) : null}
${sections}`;
  };
  const maxBytes = getContentBytes(site, page);
  for (let maxStories = MAX_STORIES_IN_SECTION; maxStories > 0; maxStories--) {
    const content = renderContent(maxStories);
    if (countBytes(content) <= maxBytes) return renderFrame(site, page, content);
  }
  return renderFrame(site, page, renderContent(0));
}

/** Renders a page of a section's stories: the newest, or the stories older than the one with the slug `after`. */
export function renderTextSection(
  site: TextSite,
  path: string,
  {
    title,
    standIn,
    block,
  }: Pick<SectionPage, "title" | "standIn"> & {
    block: Pick<SectionPage["block"], "stories" | "state" | "notice" | "noStories">;
  },
  { after, hasOlder }: { after: string | null; hasOlder: boolean },
): Markup {
  const { name, language } = site.edition;
  const texts = getServerTexts(language).textEdition;
  const { news } = getSiteTexts(language);
  const { stories, state, notice, noStories } = block;
  const isLoading = state === "loading";
  const page: TextPage = {
    title: after ? texts.older(title) : title,
    description: texts.sectionDescription(title, name),
    normal: path,
    isLoading,
    isHidden: after !== null,
  };
  const pieces = stories.map((story) => toItem(renderStory(story, false)));
  const empty = noStories
    ? html`<p>${noStories}</p>`
    : html`<p>${news.none}</p>
<p>${news.noneHint}</p>`;
  const renderContent = (shown: readonly Markup[], last: Story | undefined) => html`<h1>${page.title}</h1>
${standIn ? html`<p>${standIn}</p>` : null}
${notice && stories.length > 0 ? html`<p>${notice}</p>` : null}${isLoading ? html`<p>${texts.loading}</p>` : null}${shown.length === 0 && !isLoading ? empty : null}
${renderList(shown, "ol")}
${after ? html`<p><a class="action" href="/text${path}">${texts.newest}</a></p>` : null}
${last ? html`<p><a class="action" href="/text${path}?after=${encodeURIComponent(last.slug)}">${news.older}</a></p>` : null}`;
  const maxBytes = getContentBytes(site, page) - countBytes(renderContent([], stories.at(-1)));
  // Reserves space for the link to older stories, which contains the slug of one of the stories.
  const longestSlug = Math.max(0, ...stories.map(({ slug }) => articlePath(slug).length));
  let left = maxBytes - longestSlug - PAGE_LINK_BYTES;
  const end = pieces.findIndex((piece) => {
    left -= countBytes(piece) + 1;
    return left < 0;
  });
  const shown = end < 0 ? pieces : pieces.slice(0, Math.max(1, end));
  const last = shown.length < stories.length || hasOlder ? stories[shown.length - 1] : undefined;
  return renderFrame(site, page, renderContent(shown, last));
}

/** Renders a page of a story. @param number number of the page, from 1 @returns undefined if there are fewer pages */
export function renderTextArticle(site: TextSite, article: ArticlePage, number: number): Markup | undefined {
  const { story, notice, bodyHtml, original, isIndexed, corrections, more, sampleNote } = article;
  const { name, language } = site.edition;
  const texts = getServerTexts(language).textEdition;
  const siteTexts = getSiteTexts(language);
  const title = shorten(story.title);
  const path = `/text${articlePath(story.slug)}`;
  const toPage = (part: number): TextPage => ({
    title: getMarkedTitle({ ...story, title: part === 1 ? title : texts.storyPage(title, part) }),
    description: shorten(story.deck || describeHeadline(story, name, siteTexts)),
    normal: articlePath(story.slug),
    canonical: original?.href,
    isHidden: !isIndexed,
  });
  const sources = story.furtherSources.slice(0, MAX_SOURCES);
  const also = html`<h2>${siteTexts.article.alsoReportedBy}</h2>
<ul>
${sources.map(({ publisher, title: theirs, link }) => html`<li>${publisher}: ${link ? html`<a href="${link}">${shorten(theirs, 160)}</a>` : shorten(theirs, 160)}</li>`)}
</ul>`;
  const origin =
    original &&
    html`<a class="action" href="${original.href}">${bodyHtml ? siteTexts.article.originalAt(original.publisher) : siteTexts.article.continueAt(original.publisher)}</a>`;
  const isSummary = !bodyHtml && story.source !== null;
  const { excerptOnly, headlineOnly, fullStoryAt } = siteTexts.article;
  const summary = story.deck ? excerptOnly : headlineOnly;
  const head = html`<h1 dir="auto"${renderLanguage(story)}>${title}</h1>
${story.deck ? html`<p dir="auto"${renderLanguage(story)}><em>${shorten(story.deck)}</em></p>` : null}
${renderByline(story)}
${notice ? html`<p>${notice}</p>` : null}${sampleNote ? html`<p>${sampleNote}</p>` : null}
${isSummary ? html`<p>${summary} ${origin ?? fullStoryAt(story.source ?? "")}</p>` : null}`;
  const ending = html`${bodyHtml && origin ? html`<p>${origin}</p>` : null}
${sources.length > 0 ? also : null}`;
  const others = html`<h2>${siteTexts.article.moreIn(story.section.name)}</h2>
${renderList(more.map((other) => toLinkItem(other)))}`;

  // Maximum size, in bytes, of two links to other pages of the story, with the text around them and a `lang` attribute.
  const paginationBytes = 2 * path.length + 350;
  const maxBytes = getContentBytes(site, toPage(10_000)) - countBytes(head) - countBytes(ending) - paginationBytes;
  const foot = html`<h2>${siteTexts.article.corrections(corrections.length)}</h2>
${corrections.map(({ text, date }) => html`<p>${date.text}: ${text}</p>`)}`;
  const wholeHtml = corrections.length > 0 ? bodyHtml + foot.html : bodyHtml;
  const parts = paginate(toTextBlocks(wholeHtml, texts), maxBytes);
  const blocks = parts[number - 1];
  if (!blocks) return undefined;
  const body = renderBlocks(blocks);
  const isLast = number === parts.length;
  const before = number === 2 ? path : `${path}?page=${number - 1}`;
  const links: Markup[] = [];
  if (number > 1) links.push(html`<a class="action" rel="prev" href="${before}">${texts.previous}</a>`);
  if (!isLast) links.push(html`<a class="action" rel="next" href="${path}?page=${number + 1}">${texts.next}</a>`);
  const pagination = parts.length > 1 ? html`<p>${texts.pageOf(number, parts.length)} ${links}</p>` : null;
  const content = html`<article>
${head}
${story.language ? html`<div${renderLanguage(story)}>${{ html: body }}</div>` : { html: body }}
${pagination}${isLast ? ending : null}
</article>`;
  const hasMore =
    isLast && more.length > 0 && countBytes(content) + countBytes(others) < getContentBytes(site, toPage(number));
  const contentWithMore = html`${content}
${hasMore ? others : null}`;
  return renderFrame(site, toPage(number), contentWithMore);
}

export function renderTextNotFound(site: TextSite): Markup {
  const { errors } = getSiteTexts(site.edition.language);
  const { home } = getServerTexts(site.edition.language).textEdition;
  const page: TextPage = {
    title: errors.notFound,
    description: errors.notFoundDescription,
    normal: null,
    isHidden: true,
  };
  const content = html`<h1>${errors.notFound}</h1>
<p>${errors.notFoundText}</p>
<p><a class="action" href="/text">${home}</a></p>`;
  return renderFrame(site, page, content);
}

/** Returns null for an empty list. */
function renderList(items: readonly Markup[], tag: "ul" | "ol" = "ul"): Markup | null {
  if (items.length === 0) return null;
  return html`<${tag} class="list">
${items}
</${tag}>`;
}

const toItem = (content: Markup) => html`<li>${content}</li>`;

function renderStoryLink(story: Story): Markup {
  return html`<a href="/text${articlePath(story.slug)}" dir="auto"${renderLanguage(story)}>${shorten(story.title)}</a>`;
}

/** Returns the attribute `lang` for a story in another language than its page; otherwise null. */
function renderLanguage({ language }: Story): Markup | null {
  return language ? html` lang="${language}"` : null;
}

function renderStory(story: Story, namesSection: boolean): Markup {
  return html`<h2>${renderStoryLink(story)}</h2>
${story.deck ? html`<p dir="auto">${shorten(story.deck)}</p>` : null}
${renderByline(story, namesSection)}`;
}

/** Renders a link to a story with its publisher or label. There is no space for the whole byline. */
function toLinkItem(story: Story): Markup {
  const { mark, isSample, source } = story;
  const whose = mark && !isSample ? html`<strong>${mark}</strong>` : (mark ?? source ?? formatByline(story));
  return toItem(html`${renderStoryLink(story)} <small>${whose}</small>`);
}

function renderByline(story: Story, namesSection = true): Markup {
  const { date, section } = story;
  const day = date.instant ? html`<time datetime="${date.instant}">${date.text}</time>` : html`${date.text}`;
  const place = html` · <a href="/text${section.href}">${section.name}</a>`;
  const label = story.mark ? html`<strong>${story.mark}</strong> · ` : null;
  return html`<p><small>${label}${formatByline(story)} · ${day}${namesSection ? place : null}</small></p>`;
}
