import { useEffect, useRef } from "react";
import { fetchText, unsaveStory } from "../device/savedStories.ts";
import type { SavedStory } from "../device/types.ts";
import { Link } from "../ui/Link.tsx";
import { READ } from "./Reading.tsx";
import page from "./SavedPage.module.css";
import stories from "./Stories.module.css";

/** The stories that were saved, in the order in which they were. */
export function SavedList({ saved }: { saved: SavedStory[] }) {
  useMissingTexts(saved);
  const heading = useRef<HTMLHeadingElement>(null);
  return (
    <section aria-labelledby="saved">
      <h2 ref={heading} id="saved" className={page.name} tabIndex={-1}>
        Saved stories
      </h2>
      <p className={page.about}>
        {saved.length === 0
          ? "Nothing is saved yet. Press the bookmark beside a story, and it stands here with its text, also without a connection."
          : `${saved.length} ${saved.length === 1 ? "story" : "stories"}, the first saved first. Their text is on this device.`}
      </p>
      <ol className={stories.list}>
        {saved.map(({ slug, story, bodyHtml }) => (
          <li key={slug}>
            <div>
              <p className={stories.section}>{story.section.name}</p>
              <h3 className={stories.headline}>
                <Link to={`${READ}${encodeURIComponent(slug)}`}>{story.title}</Link>
              </h3>
              {story.deck && <p className={stories.words}>{story.deck}</p>}
              <p className={stories.meta}>
                {[story.source ?? story.author, story.date.text, bodyHtml === null && "The text is not here yet"]
                  .filter(Boolean)
                  .join(" · ")}
              </p>
            </div>
            <button
              type="button"
              className={stories.quiet}
              aria-label={`Remove: ${story.title}`}
              onClick={() => {
                // The button goes with the story: the focus stays in the list.
                heading.current?.focus();
                void unsaveStory(slug);
              }}
            >
              Remove
            </button>
          </li>
        ))}
      </ol>
    </section>
  );
}

/** Fetches what could not be fetched when a story was saved. */
function useMissingTexts(saved: SavedStory[]): void {
  const asked = useRef(new Set<string>());
  useEffect(() => {
    if (!navigator.onLine) return;
    for (const { slug, bodyHtml } of saved)
      if (bodyHtml === null && !asked.current.has(slug)) {
        asked.current.add(slug);
        void fetchText(slug);
      }
  }, [saved]);
}
