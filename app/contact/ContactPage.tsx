import { articlePath } from "../../core/addresses.ts";
import type { ContactFields } from "../../server/contact/fields.ts";
import type { ContactFile } from "../../server/editions/pages/contact.ts";
import { Placeholder } from "../embeds/Placeholder.tsx";
import { ThirdParty } from "../embeds/ThirdParty.tsx";
import type { Route } from "../routes/+types/contact";
import headings from "../ui/Headings.module.css";
import { Link } from "../ui/Link.tsx";
import { ContactForm, FORM_ID } from "./ContactForm.tsx";
import styles from "./ContactPage.module.css";

/** The contact page: contacts by topic, the form, address and hours, and how to submit to the opinion section. */
export function ContactPage({ loaderData, actionData, matches: [root] }: Route.ComponentProps) {
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
        <section className={styles.form} data-unprinted="" id={FORM_ID} aria-labelledby="write">
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
