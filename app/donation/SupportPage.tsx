import type { PublicEdition } from "../../server/editions/public.ts";
import button from "../ui/Button.module.css";
import headings from "../ui/Headings.module.css";
import styles from "./SupportPage.module.css";

/** The donation panel's text as a page, to which links lead without JavaScript too. */
export function SupportPage({ donation }: { donation: NonNullable<PublicEdition["donation"]> }) {
  const { title, text, uses, label, href } = donation;
  return (
    <article className={styles.support}>
      <h1>{title}</h1>
      <p className={headings.deck}>{text}</p>
      <h2 className={headings.name}>What it pays for</h2>
      <ul>
        {uses.map((use) => (
          <li key={use}>{use}</li>
        ))}
      </ul>
      <p className={styles.action}>
        <a className={button.strong} href={href} rel="noopener">
          {label}
        </a>
      </p>
      <p className={styles.host}>Donations are taken at {new URL(href).host}.</p>
    </article>
  );
}
