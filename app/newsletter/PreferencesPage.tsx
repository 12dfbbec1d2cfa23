import type { SectionLink } from "../../server/editions/derived/publicEdition.ts";
import type { Subscription, SubscriptionChange } from "../../server/newsletter/subscribing/preferences.ts";
import { useReaderTexts } from "../language/readerTexts.ts";
import button from "../ui/Button.module.css";
import headings from "../ui/Headings.module.css";
import styles from "./NewsletterPages.module.css";
import { PostButton } from "./PostButton.tsx";

const DAYS: readonly Subscription["days"][] = ["every-day", "weekdays", "saturdays"];

interface PreferencesPageProps {
  subscription: Subscription;
  sections: readonly SectionLink[];
  /** The URL's "done" parameter; null if absent. It selects the message about the change that was made. */
  done: string | null;
  rejection: Extract<SubscriptionChange, { done: null }> | undefined;
}

/** The page on which subscribers choose sections and days, unsubscribe, or erase their address. */
export function PreferencesPage({ subscription, sections, done, rejection }: PreferencesPageProps) {
  const { newsletter } = useReaderTexts();
  const { address, status } = subscription;
  const messages: Record<string, string> = newsletter.done;
  const notice = rejection?.fault ?? (done !== null && Object.hasOwn(messages, done) && messages[done]);
  const describeStatus = newsletter.status[status === "confirmed" || status === "suppressed" ? status : "other"];
  return (
    <div className={styles.page}>
      <h1>{newsletter.preferences}</h1>
      <p className={headings.deck}>{describeStatus(address)}</p>
      {notice && (
        <p className={styles.notice} role={rejection ? "alert" : "status"}>
          {notice}
        </p>
      )}
      {status === "confirmed" ? (
        <>
          <Choices subscription={subscription} sections={sections} />
          <h2>{newsletter.unsubscribe}</h2>
          <p className={`${headings.deck} ${styles.text}`}>{newsletter.unsubscribeHint}</p>
          <PostButton action="unsubscribe" label={newsletter.unsubscribe} />
        </>
      ) : (
        status !== "suppressed" && <PostButton label={newsletter.resume} action="resume" isStrong />
      )}
      <h2>{newsletter.erase}</h2>
      <p className={`${headings.deck} ${styles.text}`}>{newsletter.eraseHint}</p>
      <details className={styles.erase}>
        <summary>{newsletter.eraseMine}</summary>
        <p className={`${headings.deck} ${styles.text}`}>{newsletter.eraseWarning}</p>
        <PostButton action="erase" label={newsletter.eraseConfirm} />
      </details>
    </div>
  );
}

function Choices({ subscription, sections }: Pick<PreferencesPageProps, "subscription" | "sections">) {
  const { newsletter } = useReaderTexts();
  const { days, sections: chosen } = subscription;
  return (
    <form method="post">
      <fieldset>
        <legend>{newsletter.days}</legend>
        <div className={styles.choices}>
          {DAYS.map((value) => (
            <label key={value}>
              <input type="radio" name="days" value={value} defaultChecked={value === days} />
              {newsletter.dayChoices[value]}
            </label>
          ))}
        </div>
      </fieldset>
      <fieldset>
        <legend>{newsletter.sections}</legend>
        <div className={`${styles.choices} ${styles.columns}`}>
          {sections.map(({ slug, name }) => (
            <label key={slug}>
              <input
                type="checkbox"
                name="sections"
                value={slug}
                defaultChecked={chosen === null || chosen.includes(slug)}
              />
              {name}
            </label>
          ))}
        </div>
      </fieldset>
      <button type="submit" name="do" value="save" className={`${button.strong} ${styles.button}`}>
        {newsletter.save}
      </button>
    </form>
  );
}
