import { type ReactNode, useEffect, useRef } from "react";
import { data, Form, redirect, useNavigation } from "react-router";
import { articlePath } from "../../core/addresses.ts";
import type { ContactFields } from "../../server/contact/fields.ts";
import type { ContactFile } from "../../server/editions/pages/contact.ts";
import formStyles from "../contact/ContactForm.module.css";
import { Placeholder } from "../embeds/Placeholder.tsx";
import { ThirdParty } from "../embeds/ThirdParty.tsx";
import { throwNotFound } from "../errors/notFound.ts";
import { usePageTexts } from "../language/pageTexts.ts";
import { useTexts } from "../language/texts.ts";
import { services } from "../services.ts";
import fieldStyles from "../ui/Field.module.css";
import headings from "../ui/Headings.module.css";
import { createHead } from "../ui/head.ts";
import { Link } from "../ui/Link.tsx";
import hidden from "../ui/VisuallyHidden.module.css";
import type { Route } from "./+types/contact";
import styles from "./contact.module.css";

const FORM_ID = "form";

/** Query parameter with the slug of the story that a message is about. */
const STORY = "story";
/** Query parameter for a request to take down something other than a single story. Its only value is TAKEDOWN. */
const SUBJECT = "subject";
const TAKEDOWN = "takedown";
const SLUG = /^[\p{L}\p{N}-]{1,200}$/u;

export const handle = {
  query: {
    [STORY]: (value: string) => SLUG.test(value),
    [SUBJECT]: (value: string) => value === TAKEDOWN,
  },
  // A cached form for each story would displace other pages from the cache.
  policy: (query: URLSearchParams) => (query.has(STORY) ? "fleeting" : undefined),
};

export async function loader({ context, request }: Route.LoaderArgs) {
  const { contact, news } = context.get(services);
  const { page } = contact ?? (await throwNotFound(news));
  const query = new URL(request.url).searchParams;
  const slug = query.get(STORY) ?? "";
  const found = SLUG.test(slug) ? await news.article(slug) : undefined;
  const story = found && !found.isTakenDown ? found.story : null;
  const isTakedown = story !== null || query.get(SUBJECT) === TAKEDOWN;
  return { page, story: story && { slug, title: story.title }, isTakedown };
}

export async function action({ context, request }: Route.ActionArgs) {
  const { contact, news } = context.get(services);
  const receipt = await (contact ?? (await throwNotFound(news))).receive(request);
  // Without a fragment in the redirect, browsers would add the form's fragment to the new URL.
  if (receipt.isAccepted) throw redirect("/contact/sent#sent", 303);
  return data(receipt, { status: receipt.status });
}

export const meta: Route.MetaFunction = ({ loaderData: { page }, matches: [root] }) =>
  createHead(root.loaderData, { title: page.title, description: page.description, path: "/contact" });

/** The contact page: contacts by topic, the form, address and hours, and how to submit to the opinion section. */
export default function Contact({ loaderData, actionData, matches: [root] }: Route.ComponentProps) {
  const { page, story, isTakedown } = loaderData;
  const { form, opinion, visit, hours, replies } = page;
  const message = story ? `“${story.title}”\n${root.loaderData.siteUrl}${articlePath(story.slug)}\n\n` : "";
  const prefilled: Partial<ContactFields> = isTakedown ? { subject: form.takedownSubject, message } : {};
  return (
    <div className={styles.page}>
      <header className={styles.head}>
        <h1>{page.title}</h1>
        <p className={headings.deck}>{page.intro}</p>
      </header>
      <Desks desks={page.desks} />
      <div className={styles.columns}>
        <section className={styles.form} id={FORM_ID} aria-labelledby="write">
          <h2 id="write">{form.title}</h2>
          {form.provider ? (
            <ThirdParty title={form.title} provider={form.provider} height={form.height} />
          ) : (
            <Placeholder height={form.height}>
              <ContactForm key={JSON.stringify(prefilled)} form={form} prefilled={prefilled} rejection={actionData} />
            </Placeholder>
          )}
        </section>
        <aside className={styles.aside} aria-label={`${visit.title}, ${hours.title}`}>
          <section>
            <h2>{visit.title}</h2>
            <address>
              {visit.address.map((line) => (
                <span key={line}>{line}</span>
              ))}
            </address>
            <p>{visit.text}</p>
            {visit.link && <PageLink link={visit.link} />}
          </section>
          <section>
            <h2>{hours.title}</h2>
            <p className={styles.hours}>{hours.hours}</p>
            <p>{hours.text}</p>
          </section>
          <section>
            <h2>{replies.title}</h2>
            <p>{replies.text}</p>
          </section>
        </aside>
      </div>
      <section className={styles.opinion} id="opinion" aria-labelledby="opinion-title">
        <div>
          <h2 id="opinion-title">{opinion.title}</h2>
          {opinion.paragraphs.map((paragraph) => (
            <p key={paragraph}>{paragraph}</p>
          ))}
          <p>
            <a className={styles.link} href={`mailto:${opinion.email}`}>
              {opinion.email}
            </a>
          </p>
        </div>
        <ul>
          {opinion.rules.map((rule) => (
            <li key={rule}>{rule}</li>
          ))}
        </ul>
      </section>
    </div>
  );
}

function Desks({ desks }: { desks: ContactFile["desks"] }) {
  return (
    <ul className={styles.desks}>
      {desks.map(({ title, text, email, phone, link }) => (
        <li key={title}>
          <h2>{title}</h2>
          <p>{text}</p>
          <a className={styles.link} href={`mailto:${email}`}>
            {email}
          </a>
          {phone && (
            <a className={styles.phone} href={`tel:${phone.replace(/[^\d+]/g, "")}`}>
              {phone}
            </a>
          )}
          {link && <PageLink link={link} />}
        </li>
      ))}
    </ul>
  );
}

interface ContactFormProps {
  form: ContactFile["form"];
  /** Values for a request to take something down; empty for other messages. */
  prefilled: Partial<ContactFields>;
  /** The response to a rejected message; undefined without a rejection. */
  rejection: Route.ComponentProps["actionData"];
}

/** The site's own form, in place of a provider's. Works without JavaScript. */
function ContactForm({ form, prefilled, rejection }: ContactFormProps) {
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

function PageLink({ link: { label, href } }: { link: { label: string; href: string } }) {
  if (!href.startsWith("/"))
    return (
      <a className={styles.link} href={href} rel="noopener">
        {label}
      </a>
    );
  return (
    <Link className={styles.link} to={href}>
      {label}
    </Link>
  );
}
