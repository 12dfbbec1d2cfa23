import { useEffect, useRef } from "react";
import { useFetcher } from "react-router";
import type { SignUpReceipt } from "../../server/newsletter/views.ts";
import hidden from "../ui/VisuallyHidden.module.css";
import styles from "./SignUpForm.module.css";

/** Why an address was given back, and what it was. */
export type Refusal = Extract<SignUpReceipt, { isTaken: false }>;

interface SignUpFormProps {
  /** Where it stands: several can be on one page. */
  place: "footer" | "home" | "page";
  label: string;
  /** What the page was answered with, where there is no JavaScript. */
  refusal?: Refusal | undefined;
}

/**
 * Asks for the briefing. An ordinary form: where there is JavaScript, what is wrong is said in place, and only there is the
 * time known that somebody took to fill it.
 */
export function SignUpForm({ place, label, refusal }: SignUpFormProps) {
  const fetcher = useFetcher<Refusal>({ key: `sign-up ${place}` });
  const field = useRef<HTMLInputElement>(null);
  const looked = useRef<HTMLInputElement>(null);
  const refused = fetcher.data ?? refusal;
  useEffect(() => {
    if (refused) field.current?.focus();
  }, [refused]);
  const isSending = fetcher.state !== "idle";
  const id = `${place}-email`;
  const noteId = `${place}-email-note`;
  return (
    <fetcher.Form
      className={styles.form}
      data-place={place}
      method="post"
      action="/newsletter"
      noValidate
      onSubmit={() => {
        // How long the site is open.
        if (looked.current) looked.current.value = String(Math.round(performance.now()));
      }}
    >
      <label htmlFor={id}>{label}</label>
      <div className={styles.row}>
        {/* Made anew with each answer, so that what was typed stands in it without JavaScript, too. */}
        <input
          key={refused?.email}
          ref={field}
          id={id}
          name="email"
          type="email"
          placeholder="Your e-mail address"
          autoComplete="email"
          defaultValue={refused?.email}
          aria-invalid={refused ? true : undefined}
          aria-describedby={noteId}
          required
        />
        <button type="submit" aria-disabled={isSending}>
          Sign Up
        </button>
      </div>
      <div className={styles.note} id={noteId} role="status">
        <p className={refused ? styles.fault : undefined}>
          {refused?.fault ?? "One mail asks you to confirm. You can leave with one click."}
        </p>
        {refused?.suggestion && (
          <button type="submit" name="use" value={refused.suggestion} className={styles.use}>
            Use {refused.suggestion}
          </button>
        )}
      </div>
      <input type="hidden" name="sure" value={refused?.suggestion ? refused.email : ""} />
      <input type="hidden" name="looked" ref={looked} />
      {/* Readers do not see it. Programs that fill whatever they find give themselves away by it. */}
      <div className={hidden.visuallyHidden} aria-hidden="true">
        <label htmlFor={`${place}-website`}>Leave this empty</label>
        <input id={`${place}-website`} name="website" type="text" tabIndex={-1} autoComplete="off" />
      </div>
    </fetcher.Form>
  );
}
