import type { BooksPage } from "../../server/editions/books.ts";
import button from "../ui/Button.module.css";
import headings from "../ui/Headings.module.css";
import { ArrowLeft } from "../ui/icons.tsx";
import { Link } from "../ui/Link.tsx";
import { BookCard } from "./BookCard.tsx";
import styles from "./Books.module.css";
import { BooksBanner } from "./BooksBanner.tsx";

/** How many covers a first screen shows at most: they are not waited for. */
const ON_FIRST_SCREEN = 5;

/** The author's books, each with the way to its retailer, under the institution's banner. */
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
          {books.map((book, place) => (
            <li key={book.slug}>
              <BookCard book={book} linkLabel={linkLabel} isFirst={place < ON_FIRST_SCREEN} />
            </li>
          ))}
        </ol>
      </section>
    </div>
  );
}
