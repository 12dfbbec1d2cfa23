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
  confirmed:
    "You are on the list. The next briefing comes to you. Here you can choose what is in it, and when it comes.",
  saved: "Saved. The next briefing is put together as you chose.",
  unsubscribed: "You are off the list. No further briefing is sent to you.",
  resumed: "You are on the list again.",
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
            No further briefing is sent. Your choices are kept, should you come back.
          </p>
          <PostButton action="unsubscribe" label="Unsubscribe" />
        </>
      ) : (
        status !== "suppressed" && <PostButton label="Send me the briefing again" action="resume" isStrong />
      )}
      <h2>Erase your address</h2>
      <p className={`${headings.deck} ${styles.text}`}>
        We forget your address, your choices and what was sent to you, at once. This link, and those in old issues, then
        lead nowhere.
      </p>
      <details className={styles.erase}>
        <summary>Erase my address</summary>
        <p className={`${headings.deck} ${styles.text}`}>
          This cannot be undone. To get the briefing again, you would sign up anew.
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
  if (status === "confirmed") return `The briefing is sent to ${address}.`;
  if (status === "suppressed")
    return `Nothing is sent to ${address}: mail to it came back, or somebody asked us not to write there. Write to us if that is wrong.`;
  return `No briefing is sent to ${address}.`;
}
