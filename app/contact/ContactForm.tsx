import { type ReactNode, useEffect, useRef } from "react";
import { Form, useNavigation } from "react-router";
import type { ContactFields } from "../../server/contact/fields.ts";
import type { ContactFile } from "../../server/editions/pages/contact.ts";
import { usePageTexts } from "../language/pageTexts.ts";
import { useTexts } from "../language/texts.ts";
import type { Route } from "../routes/+types/contact";
import fieldStyles from "../ui/Field.module.css";
import hidden from "../ui/VisuallyHidden.module.css";
import formStyles from "./ContactForm.module.css";

export const FORM_ID = "form";

interface ContactFormProps {
  form: ContactFile["form"];
  /** Initial values of a takedown request's fields; empty for other messages. */
  prefilled: Partial<ContactFields>;
  /** The response to a rejected message; undefined without a rejection. */
  rejection: Route.ComponentProps["actionData"];
}

/** The site's own form, in place of a provider's. Works without JavaScript. */
export function ContactForm({ form, prefilled, rejection }: ContactFormProps) {
  const { leaveBlank } = useTexts();
  const { contact } = usePageTexts();
  const summary = useRef<HTMLParagraphElement>(null);
  const isSending = useNavigation().formMethod === "POST";
  useEffect(() => {
    if (rejection) summary.current?.focus();
  }, [rejection]);
  const { fields = prefilled, faults: errors } = rejection ?? {};
  const control = (name: keyof ContactFields) => ({
    id: `contact-${name}`,
    name,
    defaultValue: fields[name],
    required: true,
    "aria-invalid": errors?.[name] ? true : undefined,
    "aria-describedby": errors?.[name] ? `contact-${name}-error` : undefined,
  });
  return (
    <Form className={formStyles.form} method="post" action={`/contact#${FORM_ID}`} preventScrollReset>
      <p className={formStyles.text}>{form.text}</p>
      {rejection && (
        <p className={formStyles.summary} ref={summary} role="alert" tabIndex={-1}>
          {rejection.summary}
        </p>
      )}
      <Field name="name" label={contact.name} error={errors?.name}>
        <input {...control("name")} type="text" maxLength={100} autoComplete="name" />
      </Field>
      <Field name="email" label={contact.email} error={errors?.email}>
        <input {...control("email")} type="email" maxLength={254} autoComplete="email" />
      </Field>
      <Field name="subject" label={contact.subject} error={errors?.subject}>
        <select {...control("subject")}>
          {form.subjects.map((subject) => (
            <option key={subject} data-letter={subject === form.letterSubject ? "" : undefined}>
              {subject}
            </option>
          ))}
        </select>
      </Field>
      <Field name="message" label={contact.message} error={errors?.message}>
        <textarea {...control("message")} maxLength={10_000} />
      </Field>
      {form.subjects.includes(form.letterSubject) && (
        <div className={formStyles.letter}>
          <label>
            <input name="mayPrint" type="checkbox" defaultChecked={fields.mayPrint === "on"} /> {contact.mayPrint}
          </label>
          <Field name="place" label={contact.place} error={errors?.place}>
            <input {...control("place")} type="text" maxLength={100} required={false} autoComplete="address-level2" />
          </Field>
        </div>
      )}
      {/* A honeypot: readers do not see this field, but bots fill it. */}
      <div className={hidden.visuallyHidden} aria-hidden="true">
        <label htmlFor="contact-website">{leaveBlank}</label>
        <input id="contact-website" name="website" type="text" tabIndex={-1} autoComplete="off" />
      </div>
      <button type="submit" className={formStyles.send} aria-disabled={isSending}>
        {isSending ? contact.sending : contact.send}
      </button>
    </Form>
  );
}

interface FieldProps {
  name: keyof ContactFields;
  label: string;
  error: string | undefined;
  children: ReactNode;
}

/** A control with its label and, after a rejection, the error. */
function Field({ name, label, error, children }: FieldProps) {
  return (
    <div className={`${fieldStyles.field} ${formStyles.field}`}>
      <label htmlFor={`contact-${name}`}>{label}</label>
      {children}
      {error && (
        <p className={formStyles.error} id={`contact-${name}-error`}>
          {error}
        </p>
      )}
    </div>
  );
}
