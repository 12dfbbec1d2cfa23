import { cardOf } from "../cards/address.ts";
import type { Edition, SampleStory } from "../editions/load.ts";
import type { SectionFile } from "../editions/schema.ts";
import { withOwnPictures } from "../images/bodyPictures.ts";
import type { StoredArticle } from "../store/articles.ts";
import { withNamedPlayers } from "./players.ts";
import { sampleBody } from "./sampleBody.ts";
import { publisherOf, storyFromArticle, storyFromSample } from "./story.ts";
import type { ArticlePage, Story } from "./views.ts";

/**
 * An article from a feed: its whole text where the edition may print it, else the excerpt, which is the story's deck, and
 * the way to the original.
 */
export function articlePageOfStored(
  article: StoredArticle,
  edition: Edition,
  section: SectionFile,
  others: readonly StoredArticle[],
  more: Story[],
): ArticlePage {
  const publisher = publisherOf(article.feedUrl, edition);
  const feed = edition.sections.flatMap(({ feeds }) => feeds).find(({ url }) => url === article.feedUrl);
  const story = storyFromArticle(article, edition, section, others);
  return {
    isTakenDown: false,
    story,
    bodyHtml: feed?.fullText
      ? withNamedPlayers(withOwnPictures(article.contentHtml || article.descriptionHtml, article.slug, section.tone))
      : "",
    original: article.link ? { href: article.link, publisher } : null,
    card: cardOf(story, edition),
    more,
  };
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
