import { useEffect, useRef } from "react";
import { joinByline } from "../../core/byline.ts";
import { typeset } from "../../core/typography.ts";
import type { SavedStory } from "../device/deviceData.ts";
import { fetchText, unsaveStory } from "../device/savedStories.lazy.ts";
import { useReaderTexts } from "../language/readerTexts.ts";
import { useLanguage } from "../language/texts.ts";
import { Link } from "../ui/Link.tsx";
import { Panel } from "./Panel.tsx";
import { STORY_HASH } from "./SavedArticle.tsx";
import stories from "./StoryLists.module.css";

export function SavedList({ saved }: { saved: SavedStory[] }) {
  const language = useLanguage();
  const texts = useReaderTexts().saved;
  useMissingTexts(saved);
  const hint = saved.length === 0 ? texts.none : texts.count(saved.length);
  return (
    <Panel id="saved" title={texts.title} hint={hint}>
      <ol className={stories.list}>
        {saved.map(({ slug, story, bodyHtml }) => (
          <li key={slug}>
            <div>
              <p className={stories.section}>{story.section.name}</p>
              <h3 className={stories.headline} dir="auto">
                <Link to={`${STORY_HASH}${encodeURIComponent(slug)}`}>{story.title}</Link>
              </h3>
              {story.deck && (
                <p className={stories.deck} dir="auto">
                  {typeset(story.deck, language)}
                </p>
              )}
              <p className={stories.meta}>
                {[joinByline(story), story.date.text, bodyHtml === null && texts.noText].filter(Boolean).join(" · ")}
              </p>
            </div>
            <button
              type="button"
              className={stories.remove}
              aria-label={texts.removeTitle(story.title)}
              onClick={() => {
                // The focused button disappears together with its story, so the focus moves to the heading.
                document.getElementById("saved")?.focus();
                void unsaveStory(slug);
              }}
            >
              {texts.remove}
            </button>
          </li>
        ))}
      </ol>
    </Panel>
  );
}

/** Fetches the texts and rights that saved stories lack, for example after a failed fetch. Tries each story once. */
function useMissingTexts(saved: SavedStory[]): void {
  const requested = useRef(new Set<string>());
  useEffect(() => {
    if (!navigator.onLine) return;
    for (const { slug, bodyHtml, rights } of saved)
      if ((bodyHtml === null || !rights) && !requested.current.has(slug)) {
        requested.current.add(slug);
        void fetchText(slug);
      }
  }, [saved]);
}
