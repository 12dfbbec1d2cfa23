import type { Block as BlockView, Layout } from "../../server/news/views.ts";
import { Link } from "../ui/Link.tsx";
import type { Mirror } from "./arrangement.ts";
import styles from "./Block.module.css";
import { Card, CardSkeleton } from "./Card.tsx";
import { Notice } from "./Notice.tsx";

/** Specification, section 4: the text of a block without any stories, not even samples. */
const EMPTY = "Failed to load articles. Please try again later.";

const PLACEHOLDERS = [2, 3, 4, 5];

/** A section's block on the front page: its name, a link to the section, and its newest stories. */
export function Block({ block, mirror }: { block: BlockView; mirror: Mirror }) {
  const { section, state, notice, stories } = block;
  const heading = `block-${section.slug}`;
  const isEmpty = state !== "loading" && stories.length === 0;
  return (
    <section className={styles.block} aria-labelledby={heading} aria-busy={state === "loading"} data-state={state}>
      <header className={styles.header}>
        <h2 id={heading} className={styles.name}>
          {section.name}
        </h2>
        <Notice text={isEmpty ? null : notice} />
        {section.isArchive && (
          <Link className={styles.byDate} to="/archive">
            Day by day
          </Link>
        )}
        <Link className={styles.all} to={section.href} aria-label={`View All: ${section.name}`}>
          View All
        </Link>
      </header>
      {isEmpty ? <p className={styles.empty}>{EMPTY}</p> : <Stories block={block} mirror={mirror} />}
    </section>
  );
}

function Stories({ block: { state, layout, stories }, mirror }: { block: BlockView; mirror: Mirror }) {
  const [lead, ...rest] = stories;
  if (state === "loading" || !lead) return <BlockSkeleton layout={layout} mirror={mirror} />;
  const isFeatured = layout === "featured";
  return (
    <div className={isFeatured ? styles.featured : styles.list} data-mirror={mirror}>
      {isFeatured ? (
        <Card story={lead} shape="over" hasDeck sizes="(min-width: 1240px) 780px, (min-width: 768px) 60vw, 100vw" />
      ) : (
        <Card story={lead} shape="lead" hasDeck sizes="(min-width: 1240px) 440px, (min-width: 768px) 50vw, 100vw" />
      )}
      <ol className={isFeatured ? styles.four : styles.lines}>
        {rest.map((story) => (
          <li key={story.slug}>
            <Card story={story} shape={isFeatured ? "small" : "line"} sizes="(min-width: 1024px) 290px, 50vw" />
          </li>
        ))}
      </ol>
    </div>
  );
}

function BlockSkeleton({ layout, mirror }: { layout: Layout; mirror: Mirror }) {
  const isFeatured = layout === "featured";
  return (
    <div className={isFeatured ? styles.featured : styles.list} data-mirror={mirror} aria-hidden="true">
      <CardSkeleton shape={isFeatured ? "over" : "lead"} hasDeck />
      <ol className={isFeatured ? styles.four : styles.lines}>
        {PLACEHOLDERS.map((number) => (
          <li key={number}>
            <CardSkeleton shape={isFeatured ? "small" : "line"} />
          </li>
        ))}
      </ol>
    </div>
  );
}
