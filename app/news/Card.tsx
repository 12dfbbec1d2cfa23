import type { ElementType } from "react";
import { articlePath } from "../../core/addresses.ts";
import type { Story } from "../../server/news/views.ts";
import { SaveButton } from "../device/SaveButton.tsx";
import { Link } from "../ui/Link.tsx";
import { Meta } from "./Byline.tsx";
import styles from "./Card.module.css";
import { Picture } from "./StoryImage.tsx";

/**
 * In a block, `lead` and `over` are large, `over` with its words on a wash beside the picture; `small` is for rows of four,
 * and `line` has no picture. On a section's own page `top` is the largest, `side` stands beside it, where there is no room
 * for a deck, and `grid` under both.
 */
export type Shape = "lead" | "over" | "small" | "line" | "top" | "side" | "grid";

interface CardProps {
  story: Story;
  shape: Shape;
  /** How wide the picture is shown, as the attribute `sizes` has it. */
  sizes?: string;
  heading?: "h2" | "h3";
  hasDeck?: boolean;
  /** Whether its picture is the one of the page that readers wait for. */
  isFirst?: boolean;
}

/** A story on a page that lists stories. Parents own the space around it. */
export function Card({
  story,
  shape,
  sizes = "100vw",
  heading: Heading = "h3",
  hasDeck = false,
  isFirst = false,
}: CardProps) {
  return (
    <article className={styles[shape]}>
      {shape !== "line" && <PictureLink story={story} sizes={sizes} isFirst={isFirst} />}
      <div className={styles.words}>
        <Headline story={story} as={Heading} />
        {hasDeck && story.deck && <p className={styles.deck}>{story.deck}</p>}
        <Meta story={story}>
          <SaveButton story={story} />
        </Meta>
      </div>
    </article>
  );
}

function Headline({ story, as: Heading }: { story: Story; as: ElementType }) {
  return (
    <Heading className={styles.headline}>
      <Link to={articlePath(story.slug)} prefetch="intent">
        {story.title}
      </Link>
    </Heading>
  );
}

/** The headline beside it is the same link, so that this one is left out of the tab order and of what is read aloud. */
function PictureLink({ story, sizes, isFirst }: Required<Pick<CardProps, "story" | "sizes" | "isFirst">>) {
  return (
    <Link className={styles.picture} to={articlePath(story.slug)} prefetch="intent" tabIndex={-1} aria-hidden="true">
      <Picture story={story} sizes={sizes} isFirst={isFirst} className={styles.frame} />
    </Link>
  );
}
