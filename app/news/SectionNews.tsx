import type { ReactNode } from "react";
import type { OlderStories as OlderStoriesView } from "../../server/news/archive/archiveViews.ts";
import type { SectionPage } from "../../server/news/views.ts";
import { FollowButton } from "../device/FollowButton.tsx";
import { useTexts } from "../language/texts.ts";
import headings from "../ui/Headings.module.css";
import { Link } from "../ui/Link.tsx";
import { Pagination } from "../ui/Pagination.tsx";
import hidden from "../ui/VisuallyHidden.module.css";
import { Card, CardSkeleton, countSideCards, getSectionShape } from "./Card.tsx";
import { EmptySection } from "./EmptySection.tsx";
import { Notice } from "./Notice.tsx";
import { Rows } from "./Rows.tsx";
import styles from "./SectionNews.module.css";

/** Number of cards beside the large card in a section's skeleton. */
const SKELETON_SIDE_CARDS = 2;
/** Indexes of the 15 cards of a section's skeleton (specification, section 9). */
const SKELETON_CARDS = Array.from({ length: 15 }, (_, index) => index);

const SIZES = {
  top: "(min-width: 1240px) 790px, (min-width: 1024px) 66vw, 100vw",
  side: "(min-width: 1024px) 380px, (min-width: 600px) 50vw, 100vw",
  grid: "(min-width: 1024px) 380px, (min-width: 600px) 50vw, 100vw",
};

interface SectionNewsProps {
  page: SectionPage;
  /** Address of the page with older stories; null or undefined if there are none. */
  older?: string | null;
  /** Content between the section's name and its stories. */
  children?: ReactNode;
}

/** A section's page: the section's name, one large story, and a grid of the others. */
export function SectionNews({ page: { title, block }, older, children }: SectionNewsProps) {
  const { news } = useTexts();
  const { section, state, notice, stories } = block;
  const sideCards = countSideCards(stories);
  return (
    <section className={styles.section} aria-busy={state === "loading"} data-state={state}>
      <header className={styles.head}>
        <h1 className={headings.marked}>{title}</h1>
        <FollowButton kind="section" id={section.slug} name={title} />
      </header>
      {section.isArchive && (
        <p className={styles.pageLink}>
          <Link to="/archive">{news.archiveByDay}</Link>
        </p>
      )}
      {children}
      {children && stories.length > 0 && <h2 className={styles.stories}>{news.stories}</h2>}
      <Notice text={stories.length > 0 ? notice : null} />
      {state === "loading" ? (
        <SectionSkeleton />
      ) : stories.length === 0 ? (
        <EmptySection text={block.noStories} />
      ) : (
        <ol className={styles.grid} data-side={sideCards}>
          {stories.map((story, index) => {
            const shape = getSectionShape(index, sideCards);
            return (
              <li key={story.slug}>
                <Card
                  story={story}
                  shape={shape}
                  heading={children ? "h3" : "h2"}
                  hasDeck
                  sizes={SIZES[shape]}
                  isMain={index === 0 && !children}
                />
              </li>
            );
          })}
        </ol>
      )}
      {older && (
        <div className={styles.older}>
          <Pagination label={news.older} previous={null} next={{ title: news.older, href: older }} />
        </div>
      )}
    </section>
  );
}

/** Replaces a section's stories while they load. */
export function SectionSkeleton() {
  const { loading } = useTexts();
  return (
    <>
      <p className={hidden.visuallyHidden} role="status">
        {loading}
      </p>
      <div className={styles.grid} data-side={SKELETON_SIDE_CARDS} aria-hidden="true">
        {SKELETON_CARDS.map((index) => (
          <div key={index}>
            <CardSkeleton shape={getSectionShape(index, SKELETON_SIDE_CARDS)} hasDeck />
          </div>
        ))}
      </div>
    </>
  );
}

/** A page with stories that are too old for their section's main page. */
export function OlderStories({ page: { section, stories, older } }: { page: OlderStoriesView }) {
  const { news } = useTexts();
  return (
    <section className={styles.section}>
      <h1 className={headings.marked}>{news.olderIn(section.name)}</h1>
      {stories.length > 0 ? <Rows stories={stories} /> : <EmptySection />}
      <Pagination
        label={news.olderAndNewer}
        previous={{ title: news.newestIn(section.name), href: section.href }}
        next={older ? { title: news.older, href: older } : null}
      />
    </section>
  );
}
