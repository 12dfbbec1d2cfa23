import { articlePath, skylinePath } from "../../core/addresses.ts";
import type { ArticlePage as ArticlePageView, Story } from "../../server/news/views.ts";
import { Ad } from "../ads/Ad.tsx";
import { ArticleFollows } from "../device/ArticleFollows.tsx";
import { useTexts } from "../language/texts.ts";
import { Byline } from "../news/Byline.tsx";
import { Notice } from "../news/Notice.tsx";
import { StoryImage } from "../news/StoryImage.tsx";
import type { Route } from "../routes/+types/article";
import headings from "../ui/Headings.module.css";
import { Link } from "../ui/Link.tsx";
import styles from "./ArticleText.module.css";
import { Corrections } from "./Corrections.tsx";
import { OriginalLink, SampleNote, SummaryNote } from "./Origin.tsx";
import rail from "./Rail.module.css";
import { Rail } from "./Rail.tsx";
import { Share } from "./Share.tsx";
import { Sponsor } from "./Sponsor.tsx";
import { StoryBody } from "./StoryBody.tsx";

/** Matches credits that begin with a word such as "Photo" in a supported language, and thus need no label. */
const SAYS_WHAT = /^(photo|foto|image|illustration|ilustración|credit|crédito|courtesy|cortesía|©)/i;

interface ArticlePageProps {
  page: ArticlePageView;
  leads: readonly Story[];
  /** Data of the root's loader. */
  site: Route.ComponentProps["matches"][0]["loaderData"];
  /** True for the preview of an unpublished story. It shows no ads, and no buttons that spread its secret address. */
  isPreview?: boolean;
}

/** A story: its text, a link to the original, and more stories from its section. */
export function ArticlePage({ page, leads, site: { edition, siteUrl }, isPreview = false }: ArticlePageProps) {
  const texts = useTexts().article;
  const {
    story,
    notice,
    published,
    readTime,
    bodyHtml,
    original,
    updated,
    imageLink,
    hasAds,
    corrections,
    labels,
    more,
    sampleNote,
    sponsor,
  } = page;
  const { caption, credit, alt } = story.image ?? {};
  const { section, furtherSources } = story;
  const description = caption || alt;
  const time = updated?.text && <time dateTime={updated.instant}>{updated.text}</time>;
  return (
    <div className={rail.layout}>
      <article className={styles.article}>
        <header className={styles.head}>
          <p className={styles.section}>
            <Link to={section.href}>{section.name}</Link>
          </p>
          {sponsor && <Sponsor {...sponsor} mark={story.mark} />}
          <h1 className={styles.headline} dir="auto" lang={story.language}>
            {story.title}
          </h1>
          {story.deck && (
            <p className={`${headings.deck} ${styles.deck}`} dir="auto" lang={story.language}>
              {story.deck}
            </p>
          )}
          <Byline
            story={{ ...story, date: { ...story.date, text: published } }}
            readTime={readTime}
            hasOtherSources={false}
            links={labels}
          >
            {time && <span>{updated?.isCorrection ? <a href="#corrections">{time}</a> : time}</span>}
          </Byline>
          <Notice text={notice} place="underByline" />
        </header>
        <div className={rail.body}>
          {sampleNote && <SampleNote text={sampleNote} />}
          {story.source !== null && !bodyHtml && (
            <SummaryNote publisher={story.source} hasExcerpt={story.deck !== ""} href={original?.href ?? null} />
          )}
          <figure className={styles.image} data-drawn={story.image ? undefined : ""}>
            {story.image ? (
              <StoryImage
                story={story}
                sizes="(min-width: 1240px) 828px, (min-width: 1024px) calc(100vw - 412px), 100vw"
                isMain
                hasCaption={description === alt}
              />
            ) : (
              <img
                src={skylinePath(story.slug, section.tone, section.scenery, "/wide")}
                alt=""
                width={900}
                height={180}
              />
            )}
            {imageLink && (
              <figcaption className={styles.caption}>
                <a href={imageLink}>{texts.photoAt(story.source ?? "")}</a>
              </figcaption>
            )}
            {(description || credit) && (
              <figcaption className={styles.caption}>
                {description}
                {description && credit && " "}
                {credit && (
                  <span className={styles.credit}>{SAYS_WHAT.test(credit) ? credit : `${texts.photo}: ${credit}`}</span>
                )}
              </figcaption>
            )}
          </figure>
          {bodyHtml && <StoryBody html={bodyHtml} language={story.language} />}
          <Corrections corrections={corrections} />
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
          {story.source !== null && edition.contactHref && (
            <p className={styles.rights} data-unprinted="">
              <Link to={toTakedownHref(edition.contactHref, story)}>{texts.isYours}</Link>
            </p>
          )}
          {!isPreview && <Share story={story} url={siteUrl + articlePath(story.slug)} />}
          {!isPreview && <ArticleFollows story={story} />}
        </div>
      </article>
      {hasAds && !isPreview && <Ad ads={edition.ads} place="article" />}
      <Rail edition={edition} section={section} more={more} leads={leads} />
    </div>
  );
}

/** Returns the URL of the contact form with a story filled in; a `mailto:` URL if the edition has no contact form. */
function toTakedownHref(contactHref: string, { slug, title }: Pick<Story, "slug" | "title">): string {
  return contactHref === "/contact"
    ? `/contact?story=${encodeURIComponent(slug)}#form`
    : `${contactHref}?subject=${encodeURIComponent(title)}`;
}
