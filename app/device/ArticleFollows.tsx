import { useEffect } from "react";
import { getMarkedTitle } from "../../core/byline.ts";
import type { Story } from "../../server/news/views.ts";
import { useSetting } from "../ui/readerSettings.ts";
import styles from "./ArticleFollows.module.css";
import { storeChange, whenIdle } from "./deviceState.ts";
import { FollowButton } from "./FollowButton.tsx";

/** Lets readers follow a story's section and source. If the reading history is on, adds the story to the history. */
export function ArticleFollows({ story }: { story: Story }) {
  const { slug, section, source } = story;
  const title = getMarkedTitle(story);
  const hasHistory = useSetting("history") === "on";
  useEffect(() => {
    const read = { slug, title, section: section.name, source };
    const add = () => storeChange(({ putReadStory }) => putReadStory({ ...read, readAt: Date.now() }));
    if (hasHistory) whenIdle(() => void add());
  }, [hasHistory, slug, title, section.name, source]);
  return (
    <ul className={styles.follows} data-unprinted="">
      <li>
        {section.name} <FollowButton kind="section" id={section.slug} name={section.name} />
      </li>
      {source && (
        <li>
          {source} <FollowButton kind="source" id={source} name={source} />
        </li>
      )}
    </ul>
  );
}
