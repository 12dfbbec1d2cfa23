import { useEffect } from "react";
import type { Story } from "../../server/news/views.ts";
import { useChoice } from "../ui/useStoredChoice.ts";
import styles from "./ArticleFollows.module.css";
import { FollowButton } from "./FollowButton.tsx";
import { remember, whenIdle } from "./savedStories.ts";

/** Under a story: follow its section and its source. Where the reader keeps a history, the story goes into it. */
export function ArticleFollows({ story }: { story: Story }) {
  const { slug, title, section, source } = story;
  const keepsHistory = useChoice("history") === "on";
  useEffect(() => {
    if (keepsHistory) whenIdle(() => void remember({ slug, title, section: section.name, readAt: Date.now() }));
  }, [keepsHistory, slug, title, section.name]);
  return (
    <ul className={styles.follows}>
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
