import { useEffect, useState } from "react";
import { typeset } from "../../core/typography.ts";
import type { Story } from "../../server/news/views.ts";
import type { Follow } from "../device/deviceData.ts";
import { isFollowed } from "../device/deviceState.ts";
import { useReaderTexts } from "../language/readerTexts.ts";
import { useLanguage, useTexts } from "../language/texts.ts";
import { Card } from "../news/Card.tsx";
import { Panel } from "./Panel.tsx";
import { PendingStories } from "./PendingStories.tsx";
import list from "./StoryLists.module.css";

const MAX_STORIES = 12;

/**
 * The newest stories from followed sections and sources, or from all if nothing is followed. The device selects the
 * stories from a list that is the same for all readers. So the server does not learn what a reader follows.
 */
export function LatestFollowed({ follows }: { follows: Follow[] }) {
  const { news } = useTexts();
  const language = useLanguage();
  const { saved } = useReaderTexts();
  const [latest, setLatest] = useState<Story[] | null>(null);
  useEffect(() => {
    const unmount = new AbortController();
    fetch("/api/edition/latest.json", { signal: unmount.signal })
      .then(async (response) => setLatest(response.ok ? ((await response.json()) as { stories: Story[] }).stories : []))
      .catch(() => unmount.signal.aborted || setLatest([]));
    return () => unmount.abort();
  }, []);
  if (!latest) return <PendingStories />;
  const stories = selectFollowed(latest, follows).slice(0, MAX_STORIES);
  if (stories.length === 0) return null;
  return (
    <Panel id="latest-followed" title={follows.length === 0 ? news.latest : saved.latest}>
      <ol className={list.compact}>
        {stories.map((story) => (
          <li key={story.slug}>
            <Card
              story={{ ...story, title: typeset(story.title, story.language ?? language) }}
              shape="line"
              hasSection
            />
          </li>
        ))}
      </ol>
    </Panel>
  );
}

/** Returns the stories that have a followed section or source, in the given order; all if nothing is followed. */
export function selectFollowed(stories: readonly Story[], follows: readonly Follow[]): readonly Story[] {
  if (follows.length === 0) return stories;
  return stories.filter(
    ({ section, source, furtherSources }) =>
      isFollowed(follows, "section", section.slug) ||
      [source, ...furtherSources.map(({ publisher }) => publisher)].some(
        (name) => name !== null && isFollowed(follows, "source", name),
      ),
  );
}
