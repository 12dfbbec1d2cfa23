import { type ReactNode, useEffect, useRef } from "react";
import { Form, useNavigation } from "react-router";
import type { Receipt } from "../../server/contact/contact.ts";
import type { Fields } from "../../server/contact/fields.ts";
import type { ContactFile } from "../../server/editions/contact.ts";
import fieldStyles from "../ui/Field.module.css";
import hidden from "../ui/VisuallyHidden.module.css";
import styles from "./ContactForm.module.css";

export const FORM_ID = "form";

/** A rejected message with the reasons. */
type Rejection = Extract<Receipt, { isTaken: false }>;

/** Our own form, which works without JavaScript. */
export function ContactForm({ form, rejection }: { form: ContactFile["form"]; rejection: Rejection | undefined }) {
  const summary = useRef<HTMLParagraphElement>(null);
  const isSending = useNavigation().formMethod === "POST";
  useEffect(() => {
    if (rejection) summary.current?.focus();
  }, [rejection]);
  const { fields, faults: errors } = rejection ?? {};
  const control = (name: keyof Fields) => ({
    id: `contact-${name}`,
    name,
    defaultValue: fields?.[name],
    required: true,
    "aria-invalid": errors?.[name] ? true : undefined,
    "aria-describedby": errors?.[name] ? `contact-${name}-error` : undefined,
  });
  return (
    <Form className={styles.form} method="post" action={`/contact#${FORM_ID}`} preventScrollReset>
      <p className={styles.text}>{form.text}</p>
      {rejection && (
        <p className={styles.summary} ref={summary} role="alert" tabIndex={-1}>
          {rejection.summary}
        </p>
      )}
      <Field name="name" label="Name" error={errors?.name}>
        <input {...control("name")} type="text" maxLength={100} autoComplete="name" />
      </Field>
      <Field name="email" label="E-mail" error={errors?.email}>
        <input {...control("email")} type="email" maxLength={254} autoComplete="email" />
      </Field>
      <Field name="subject" label="Subject" error={errors?.subject}>
        <select {...control("subject")}>
          {form.subjects.map((subject) => (
            <option key={subject}>{subject}</option>
          ))}
        </select>
      </Field>
      <Field name="message" label="Message" error={errors?.message}>
        <textarea {...control("message")} maxLength={10_000} />
      </Field>
      {/* A honeypot: only programs that fill every field fill this one. */}
      <div className={hidden.visuallyHidden} aria-hidden="true">
        <label htmlFor="contact-website">Leave this empty</label>
        <input id="contact-website" name="website" type="text" tabIndex={-1} autoComplete="off" />
      </div>
      <button type="submit" className={styles.send} aria-disabled={isSending}>
        {isSending ? "Sending…" : "Send message"}
      </button>
    </Form>
  );
}

interface FieldProps {
  name: keyof Fields;
  label: string;
  error: string | undefined;
  children: ReactNode;
}

/** A control with its label and, after a rejection, the error. */
function Field({ name, label, error, children }: FieldProps) {
  return (
    <div className={`${fieldStyles.field} ${styles.field}`}>
      <label htmlFor={`contact-${name}`}>{label}</label>
      {children}
      {error && (
        <p className={styles.error} id={`contact-${name}-error`}>
          {error}
        </p>
      )}
    </div>
  );
}
