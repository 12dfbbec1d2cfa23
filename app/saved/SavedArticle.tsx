import { useEffect, useRef } from "react";
import { joinByline } from "../../core/byline.ts";
import { typeset } from "../../core/typography.ts";
import article from "../article/ArticleText.module.css";
import { Corrections } from "../article/Corrections.tsx";
import { OriginalLink, SummaryNote } from "../article/Origin.tsx";
import { StoryBody } from "../article/StoryBody.tsx";
import type { SavedStory } from "../device/deviceData.ts";
import { useReaderTexts } from "../language/readerTexts.ts";
import { useLanguage } from "../language/texts.ts";
import headings from "../ui/Headings.module.css";
import { ArrowLeft } from "../ui/icons.tsx";
import { Link } from "../ui/Link.tsx";
import styles from "./SavedArticle.module.css";
import page from "./SavedPage.module.css";
import stories from "./StoryLists.module.css";

/** Text before the slug in the hash of a saved story's URL. Browsers send the hash to no server. */
export const STORY_HASH = "#read-";

/** A saved story, from data on the device only. */
export function SavedArticle({ saved, pageTitle }: { saved: SavedStory; pageTitle: string }) {
  const { slug, original, bodyHtml, corrections = [] } = saved;
  const texts = useReaderTexts().saved;
  const language = useLanguage();
  const headline = useRef<HTMLHeadingElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a different story is like a new page
  useEffect(() => {
    window.scrollTo(0, 0);
    headline.current?.focus({ preventScroll: true });
  }, [slug]);
  const { title, deck, section, source, date } = saved.story;
  return (
    <article className={article.article}>
      <header className={article.head}>
        <p>
          <Link to="/saved" className={styles.back}>
            <ArrowLeft size={16} />
            {pageTitle}
          </Link>
        </p>
        <p className={article.section}>
          <Link to={section.href}>{section.name}</Link>
        </p>
        <h1 ref={headline} className={article.headline} tabIndex={-1} dir="auto">
          {title}
        </h1>
        {deck && (
          <p className={`${headings.deck} ${article.deck}`} dir="auto">
            {typeset(deck, language)}
          </p>
        )}
        <p className={stories.meta}>{`${joinByline(saved.story)} · ${date.text}`}</p>
      </header>
      {source !== null && bodyHtml === "" && (
        <SummaryNote publisher={source} hasExcerpt={deck !== ""} href={original?.href ?? null} />
      )}
      <div className={styles.body}>
        {bodyHtml && <StoryBody html={bodyHtml} />}
        {bodyHtml === null && <p className={page.hint}>{texts.missingText}</p>}
      </div>
      <Corrections corrections={corrections} />
      {original && bodyHtml && <OriginalLink {...original} />}
    </article>
  );
}
