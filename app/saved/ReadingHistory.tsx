import { articlePath } from "../../core/addresses.ts";
import type { ReadStory } from "../device/deviceData.ts";
import { change } from "../device/deviceState.ts";
import { formatLocalTime } from "../offline/localTime.ts";
import button from "../ui/Button.module.css";
import { Link } from "../ui/Link.tsx";
import { choose, useChoice } from "../ui/theme.ts";
import { Panel } from "./Panel.tsx";
import page from "./SavedPage.module.css";
import stories from "./StoryLists.module.css";

/** The stories opened on this device, and the switch for storing them, which is off by default. */
export function ReadingHistory({ history }: { history: ReadStory[] }) {
  const isOn = useChoice("history") === "on";
  return (
    <Panel id="history" title="Reading history">
      <label className={page.switch}>
        <input
          type="checkbox"
          checked={isOn}
          onChange={({ target }) => choose("history", target.checked ? "on" : "off")}
        />
        <span>Remember the stories I open</span>
      </label>
      <p className={page.hint}>
        {isOn
          ? history.length > 0
            ? "The last 500 are kept, newest first."
            : "The next story you open will appear here."
          : history.length > 0
            ? "Nothing is added while this is off. Earlier entries stay until you clear them."
            : "This is off until you turn it on. Nothing is being remembered."}
      </p>
      {history.length > 0 && (
        <>
          <ol className={stories.compact}>
            {history.map(({ slug, title, section, source, readAt }) => (
              <li key={slug}>
                <h3 className={stories.headline} dir="auto">
                  <Link to={articlePath(slug)}>{title}</Link>
                </h3>
                <p className={stories.meta}>
                  {source && `${source} · `}
                  {section} · Opened {formatLocalTime(readAt, Date.now())}
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
    </Panel>
  );
}
