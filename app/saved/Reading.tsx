import { useEffect, useRef } from "react";
import type { SavedStory } from "../device/types.ts";
import article from "../news/ArticleText.module.css";
import { StoryBody } from "../news/StoryBody.tsx";
import button from "../ui/Button.module.css";
import headings from "../ui/Headings.module.css";
import { ArrowLeft, ExternalLink } from "../ui/icons.tsx";
import { Link } from "../ui/Link.tsx";
import styles from "./Reading.module.css";
import page from "./SavedPage.module.css";
import stories from "./Stories.module.css";

/** A saved story, read from the device alone. */
export function Reading({ saved: { slug, story, original, bodyHtml }, mine }: { saved: SavedStory; mine: string }) {
  const headline = useRef<HTMLHeadingElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another story is another page
  useEffect(() => {
    window.scrollTo(0, 0);
    headline.current?.focus({ preventScroll: true });
  }, [slug]);
  const { title, deck, section, author, source, date } = story;
  return (
    <article className={article.article}>
      <header className={article.head}>
        <p>
          <Link to="/saved" className={styles.back}>
            <ArrowLeft aria-hidden="true" size={16} strokeWidth={1.8} />
            {mine}
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
          <p className={page.about}>
            {bodyHtml === null
              ? "The text of this story was not fetched before the connection went. It is asked for again when there is one."
              : "Its publisher lets us print no more than this."}
          </p>
        )}
      </div>
      {original && (
        <p className={article.original}>
          <a className={button.filling} href={original.href}>
            {bodyHtml ? "Read the original at" : "Continue reading at"} {original.publisher}
            <ExternalLink aria-hidden="true" size={16} strokeWidth={1.8} />
          </a>
        </p>
      )}
    </article>
  );
}

/** In front of the slug of the saved story that is read: behind a hash, it is not even told to our own server. */
export const READ = "#read-";
