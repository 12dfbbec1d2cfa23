import { displayDate } from "../../core/dates.ts";
import type { Edition, SampleStory } from "../editions/load.ts";
import { sectionLink } from "../editions/public.ts";
import type { SectionFile } from "../editions/schema.ts";
import type { Headline } from "../store/articleRows.ts";
import type { FurtherSource, Picture, Story } from "./views.ts";

/**
 * An article of the store as cards show it.
 *
 * @param others articles that tell the same story
 */
export function storyFromArticle(
  article: Headline,
  edition: Edition,
  section: SectionFile,
  others: readonly Headline[] = [],
): Story {
  return {
    ...{ slug: article.slug, section: sectionLink(section) },
    title: article.title,
    deck: article.excerpt,
    author: article.author,
    date: { instant: article.publishedAt, text: displayDate(article.publishedAt, edition.timeZone) },
    source: publisherOf(article.feedUrl, edition),
    furtherSources: furtherSources(article, others, edition),
    picture: pictureOf(article),
  };
}

/** One of the edition's own stories as cards show it. */
export function storyFromSample(sample: SampleStory, edition: Edition, section: SectionFile): Story {
  return {
    ...{ slug: sample.slug, section: sectionLink(section) },
    title: sample.title,
    deck: sample.description,
    author: sample.author,
    date: { instant: new Date(sample.date).toISOString(), text: displayDate(sample.date, edition.timeZone) },
    source: null,
    furtherSources: NONE,
    picture: null,
  };
}

function pictureOf({ image, photograph }: Headline): Picture | null {
  return image && photograph && { ...photograph, alt: image.alt, caption: image.caption, credit: image.credit };
}

/** Each publisher once, but for the one whose article is shown. */
function furtherSources(shown: Headline, others: readonly Headline[], edition: Edition): FurtherSource[] {
  const named = new Set([publisherOf(shown.feedUrl, edition)]);
  const further = [shown, ...others].flatMap(({ carriers, title, link }) =>
    carriers.flatMap((feedUrl) => {
      const publisher = publisherOf(feedUrl, edition);
      if (named.has(publisher)) return [];
      named.add(publisher);
      return [{ publisher, title, link }];
    }),
  );
  return further.length > 0 ? further : NONE;
}

/** The same one each time, as most stories have it: it goes to the browser once. */
const NONE: FurtherSource[] = [];

/** Who publishes a feed, by the edition's file; a feed that it dropped is called by its host name. */
export function publisherOf(feedUrl: string, edition: Edition): string {
  let publishers = publishersOf.get(edition);
  if (!publishers) {
    const feeds = edition.sections.flatMap((section) => section.feeds);
    // Where two sections follow one feed, the first names its publisher.
    publishers = new Map(feeds.toReversed().map(({ url, publisher }) => [url, publisher]));
    publishersOf.set(edition, publishers);
  }
  return publishers.get(feedUrl) ?? new URL(feedUrl).hostname.replace(/^(www|rss|feeds)\./, "");
}

/** The publishers of all feeds, which a page with hundreds of stories asks for as often. */
const publishersOf = new WeakMap<Edition, ReadonlyMap<string, string>>();
