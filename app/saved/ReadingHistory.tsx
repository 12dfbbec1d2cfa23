import { articlePath } from "../../core/addresses.ts";
import type { HistoryEntry } from "../device/deviceData.ts";
import { storeChange } from "../device/deviceState.ts";
import { useReaderTexts } from "../language/readerTexts.ts";
import { useLanguage, useTexts } from "../language/texts.ts";
import { formatLocalTime } from "../offline/localTime.ts";
import button from "../ui/Button.module.css";
import { Link } from "../ui/Link.tsx";
import { changeSetting, useSetting } from "../ui/readerSettings.ts";
import { Panel } from "./Panel.tsx";
import page from "./SavedPage.module.css";
import stories from "./StoryLists.module.css";

/** The stories opened on this device, and a switch, off by default, for storing them. */
export function ReadingHistory({ history }: { history: HistoryEntry[] }) {
  const language = useLanguage();
  const texts = useTexts();
  const { saved } = useReaderTexts();
  const isOn = useSetting("history") === "on";
  return (
    <Panel id="history" title={saved.history}>
      <label className={page.switch}>
        <input
          type="checkbox"
          checked={isOn}
          onChange={({ target }) => changeSetting("history", target.checked ? "on" : "off")}
        />
        <span>{saved.remember}</span>
      </label>
      <p className={page.hint}>
        {isOn
          ? history.length > 0
            ? saved.historyOn
            : saved.historyEmpty
          : history.length > 0
            ? saved.historyPaused
            : saved.historyOff}
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
                  {`${section} · ${saved.opened(formatLocalTime(readAt, Date.now(), language, texts))}`}
                </p>
              </li>
            ))}
          </ol>
          <button
            type="button"
            className={button.filling}
            onClick={() => {
              document.getElementById("history")?.focus();
              void storeChange(({ clearHistory }) => clearHistory());
            }}
          >
            {saved.clearHistory}
          </button>
        </>
      )}
    </Panel>
  );
}
