import { usePageTexts } from "../language/pageTexts.ts";
import type { Route } from "../routes/+types/support";
import button from "../ui/Button.module.css";
import headings from "../ui/Headings.module.css";
import styles from "./SupportPage.module.css";

/** The donation panel's content as a page, for links without JavaScript. */
export function SupportPage({ loaderData }: Route.ComponentProps) {
  const { donation } = usePageTexts();
  const { title, text, uses, label, href } = loaderData.donation;
  return (
    <article className={styles.support}>
      <h1>{title}</h1>
      <p className={headings.deck}>{text}</p>
      <h2>{donation.uses}</h2>
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
      <p className={styles.host}>{donation.giveAt(new URL(href).host)}</p>
    </article>
  );
}
