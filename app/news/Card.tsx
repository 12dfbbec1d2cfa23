import { articlePath } from "../../core/addresses.ts";
import type { Story } from "../../server/news/views.ts";
import headings from "../ui/Headings.module.css";
import { Link } from "../ui/Link.tsx";
import byline from "./Byline.module.css";
import { Byline, SponsorMark } from "./Byline.tsx";
import styles from "./Card.module.css";
import skeleton from "./Skeleton.module.css";
import { Skeleton } from "./Skeleton.tsx";
import image from "./StoryImage.module.css";
import { StoryImage } from "./StoryImage.tsx";

/** Shapes of cards that lead a list. For a story without a photo, they show a skyline; other cards show only text. */
const LEAD_SHAPES: readonly CardShape[] = ["lead", "over", "top"];

/**
 * Shapes of cards in a block of the front page:
 * - `lead`: large;
 * - `over`: large, with the text on a tinted background beside the image;
 * - `small`: in rows of four;
 * - `line`: without an image.
 *
 * On a phone, all cards of a block are rows with small images. Shapes on a section's page are `top`, the largest card;
 * `side`, beside the largest; and `grid`, below.
 */
export type CardShape = "lead" | "over" | "small" | "line" | "top" | "side" | "grid";

/** Minimum length, in characters, of a shown deck. Shorter decks might not fill two lines at a width of 27em. */
export const MIN_DECK_LENGTH = 68;

/** Returns the number of cards that are together as high as the large card: two with photos, or four without. */
export function countSideCards(stories: readonly Pick<Story, "image">[]): 2 | 4 {
  return stories.slice(1, 5).some(({ image }) => image) ? 2 : 4;
}

/** Returns the shape of the card at an index of a section's page: one large card, some beside it, the others below. */
export function getSectionShape(index: number, sideCards: number): Extract<CardShape, "top" | "side" | "grid"> {
  if (index === 0) return "top";
  return index <= sideCards ? "side" : "grid";
}

/**
 * Returns the widths of a section's page at which the card at `index` shows no photo, since another card in the same
 * row has no photo. `wide` has three columns, `medium` has two. On a phone, every card has its own row.
 */
export function getPlainWidths(stories: readonly Pick<Story, "image">[], index: number, sideCards: number): string {
  const rows = {
    wide: (at: number) => (at <= sideCards ? 0 : Math.ceil((at - sideCards) / 3)),
    medium: (at: number) => Math.ceil(at / 2),
  };
  return (["wide", "medium"] as const)
    .filter(
      (width) =>
        index > 0 && stories.some(({ image }, at) => at > 0 && !image && rows[width](at) === rows[width](index)),
    )
    .join(" ");
}

interface CardProps {
  story: Story;
  shape: CardShape;
  /** The image's `sizes` attribute: its width in the layout. */
  sizes?: string;
  heading?: "h2" | "h3";
  hasDeck?: boolean;
  /** True to name the story's topic or, without a topic, its section. */
  hasSection?: boolean;
  /** True for the page's main image, which loads eagerly and with high priority. */
  isMain?: boolean;
}

/** A story in a list. The parent sets the space around the card. */
export function Card({
  story,
  shape,
  sizes = "100vw",
  heading: Heading = "h3",
  hasDeck,
  hasSection,
  isMain,
}: CardProps) {
  const path = articlePath(story.slug);
  const label = hasSection && (story.topic ?? story.section.name);
  return (
    <article className={styles[shape]} lang={story.language}>
      {shape !== "line" && (story.image || LEAD_SHAPES.includes(shape)) && (
        // Keyboards and screen readers skip this link, since the headline has the same link.
        <Link className={styles.image} to={path} tabIndex={-1} aria-hidden="true">
          <StoryImage story={story} sizes={sizes} isMain={isMain} className={styles.frame} />
        </Link>
      )}
      <div className={styles.text}>
        <SponsorMark story={story} className={styles.label} />
        {label && <p className={styles.label}>{label}</p>}
        <Heading className={`${styles.headline} ${headings.linked}`} dir="auto">
          <Link to={path}>{story.title}</Link>
        </Heading>
        {hasDeck && story.deck.length >= MIN_DECK_LENGTH && (
          <p className={styles.deck} dir="auto">
            {story.deck}
          </p>
        )}
        <Byline story={story} hasSave />
      </div>
    </article>
  );
}

type CardListProps = Pick<CardProps, "shape" | "heading" | "hasSection"> & {
  stories: readonly Story[];
  className?: string | undefined;
};

/** A list of cards, arranged by `className`. All cards show photos or none does, since cards may share rows. */
export function CardList({ stories, className, ...card }: CardListProps) {
  const hasPhotos = stories.every(({ image }) => image);
  return (
    <ol className={className}>
      {stories.map((story) => (
        <li key={story.slug}>
          <Card
            story={hasPhotos ? story : { ...story, image: null }}
            {...card}
            sizes="(min-width: 1024px) 290px, 50vw"
          />
        </li>
      ))}
    </ol>
  );
}

/** Replaces a list of four cards while their stories load. */
export function CardListSkeleton({ shape, className }: Pick<CardListProps, "shape" | "className">) {
  return (
    <ol className={className} aria-hidden="true">
      {[1, 2, 3, 4].map((number) => (
        <li key={number}>
          <CardSkeleton shape={shape} />
        </li>
      ))}
    </ol>
  );
}

/** Placeholder for a loading story's card. It has room for a two-line headline, so that layout shifts stay small. */
export function CardSkeleton({ shape, hasDeck = false }: { shape: CardShape; hasDeck?: boolean }) {
  return (
    <div className={styles[shape]} data-skeleton-card="">
      {shape !== "line" && (
        <div className={styles.image}>
          <div className={`${image.frame} ${styles.frame} ${skeleton.image}`} />
        </div>
      )}
      <div className={styles.text}>
        <Skeleton className={styles.headline} lines={2} />
        {hasDeck && <Skeleton className={styles.deck} lines={3} />}
        <Skeleton className={byline.byline} lines={1} />
      </div>
    </div>
  );
}
