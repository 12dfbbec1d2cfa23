import type { SectionLink } from "../../server/editions/public.ts";
import type { Change, Subscription } from "../../server/newsletter/subscribing/preferences.ts";
import button from "../ui/Button.module.css";
import headings from "../ui/Headings.module.css";
import styles from "./NewsletterPages.module.css";
import { PostButton } from "./PostButton.tsx";

const DAYS: readonly { value: Subscription["days"]; label: string }[] = [
  { value: "every-day", label: "Every day" },
  { value: "weekdays", label: "Monday to Friday" },
  { value: "saturdays", label: "Saturdays" },
];

/** Messages after a change, by the "done" parameter of the address. */
const DONE: Record<string, string> = {
  confirmed: "You’re on the list for the next briefing. Choose what goes in it and which days it comes.",
  saved: "Saved. Your next briefing will follow these choices.",
  unsubscribed: "You’re unsubscribed. We won’t send you any more briefings.",
  resumed: "You’re on the list again.",
};

interface PreferencesPageProps {
  subscription: Subscription;
  sections: readonly SectionLink[];
  /** The address's "done" parameter, a key of `DONE` after a change; null if absent. */
  done: string | null;
  rejection: Extract<Change, { done: null }> | undefined;
}

/** The page on which subscribers choose sections and days, unsubscribe, or erase their address. */
export function PreferencesPage({ subscription, sections, done, rejection }: PreferencesPageProps) {
  const { address, status } = subscription;
  const notice = rejection?.fault ?? (done !== null && Object.hasOwn(DONE, done) && DONE[done]);
  return (
    <div className={styles.page}>
      <h1>Your Briefing</h1>
      <p className={headings.deck}>{describeStatus(address, status)}</p>
      {notice && (
        <p className={styles.notice} role={rejection ? "alert" : "status"}>
          {notice}
        </p>
      )}
      {status === "confirmed" ? (
        <>
          <Choices subscription={subscription} sections={sections} />
          <h2>Unsubscribe</h2>
          <p className={`${headings.deck} ${styles.text}`}>
            We’ll stop sending the briefing and keep your choices in case you come back.
          </p>
          <PostButton action="unsubscribe" label="Unsubscribe" />
        </>
      ) : (
        status !== "suppressed" && <PostButton label="Send me the briefing again" action="resume" isStrong />
      )}
      <h2>Erase your address</h2>
      <p className={`${headings.deck} ${styles.text}`}>
        This deletes your address, your choices and the record of what we sent you, right away. This link and those in
        past issues will stop working.
      </p>
      <details className={styles.erase}>
        <summary>Erase my address</summary>
        <p className={`${headings.deck} ${styles.text}`}>
          This can’t be undone. To get the briefing again, you would have to sign up again.
        </p>
        <PostButton action="erase" label="Yes, erase it" />
      </details>
    </div>
  );
}

function Choices({ subscription, sections }: Pick<PreferencesPageProps, "subscription" | "sections">) {
  const { days, sections: chosen } = subscription;
  return (
    <form method="post">
      <fieldset>
        <legend>Days</legend>
        <div className={styles.choices}>
          {DAYS.map(({ value, label }) => (
            <label key={value}>
              <input type="radio" name="days" value={value} defaultChecked={value === days} />
              {label}
            </label>
          ))}
        </div>
      </fieldset>
      <fieldset>
        <legend>Sections</legend>
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
        Save
      </button>
    </form>
  );
}

function describeStatus(address: string, status: Subscription["status"]): string {
  if (status === "confirmed") return `The briefing goes to ${address}.`;
  if (status === "suppressed")
    return `We aren’t sending anything to ${address}: our emails bounced, or someone asked us not to write there. If that’s wrong, please contact us.`;
  return `We aren’t sending the briefing to ${address}.`;
}
