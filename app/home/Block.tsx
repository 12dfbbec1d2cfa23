import type { Block as BlockView } from "../../server/news/views.ts";
import { useTexts } from "../language/texts.ts";
import { Card, CardList, CardSkeleton } from "../news/Card.tsx";
import { Notice } from "../news/Notice.tsx";
import headings from "../ui/Headings.module.css";
import { Link } from "../ui/Link.tsx";
import type { Mirror } from "./arrangement.ts";
import styles from "./Block.module.css";

const PLACEHOLDERS = [2, 3, 4, 5];

const LAYOUTS = {
  featured: {
    lead: { shape: "over", sizes: "(min-width: 1240px) 780px, (min-width: 768px) 60vw, 100vw" },
    rest: "small",
    restClass: styles.four,
  },
  list: {
    lead: { shape: "lead", sizes: "(min-width: 1240px) 440px, (min-width: 768px) 50vw, 100vw" },
    rest: "line",
    restClass: styles.lines,
  },
} as const;

/** A section's block on the front page: the section's name, a link, and the newest stories. */
export function Block({ block, mirror }: { block: BlockView; mirror: Mirror }) {
  const { news, ...texts } = useTexts();
  const { section, state, notice } = block;
  const heading = `block-${section.slug}`;
  return (
    <section className={styles.block} aria-labelledby={heading} aria-busy={state === "loading"} data-state={state}>
      <header className={styles.header}>
        <h2 id={heading} className={headings.marked}>
          {section.name}
        </h2>
        <Notice text={notice} />
        {section.isArchive && (
          <Link className={styles.byDate} to="/archive">
            {news.dayByDay}
          </Link>
        )}
        <Link className={styles.all} to={section.href} aria-label={texts.viewAllOf(section.name)}>
          {texts.viewAll}
        </Link>
      </header>
      <Stories block={block} mirror={mirror} />
    </section>
  );
}

function Stories({ block: { state, layout, stories }, mirror }: { block: BlockView; mirror: Mirror }) {
  const { lead: leadCard, rest: restShape, restClass } = LAYOUTS[layout];
  const [lead, ...rest] = stories;
  const isLoading = state === "loading" || !lead;
  return (
    <div className={styles[layout]} data-mirror={mirror} aria-hidden={isLoading || undefined}>
      {isLoading ? <CardSkeleton shape={leadCard.shape} hasDeck /> : <Card story={lead} {...leadCard} hasDeck />}
      {isLoading ? (
        <ol className={restClass}>
          {PLACEHOLDERS.map((number) => (
            <li key={number}>
              <CardSkeleton shape={restShape} />
            </li>
          ))}
        </ol>
      ) : (
        <CardList stories={rest} shape={restShape} className={restClass} />
      )}
    </div>
  );
}
