import type { Book, BooksPage } from "../../server/editions/books.ts";
import button from "../ui/Button.module.css";
import headings from "../ui/Headings.module.css";
import { ArrowLeft, ArrowUpRight } from "../ui/icons.tsx";
import { Link } from "../ui/Link.tsx";
import card from "./BookCard.module.css";
import styles from "./Books.module.css";
import { BooksBanner } from "./BooksBanner.tsx";
import { Cover } from "./Cover.tsx";

/** Covers on the first screen of a wide window. They load eagerly. */
const EAGER_COVERS = 5;

/** The books page: the institution's banner and the books, each with a link to its retailer. */
export function Books({ page }: { page: BooksPage }) {
  const { title, intro, banner, store, linkLabel, books } = page;
  return (
    <div className={styles.page}>
      <Link className={styles.back} to="/" prefetch="intent">
        <ArrowLeft aria-hidden="true" size={16} strokeWidth={2} />
        Back to Home
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
          {books.map((book, index) => (
            <li key={book.slug}>
              <BookCard book={book} linkLabel={linkLabel} isFirst={index < EAGER_COVERS} />
            </li>
          ))}
        </ol>
      </section>
    </div>
  );
}

interface BookCardProps {
  book: Book;
  /** Text of the link to the retailer. */
  linkLabel: string;
  /** True on the first screen, see `Cover`. */
  isFirst: boolean;
}

/** A book as a card that links to its retailer's page. */
function BookCard({ book, linkLabel, isFirst }: BookCardProps) {
  const { slug, title, subtitle, link, cover } = book;
  const id = `book-${slug}`;
  return (
    <article className={card.card}>
      <Cover key={cover} src={cover} title={title} isFirst={isFirst} />
      <h2 id={id} className={card.title}>
        {title}
      </h2>
      {subtitle && <p className={card.subtitle}>{subtitle}</p>}
      <a className={card.link} href={link} target="_blank" rel="noopener" aria-describedby={id}>
        {linkLabel}
        <ArrowUpRight aria-hidden="true" size={15} strokeWidth={2} />
      </a>
    </article>
  );
}
