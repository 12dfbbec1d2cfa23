import { useEffect, useRef } from "react";
import type { SavedStory } from "../device/deviceData.ts";
import article from "../news/ArticleText.module.css";
import { StoryBody } from "../news/StoryBody.tsx";
import button from "../ui/Button.module.css";
import headings from "../ui/Headings.module.css";
import { ArrowLeft, ExternalLink } from "../ui/icons.tsx";
import { Link } from "../ui/Link.tsx";
import styles from "./SavedArticle.module.css";
import page from "./SavedPage.module.css";
import stories from "./StoryLists.module.css";

/** Prefix of the slug in a saved story's address. Browsers do not send the hash of an address to any server. */
export const STORY_HASH = "#read-";

/** A saved story, from data on the device only. */
export function SavedArticle({ saved, pageTitle }: { saved: SavedStory; pageTitle: string }) {
  const { slug, original, bodyHtml } = saved;
  const headline = useRef<HTMLHeadingElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a different story is like a new page
  useEffect(() => {
    window.scrollTo(0, 0);
    headline.current?.focus({ preventScroll: true });
  }, [slug]);
  const { title, deck, section, author, source, date } = saved.story;
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
        <h1 ref={headline} className={`${headings.large} ${article.headline}`} tabIndex={-1}>
          {title}
        </h1>
        {deck && <p className={`${headings.deck} ${article.deck}`}>{deck}</p>}
        <p className={stories.meta}>{[author, date.text, source].filter(Boolean).join(" · ")}</p>
      </header>
      <div className={styles.body}>
        {bodyHtml ? (
          <StoryBody html={bodyHtml} />
        ) : (
          <p className={page.hint}>
            {bodyHtml === null
              ? "The text of this story wasn’t downloaded before the connection dropped. We’ll try again when you’re back online."
              : "Its publisher allows us to print only this much."}
          </p>
        )}
      </div>
      {original && (
        <p className={article.original}>
          <a className={button.filling} href={original.href}>
            {bodyHtml ? "Read the original at" : "Continue reading at"} {original.publisher}
            <ExternalLink size={16} />
          </a>
        </p>
      )}
    </article>
  );
}
