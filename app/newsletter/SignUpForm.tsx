import { useEffect, useRef } from "react";
import { useFetcher } from "react-router";
import type { SignUpReceipt } from "../../server/newsletter/subscribing/signUpForm.ts";
import { useTexts } from "../language/texts.ts";
import hidden from "../ui/VisuallyHidden.module.css";
import styles from "./SignUpForm.module.css";

type SignUpRejection = Extract<SignUpReceipt, { isAccepted: false }>;

/** Id of the footer's field, the target of "Subscribe" in the header: browsers focus a field that a link points to. */
export const SIGN_UP_ID = "newsletter";

interface SignUpFormProps {
  /** Place of the form. A page can have two forms: its own, and the footer's. */
  place: "footer" | "page";
  label?: string;
  /** Description of the newsletter, under the label. */
  text?: string;
  /** Response of the page's action to a form that was sent without JavaScript. */
  rejection?: SignUpRejection | undefined;
}

/** The form that signs up for the briefing. With JavaScript, it shows errors without a page load. */
export function SignUpForm({ place, label, text, rejection }: SignUpFormProps) {
  const { signUp, leaveBlank } = useTexts();
  const fetcher = useFetcher<SignUpRejection>({ key: `sign-up ${place}` });
  const field = useRef<HTMLInputElement>(null);
  const rejected = fetcher.data ?? rejection;
  useEffect(() => {
    if (rejected) field.current?.focus();
  }, [rejected]);
  const isSending = fetcher.state !== "idle";
  const id = place === "footer" ? SIGN_UP_ID : "email";
  const noteId = `${id}-note`;
  return (
    <fetcher.Form
      className={styles.form}
      data-unprinted=""
      data-place={place}
      method="post"
      action="/newsletter"
      noValidate
      onFocus={({ currentTarget }) =>
        void import("./signedTime.lazy.ts").then(
          ({ addSignedTime }) => addSignedTime(currentTarget),
          () => {},
        )
      }
    >
      <label htmlFor={id}>{label ?? signUp.email}</label>
      {text && <p>{text}</p>}
      <div className={styles.row}>
        {/* The key resets the field when a response contains another address. */}
        <input
          key={rejected?.email}
          ref={field}
          id={id}
          name="email"
          type="email"
          placeholder={signUp.placeholder}
          autoComplete="email"
          defaultValue={rejected?.email}
          aria-invalid={rejected ? true : undefined}
          aria-label={label && signUp.emailFor(label)}
          aria-describedby={noteId}
          required
        />
        <button type="submit" aria-disabled={isSending}>
          {signUp.submit}
        </button>
      </div>
      <div id={noteId} role="status">
        <p className={rejected ? styles.error : undefined}>{rejected?.fault ?? signUp.note}</p>
        {rejected?.suggestion && (
          <button type="submit" name="use" value={rejected.suggestion}>
            {signUp.use(rejected.suggestion)}
          </button>
        )}
      </div>
      <input type="hidden" name="sure" value={rejected?.suggestion ? rejected.email : ""} />
      <input type="hidden" name="started" />
      {/* A honeypot: hidden from readers, but bots fill it. */}
      <div className={hidden.visuallyHidden} aria-hidden="true">
        <label htmlFor={`${id}-website`}>{leaveBlank}</label>
        <input id={`${id}-website`} name="website" type="text" tabIndex={-1} autoComplete="off" />
      </div>
    </fetcher.Form>
  );
}
