import { skylinePath } from "../../core/addresses.ts";
import type { Photograph } from "../../core/picture.ts";
import type { Edition, SampleStory } from "../editions/load.ts";
import type { SectionFile } from "../editions/schema.ts";
import { cardOf } from "../editions/socialImageUrl.ts";
import { withOwnPictures } from "../images/bodyImages.ts";
import type { Headline, StoredArticle } from "../store/articleRows.ts";
import { withNamedPlayers } from "./players.ts";
import { sampleBody } from "./sampleBody.ts";
import { publisherOf, storyFromArticle, storyFromSample } from "./story.ts";
import type { ArticlePage, Story } from "./views.ts";

/**
 * An article from a feed: its whole text where the edition may print it, else the excerpt, which is the story's deck, and
 * the way to the original.
 *
 * @param photographs those of the pictures in its text that we have
 */
export function articlePageOfStored(
  article: StoredArticle,
  edition: Edition,
  section: SectionFile,
  others: readonly Headline[],
  more: Story[],
  photographs: ReadonlyMap<string, Photograph>,
): ArticlePage {
  const publisher = publisherOf(article.feedUrl, edition);
  const story = storyFromArticle(article, edition, section, others);
  return {
    isTakenDown: false,
    story,
    bodyHtml: withNamedPlayers(
      withOwnPictures(printedText(article, edition), {
        photographs,
        skyline: skylinePath(story.slug, story.section.tone),
      }),
    ),
    original: article.link ? { href: article.link, publisher } : null,
    card: cardOf(story, edition),
    more,
  };
}

/** The whole text of an article, where the edition may print it, else "". */
export function printedText(article: StoredArticle, edition: Edition): string {
  return mayPrint(article, edition) ? article.contentHtml || article.descriptionHtml : "";
}

/** Whether the edition may print an article's whole text, and what comes with it. */
export function mayPrint({ feedUrl }: StoredArticle, edition: Edition): boolean {
  const feeds = edition.sections.flatMap((section) => section.feeds);
  return feeds.some(({ url, fullText }) => url === feedUrl && fullText);
}

/** One of the edition's own stories, whole. */
export function articlePageOfSample(
  sample: SampleStory,
  edition: Edition,
  section: SectionFile,
  more: Story[],
): ArticlePage {
  const story = storyFromSample(sample, edition, section);
  return {
    isTakenDown: false,
    story,
    bodyHtml: sampleBody(sample),
    original: null,
    card: cardOf(story, edition),
    more,
  };
}
