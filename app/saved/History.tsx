import { articlePath } from "../../core/addresses.ts";
import { change } from "../device/savedStories.ts";
import type { ReadStory } from "../device/types.ts";
import { wordsOfTime } from "../offline/cachedAt.ts";
import button from "../ui/Button.module.css";
import { Link } from "../ui/Link.tsx";
import { choose } from "../ui/theme.ts";
import { useChoice } from "../ui/useStoredChoice.ts";
import page from "./SavedPage.module.css";
import stories from "./Stories.module.css";

/** What was read on this device, where the reader wants that remembered. It is off until somebody switches it on. */
export function History({ history }: { history: ReadStory[] }) {
  const isOn = useChoice("history") === "on";
  return (
    <section aria-labelledby="history">
      <h2 id="history" className={page.name}>
        Reading history
      </h2>
      <label className={page.switch}>
        <input
          type="checkbox"
          checked={isOn}
          onChange={({ target }) => choose("history", target.checked ? "on" : "off")}
        />
        <span>Remember the stories that I open</span>
      </label>
      <p className={page.about}>
        {isOn
          ? history.length > 0
            ? "The last 500 are kept, the newest first."
            : "The next story that you open stands here."
          : history.length > 0
            ? "Nothing is added while this is off. What was remembered before stays until you clear it."
            : "This is off until you switch it on. Nothing is remembered."}
      </p>
      {history.length > 0 && (
        <>
          <ol className={stories.lines}>
            {history.map(({ slug, title, section, readAt }) => (
              <li key={slug}>
                <h3 className={stories.headline}>
                  <Link to={articlePath(slug)}>{title}</Link>
                </h3>
                <p className={stories.meta}>
                  {section} · Opened {wordsOfTime(readAt, Date.now())}
                </p>
              </li>
            ))}
          </ol>
          <button
            type="button"
            className={button.filling}
            onClick={() => {
              document.getElementById("history")?.focus();
              void change(({ clearHistory }) => clearHistory());
            }}
          >
            Clear the history
          </button>
        </>
      )}
    </section>
  );
}
