import type { ReactNode } from "react";
import { joinByline } from "../../core/byline.ts";
import type { LabelLink, Story } from "../../server/news/views.ts";
import { SaveButton } from "../device/SaveButton.tsx";
import { useTexts } from "../language/texts.ts";
import { Link } from "../ui/Link.tsx";
import styles from "./Byline.module.css";

interface BylineProps {
  story: Story;
  /** False on pages that name the story's other publishers in another place. */
  hasOtherSources?: boolean;
  /** False if another element shows the label of a sample. */
  hasSampleLabel?: boolean;
  /** Links to pages of authors and topics; the byline shows only the authors' links. */
  links?: readonly LabelLink[];
  /** Text beside the date, always on the same line as the date; null for none. */
  readTime?: string | null;
  /** True to show a button that saves the story. */
  hasSave?: boolean;
  children?: ReactNode;
}

/** The line under a headline: author, publisher and date. `children` are further parts of the line. */
export function Byline({
  story,
  hasOtherSources = true,
  hasSampleLabel = true,
  links = [],
  readTime,
  hasSave,
  children,
}: BylineProps) {
  const { news } = useTexts();
  const { date, furtherSources, isSample, mark } = story;
  return (
    <p className={styles.byline}>
      <span className={styles.parts}>
        {isSample && hasSampleLabel && <strong className={styles.sample}>{mark}</strong>}
        <span>{linkAuthors(joinByline(story), links)}</span>
        <span className={styles.times}>
          {/* In lists, an inline script replaces a date of today with the story's age before hydration (agesScript.ts). */}
          <time dateTime={date.instant ?? undefined} suppressHydrationWarning>
            {date.text}
          </time>
          {story.update && <span>{story.update}</span>}
          {readTime && <span>{readTime}</span>}
        </span>
        {hasOtherSources && furtherSources.length > 0 && (
          <span>{news.alsoFrom(furtherSources.map(({ publisher }) => publisher).join(", "))}</span>
        )}
        {children}
      </span>
      {hasSave && <SaveButton story={story} />}
    </p>
  );
}

/** Returns a byline in which authors' names are links. `links` must be in the order of the names. */
function linkAuthors(byline: string, links: readonly LabelLink[]): ReactNode[] {
  const parts: ReactNode[] = [];
  let rest = byline;
  for (const { name, href } of links.filter(({ href }) => href.startsWith("/author/"))) {
    const start = rest.indexOf(name);
    if (start === -1) continue;
    parts.push(
      rest.slice(0, start),
      <Link key={href} to={href}>
        {name}
      </Link>,
    );
    rest = rest.slice(start + name.length);
  }
  return [...parts, rest];
}

/** Label of a sponsored story, above its headline. */
export function SponsorMark({
  story: { mark, isSample },
  className,
}: {
  story: Story;
  className?: string | undefined;
}) {
  if (!mark || isSample) return null;
  return (
    <p className={className}>
      <strong className={styles.mark}>{mark}</strong>
    </p>
  );
}
