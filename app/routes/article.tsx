import { useState } from "react";
import { redirect } from "react-router";
import { articlePath } from "../../core/addresses.ts";
import { describeHeadline, getMarkedTitle, joinByline } from "../../core/byline.ts";
import type { News } from "../../server/news/news.ts";
import type { Story } from "../../server/news/views.ts";
import { Ad } from "../ads/Ad.tsx";
import { ArticleFollows } from "../device/ArticleFollows.tsx";
import { SaveButton } from "../device/SaveButton.tsx";
import { throwGone, throwMovedOrNotFound } from "../errors/notFound.ts";
import { getTexts, useTexts } from "../language/texts.ts";
import styles from "../news/ArticleText.module.css";
import { Byline } from "../news/Byline.tsx";
import { CardList } from "../news/Card.tsx";
import { Corrections } from "../news/Corrections.tsx";
import { Notice } from "../news/Notice.tsx";
import { OriginalLink, SampleNote, SummaryNote } from "../news/Origin.tsx";
import share from "../news/Share.module.css";
import { StoryBody } from "../news/StoryBody.tsx";
import { StoryImage } from "../news/StoryImage.tsx";
import { toNewsArticle } from "../news/structuredData.ts";
import { services } from "../services.ts";
import { copyText } from "../ui/copyText.ts";
import headings from "../ui/Headings.module.css";
import { createHead } from "../ui/head.ts";
import { createIcon } from "../ui/icons.tsx";
import { Link } from "../ui/Link.tsx";
import { useHasScripts } from "../ui/useBrowserValue.ts";
import type { Route } from "./+types/article";

export async function loader({ context, params, request }: Route.LoaderArgs) {
  const { news } = context.get(services);
  const page = (await news.article(params.slug)) ?? (await redirectMoved(news, params.slug, request));
  return { page: page.isTakenDown ? await throwGone(news, page) : page };
}

/** Redirects from the former slug of a staff story. @throws always */
async function redirectMoved(news: News, slug: string, request: Request): Promise<never> {
  const moved = await news.findMovedSlug(slug);
  if (moved === undefined) return throwMovedOrNotFound(news, request);
  throw redirect(articlePath(moved), 301);
}

export const meta: Route.MetaFunction = ({ loaderData: { page }, matches: [root] }) => {
  const { edition, siteUrl } = root.loaderData;
  const { story, canonical, updated, isIndexed, expiresAt, socialImage } = page;
  const path = articlePath(story.slug);
  const language = getTexts(edition.language);
  const texts = {
    title: getMarkedTitle(story, language.news),
    description: story.deck || describeHeadline(story, edition.name, language),
  };
  const robots = isIndexed ? undefined : "noindex, follow";
  // A sample's page has no metadata of an article.
  if (story.isSample) return createHead(root.loaderData, { ...texts, path, socialImage, robots });
  const oembed = `/oembed?url=${encodeURIComponent(siteUrl + path)}&format=`;
  return createHead(root.loaderData, {
    ...texts,
    path,
    canonical: canonical ?? undefined,
    socialImage,
    alternates: [
      { type: "application/json+oembed", title: story.title, path: `${oembed}json` },
      { type: "text/xml+oembed", title: story.title, path: `${oembed}xml` },
    ],
    article: {
      published: story.date.instant,
      modified: updated?.instant ?? null,
      section: story.section.name,
      byline: joinByline(story),
    },
    robots,
    expiresAt,
    data: [toNewsArticle(page, edition, siteUrl)],
  });
};

/** A story: its text, a link to the original, and more stories from its section. */
export default function Article({ loaderData: { page }, matches: [root] }: Route.ComponentProps) {
  const texts = useTexts().article;
  const { edition, siteUrl } = root.loaderData;
  const { story, notice, readTime, bodyHtml, original, updated, imageLink, hasAds, corrections, labels, more } = page;
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
          <h1 className={`${headings.large} ${styles.headline}`} dir="auto" lang={story.language}>
            {story.title}
          </h1>
          {story.deck && (
            <p className={`${headings.deck} ${styles.deck}`} dir="auto" lang={story.language}>
              {story.deck}
            </p>
          )}
          <Byline story={story} hasOtherSources={false}>
            {readTime && <span>{readTime}</span>}
            {updated?.text && (
              <span>
                <time dateTime={updated.instant}>{updated.text}</time>
              </span>
            )}
          </Byline>
          <Notice text={notice} isUnderByline />
        </header>
        {story.isSample && <SampleNote />}
        {story.source !== null && !bodyHtml && (
          <SummaryNote publisher={story.source} hasExcerpt={story.deck !== ""} href={original?.href ?? null} />
        )}
        <figure className={styles.image} data-drawn={story.image ? undefined : ""}>
          <StoryImage story={story} sizes="(min-width: 1000px) 960px, 100vw" isMain hasCaption={description === alt} />
          {imageLink && (
            <figcaption className={styles.caption}>
              <a href={imageLink}>{texts.photoAt(story.source ?? "")}</a>
            </figcaption>
          )}
          {(description || credit) && (
            <figcaption className={styles.caption}>
              {description}
              {description && credit && " "}
              {credit && <span className={styles.credit}>{credit}</span>}
            </figcaption>
          )}
        </figure>
        {bodyHtml && <StoryBody html={bodyHtml} language={story.language} />}
        {original && bodyHtml && <OriginalLink {...original} />}
        {furtherSources.length > 0 && (
          <section className={styles.sources} aria-labelledby="sources">
            <h2 id="sources">{texts.alsoReportedBy}</h2>
            <ul>
              {furtherSources.map(({ publisher, title, link }) => (
                <li key={publisher}>
                  {publisher}: {link ? <a href={link}>{title}</a> : title}
                </li>
              ))}
            </ul>
          </section>
        )}
        {labels.length > 0 && (
          <section className={styles.sources} aria-labelledby="labels">
            <h2 id="labels">{texts.moreStories}</h2>
            <ul>
              {labels.map(({ name, href }) => (
                <li key={href}>
                  <Link to={href}>{name}</Link>
                </li>
              ))}
            </ul>
          </section>
        )}
        <Corrections corrections={corrections} />
        {story.source !== null && edition.contactHref && (
          <p className={styles.rights}>
            <Link to={toTakedownHref(edition.contactHref, story)}>{texts.isYours}</Link>
          </p>
        )}
        <Share story={story} url={siteUrl + articlePath(story.slug)} />
        <ArticleFollows story={story} />
      </article>
      {hasAds && <Ad ads={edition.ads} place="article" />}
      {more.length > 0 && (
        <section className={styles.more} aria-labelledby="more">
          <h2 id="more" className={headings.name}>
            {texts.moreIn(section.name)}
          </h2>
          <CardList stories={more} shape="small" />
        </section>
      )}
    </>
  );
}

/** Returns the URL of the contact form with a story filled in; a `mailto:` URL if the edition has no contact form. */
function toTakedownHref(contactHref: string, { slug, title }: Pick<Story, "slug" | "title">): string {
  return contactHref === "/contact"
    ? `/contact?story=${encodeURIComponent(slug)}#form`
    : `${contactHref}?subject=${encodeURIComponent(title)}`;
}

// Drawings by Lucide: see ui/icons.tsx.
const Link2 = createIcon(["M9 17H7A5 5 0 0 1 7 7h2", "M15 7h2a5 5 0 1 1 0 10h-2", "M8 12h8"]);
const Mail = createIcon(
  ["m22 7-8.991 5.727a2 2 0 0 1-2.009 0L2 7"],
  <rect x="2" y="4" width="20" height="16" rx="2" />,
);
const Share2 = createIcon(
  [],
  <>
    <circle cx="18" cy="5" r="3" />
    <circle cx="6" cy="12" r="3" />
    <circle cx="18" cy="19" r="3" />
    <line x1="8.59" x2="15.42" y1="13.51" y2="17.49" />
    <line x1="15.41" x2="8.59" y1="6.51" y2="10.49" />
  </>,
);

/** Buttons that save a story, or share it by share sheet, clipboard or email. Only email works without JavaScript. */
function Share({ story, url }: { story: Story; url: string }) {
  const { news, article: texts } = useTexts();
  const title = getMarkedTitle(story, news);
  const hasScripts = useHasScripts();
  const canShare = hasScripts && "share" in navigator;
  // Browsers offer the clipboard only in secure contexts.
  const canCopy = hasScripts && "clipboard" in navigator;
  const [outcome, setOutcome] = useState("");

  async function copy() {
    setOutcome((await copyText(url)) ? texts.linkCopied : texts.notCopied);
  }

  return (
    <section className={share.share} aria-label={texts.shareStory}>
      <SaveButton story={story} hasText />
      {canShare && (
        <button type="button" onClick={() => void navigator.share({ title, url }).catch(() => {})}>
          <Share2 size={16} />
          {texts.share}
        </button>
      )}
      {canCopy && (
        <button type="button" onClick={() => void copy()}>
          <Link2 size={16} />
          {texts.copyLink}
        </button>
      )}
      <a href={`mailto:?subject=${encodeURIComponent(title)}&body=${encodeURIComponent(`${title}\r\n\r\n${url}`)}`}>
        <Mail size={16} />
        {texts.email}
      </a>
      <p role="status">{outcome}</p>
    </section>
  );
}
