import { useEffect, useRef } from "react";
import { Form, useNavigation } from "react-router";
import type { Receipt } from "../../server/contact/contact.ts";
import type { Fields } from "../../server/contact/fields.ts";
import type { ContactFile } from "../../server/editions/contact.ts";
import unseen from "../ui/VisuallyHidden.module.css";
import styles from "./ContactForm.module.css";
import { Field } from "./Field.tsx";

/** By which addresses name the form. */
export const FORM_ID = "form";

/** Why a message was given back, and what it was. */
export type Refusal = Extract<Receipt, { isTaken: false }>;

interface ContactFormProps {
  form: ContactFile["form"];
  refusal: Refusal | undefined;
}

/** Our own form: an ordinary one, which the browser sends where there is no JavaScript. */
export function ContactForm({ form, refusal }: ContactFormProps) {
  const summary = useRef<HTMLParagraphElement>(null);
  const isSending = useNavigation().formMethod === "POST";
  useEffect(() => {
    if (refusal) summary.current?.focus();
  }, [refusal]);
  const field = (name: keyof Fields) => ({ name, typed: refusal?.fields[name], fault: refusal?.faults[name] });
  return (
    <Form className={styles.form} method="post" action={`/contact#${FORM_ID}`} preventScrollReset>
      <p className={styles.text}>{form.text}</p>
      {refusal && (
        <p className={styles.refusal} ref={summary} role="alert" tabIndex={-1}>
          {refusal.summary}
        </p>
      )}
      <Field {...field("name")} label="Name">
        {(given) => <input {...given} type="text" maxLength={100} autoComplete="name" />}
      </Field>
      <Field {...field("email")} label="E-mail">
        {(given) => <input {...given} type="email" maxLength={254} autoComplete="email" />}
      </Field>
      <Field {...field("subject")} label="Subject">
        {(given) => (
          <select {...given}>
            {form.subjects.map((subject) => (
              <option key={subject}>{subject}</option>
            ))}
          </select>
        )}
      </Field>
      <Field {...field("message")} label="Message">
        {(given) => <textarea {...given} maxLength={10_000} />}
      </Field>
      {/* Readers do not see it. Programs that fill whatever they find give themselves away by it. */}
      <div className={unseen.unseen} aria-hidden="true">
        <label htmlFor="contact-website">Leave this empty</label>
        <input id="contact-website" name="website" type="text" tabIndex={-1} autoComplete="off" />
      </div>
      <button type="submit" className={styles.send} aria-disabled={isSending}>
        {isSending ? "Sending…" : "Send message"}
      </button>
    </Form>
  );
}
