import { articlePath } from "../../core/addresses.ts";
import type { Story } from "../../server/news/views.ts";
import headings from "../ui/Headings.module.css";
import { Link } from "../ui/Link.tsx";
import byline from "./Byline.module.css";
import { Byline } from "./Byline.tsx";
import styles from "./Card.module.css";
import skeleton from "./Skeleton.module.css";
import { Skeleton } from "./Skeleton.tsx";
import image from "./StoryImage.module.css";
import { Picture } from "./StoryImage.tsx";

/** Shapes that lead a list. Without a photo, they have a skyline; cards of other shapes are only text. */
const LEAD_SHAPES: readonly CardShape[] = ["lead", "over", "top"];

/**
 * In a block, `lead` and `over` are large, `over` with its text on a tinted background beside the image; `small` cards
 * form rows of four; `line` has no image. On a phone, a block is a list, with small images beside the texts. On a
 * section's page, `top` is the largest, `side` is beside it, `grid` below.
 */
export type CardShape = "lead" | "over" | "small" | "line" | "top" | "side" | "grid";

/** Returns the number of cards beside a section page's large one: together, they are about as high as the large one. */
export function countSideCards(stories: readonly Pick<Story, "image">[]): 2 | 4 {
  return stories.slice(1, 5).some(({ image }) => image) ? 2 : 4;
}

/** Returns the shape of the card at an index of a section's page: one large card, some beside it, the others below. */
export function getSectionShape(index: number, sideCards: number): Extract<CardShape, "top" | "side" | "grid"> {
  if (index === 0) return "top";
  return index <= sideCards ? "side" : "grid";
}

interface CardProps {
  story: Story;
  shape: CardShape;
  /** The image's `sizes` attribute: its width in the layout. */
  sizes?: string;
  heading?: "h2" | "h3";
  hasDeck?: boolean;
  /** Names the story's section, on pages with stories of several sections. */
  hasSection?: boolean;
  /** True for the page's main image, which loads eagerly and with high priority. */
  isFirst?: boolean;
}

/** A story in a list. The parent sets the space around the card. */
export function Card({
  story,
  shape,
  sizes = "100vw",
  heading: Heading = "h3",
  hasDeck,
  hasSection,
  isFirst,
}: CardProps) {
  const path = articlePath(story.slug);
  const label = hasSection ? story.section.name : story.topic;
  return (
    <article className={styles[shape]} lang={story.language}>
      {shape !== "line" && (story.image || LEAD_SHAPES.includes(shape)) && (
        // Keyboards and screen readers skip this link, since the headline has the same link.
        <Link className={styles.image} to={path} tabIndex={-1} aria-hidden="true">
          <Picture story={story} sizes={sizes} isFirst={isFirst} className={styles.frame} />
        </Link>
      )}
      <div className={styles.text}>
        {label && <p className={styles.label}>{label}</p>}
        <Heading className={`${styles.headline} ${headings.linked}`} dir="auto">
          <Link to={path}>{story.title}</Link>
        </Heading>
        {hasDeck && story.deck && (
          <p className={styles.deck} dir="auto">
            {story.deck}
          </p>
        )}
        <Byline story={story} hasSave />
      </div>
    </article>
  );
}

type CardListProps = Pick<CardProps, "shape" | "hasSection"> & {
  stories: readonly Story[];
  className?: string | undefined;
};

/** A list of cards; `className` arranges them. */
export function CardList({ stories, className, ...card }: CardListProps) {
  return (
    <ol className={className}>
      {stories.map((story) => (
        <li key={story.slug}>
          <Card story={story} {...card} sizes="(min-width: 1024px) 290px, 50vw" />
        </li>
      ))}
    </ol>
  );
}

/** Replaces a card while its story loads. Has the size of a card with a two-line headline, to keep shifts small. */
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
