import { articlePath } from "../../../core/addresses.ts";
import type { ArticlePage, FrontPage, SectionPage, Story } from "../../news/views.ts";
import { brief, fitting, frame, roomFor, type Site, type TextPage } from "./frame.ts";
import { bytesOf, html, type Markup } from "./html.ts";
import { htmlOfBlocks, paginate, plainBlocks } from "./plainBody.ts";

/** Stories of a section on the front page, if there is room for so many. */
const MOST_IN_SECTION = 3;
/** Other papers that are named under a story. */
const MOST_SOURCES = 8;

/** The front page: what leads, and the newest of every section. */
export function textFrontPage(site: Site, { hero, blocks }: FrontPage): Markup {
  const { name, tagline } = site.edition;
  const lead = hero.state === "loaded" ? hero.story : null;
  const isLoading = hero.state === "loading" || blocks.some(({ state }) => state === "loading");
  const page: TextPage = { title: name, description: tagline, normal: "/", isLoading };
  const contentWith = (most: number) => {
    const sections = blocks.map(({ section, notice, stories }) => {
      const shown = stories.filter(({ slug }) => slug !== lead?.slug).slice(0, most);
      return html`<h2><a href="/text${section.href}">${section.name}</a></h2>
${notice ? html`<p>${notice}</p>` : null}
${
  shown.length > 0
    ? html`<ul class="list">
${shown.map((story) => html`<li>${storyLink(story)}</li>`)}
</ul>`
    : null
}`;
    });
    return html`<h1>${name}</h1>
<p>${tagline}</p>
${hero.state === "empty" ? html`<p>${hero.message}</p>` : null}${isLoading ? LOADING : null}${lead ? storyPiece(lead, true) : null}
${sections}`;
  };
  const room = roomFor(site, page);
  for (let most = MOST_IN_SECTION; most > 0; most--) {
    const content = contentWith(most);
    if (bytesOf(content) <= room) return frame(site, page, content);
  }
  return frame(site, page, contentWith(0));
}

/** A section's page: its newest stories, or those that come after one of them. */
export function textSectionPage(
  site: Site,
  path: string,
  { title, block }: Pick<SectionPage, "title"> & { block: Pick<SectionPage["block"], "stories" | "state" | "notice"> },
  { after, hasOlder }: { after: string | null; hasOlder: boolean },
): Markup {
  const { stories, state, notice } = block;
  const isLoading = state === "loading";
  const page: TextPage = {
    title: after ? `${title}, older stories` : title,
    description: `The latest from ${title} in ${site.edition.name}, without pictures.`,
    normal: path,
    isLoading,
    isHidden: after !== null,
  };
  const pieces = stories.map((story) => html`<li>${storyPiece(story, false)}</li>`);
  const empty = html`<p>No articles available</p>
<p>Please check back later for new content.</p>`;
  const contentOf = (shown: readonly Markup[], last: Story | undefined) => html`<h1>${page.title}</h1>
${notice && stories.length > 0 ? html`<p>${notice}</p>` : null}${isLoading ? LOADING : null}${shown.length === 0 && !isLoading ? empty : null}
${
  shown.length > 0
    ? html`<ol class="list">
${shown}
</ol>`
    : null
}
${after ? html`<p><a class="way" href="/text${path}">Newest stories</a></p>` : null}
${last ? html`<p><a class="way" href="/text${path}?after=${encodeURIComponent(last.slug)}">Older stories</a></p>` : null}`;
  const room = roomFor(site, page) - bytesOf(contentOf([], stories.at(-1)));
  // Slugs differ in length: the link to what is older may have the longest.
  const spare = Math.max(0, ...stories.map(({ slug }) => articlePath(slug).length));
  const shown = fitting(pieces, room - spare - 64);
  const last = shown.length < stories.length || hasOlder ? stories[shown.length - 1] : undefined;
  return frame(site, page, contentOf(shown, last));
}

/**
 * A story, in as many pages as it needs.
 *
 * @param number the page that is asked for, from 1
 * @returns undefined where the story has no such page
 */
export function textArticlePage(site: Site, article: ArticlePage, number: number): Markup | undefined {
  const { story, bodyHtml, original, more } = article;
  const title = brief(story.title);
  const path = `/text${articlePath(story.slug)}`;
  const pageOf = (part: number): TextPage => ({
    title: part === 1 ? title : `${title} (page ${part})`,
    description: brief(story.deck || `From ${story.section.name} in ${site.edition.name}.`),
    normal: articlePath(story.slug),
  });
  const sources = story.furtherSources.slice(0, MOST_SOURCES);
  const also = html`<h2>Also reported by</h2>
<ul>
${sources.map(({ publisher, title: theirs, link }) => html`<li>${publisher}: ${link ? html`<a href="${link}">${brief(theirs, 160)}</a>` : brief(theirs, 160)}</li>`)}
</ul>`;
  const head = html`<h1>${title}</h1>
${story.deck ? html`<p><em>${brief(story.deck)}</em></p>` : null}
${byline(story)}`;
  const ending = html`${original ? html`<p><a class="way" href="${original.href}">${bodyHtml ? "Read the original at" : "Continue reading at"} ${original.publisher}</a></p>` : null}
${sources.length > 0 ? also : null}`;
  const others = html`<h2>More in ${story.section.name}</h2>
<ul class="list">
${more.map((other) => html`<li>${storyLink(other)}</li>`)}
</ul>`;

  // Two links to other pages of the story, and the words around them.
  const pagerBytes = 2 * path.length + 300;
  const room = roomFor(site, pageOf(10_000)) - bytesOf(head) - bytesOf(ending) - pagerBytes;
  const parts = paginate(plainBlocks(bodyHtml), room);
  const blocks = parts[number - 1];
  if (!blocks) return undefined;
  const body = htmlOfBlocks(blocks);
  const isLast = number === parts.length;
  const links = [
    ...(number > 1
      ? [html`<a class="way" rel="prev" href="${number === 2 ? path : `${path}?page=${number - 1}`}">Page before</a>`]
      : []),
    ...(isLast ? [] : [html`<a class="way" rel="next" href="${path}?page=${number + 1}">Next page</a>`]),
  ];
  const pager = parts.length > 1 ? html`<p>Page ${number} of ${parts.length}. ${links}</p>` : null;
  const content = html`<article>
${head}
${{ html: body }}
${pager}${isLast ? ending : null}
</article>`;
  const hasRoom = isLast && more.length > 0 && bytesOf(content) + bytesOf(others) < roomFor(site, pageOf(number));
  return frame(
    site,
    pageOf(number),
    html`${content}
${hasRoom ? others : null}`,
  );
}

/** What an address that leads nowhere is answered with. */
export function textNotFound(site: Site): Markup {
  const page: TextPage = {
    title: "Page Not Found",
    description: "This address leads to no story and no page, or no longer does.",
    normal: null,
    isHidden: true,
  };
  return frame(
    site,
    page,
    html`<h1>Page Not Found</h1>
<p>The article or page you are looking for may have been moved, archived, or does not exist.</p>
<p><a class="way" href="/text">Return to the front page</a></p>`,
  );
}

const LOADING = html`<p>The newest stories are on their way. This page asks for them by itself.</p>`;

function storyLink(story: Story): Markup {
  return html`<a href="/text${articlePath(story.slug)}">${brief(story.title)}</a>`;
}

function storyPiece(story: Story, namesSection: boolean): Markup {
  return html`<h2>${storyLink(story)}</h2>
${story.deck ? html`<p>${brief(story.deck)}</p>` : null}
${byline(story, namesSection)}`;
}

function byline({ author, date, source, section }: Story, namesSection = true): Markup {
  const day = date.instant ? html`<time datetime="${date.instant}">${date.text}</time>` : html`${date.text}`;
  const place = html`, <a href="/text${section.href}">${section.name}</a>`;
  return html`<p><small>By ${brief(author, 120)}, ${day}${source ? `, ${source}` : null}${namesSection ? place : null}</small></p>`;
}
