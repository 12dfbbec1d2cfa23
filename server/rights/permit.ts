import type { StoredImage } from "../../core/imageSizes.ts";
import { getRights, type Rights, type RightsSource } from "../editions/schema/rights.ts";
import { linkImages } from "../html/bodyImages.ts";
import { toText } from "../html/text.ts";
import { CONTENT, type Headline, type StoredArticle } from "../store/articles/articleRows.ts";

/** Matches markup other than paragraphs and line breaks, such as images, players or links. */
const MORE_THAN_PARAGRAPHS = /<(?!\/?(?:p|br)\b)/;

/** This site's copy of a story's image. */
export interface StoryImage extends StoredImage {
  alt: string;
  /** Caption and credit from the publisher; "" if the feed has none. */
  caption: string;
  credit: string;
  /**
   * Point of the image that crops keep visible, in steps of 25 percent from the left and from the top, such as "50 25".
   * Absent for the default.
   */
  focus?: string;
}

/**
 * The parts of a stored article that an edition may show. Only `permit` creates instances, and no other code may read
 * an article's texts and images. So no page, feed or mail can ignore the rights of a publisher.
 */
export class PermittedArticle<Stored extends Headline = Headline> {
  readonly article: Stored;
  readonly rights: Rights;
  /** Summary of the article; "" if the edition may show only the headline. */
  readonly deck: string;
  /** This site's copy of the image; null before the download, and if the edition may not copy the image. */
  readonly image: StoryImage | null;
  /** URL of the image at its publisher; null if there is none, or if the edition may neither copy nor link it. */
  readonly imageUrl: string | null;
  readonly #content: Stored[typeof CONTENT];

  private constructor(article: Stored, rights: Rights) {
    this.article = article;
    this.rights = rights;
    this.#content = article[CONTENT];
    this.deck = rights.text === "none" ? "" : this.#content.excerpt;
    this.imageUrl = rights.images === "none" ? null : (this.#content.image?.url ?? null);
    this.image = rights.images === "copy" ? toStoryImage(this.#content, rights) : null;
  }

  static permit<Stored extends Headline>(article: Stored, edition: RightsSource): PermittedArticle<Stored> {
    return new PermittedArticle(article, getRights(edition, article.allCarriers));
  }

  /** Returns true if the article has an image that the edition may copy. */
  get hasImage(): boolean {
    return this.rights.images === "copy" && this.imageUrl !== null;
  }

  /**
   * Returns the full text as HTML, with the images that the edition may copy. Returns "" if the edition may not print
   * the full text, or if the feed contains no more than the deck.
   */
  getFullText(this: PermittedArticle<StoredArticle>): string {
    const { text, images } = this.rights;
    if (text !== "full") return "";
    const { contentHtml, descriptionHtml } = this.#content;
    const html = contentHtml || (isSummary(this.#content) ? "" : descriptionHtml);
    return images === "copy" ? html : linkImages(html, images === "link");
  }

  /** Returns the full text's audio or video file; undefined if there is none, or the edition may not print the text. */
  getRecording(this: PermittedArticle<StoredArticle>) {
    if (this.rights.text !== "full") return undefined;
    return this.#content.enclosures.find(({ type, length }) => length && /^(audio|video)\//.test(type ?? ""));
  }
}

/** Returns the parts of a stored article that an edition may show. */
export const permit = PermittedArticle.permit;

/**
 * Limits a story of a stored briefing to the parts that the story's publishers permit today. Returns null if briefings
 * may not contain the story.
 *
 * @param carriers URLs of all feeds that carry the story; undefined if the store no longer contains the story. In that
 * case, the briefing keeps only the story's headline.
 */
export function permitMailed<Story extends { deck: string; pictureAlt: string | null }>(
  story: Story,
  carriers: readonly string[] | undefined,
  edition: RightsSource,
): Story | null {
  if (!carriers) return { ...story, deck: "", pictureAlt: null };
  const { mail, text, images } = getRights(edition, carriers);
  if (!mail) return null;
  return {
    ...story,
    deck: text === "none" ? "" : story.deck,
    pictureAlt: images === "copy" ? story.pictureAlt : null,
  };
}

/** Returns true if an article's description equals its deck, which the article's page shows anyway. */
function isSummary({ descriptionHtml, excerpt }: StoredArticle[typeof CONTENT]): boolean {
  return !MORE_THAN_PARAGRAPHS.test(descriptionHtml) && toText(descriptionHtml) === excerpt;
}

function toStoryImage({ image, storedImage, imageFocus }: Headline[typeof CONTENT], { text }: Rights) {
  if (!image || !storedImage) return null;
  const { alt, caption, credit } = image;
  const focus = imageFocus && {
    focus: imageFocus.replace(/(\d{1,3})%/g, (_, percent) => String(25 * Math.round(percent / 25))),
  };
  return { ...storedImage, credit, ...focus, ...(text === "none" ? { alt: "", caption: "" } : { alt, caption }) };
}
