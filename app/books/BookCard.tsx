import { ArrowUpRight } from "lucide-react";
import type { Book } from "../../server/editions/books.ts";
import styles from "./BookCard.module.css";
import { Cover } from "./Cover.tsx";

interface BookCardProps {
  book: Book;
  /** Text of the link to the retailer. */
  linkLabel: string;
  /** True on the first screen, see `Cover`. */
  isFirst: boolean;
}

/** A book as a card that links to its retailer's page. */
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
