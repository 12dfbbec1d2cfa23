import type { ReactNode } from "react";
import type { ArticlePage } from "../../server/news/views.ts";
import { ArticleFollows } from "../device/ArticleFollows.tsx";
import { SaveButton } from "../device/SaveButton.tsx";
import button from "../ui/Button.module.css";
import headings from "../ui/Headings.module.css";
import { ExternalLink } from "../ui/icons.tsx";
import { Link } from "../ui/Link.tsx";
import styles from "./ArticleText.module.css";
import { Meta } from "./Byline.tsx";
import { CardList } from "./Card.tsx";
import { Share } from "./Share.tsx";
import { StoryBody } from "./StoryBody.tsx";
import { Picture } from "./StoryImage.tsx";

interface ArticleTextProps {
  page: ArticlePage;
  /** The page's absolute URL. */
  url: string;
  /** Content between the story and the further stories. */
  children?: ReactNode;
}

/** A story's page: the text, a link to the original, and further stories of its section. */
export function ArticleText({ page, url, children }: ArticleTextProps) {
  const { story, bodyHtml, original, more } = page;
  const { caption, credit, alt } = story.image ?? {};
  const { section, furtherSources } = story;
  const description = caption || alt;
  return (
    <>
      <article className={styles.article}>
        <header className={styles.head}>
          <p className={styles.section}>
            <Link to={section.href}>{section.name}</Link>
          </p>
          <h1 className={`${headings.large} ${styles.headline}`}>{story.title}</h1>
          {story.deck && <p className={`${headings.deck} ${styles.deck}`}>{story.deck}</p>}
          <Meta story={story} namesFurther={false}>
            {original && <a href={original.href}>{original.publisher}</a>}
          </Meta>
        </header>
        <figure className={styles.image}>
          <Picture story={story} sizes="(min-width: 1000px) 960px, 100vw" isFirst hasCaption={description === alt} />
          {(description || credit) && (
            <figcaption className={styles.caption}>
              {description}
              {description && credit && " "}
              {credit && <span className={styles.credit}>{credit}</span>}
            </figcaption>
          )}
        </figure>
        {bodyHtml && <StoryBody html={bodyHtml} />}
        {original && (
          <p className={styles.original}>
            <a className={button.filling} href={original.href}>
              {bodyHtml ? "Read the original at" : "Continue reading at"} {original.publisher}
              <ExternalLink size={16} />
            </a>
          </p>
        )}
        {furtherSources.length > 0 && (
          <section className={styles.sources} aria-labelledby="sources">
            <h2 id="sources">Also reported by</h2>
            <ul>
              {furtherSources.map(({ publisher, title, link }) => (
                <li key={publisher}>
                  {publisher}: {link ? <a href={link}>{title}</a> : title}
                </li>
              ))}
            </ul>
          </section>
        )}
        <Share title={story.title} url={url}>
          <SaveButton story={story} hasText />
        </Share>
        <ArticleFollows story={story} />
      </article>
      {children}
      {more.length > 0 && (
        <section className={styles.more} aria-labelledby="more">
          <h2 id="more" className={headings.name}>
            More in {section.name}
          </h2>
          <CardList stories={more} shape="small" />
        </section>
      )}
    </>
  );
}
