import { useEffect, useState } from "react";
import type { Story } from "../../server/news/views.ts";
import type { Follow } from "../device/types.ts";
import { Card } from "../news/Card.tsx";
import page from "./SavedPage.module.css";
import list from "./Stories.module.css";

const SHOWN = 12;

/**
 * The newest stories of what is followed, and of everything where nothing is. They are chosen here from the newest of all, which everybody may ask for, so that
 * nobody learns what is followed.
 */
export function LatestFollowed({ follows }: { follows: Follow[] }) {
  const [latest, setLatest] = useState<Story[] | null>(null);
  const isOpen = follows.length === 0;
  useEffect(() => {
    const leaving = new AbortController();
    fetch("/api/edition/latest.json", { signal: leaving.signal })
      .then(async (answer) => answer.ok && setLatest(((await answer.json()) as { stories: Story[] }).stories))
      .catch(() => {});
    return () => leaving.abort();
  }, []);
  const has = (kind: Follow["kind"], id: string) => follows.some((one) => one.kind === kind && one.id === id);
  const stories = (latest ?? [])
    .filter(
      ({ section, source, furtherSources }) =>
        [source, ...furtherSources.map(({ publisher }) => publisher)].some(
          (name) => name !== null && has("source", name),
        ) ||
        has("section", section.slug) ||
        isOpen,
    )
    .slice(0, SHOWN);
  if (stories.length === 0) return null;
  return (
    <section aria-labelledby="latest-followed">
      <h2 id="latest-followed" className={page.name}>
        {isOpen ? "The latest stories" : "New from what you follow"}
      </h2>
      <ol className={list.lines}>
        {stories.map((story) => (
          <li key={story.slug}>
            <Card story={story} shape="line" />
          </li>
        ))}
      </ol>
    </section>
  );
}
