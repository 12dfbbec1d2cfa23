import { useEffect, useState } from "react";
import { useLocation } from "react-router";
import type { PublicEdition } from "../../server/editions/derived/publicEdition.ts";
import type { DeviceData } from "../device/deviceData.ts";
import { loadStorage, useDeviceState } from "../device/deviceState.ts";
import { useReaderTexts } from "../language/readerTexts.ts";
import { useTexts } from "../language/texts.ts";
import { subscribeTo, useBrowserValue, useHasScripts } from "../ui/useBrowserValue.ts";
import { EraseData, ExportImport } from "./DataPanels.tsx";
import { Following } from "./Following.tsx";
import { LatestFollowed } from "./LatestFollowed.tsx";
import { PendingStories } from "./PendingStories.tsx";
import { ReadingHistory } from "./ReadingHistory.tsx";
import { ReadingSettings } from "./ReadingSettings.tsx";
import { SavedArticle, STORY_HASH } from "./SavedArticle.tsx";
import { SavedList } from "./SavedList.tsx";
import styles from "./SavedPage.module.css";

/** The reader's own page with settings and data on the device, or the saved story that the URL's hash names. */
export function SavedPage({ edition }: { edition: PublicEdition }) {
  const { device, frame } = useTexts();
  const { saved: texts } = useReaderTexts();
  const { hash } = useLocation();
  const hasScripts = useHasScripts();
  const stored = useDeviceData();
  const title = frame.myPage(edition.nameplate.second);
  const data = stored === "none" ? null : stored;
  const openStory =
    hash.startsWith(STORY_HASH) &&
    data?.saved.find(({ slug }) => encodeURIComponent(slug) === hash.slice(STORY_HASH.length));
  if (openStory) return <SavedArticle saved={openStory} pageTitle={title} />;
  return (
    <div className={styles.page} aria-busy={hasScripts && stored === null}>
      <header className={styles.head}>
        <h1>{title}</h1>
        <p className={styles.deck}>{texts.intro}</p>
      </header>
      {!hasScripts && (
        <noscript>
          <p className={styles.unavailable}>{texts.noScript(title)}</p>
        </noscript>
      )}
      {hasScripts && stored === "none" && (
        <p className={styles.unavailable} role="alert">
          {device.storesNothing}
        </p>
      )}
      {hasScripts && stored === null && <PendingStories />}
      {stored === "none" && (
        <div className={styles.columns}>
          <ReadingSettings />
        </div>
      )}
      {data && <Panels data={data} edition={edition} pageTitle={title} />}
    </div>
  );
}

interface PanelsProps {
  data: DeviceData;
  edition: PublicEdition;
  pageTitle: string;
}

/**
 * Lays out the panels. Wide windows show the settings beside the stories. Narrow windows show the settings between the
 * saved stories and the news.
 */
function Panels({ data, edition, pageTitle }: PanelsProps) {
  const hasRail = useBrowserValue(subscribeTo("resize"), () => matchMedia("(min-width: 1024px)").matches, false);
  const saved = <SavedList saved={data.saved} />;
  const settings = <ReadingSettings />;
  const following = <Following follows={data.follows} sections={edition.sections} />;
  const news = (
    <>
      <LatestFollowed follows={data.follows} />
      <ReadingHistory history={data.history} />
    </>
  );
  const files = (
    <>
      <ExportImport data={data} edition={edition} />
      <EraseData savedCount={data.saved.length} pageTitle={pageTitle} />
    </>
  );
  if (hasRail)
    return (
      <div className={styles.columns}>
        <div className={styles.panels}>
          {saved}
          {news}
        </div>
        <div className={styles.panels}>
          {following}
          {settings}
          {files}
        </div>
      </div>
    );
  return (
    <div className={styles.columns}>
      <div className={styles.panels}>{saved}</div>
      <div className={`${styles.panels} ${styles.pair}`}>
        {settings}
        {following}
      </div>
      <div className={styles.panels}>{news}</div>
      <div className={`${styles.panels} ${styles.pair}`}>{files}</div>
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
