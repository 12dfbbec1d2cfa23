import { articlePath } from "../../core/addresses.ts";
import { getWriter } from "../../core/byline.ts";
import { removeLineControls } from "../../core/typography.ts";
import type { EventEntry, EventsMonth } from "../../server/calendars/eventViews.ts";
import type { PublicEdition } from "../../server/editions/derived/publicEdition.ts";
import type { ArticlePage, SectionPage } from "../../server/news/views.ts";
import { getTexts } from "../language/texts.ts";

/** Maximum number of stories in a list (specification, section 9). */
const MAX_LISTED = 10;

/** Returns a story as a schema.org NewsArticle, or as an AdvertiserContentArticle if a sponsor bought it. */
export function toNewsArticle(
  { story, bodyHtml, original, updated, socialImage, labels, sponsor }: ArticlePage,
  edition: PublicEdition,
  siteUrl: string,
): object {
  const { title, deck, date, source, section, slug, language = edition.language } = story;
  const writer = getWriter(story, getTexts(edition.language).news.staffWriter);
  const own = { "@type": "NewsMediaOrganization", name: edition.name, url: `${siteUrl}/` };
  const people = labels
    .filter(({ href }) => href.startsWith("/author/"))
    .map(({ name, href }) => ({ "@type": "Person", name, url: siteUrl + href }));
  const publisher = source === null ? own : { "@type": "NewsMediaOrganization", name: source };
  return {
    "@type": sponsor?.isPaid ? "AdvertiserContentArticle" : "NewsArticle",
    sponsor: sponsor ? { "@type": "Organization", name: sponsor.name, url: sponsor.href ?? undefined } : undefined,
    headline: removeLineControls(title),
    description: removeLineControls(deck) || undefined,
    datePublished: date.instant ?? undefined,
    dateModified: updated?.instant,
    articleSection: section.name,
    inLanguage: language,
    // True only if the site shows the full text, since the original may have a paywall.
    isAccessibleForFree: bodyHtml ? true : undefined,
    image: [siteUrl + socialImage.src],
    mainEntityOfPage: original?.href ?? siteUrl + articlePath(slug),
    author: people[0] ? people : writer === null ? publisher : { "@type": "Person", name: writer },
    publisher,
    isBasedOn: original?.href,
  };
}

/** Returns the first stories of a section's page, without samples, as a schema.org ItemList; null if there are none. */
export function toItemList({ title, block }: SectionPage, siteUrl: string): object | null {
  const stories = block.stories.filter(({ isSample }) => !isSample);
  if (stories.length === 0) return null;
  return {
    "@type": "ItemList",
    name: title,
    itemListElement: stories.slice(0, MAX_LISTED).map((story, index) => ({
      "@type": "ListItem",
      position: index + 1,
      url: siteUrl + articlePath(story.slug),
      name: removeLineControls(story.title),
    })),
  };
}

/** Returns a month's events as a schema.org ItemList. */
export function toEventList({ title, href, days }: EventsMonth, edition: PublicEdition, siteUrl: string): object {
  const events = days.flatMap((day) => day.events);
  return {
    "@type": "ItemList",
    name: title,
    url: siteUrl + href,
    itemListElement: events.map((event, index) => ({
      "@type": "ListItem",
      position: index + 1,
      item: toEvent(event, edition, `${siteUrl}${href}#${event.id}`),
    })),
  };
}

function toEvent(event: EventEntry, edition: PublicEdition, eventUrl: string): object {
  const { title, startsAt, endsAt, place, link, publisher } = event;
  return {
    "@type": "Event",
    name: title,
    startDate: startsAt,
    endDate: endsAt,
    eventStatus: "https://schema.org/EventScheduled",
    url: link ?? eventUrl,
    location: { "@type": "Place", name: place ?? edition.place, address: place ?? edition.place },
    organizer: { "@type": "Organization", name: publisher },
  };
}

/** Returns the site as a schema.org WebSite, and its publisher as a NewsMediaOrganization. */
export function toWebSite({ name, tagline, language, place }: PublicEdition, siteUrl: string): object {
  const publisher = `${siteUrl}/#publisher`;
  return {
    "@graph": [
      {
        "@type": "WebSite",
        "@id": `${siteUrl}/#website`,
        url: `${siteUrl}/`,
        name,
        description: tagline,
        inLanguage: language,
        publisher: { "@id": publisher },
      },
      {
        "@type": "NewsMediaOrganization",
        "@id": publisher,
        url: `${siteUrl}/`,
        name,
        image: `${siteUrl}/rss-image.png`,
        areaServed: { "@type": "Place", name: place },
      },
    ],
  };
}
