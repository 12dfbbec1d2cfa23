import { displayDate, displayTime } from "../../core/dates.ts";
import type { Edition } from "../editions/loading/load.ts";
import { type ListedStory, listNewsroomStories } from "../store/stories/newsroomStories.ts";
import { parseContent } from "../stories/content.ts";
import { html, type Markup } from "../syndication/text/html.ts";
import type { Desk } from "./deskContext.ts";
import { renderDeskPage } from "./deskPage.ts";
import type { SignedInApp } from "./signedIn.ts";

/** Most stories of a list. */
const MAX_STORIES = 200;

/** The lists of stories, by the part of their address. */
const LISTS = {
  mine: "Mine",
  drafts: "Drafts",
  scheduled: "Scheduled",
  published: "Published",
  withdrawn: "Withdrawn",
};
type ListName = keyof typeof LISTS;

/** Adds the lists of an edition's stories. */
export function addStoryRoutes(app: SignedInApp, desk: Desk): void {
  app.get("/stories/:edition?/:list?", async (context) => {
    const session = context.get("session");
    const editions = desk.editions().filter(({ id }) => session.actor.roles.has(id));
    const { edition: id = editions[0]?.id, list = "mine" } = context.req.param();
    const edition = editions.find((one) => one.id === id);
    // Another edition's id responds as one that does not exist.
    if (!edition || !isListName(list)) return context.notFound();
    const stories = await listNewsroomStories(desk.database, edition.id, toFilter(list, session.person.name));
    const content = html`${editions.length > 1 ? renderEditions(editions, edition) : null}
<nav aria-label="Lists"><ul>
${(Object.keys(LISTS) as ListName[]).map((name) => renderLink(`/stories/${edition.id}/${name}`, LISTS[name], name === list))}
</ul></nav>
${stories.length > 0 ? html`<ol>${stories.map((story) => renderStory(story, edition))}</ol>` : html`<p class="soft">There are no stories in this list.</p>`}`;
    return context.html(renderDeskPage({ title: `Stories of ${edition.name}`, content, session }));
  });
}

function isListName(name: string): name is ListName {
  return Object.hasOwn(LISTS, name);
}

function toFilter(list: ListName, person: string) {
  switch (list) {
    case "mine":
      return { firstSavedBy: person, limit: MAX_STORIES };
    case "drafts":
      return { states: ["draft"], limit: MAX_STORIES } as const;
    case "withdrawn":
      return { states: ["withdrawn", "expired"], limit: MAX_STORIES } as const;
    default:
      return { states: [list], limit: MAX_STORIES } as const;
  }
}

function renderEditions(editions: readonly Edition[], current: Edition): Markup {
  return html`<nav aria-label="Editions"><ul>
${editions.map(({ id, name }) => renderLink(`/stories/${id}`, name, id === current.id))}
</ul></nav>`;
}

function renderLink(href: string, label: string, isCurrent: boolean): Markup {
  return html`<li><a href="${href}"${isCurrent ? html` aria-current="page"` : null}>${label}</a></li>`;
}

function renderStory(story: ListedStory, edition: Edition): Markup {
  const { state, publishAt, publishedAt, savedAt, savedBy } = story;
  const { title } = parseContent(story.content, story.id, story.version);
  const time = state === "scheduled" ? publishAt : (publishedAt ?? savedAt);
  const when = time ? `${displayDate(time, edition)}, ${displayTime(time, edition)}` : "";
  return html`<li><strong>${title}</strong><span class="soft">${state} · ${when} · saved by ${savedBy}</span></li>`;
}
