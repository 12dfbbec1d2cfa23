import { useEffect, useState } from "react";
import { useLocation } from "react-router";
import type { PublicEdition } from "../../server/editions/public.ts";
import type { DeviceData } from "../device/deviceData.ts";
import { loadStorage, STORES_NOTHING, useDeviceState } from "../device/deviceState.ts";
import { myName } from "../ui/screens.ts";
import { useHasScripts } from "../ui/useBrowserValue.ts";
import { EraseData, ExportImport } from "./DataPanels.tsx";
import { Following } from "./Following.tsx";
import { LatestFollowed } from "./LatestFollowed.tsx";
import { ReadingHistory } from "./ReadingHistory.tsx";
import { ReadingSettings } from "./ReadingSettings.tsx";
import { SavedArticle, STORY_HASH } from "./SavedArticle.tsx";
import { SavedList } from "./SavedList.tsx";
import styles from "./SavedPage.module.css";

/** The reader's own page: settings and data on the device; or, if the address's hash names one, a saved story. */
export function SavedPage({ edition }: { edition: PublicEdition }) {
  const { hash } = useLocation();
  const hasScripts = useHasScripts();
  const stored = useDeviceData();
  const title = myName(edition);
  const data = stored === "none" ? null : stored;
  const openStory =
    hash.startsWith(STORY_HASH) &&
    data?.saved.find(({ slug }) => encodeURIComponent(slug) === hash.slice(STORY_HASH.length));
  if (openStory) return <SavedArticle saved={openStory} pageTitle={title} />;
  return (
    <div className={styles.page}>
      <header className={styles.head}>
        <h1>{title}</h1>
        <p className={styles.deck}>
          There is no account, and nothing on this page leaves your device. Your browser keeps it, and we can’t see it.
        </p>
      </header>
      {!hasScripts && (
        <noscript>
          <p className={styles.unavailable}>
            {title} keeps the stories you save, the sections and sources you follow and your text size in your browser,
            not with us. That requires JavaScript, which is turned off here. The rest of the site works without it.
          </p>
        </noscript>
      )}
      {hasScripts && stored === "none" && (
        <p className={styles.unavailable} role="alert">
          {STORES_NOTHING}
        </p>
      )}
      {hasScripts && (
        <div className={styles.columns}>
          <div className={styles.stories} aria-busy={stored === null}>
            {data && (
              <>
                <SavedList saved={data.saved} />
                <LatestFollowed follows={data.follows} />
                <ReadingHistory history={data.history} />
              </>
            )}
          </div>
          <div className={styles.rail}>
            {data && <Following follows={data.follows} sections={edition.sections} />}
            <ReadingSettings />
            {data && <ExportImport data={data} edition={edition} />}
            {data && <EraseData savedCount={data.saved.length} pageTitle={title} />}
          </div>
        </div>
      )}
    </div>
  );
}

/** Returns all stored data: null before it is read, "none" if the browser stores nothing. */
function useDeviceData(): DeviceData | "none" | null {
  const { version } = useDeviceState();
  const [data, setData] = useState<DeviceData | "none" | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: reads again after each change
  useEffect(() => {
    let isStale = false;
    loadStorage()
      .then(({ readData }) => readData())
      .catch(() => "none" as const)
      .then((data) => !isStale && setData(data));
    return () => {
      isStale = true;
    };
  }, [version]);
  return data;
}
