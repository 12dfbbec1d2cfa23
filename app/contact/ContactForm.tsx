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
export type Rejection = Extract<Receipt, { isTaken: false }>;

interface ContactFormProps {
  form: ContactFile["form"];
  rejection: Rejection | undefined;
}

/** Our own form, which works without JavaScript. */
export function ContactForm({ form, rejection }: ContactFormProps) {
  const summary = useRef<HTMLParagraphElement>(null);
  const isSending = useNavigation().formMethod === "POST";
  useEffect(() => {
    if (rejection) summary.current?.focus();
  }, [rejection]);
  const field = (name: keyof Fields) => ({ name, value: rejection?.fields[name], error: rejection?.faults[name] });
  return (
    <Form className={styles.form} method="post" action={`/contact#${FORM_ID}`} preventScrollReset>
      <p className={styles.text}>{form.text}</p>
      {rejection && (
        <p className={styles.summary} ref={summary} role="alert" tabIndex={-1}>
          {rejection.summary}
        </p>
      )}
      <Field {...field("name")} label="Name">
        {(props) => <input {...props} type="text" maxLength={100} autoComplete="name" />}
      </Field>
      <Field {...field("email")} label="E-mail">
        {(props) => <input {...props} type="email" maxLength={254} autoComplete="email" />}
      </Field>
      <Field {...field("subject")} label="Subject">
        {(props) => (
          <select {...props}>
            {form.subjects.map((subject) => (
              <option key={subject}>{subject}</option>
            ))}
          </select>
        )}
      </Field>
      <Field {...field("message")} label="Message">
        {(props) => <textarea {...props} maxLength={10_000} />}
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

interface ControlProps {
  id: string;
  name: string;
  defaultValue: string | undefined;
  required: true;
  "aria-invalid": true | undefined;
  "aria-describedby": string | undefined;
}

interface FieldProps {
  name: string;
  label: string;
  /** The text of a rejected message. */
  value: string | undefined;
  error: string | undefined;
  /** Renders the control. */
  children: (props: ControlProps) => ReactNode;
}

/** A form field with its label and, after a rejection, the error. */
function Field({ name, label, value, error, children }: FieldProps) {
  const id = `contact-${name}`;
  const errorId = `${id}-error`;
  return (
    <div className={`${fieldStyles.field} ${styles.field}`}>
      <label htmlFor={id}>{label}</label>
      {children({
        id,
        name,
        defaultValue: value,
        required: true,
        "aria-invalid": error ? true : undefined,
        "aria-describedby": error ? errorId : undefined,
      })}
      {error && (
        <p className={styles.error} id={errorId}>
          {error}
        </p>
      )}
    </div>
  );
}
