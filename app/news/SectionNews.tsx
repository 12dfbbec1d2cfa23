import type { ReactNode } from "react";
import type { SectionPage } from "../../server/news/views.ts";
import { FollowButton } from "../device/FollowButton.tsx";
import headings from "../ui/Headings.module.css";
import { Link } from "../ui/Link.tsx";
import { Turn } from "../ui/Pagination.tsx";
import { Card } from "./Card.tsx";
import { EmptySection } from "./EmptySection.tsx";
import { Notice } from "./Notice.tsx";
import styles from "./SectionNews.module.css";
import { SectionSkeleton } from "./SectionSkeleton.tsx";
import { shapeInSection } from "./sectionShape.ts";

interface SectionNewsProps {
  page: SectionPage;
  /** Where its older stories stand, if it has any. */
  older?: string | null;
  /** What stands between its name and its stories. */
  children?: ReactNode;
}

/** A section's own page: its name, one large story, and a grid of the others. */
export function SectionNews({ page: { title, block }, older, children }: SectionNewsProps) {
  const { state, notice, stories } = block;
  return (
    <section className={styles.section} aria-busy={state === "loading"} data-state={state}>
      <header className={styles.head}>
        <h1 className={headings.marked}>{title}</h1>
        <FollowButton kind="section" id={block.section.slug} name={title} />
      </header>
      {block.section.isArchive && (
        <p className={styles.byDate}>
          <Link to="/archive" prefetch="intent">
            The whole archive, day by day
          </Link>
        </p>
      )}
      {children}
      {children && stories.length > 0 && <h2 className={`${headings.name} ${styles.stories}`}>Stories</h2>}
      <Notice text={stories.length > 0 ? notice : null} />
      {state === "loading" ? (
        <SectionSkeleton />
      ) : stories.length === 0 ? (
        <EmptySection />
      ) : (
        <ol className={styles.grid}>
          {stories.map((story, place) => (
            <li key={story.slug}>
              <Card
                story={story}
                shape={shapeInSection(place)}
                heading={children ? "h3" : "h2"}
                hasDeck
                sizes={SIZES[shapeInSection(place)]}
                isFirst={place === 0 && !children}
              />
            </li>
          ))}
        </ol>
      )}
      {older && (
        <div className={styles.older}>
          <Turn label="Older stories" back={null} on={{ title: "Older stories", href: older }} />
        </div>
      )}
    </section>
  );
}

const SIZES = {
  top: "(min-width: 1240px) 790px, (min-width: 1024px) 66vw, 100vw",
  side: "(min-width: 1024px) 380px, (min-width: 600px) 50vw, 100vw",
  grid: "(min-width: 1024px) 380px, (min-width: 600px) 50vw, 100vw",
};
