import { useEffect, useRef } from "react";
import type { Heading } from "../../server/editions/pages/pageText.ts";
import { useTexts } from "../language/texts.ts";
import { subscribeTo, useBrowserValue } from "../ui/useBrowserValue.ts";
import styles from "./Contents.module.css";

/** Largest distance, in px, of the current heading from the window's top. A link scrolls its heading to 64 px. */
const CURRENT_ABOVE_PX = 120;

const subscribeToPosition = subscribeTo("scroll", "resize");

/**
 * The table of contents: folded above the text or, on wide screens, beside the text. Renders both versions; CSS shows
 * one.
 */
export function Contents({ headings }: { headings: Heading[] }) {
  const { page } = useTexts();
  const current = useBrowserValue(subscribeToPosition, () => findCurrentHeading(headings), undefined);
  return (
    <>
      <details className={styles.folded} data-unprinted="">
        <summary>{page.onThisPage}</summary>
        <nav aria-label={page.contents}>
          <HeadingList headings={headings} current={current} />
        </nav>
      </details>
      <nav className={styles.beside} data-unprinted="" aria-labelledby="contents">
        <h2 id="contents">{page.onThisPage}</h2>
        <HeadingList headings={headings} current={current} />
      </nav>
    </>
  );
}

function HeadingList({ headings, current }: { headings: Heading[]; current: string | undefined }) {
  const list = useRef<HTMLOListElement>(null);
  useEffect(() => {
    if (current) scrollListTo(list.current, current);
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

/** Scrolls the list, never the page, until the link to a heading is in view. */
function scrollListTo(list: HTMLElement | null, id: string): void {
  const link = list?.querySelector<HTMLElement>(`a[href="#${CSS.escape(id)}"]`);
  if (!list || !link) return;
  const above = link.offsetTop - list.scrollTop;
  if (above < 0) list.scrollTop += above;
  const below = above + link.offsetHeight - list.clientHeight;
  if (below > 0) list.scrollTop += below;
}

/**
 * Returns the id of the last heading above the position CURRENT_ABOVE_PX. If no heading is above that position, returns
 * the id of the first heading. At the page's end, returns the id of the last heading.
 */
function findCurrentHeading(headings: readonly Heading[]): string | undefined {
  const { scrollHeight } = document.documentElement;
  const isAtEnd = window.scrollY > 0 && window.scrollY + window.innerHeight >= scrollHeight - 1;
  if (isAtEnd) return headings.at(-1)?.id;
  const passed = headings.findLast(({ id }) => {
    const heading = document.getElementById(id);
    return heading && heading.getBoundingClientRect().top <= CURRENT_ABOVE_PX;
  });
  return (passed ?? headings[0])?.id;
}
