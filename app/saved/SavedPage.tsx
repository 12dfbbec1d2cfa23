import { useLocation } from "react-router";
import type { PublicEdition } from "../../server/editions/public.ts";
import { KEEPS_NOTHING } from "../device/messages.ts";
import { useShelf } from "../device/useSavedStories.ts";
import { myName } from "../ui/screens.ts";
import { useHasScripts } from "../ui/useHydrated.ts";
import { DataFile } from "./DataFile.tsx";
import { Erase } from "./Erase.tsx";
import { Following } from "./Following.tsx";
import { History } from "./History.tsx";
import { LatestFollowed } from "./LatestFollowed.tsx";
import { READ, Reading } from "./Reading.tsx";
import { SavedList } from "./SavedList.tsx";
import styles from "./SavedPage.module.css";
import { Settings } from "./Settings.tsx";

/** The reader's own page: all that is kept on the device, and how to take it away. */
export function SavedPage({ edition }: { edition: PublicEdition }) {
  const { hash } = useLocation();
  const hasScripts = useHasScripts();
  const shelf = useShelf();
  const mine = myName(edition);
  const isKept = shelf !== null && shelf !== "none";
  if (isKept && hash.startsWith(READ)) {
    const story = shelf.saved.find(({ slug }) => encodeURIComponent(slug) === hash.slice(READ.length));
    if (story) return <Reading saved={story} mine={mine} />;
  }
  return (
    <div className={styles.page}>
      <header className={styles.head}>
        <h1>{mine}</h1>
        <p className={styles.deck}>
          There is no account, and nothing on this page leaves your device: your browser keeps it, and we cannot see it.
        </p>
      </header>
      {!hasScripts && <WithoutScripts mine={mine} />}
      {hasScripts && shelf === "none" && (
        <p className={styles.refusal} role="alert">
          {KEEPS_NOTHING}
        </p>
      )}
      {hasScripts && (
        <div className={styles.columns}>
          <div className={styles.stories} aria-busy={shelf === null}>
            {isKept && (
              <>
                <SavedList saved={shelf.saved} />
                <LatestFollowed follows={shelf.follows} />
                <History history={shelf.history} />
              </>
            )}
          </div>
          <div className={styles.rail}>
            {isKept && <Following follows={shelf.follows} sections={edition.sections} />}
            <Settings />
            {isKept && <DataFile shelf={shelf} edition={edition} />}
            {isKept && <Erase shelf={shelf} mine={mine} />}
          </div>
        </div>
      )}
    </div>
  );
}

function WithoutScripts({ mine }: { mine: string }) {
  return (
    <noscript>
      <p className={styles.refusal}>
        {mine} would keep the stories that you save, the sections and sources that you follow, and how large you like
        the text. It keeps them in your browser and not with us, which takes JavaScript, and JavaScript is off here. The
        rest of the site works without it.
      </p>
    </noscript>
  );
}
