import { useCallback, useState } from "react";
import type { Faq as FaqPage } from "../../server/editions/faq.ts";
import button from "../ui/Button.module.css";
import headings from "../ui/Headings.module.css";
import { Link } from "../ui/Link.tsx";
import styles from "./Faq.module.css";
import { FaqFilter } from "./FaqFilter.tsx";
import { matchingSlugs } from "./match.ts";
import { Question } from "./Question.tsx";
import { useOpenAddressed } from "./useOpenAddressed.ts";

/** The questions that readers ask, by category. Without JavaScript all of it works but the filter, which is not there. */
export function Faq({ faq: { title, intro, support, categories } }: { faq: FaqPage }) {
  const [query, setQuery] = useState("");
  const showAll = useCallback(() => setQuery(""), []);
  useOpenAddressed(showAll);
  const entries = categories.flatMap((category) => category.entries);
  const matching = matchingSlugs(entries, query);
  const isShown = (slug: string) => !matching || matching.has(slug);
  return (
    <div className={styles.faq}>
      <header className={styles.head}>
        <h1>{title}</h1>
        <p className={headings.deck}>{intro}</p>
        <p className={styles.actions}>
          <Link className={button.strong} to="/contact" prefetch="intent">
            Contact Us
          </Link>
          <a className={button.plain} href={`mailto:${support}`}>
            Email Support
          </a>
        </p>
      </header>
      <div className={styles.filter}>
        <FaqFilter query={query} onQuery={setQuery} found={matching?.size ?? null} total={entries.length} />
      </div>
      <nav className={styles.categories} data-filtered={Boolean(matching?.size)} aria-labelledby="faq-categories">
        <h2 id="faq-categories">Categories</h2>
        <ol>
          {categories.map(({ slug, name }) => (
            <li key={slug}>
              <a href={`#${slug}`}>{name}</a>
            </li>
          ))}
        </ol>
      </nav>
      <div className={styles.questions}>
        {categories.map((category) => (
          <section
            key={category.slug}
            id={category.slug}
            className={styles.category}
            aria-labelledby={`${category.slug}-title`}
            hidden={!category.entries.some(({ slug }) => isShown(slug))}
          >
            <h2 id={`${category.slug}-title`} className={headings.name}>
              {category.name}
            </h2>
            {category.entries.map((entry) => (
              <Question key={entry.slug} entry={entry} isHidden={!isShown(entry.slug)} />
            ))}
          </section>
        ))}
      </div>
    </div>
  );
}
