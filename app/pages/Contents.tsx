import { useEffect, useRef } from "react";
import type { Heading } from "../../server/editions/pageText.ts";
import styles from "./Contents.module.css";
import { useHeadingInView } from "./useHeadingInView.ts";

/**
 * The table of contents: beside the text where there is room, else folded over it. It stands in the page twice, and a
 * device shows one of them. Without JavaScript it is a list of links.
 */
export function Contents({ headings }: { headings: Heading[] }) {
  const current = useHeadingInView(headings);
  return (
    <>
      <details className={styles.folded}>
        <summary>On this page</summary>
        <nav aria-label="Contents">
          <Headings headings={headings} current={current} />
        </nav>
      </details>
      <nav className={styles.beside} aria-labelledby="contents">
        <h2 id="contents">On this page</h2>
        <Headings headings={headings} current={current} />
      </nav>
    </>
  );
}

function Headings({ headings, current }: { headings: Heading[]; current: string | undefined }) {
  const list = useRef<HTMLOListElement>(null);
  useEffect(() => {
    if (current) keepInView(list.current, current);
  }, [current]);
  return (
    <ol ref={list} className={styles.list}>
      {headings.map(({ id, text }) => (
        <li key={id}>
          <a href={`#${id}`} aria-current={id === current ? "location" : undefined}>
            {text}
          </a>
        </li>
      ))}
    </ol>
  );
}

/** Scrolls the list alone, where it is higher than the window, and never the page. */
function keepInView(list: HTMLElement | null, id: string): void {
  const link = list?.querySelector<HTMLElement>(`a[href="#${CSS.escape(id)}"]`);
  if (!list || !link) return;
  const above = link.offsetTop - list.scrollTop;
  if (above < 0) list.scrollTop += above;
  const below = above + link.offsetHeight - list.clientHeight;
  if (below > 0) list.scrollTop += below;
}
