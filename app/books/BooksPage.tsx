import { useEffect, useRef, useState } from "react";
import type { BooksPage as BooksFile } from "../../server/editions/pages/books.ts";
import { usePageTexts } from "../language/pageTexts.ts";
import type { Route } from "../routes/+types/books";
import button from "../ui/Button.module.css";
import headings from "../ui/Headings.module.css";
import { ArrowLeft, ArrowUpRight } from "../ui/icons.tsx";
import { Link } from "../ui/Link.tsx";
import { useHasScripts } from "../ui/useBrowserValue.ts";
import card from "./BookCard.module.css";
import bannerStyles from "./BooksBanner.module.css";
import styles from "./BooksPage.module.css";
import coverStyles from "./Cover.module.css";
import placeholder from "./placeholder.svg?no-inline";

/** Number of covers that load eagerly: as many as a wide window shows without scrolling. */
const EAGER_COVERS = 5;

/** Page of books, below a banner that promotes an institution. Each book has a link to a retailer. */
export function BooksPage({ loaderData: { page } }: Route.ComponentProps) {
  const texts = usePageTexts().books;
  const { title, intro, banner, store, linkLabel, books } = page;
  return (
    <div className={styles.page}>
      <Link className={styles.back} data-unprinted="" to="/">
        <ArrowLeft size={16} strokeWidth={2} />
        {texts.back}
      </Link>
      <BooksBanner banner={banner} />
      <section className={styles.books}>
        <div className={styles.head}>
          <div>
            <h1 className={headings.marked}>{title}</h1>
            <p className={styles.intro}>{intro}</p>
          </div>
          <a className={button.strong} href={store.href} target="_blank" rel="noopener">
            {store.label}
          </a>
        </div>
        <ol className={styles.grid}>
          {books.map(({ slug, title, subtitle, link, cover }, index) => (
            <li key={slug}>
              <article className={card.card}>
                <Cover key={cover} src={cover} title={title} canBeEager={index < EAGER_COVERS} />
                <h2 id={`book-${slug}`} className={card.title}>
                  {title}
                </h2>
                {subtitle && <p className={card.subtitle}>{subtitle}</p>}
                <a className={card.link} href={link} target="_blank" rel="noopener" aria-describedby={`book-${slug}`}>
                  {linkLabel}
                  <ArrowUpRight size={15} strokeWidth={2} />
                </a>
              </article>
            </li>
          ))}
        </ol>
      </section>
    </div>
  );
}

/** Promotes an institution, with links to its site. */
function BooksBanner({ banner }: { banner: BooksFile["banner"] }) {
  const { label, heading, text, links, points } = banner;
  return (
    <aside className={bannerStyles.banner} data-unprinted="" aria-labelledby="books-banner">
      <div className={bannerStyles.words}>
        <div>
          <p className={bannerStyles.label}>{label}</p>
          <h2 id="books-banner" className={bannerStyles.heading}>
            {heading}
          </h2>
        </div>
        <div>
          <p className={bannerStyles.text}>{text}</p>
          <p className={bannerStyles.links}>
            {links.map((link, index) => (
              <a
                key={link.href}
                className={index === 0 ? button.strong : button.plain}
                href={link.href}
                target="_blank"
                rel="noopener"
              >
                {link.label}
              </a>
            ))}
          </p>
        </div>
      </div>
      {points.length > 0 && (
        <ul className={bannerStyles.points}>
          {points.map((point) => (
            <li key={point}>{point}</li>
          ))}
        </ul>
      )}
    </aside>
  );
}

/** A book's cover, or a placeholder if it fails to load. `canBeEager` permits eager loading in the server's HTML. */
function Cover({ src, title, canBeEager }: { src: string; title: string; canBeEager: boolean }) {
  const image = useRef<HTMLImageElement>(null);
  const [hasFailed, setHasFailed] = useState(false);
  // Makes covers eager only in the server's HTML. For an image that React creates, React sets `src` twice. If an eager
  // image failed to load, the browser would request the image twice.
  const isEager = !useHasScripts() && canBeEager;

  // The image of a server-rendered cover may have failed to load before hydration, when `onError` was not yet set.
  useEffect(() => {
    if (image.current?.complete && image.current.naturalWidth === 0) setHasFailed(true);
  }, []);

  return (
    <img
      ref={image}
      className={coverStyles.cover}
      src={hasFailed ? placeholder : src}
      alt={title}
      width={320}
      height={480}
      loading={isEager ? "eager" : "lazy"}
      decoding="async"
      onError={() => setHasFailed(true)}
    />
  );
}
