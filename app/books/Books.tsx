import { ArrowLeft } from "lucide-react";
import type { BooksPage } from "../../server/editions/books.ts";
import button from "../ui/Button.module.css";
import headings from "../ui/Headings.module.css";
import { Link } from "../ui/Link.tsx";
import { BookCard } from "./BookCard.tsx";
import styles from "./Books.module.css";
import { BooksBanner } from "./BooksBanner.tsx";

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
