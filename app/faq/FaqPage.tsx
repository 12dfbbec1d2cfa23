import { useCallback, useEffect, useState } from "react";
import { useLocation } from "react-router";
import type { FaqEntry } from "../../server/editions/pages/faq.ts";
import { usePageTexts } from "../language/pageTexts.ts";
import { RichText } from "../language/RichText.tsx";
import type { Route } from "../routes/+types/faq";
import button from "../ui/Button.module.css";
import headings from "../ui/Headings.module.css";
import { Html } from "../ui/Html.tsx";
import { ChevronDown } from "../ui/icons.tsx";
import { Link } from "../ui/Link.tsx";
import { useHasScripts } from "../ui/useBrowserValue.ts";
import filter from "./FaqFilter.module.css";
import styles from "./FaqPage.module.css";
import { filterQuestions } from "./filterQuestions.ts";
import question from "./Question.module.css";

/** Questions and answers by category. Without JavaScript, only the filter is missing. */
export function FaqPage({ loaderData: { faq }, matches: [root] }: Route.ComponentProps) {
  const texts = usePageTexts().faq;
  const hasContact = root.loaderData.edition.contactHref === "/contact";
  const { title, intro, support, categories } = faq;
  const [query, setQuery] = useState("");
  const clearQuery = useCallback(() => setQuery(""), []);
  useOpenLinkedQuestion(clearQuery);
  const entries = categories.flatMap((category) => category.entries);
  const matches = filterQuestions(entries, query);
  const isShown = (slug: string) => !matches || matches.has(slug);
  return (
    <div className={styles.faq}>
      <header className={styles.head}>
        <h1>{title}</h1>
        <p className={headings.deck}>{intro}</p>
        <p className={styles.actions} data-unprinted="">
          {hasContact && (
            <Link className={button.strong} to="/contact">
              {texts.contact}
            </Link>
          )}
          <a className={button.plain} href={`mailto:${support}`}>
            {texts.emailSupport}
          </a>
        </p>
      </header>
      <div className={styles.filter}>
        <FaqFilter
          query={query}
          onQuery={setQuery}
          found={matches?.size ?? null}
          total={entries.length}
          supportHref={hasContact ? "/contact" : `mailto:${support}`}
        />
      </div>
      <nav
        className={styles.categories}
        data-unprinted=""
        data-filtered={Boolean(matches?.size)}
        aria-labelledby="faq-categories"
      >
        <h2 id="faq-categories">{texts.categories}</h2>
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
            <h2 id={`${category.slug}-title`}>{category.name}</h2>
            {category.entries.map((entry) => (
              <Question key={entry.slug} entry={entry} isHidden={!isShown(entry.slug)} />
            ))}
          </section>
        ))}
      </div>
    </div>
  );
}

interface FaqFilterProps {
  query: string;
  onQuery: (query: string) => void;
  /** Number of questions that match the query; null without a query. */
  found: number | null;
  total: number;
  /** URL at which readers can ask another question. */
  supportHref: string;
}

/** The search field above the questions. Requires JavaScript; CSS reserves the field's height until hydration. */
function FaqFilter({ query, onQuery, found, total, supportHref }: FaqFilterProps) {
  const texts = usePageTexts().faq;
  const hasScripts = useHasScripts();
  return (
    <search className={filter.filter} data-unprinted="">
      {hasScripts && (
        <>
          <label htmlFor="faq-filter">{texts.search}</label>
          <input
            id="faq-filter"
            type="search"
            autoComplete="off"
            value={query}
            onChange={(event) => onQuery(event.target.value)}
          />
          <p role="status" className={filter.count}>
            {found === null ? texts.count(total) : texts.found(found, total)}
          </p>
          {found === 0 && (
            <div className={filter.none}>
              <p>
                <strong>{texts.none(query.trim())}</strong>
              </p>
              <p>
                <RichText text={texts.noneHint} parts={[(text) => <Link to={supportHref}>{text}</Link>]} />
              </p>
            </div>
          )}
        </>
      )}
    </search>
  );
}

/** A question with its answer. The shared `name` keeps only one question open. A link to a question opens it. */
function Question({ entry, isHidden }: { entry: FaqEntry; isHidden: boolean }) {
  const texts = usePageTexts().faq;
  return (
    <details name="faq" className={question.entry} hidden={isHidden}>
      <summary className={question.question}>
        <h3>{entry.question}</h3>
        <ChevronDown className={question.mark} data-unprinted="" size={20} />
      </summary>
      <div id={entry.slug} className={question.answer}>
        <Html className={question.text} html={entry.html} />
        <p className={question.address} data-unprinted="">
          <a href={`#${entry.slug}`}>{texts.link}</a>
        </p>
      </div>
    </details>
  );
}

/** Opens the question that the URL's fragment names. Browsers open it on page loads, but not for the router's links. */
function useOpenLinkedQuestion(clearFilter: () => void): void {
  const { hash, key } = useLocation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key changes when the same address is chosen again
  useEffect(() => {
    const target = hash && document.getElementById(decodeURIComponent(hash.slice(1)));
    if (!target) return;
    // The filter might hide the question.
    clearFilter();
    const details = target.closest("details");
    if (details) details.open = true;
    // A question that was hidden gets its position only in the next animation frame.
    const frame = requestAnimationFrame(() => target.scrollIntoView());
    return () => cancelAnimationFrame(frame);
  }, [hash, key, clearFilter]);
}
