import type { Book } from "../../server/editions/books.ts";
import { ArrowUpRight } from "../ui/icons.tsx";
import styles from "./BookCard.module.css";
import { Cover } from "./Cover.tsx";

interface BookCardProps {
  book: Book;
  /** What the link to the retailer says. */
  linkLabel: string;
  /** For cards that stand on the first screen. */
  isFirst: boolean;
}

/** A book with the way to its retailer's page, which the whole card is. */
export function BookCard({ book, linkLabel, isFirst }: BookCardProps) {
  const { slug, title, subtitle, link, cover } = book;
  const id = `book-${slug}`;
  return (
    <article className={styles.card}>
      <Cover key={cover} src={cover} title={title} isFirst={isFirst} />
      <h2 id={id} className={styles.title}>
        {title}
      </h2>
      {subtitle && <p className={styles.subtitle}>{subtitle}</p>}
      <a className={styles.link} href={link} target="_blank" rel="noopener" aria-describedby={id}>
        {linkLabel}
        <ArrowUpRight aria-hidden="true" size={15} strokeWidth={2} />
      </a>
    </article>
  );
}
